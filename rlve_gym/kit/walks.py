"""Walks of directed multigraphs: how many there are, and the weight of the k-th of them.

A walk has one or more arcs and may repeat arcs and vertices. Arcs are [tail, head, weight] on the vertices 0 to n - 1,
with positive integer weights; equal arcs count as different ones.
"""

from collections.abc import Sequence

import numpy as np


def walk_count(n: int, arcs: Sequence[Sequence[int]], limit: int) -> int:
    """The number of walks, or `limit` if there are as many or more, such as without end where there is a cycle."""
    ending, total = [1] * n, 0
    for _ in range(n):
        longer = [0] * n
        for u, v, _ in arcs:
            longer[v] += ending[u]
        ending, total = longer, total + sum(longer)
    # Walks of n arcs repeat a vertex.
    return limit if any(ending) else min(total, limit)


def kth_walk_weight(n: int, arcs: Sequence[Sequence[int]], k: int) -> int:
    """The weight of walk number k >= 1, from the lightest on; walks of equal weight all count.

    It is the greatest weight up to which there are fewer than k walks, and 1: found bit by bit, from powers of the
    matrix that lets all walks grow by a unit of weight. O(n^3 W^3 log(weight)) for weights up to W.
    """
    assert walk_count(n, arcs, k) == k, f"there are fewer than {k} walks"
    heaviest = max(weight for _, _, weight in arcs)
    # Counts of k and more are all alike; with this bound, products of two matrices mostly fit into machine integers.
    most = k + n
    dtype = np.int64 if (n * heaviest + 1) * most**2 < 1 << 63 else object

    def times(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return np.minimum(a @ b, most)

    def finished(power: np.ndarray) -> int:
        """How many walks have been counted, without those of no arcs, one at each vertex, which have been too."""
        return int(power[:-1:heaviest, -1].sum()) - n

    powers = [_unit_step(n, arcs, heaviest).astype(dtype)]
    while finished(powers[-1]) < k:
        powers.append(times(powers[-1], powers[-1]))
    power, weight = np.eye(len(powers[0]), dtype=dtype), 0
    for bit in range(len(powers) - 1, -1, -1):
        further = times(power, powers[bit])
        if finished(further) < k:
            power, weight = further, weight + (1 << bit)
    # The counter holds the walks that ended before the last unit of weight.
    return weight


def _unit_step(n: int, arcs: Sequence[Sequence[int]], heaviest: int) -> np.ndarray:
    """State heaviest v is vertex v, the states behind it are inside of arcs into v, and the last one counts."""
    size = heaviest * n + 1
    matrix = np.zeros((size, size), dtype=np.int64)
    for v in range(n):
        matrix[heaviest * v, -1] = 1
        for back in range(1, heaviest):
            matrix[heaviest * v + back, heaviest * v + back - 1] = 1
    for u, v, w in arcs:
        matrix[heaviest * u, heaviest * v + w - 1] += 1
    matrix[-1, -1] = 1
    return matrix
