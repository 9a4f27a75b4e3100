"""Map one graph onto another that is drawn as its image.

Every isomorphism is accepted. The number of vertices stops at 80 (level 77): an instance grows with its square.
"""

from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, satisfied, step
from rlve_gym.kit.graphs import random_edges
from rlve_gym.pictures import Colors

DENSITIES = range(5, 100, 10)
"""Percent of all pairs of vertices that are edges; those that give an edge are drawn from."""


@dataclass(frozen=True)
class GraphIsomorphism(Problem):
    n: int
    first: list[list[int]]
    second: list[list[int]]
    mapping: list[int]

    template = (
        'Two undirected graphs G and H have the vertices 0 to {self.n:last} each. A line "u v" is an edge.\n\n'
        "Edges of G:\n{self.listed_first}\n\nEdges of H:\n{self.listed_second}\n\n"
        "Give every vertex v of G a vertex p(v) of H, each used exactly once, so that u and v are joined by an edge in"
        " G exactly when p(u) and p(v) are joined by an edge in H."
    )
    answer = Integers("vertices p(0), p(1), ..., in this order")
    difficulty = {"n": step(3, cap=80)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        counts = [n * (n - 1) // 2 * density // 100 for density in DENSITIES]
        first = random_edges(rng, n, rng.choice([count for count in counts if count]), set())
        mapping = rng.sample(range(n), n)
        second = [rng.sample([mapping[u], mapping[v]], 2) for u, v in first]
        rng.shuffle(second)
        return cls(n, [rng.sample(edge, 2) for edge in first], second, mapping)

    @property
    def listed_first(self) -> str:
        return "\n".join(f"{u} {v}" for u, v in self.first)

    @property
    def listed_second(self) -> str:
        return "\n".join(f"{u} {v}" for u, v in self.second)

    @property
    def picture(self) -> Colors:
        """The adjacency matrices side by side."""
        rows = [[0] * self.n + [2] + [0] * self.n for _ in range(self.n)]
        for edges, shift in ((self.first, 0), (self.second, self.n + 1)):
            for u, v in edges:
                rows[u][shift + v] = rows[v][shift + u] = 1
        return Colors(rows)

    def solve(self) -> list[int]:
        return self.mapping

    def brute(self) -> list[int]:
        """The first of all permutations, in lexicographic order, that is right. For up to 8 vertices."""
        return next(list(p) for p in permutations(range(self.n)) if self.score(list(p)) == 1)

    def score(self, answer: list[int]) -> float:
        """The share of edges that are mapped onto edges: as there are as many in both graphs, all only if right."""
        if len(answer) != self.n or set(answer) != set(range(self.n)):
            raise Invalid(f"each of the vertices 0 to {self.n - 1} must be used exactly once")
        there = {frozenset(edge) for edge in self.second}
        return satisfied(sum(frozenset((answer[u], answer[v])) in there for u, v in self.first), len(self.first))
