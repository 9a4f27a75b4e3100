"""Find a cheapest walk through all vertices of a weighted directed graph.

The optimum costs exponential time, so the number of vertices stops at 16, reached at level 13; beyond, weights grow on.
"""

from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from typing import Self

import numpy as np

from rlve_gym import Integers, Invalid, step
from rlve_gym.kit.graphs import (
    DIGRAPH,
    CheapestWalk,
    adjacency,
    dijkstra,
    path_to,
    random_arcs,
    random_path,
    steps,
    walk_weight,
)
from rlve_gym.kit.tours import UNREACHABLE, cheapest_order

DENSITIES = range(5, 100, 10)
"""Percent of all ordered pairs of vertices that are arcs; those that give at least n arcs are drawn from."""


@dataclass(frozen=True)
class CoveringWalk(CheapestWalk):
    template = DIGRAPH + (
        "Find a walk along arcs that visits every vertex at least once and whose total weight is as small as possible. "
        "It may begin and end at any vertex and may repeat vertices and arcs; "
        "the weight of an arc counts each time it is used."
    )
    answer = Integers("vertices of the walk in order")
    difficulty = {"n": step(3, cap=16), "max_weight": step(3)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, n: int, max_weight: int) -> Self:
        pairs = n * (n - 1)
        count = rng.choice([pairs * d // 100 for d in DENSITIES if pairs * d // 100 >= n])
        planted = steps(random_path(rng, n))
        arcs = [[u, v, rng.randint(1, max_weight)] for u, v in planted]
        others = random_arcs(rng, n, count - len(planted), set(planted))
        arcs += [[u, v, rng.randint(1, max(1, max_weight // 2))] for u, v in others]
        rng.shuffle(arcs)
        return cls(n, arcs)

    def cost(self, walk: list[int]) -> int:
        """Total weight of a walk. Raises Invalid if it leaves the arcs or misses a vertex."""
        total = walk_weight(self.weights, self.n, walk)
        if len(set(walk)) < self.n:
            raise Invalid(f"only {len(set(walk))} of {self.n} vertices are visited")
        return total

    def solve(self) -> list[int]:
        graph = adjacency(self.n, self.arcs)
        distances, parents = zip(*(dijkstra(graph, source) for source in range(self.n)))
        distance = np.array([[UNREACHABLE if d is None else d for d in row] for row in distances])
        walk = (order := cheapest_order(distance))[:1]
        for u, v in steps(order):
            walk += path_to(parents[u], v)[1:]
        return walk

    def brute(self) -> list[int]:
        """Dijkstra over the states (set of visited vertices, current vertex)."""
        graph, done = adjacency(self.n, self.arcs), set()
        queue = [(0, 1 << v, [v]) for v in range(self.n)]
        while True:
            cost, visited, walk = heappop(queue)
            if visited == (1 << self.n) - 1:
                return walk
            if (visited, walk[-1]) in done:
                continue
            done.add((visited, walk[-1]))
            for v, weight in graph[walk[-1]]:
                heappush(queue, (cost + weight, visited | 1 << v, [*walk, v]))
