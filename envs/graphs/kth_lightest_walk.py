"""Find the weight of the k-th walk of a directed multigraph, by weight.

Graphs are sparse, and k is up to 20 at first: the answer would almost always be 1 for more arcs and a smaller k.
k stops growing at 10**8 (level 23), up to which the counts of the reference fit into machine integers.
"""

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, ratio, scale
from rlve_gym.kit.walks import kth_walk_weight, walk_count
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
            if walk_count(problem.n, problem.arcs, problem.k) == problem.k:
                return problem
            problem = cls._drawn(rng, largest)
        return cls(problem.n, problem.arcs, 1)

    @classmethod
    def _drawn(cls, rng: Random, largest: int) -> Self:
        n = rng.randint(2, 8)
        arcs = [[*rng.sample(range(n), 2), rng.randint(1, HEAVIEST)] for _ in range(rng.randint(2, n + n // 2))]
        return cls(n, arcs, rng.randint(1, largest))

    @property
    def picture(self) -> Graph:
        return Graph(self.n, self.arcs, directed=True)

    def solve(self) -> int:
        return kth_walk_weight(self.n, self.arcs, self.k)

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
