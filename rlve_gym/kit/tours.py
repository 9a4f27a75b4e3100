"""Orders in which all vertices are visited at least cost."""

import numpy as np

UNREACHABLE = 1 << 40
"""A distance that is more than any sum of others."""


def cheapest_order(distance: np.ndarray) -> list[int]:
    """The order of all n vertices with the least sum of `distance` [n, n] between neighbours; any ends.

    Held and Karp's dynamic programme over (set of vertices, last of them), all sets of one size at a time: O(2^n n^2).
    Integer distances need not be symmetric. They are UNREACHABLE where there is no way; some order must do without.
    """
    n = len(distance)
    sizes = np.zeros(1, dtype=np.int64)
    for _ in range(n):
        sizes = np.concatenate([sizes, sizes + 1])
    cost = np.full((n, 1 << n), UNREACHABLE)
    cost[range(n), [1 << v for v in range(n)]] = 0
    for size in range(1, n):
        sets = np.flatnonzero(sizes == size)
        for v in range(n):
            before = sets[sets >> v & 1 == 0]
            cost[v, before | 1 << v] = (cost[:, before] + distance[:, v, None]).min(axis=0)
    chosen = (1 << n) - 1
    order = [int(cost[:, chosen].argmin())]
    while len(order) < n:
        chosen ^= 1 << order[-1]
        order.append(int((cost[:, chosen] + distance[:, order[-1]]).argmin()))
    return order[::-1]
