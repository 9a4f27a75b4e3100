"""Count the walks of a given length that never turn back along the edge just used, modulo 10000.

The number of vertices stops at 32 (level 9): a reference costs their fourth power, and multiplies matrices that are
small enough for one thread. The number of edges stops at 103 (level 20).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

import numpy as np

from rlve_gym import Integer, Invalid, Problem, exact, grow
from rlve_gym.kit.graphs import random_edges, random_path, steps

MODULUS = 10_000
MOST_VERTICES = 32


@dataclass(frozen=True)
class NonBacktrackingWalkCounting(Problem):
    n: int
    edges: list[list[int]]
    length: int

    template = (
        "An undirected graph has {self.n} vertices, numbered 0 to {self.last}, and these edges, "
        "each given by its two ends:\n{self.edges:lines}\n\n"
        "Count the walks from vertex 0 to vertex {self.last} of exactly {self.length} steps, each along an edge, that "
        "never go along an edge and, in the very next step, back along the same edge. Otherwise vertices and edges may "
        "repeat, also vertices 0 and {self.last}. Give the number of these walks modulo 10000."
    )
    answer = Integer()
    difficulty = {"max_m": grow(10, cap=103)}
    version = 2

    @classmethod
    def generate(cls, rng: Random, max_m: int) -> Self:
        """Answers 0 and 1, more than half of all at the lowest level, are redrawn in three of four cases."""
        problem = cls._drawn(rng, max_m)
        while problem.reference < 2 and rng.random() < 0.75:
            problem = cls._drawn(rng, max_m)
        return problem

    @classmethod
    def _drawn(cls, rng: Random, max_m: int) -> Self:
        m = rng.randint(3, max_m)
        n = rng.choice([n for n in range(3, min(m + 1, MOST_VERTICES) + 1) if m <= n * (n - 1) // 2])
        length = rng.randint(1, 2**n)
        planted = [(min(edge), max(edge)) for edge in steps(random_path(rng, n))]
        edges = planted + random_edges(rng, n, m - len(planted), set(planted))
        rng.shuffle(edges)
        return cls(n, [list(edge) for edge in edges], length)

    @property
    def last(self) -> int:
        return self.n - 1

    def solve(self) -> int:
        """From the row r_k of the counts of walks of k edges from vertex 0 to every vertex.

        With adjacency matrix A and diagonal matrix D of degrees, r_1 = e_0 A, r_2 = r_1 A - e_0 D and then
        r_(k+1) = r_k A - r_(k-1) (D - I): walks of k edges go on along any edge, less those that turn back, which are
        walks of k - 1 edges that go along any edge but the one they came by, and back. The pair (r_k, r_(k-1))
        is moved on by powers of one matrix of order 2n: O(n^3 log length).
        """
        adjacent = np.zeros((self.n, self.n))
        for u, v in self.edges:
            adjacent[u, v] = adjacent[v, u] = 1
        degree = adjacent.sum(axis=0)
        if self.length == 1:
            return int(adjacent[0, self.last])
        second = adjacent[0] @ adjacent
        second[0] -= degree[0]
        identity = np.eye(self.n)
        move = np.block([[adjacent, identity], [np.diag(1 - degree), np.zeros_like(adjacent)]]) % MODULUS
        return int(_moved(np.concatenate([second, adjacent[0]]), move, self.length - 2)[self.last])

    def brute(self) -> int:
        """One step at a time, counting the walks by their last step (u, v)."""
        around: list[list[int]] = [[] for _ in range(self.n)]
        for u, v in self.edges:
            around[u].append(v)
            around[v].append(u)
        walks = {(0, v): 1 for v in around[0]}
        for _ in range(self.length - 1):
            longer: dict[tuple[int, int], int] = {}
            for (u, v), count in walks.items():
                for w in around[v]:
                    if w != u:
                        longer[v, w] = longer.get((v, w), 0) + count
            walks = longer
        return sum(count for (_, v), count in walks.items() if v == self.last) % MODULUS

    def score(self, answer: int) -> float:
        if not 0 <= answer < MODULUS:
            raise Invalid(f"the answer must be between 0 and {MODULUS - 1}")
        return exact(self.reference, answer)


def _moved(row: np.ndarray, move: np.ndarray, times: int) -> np.ndarray:
    """row times move^times, modulo 10000. Floats are exact here: a sum of 2n products stays far below 2^53."""
    while times:
        if times & 1:
            row = row @ move % MODULUS
        times >>= 1
        if times:
            move = move @ move % MODULUS
    return row
