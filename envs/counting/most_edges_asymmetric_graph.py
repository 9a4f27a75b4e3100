"""The most edges of a graph without symmetry. Public name: MostNumEdge_NonSelfIsomorphism.

For 6 vertices the answer is 9 (the public suite says 10). A level has few problems, one for each number of vertices;
that number stops growing at 10,000 (level 68).
"""

from dataclasses import dataclass
from functools import cache
from math import comb
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, exact, grow

LARGEST = 20
"""Vertices of the largest trees that are counted: those of up to that size have some 400,000 vertices in all."""


@dataclass(frozen=True)
class MostEdgesAsymmetricGraph(Problem):
    n: int

    template = (
        "Consider simple undirected graphs with {self.n} vertices (no loops, at most one edge between two vertices)"
        " whose only automorphism is the identity: every permutation of the vertices that maps edges to edges and"
        " non-edges to non-edges leaves all vertices in place. What is the greatest number of edges of such a graph?"
    )
    answer = Integer()
    difficulty = {"max_n": grow(10, cap=10_000)}

    @classmethod
    def generate(cls, rng: Random, max_n: int) -> Self:
        return cls(rng.randint(6, max_n))

    @classmethod
    def variety(cls, level: int) -> int:
        return cls.parameters(level)["max_n"] - 5

    def solve(self) -> int:
        """The complement has the same symmetries, so its edges are to be few: n less its components that are trees.

        These must be asymmetric and different from each other, so as many as possible are the smallest ones. Vertices
        left over enlarge the last tree, but there is no asymmetric tree of 2 to 6 vertices: 6 vertices form one
        component with a cycle.
        """
        trees, left = 0, self.n
        for size, count in enumerate(asymmetric_trees(LARGEST)):
            taken = min(count, left // size) if size else 0
            trees, left = trees + taken, left - taken * size
        return comb(self.n, 2) - self.n + (trees if self.n > 6 else 0)

    def score(self, answer: int) -> float:
        return exact(self.reference, answer)


@cache
def asymmetric_trees(largest: int) -> list[int]:
    """[n]: the trees of n vertices without symmetry, from those with a root; n up to `largest`.

    A rooted one is a root with a set of different smaller ones. Without a root: those with a root, less the pairs of
    different ones that an edge joins (Otter, The number of trees, 1948).
    """
    rooted, forests = [0] * (largest + 1), [1] + [0] * largest
    for size in range(1, largest + 1):
        rooted[size] = forests[size - 1]
        forests = [
            sum(comb(rooted[size], k) * forests[total - k * size] for k in range(total // size + 1))
            for total in range(largest + 1)
        ]
    pairs = [sum(rooted[i] * rooted[n - i] for i in range(n)) for n in range(largest + 1)]
    halves = [rooted[n // 2] if n % 2 == 0 else 0 for n in range(largest + 1)]
    return [rooted[n] - (pairs[n] + halves[n]) // 2 for n in range(largest + 1)]
