"""How long a random walk on a tree takes from one random vertex to another.

The answer is the fraction itself, not its residue modulo a prime as in the public suite. Trees start with 6 vertices
instead of 3, where they all look the same, and stop growing at 200 (level 194).
"""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Self

from rlve_gym import Problem, Rational, exact, step
from rlve_gym.pictures import Tree


@dataclass(frozen=True)
class TreeRandomWalkExpectation(Problem):
    """edges: [u, v] with u < v; the one at place v - 1 ends in v."""

    edges: list[list[int]]

    template = (
        "A tree has {self.n} vertices, numbered from 0 to {self.n:last}, and these edges:\n{self.edges:lines}\n"
        "Two vertices S and T are chosen independently, each evenly among all vertices (they may be equal). A walk"
        " starts in S, and in every step moves to a neighbor of where it is, all neighbors being equally likely, until"
        " it is in T. What is the expected number of steps, over the choice of S and T and the walk?"
    )
    answer = Rational()
    unique = True
    difficulty = {"n": step(6, cap=200)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        return cls([[rng.randrange(vertex), vertex] for vertex in range(1, n)])

    @property
    def n(self) -> int:
        return len(self.edges) + 1

    @property
    def picture(self) -> Tree:
        return Tree(0, self.edges)

    def solve(self) -> Fraction:
        """To leave a side with s vertices by an edge takes 2s - 1 steps, and s (n - s) pairs do, so do those that enter
        it in 2(n - s) - 1: that makes 2n - 2 for each pair of sides."""
        sizes = [1] * self.n
        for parent, vertex in reversed(self.edges):
            sizes[parent] += sizes[vertex]
        apart = sum(size * (self.n - size) for size in sizes[1:])
        return Fraction((2 * self.n - 2) * apart, self.n**2)

    def score(self, answer: Fraction) -> float:
        return exact(self.reference, answer)
