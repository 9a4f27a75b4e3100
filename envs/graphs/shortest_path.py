"""Find a shortest path in a weighted directed graph.

The graph hides a path through all vertices, so an answer always exists, and has no route of two arcs. The lowest level
has five vertices: with the four of the public suite there are only two paths to guess from. The number of vertices
stops at 110, reached at level 26: an instance grows with its square.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, grow
from rlve_gym.kit.graphs import (
    DIGRAPH,
    CheapestWalk,
    Pair,
    adjacency,
    dijkstra,
    path_to,
    random_arcs,
    steps,
    walk_weight,
)

DENSITIES = (1, 5, 10, 15, 20, 25, 30)
"""Percent of all ordered pairs of vertices that are arcs, before routes of two arcs are broken."""


@dataclass(frozen=True)
class ShortestPath(CheapestWalk):
    template = DIGRAPH + (
        "Find a path from vertex 0 to vertex {self.last} whose total weight, the sum over its arcs, "
        "is as small as possible."
    )
    answer = Integers("vertices of the path in order, both ends included")
    difficulty = {"n": grow(5, cap=110)}
    beta = 5
    version = 2

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        planted = steps([0, *rng.sample(range(1, n - 1), n - 2), n - 1])
        extra = n * (n - 1) * rng.choice(DENSITIES) // 100 - len(planted)
        others = random_arcs(rng, n, extra, {*planted, (0, n - 1)})
        pairs = _without_shortcuts(rng, n, planted, others)
        low, high = max(1, n // 3), max(1, n // 2)
        arcs = [
            [u, v, rng.randint(1, low) if i < len(planted) else rng.randint(high, n)] for i, (u, v) in enumerate(pairs)
        ]
        rng.shuffle(arcs)
        return cls(n, arcs)

    def cost(self, walk: list[int]) -> int:
        """Total weight of a path. Raises Invalid if it does not lead from 0 to the last vertex along arcs."""
        total = walk_weight(self.weights, self.n, walk)
        if (walk[0], walk[-1]) != (0, self.last):
            raise Invalid(f"the path must begin at 0 and end at {self.last}")
        return total

    def solve(self) -> list[int]:
        return path_to(dijkstra(adjacency(self.n, self.arcs), 0)[1], self.last)

    def brute(self) -> list[int]:
        """The best of all paths without repeated vertices."""
        complete, partial = [], [[0]]
        while partial:
            path = partial.pop()
            if path[-1] == self.last:
                complete.append(path)
            partial += [[*path, v] for u, v in self.weights if u == path[-1] and v not in path]
        return min(complete, key=self.cost)


def _without_shortcuts(rng: Random, n: int, planted: list[Pair], others: list[Pair]) -> list[Pair]:
    """The pairs, planted ones first, after one arc of every route 0 -> t -> n - 1 is removed; planted arcs stay."""
    pairs, dropped = {*planted, *others}, set()
    for t in range(1, n - 1):
        route = [(0, t), (t, n - 1)]
        if pairs.issuperset(route):
            removable = [pair for pair in route if pair not in planted]
            dropped.add(rng.choice(removable))
    return [pair for pair in planted + others if pair not in dropped]
