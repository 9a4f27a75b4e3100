"""Find a vertex of a tree from which the weighted sum of distances is least.

Trees begin with six vertices: in smaller ones half of the answers could be copied from an edge.
"""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Self

from rlve_gym import Integer, Invalid, Problem, ratio, step
from rlve_gym.kit.trees import random_tree, rooted
from rlve_gym.pictures import Tree


@dataclass(frozen=True)
class TreeMedian(Problem):
    costs: list[int]
    edges: list[list[int]]

    template = (
        'A tree has {self.n} vertices, numbered 0 to {self.n:last}. Each line "u v w" is an edge between vertices u and'
        " v of length w:\n{self.edges:lines}\n\n"
        "The costs C(0), C(1), ... of the vertices are:\n{self.costs:spaces}\n\n"
        "The distance between two vertices is the sum of the lengths of the edges between them. Find a vertex r such"
        " that the sum, over all vertices v, of C(v) times the distance between v and r is as small as possible."
    )
    answer = Integer(low=0)
    difficulty = {"n": step(6)}
    beta = 8
    unique = False

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        edges = [[u, v, rng.randint(1, n)] for u, v in random_tree(rng, n)]
        return cls([rng.randint(1, n) for _ in range(n)], edges)

    @property
    def n(self) -> int:
        return len(self.costs)

    @property
    def picture(self) -> Tree:
        return Tree(0, self.edges)

    @cached_property
    def sums(self) -> list[int]:
        """The sum for every vertex: along an edge it changes by the length times the cost that comes nearer or goes."""
        order, parent = rooted(self.n, self.edges, 0)
        length = {frozenset((u, v)): w for u, v, w in self.edges}
        below, total = list(self.costs), 0
        for u in reversed(order[1:]):
            below[parent[u]] += below[u]
            total += below[u] * length[frozenset((u, parent[u]))]
        sums = [total] * self.n
        for u in order[1:]:
            sums[u] = sums[parent[u]] + (below[0] - 2 * below[u]) * length[frozenset((u, parent[u]))]
        return sums

    def solve(self) -> int:
        return self.sums.index(min(self.sums))

    def brute(self) -> int:
        """All distances, as shortest paths."""
        far = [[0 if u == v else 1 << 60 for v in range(self.n)] for u in range(self.n)]
        for u, v, w in self.edges:
            far[u][v] = far[v][u] = w
        for k in range(self.n):
            for u in range(self.n):
                far[u] = [min(old, far[u][k] + onward) for old, onward in zip(far[u], far[k])]
        return min(range(self.n), key=lambda r: sum(cost * far[v][r] for v, cost in enumerate(self.costs)))

    def score(self, answer: int) -> float:
        if answer >= self.n:
            raise Invalid(f"there is no vertex {answer}" if answer < 10**9 else "a vertex that does not exist")
        return ratio(min(self.sums), self.sums[answer])
