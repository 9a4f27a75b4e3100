"""Find the weight of the k-th walk of a directed multigraph, by weight.

Graphs are sparse, and k is up to 20 at first: the answer would almost always be 1 for more arcs and a smaller k.
k stops growing at 10**8 (level 23), up to which the counts of the reference fit into machine integers.
"""

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from random import Random
from typing import Self

import numpy as np

from rlve_gym import Integer, Problem, ratio, scale
from rlve_gym.pictures import Graph

HEAVIEST = 3
TRIES = 64


@dataclass(frozen=True)
class KthLightestWalk(Problem):
    n: int
    arcs: list[list[int]]
    k: int

    template = (
        'A directed graph has {self.n} vertices, numbered 0 to {self.n:last}. Each line "u v w" is an arc from vertex u'
        " to vertex v of weight w; arcs on different lines are different, even if the lines are alike:\n"
        "{self.arcs:lines}\n\n"
        "A walk is a sequence of one or more arcs, each of which begins where the one before it ends. It may begin"
        " and end at any vertex, and use arcs and vertices more than once. Its weight is the sum of the weights of its"
        " arcs, each counted as often as it is used. All walks are sorted by weight, from the lightest on; walks of"
        " equal weight all count. What is the weight of walk number {self.k}, where the first has number 1?"
    )
    answer = Integer()
    difficulty = {"largest": scale(20, 2, cap=10**8)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        """Graphs with fewer than k walks are drawn again; should there be no end of them, k is lowered."""
        problem = cls._drawn(rng, largest)
        for _ in range(TRIES):
            if problem._exists():
                return problem
            problem = cls._drawn(rng, largest)
        return cls(problem.n, problem.arcs, 1)

    @classmethod
    def _drawn(cls, rng: Random, largest: int) -> Self:
        n = rng.randint(2, 8)
        arcs = [[*rng.sample(range(n), 2), rng.randint(1, HEAVIEST)] for _ in range(rng.randint(2, n + n // 2))]
        return cls(n, arcs, rng.randint(1, largest))

    def _exists(self) -> bool:
        """Whether there are k walks: there is a cycle, or the paths of an acyclic graph are as many."""
        ending, total = [1] * self.n, 0
        for _ in range(self.n):
            longer = [0] * self.n
            for u, v, _ in self.arcs:
                longer[v] += ending[u]
            ending, total = longer, total + sum(longer)
        return any(ending) or total >= self.k

    @property
    def picture(self) -> Graph:
        return Graph(self.n, self.arcs, directed=True)

    def solve(self) -> int:
        """The greatest weight up to which there are fewer than k walks, and 1: bit by bit, from powers of a matrix."""
        powers = [self._unit_step()]
        while self._finished(powers[-1]) < self.k:
            powers.append(self._product(powers[-1], powers[-1]))
        power, weight = np.eye(len(powers[0]), dtype=np.int64), 0
        for bit in range(len(powers) - 1, -1, -1):
            further = self._product(power, powers[bit])
            if self._finished(further) < self.k:
                power, weight = further, weight + (1 << bit)
        # The counter holds the walks that ended before the last unit of weight.
        return weight

    def _unit_step(self) -> np.ndarray:
        """State HEAVIEST v is vertex v, the states behind it are inside of arcs into v, and the last one counts."""
        size = HEAVIEST * self.n + 1
        matrix = np.zeros((size, size), dtype=np.int64)
        for v in range(self.n):
            matrix[HEAVIEST * v, -1] = 1
            for back in range(1, HEAVIEST):
                matrix[HEAVIEST * v + back, HEAVIEST * v + back - 1] = 1
        for u, v, w in self.arcs:
            matrix[HEAVIEST * u, HEAVIEST * v + w - 1] += 1
        matrix[-1, -1] = 1
        return matrix

    def _product(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """Counts above k are all alike, which keeps 25 products of two of them below 2**63."""
        return np.minimum(a @ b, self.k + self.n)

    def _finished(self, power: np.ndarray) -> int:
        """How many walks of at least one arc have been counted; those of none, one at each vertex, have been too."""
        return int(power[:-1:HEAVIEST, -1].sum()) - self.n

    def brute(self) -> int:
        """Walks by weight, one after the other."""
        queue = [(w, v) for _, v, w in self.arcs]
        heapify(queue)
        for _ in range(self.k - 1):
            weight, at = heappop(queue)
            for u, v, w in self.arcs:
                if u == at:
                    heappush(queue, (weight + w, v))
        return queue[0][0]

    def score(self, answer: int) -> float:
        return ratio(self.reference, answer)
