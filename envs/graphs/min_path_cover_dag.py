"""Cover all arcs of an acyclic graph by paths from one vertex at least total weight.

The numbers of the vertices do not tell their order along the arcs. The number of vertices stops at 60 (level 56): an
instance grows with its square.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Invalid, Lists, step
from rlve_gym.kit.flows import cheapest_max_flow
from rlve_gym.kit.graphs import DIGRAPH, WeightedDigraph, steps, walk_weight
from rlve_gym.pictures import Graph
from rlve_gym.scoring import ratio


@dataclass(frozen=True)
class MinPathCoverDag(WeightedDigraph):
    template = DIGRAPH + (
        "The graph has no cycle. Choose any number of paths along arcs that all begin at vertex 0 and may end at any"
        " vertex, so that every arc is on at least one of them. The sum of the weights of all paths must be as"
        " small as possible; an arc on several paths counts once for each of them."
    )
    answer = Lists("paths, each as its vertices in order")
    difficulty = {"n": step(4, cap=60)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        name = [0, *rng.sample(range(1, n), n - 1)]
        pairs = [(u, v) for v in range(1, n) for u in rng.sample(range(v), rng.randint(1, v))]
        rng.shuffle(pairs)
        return cls(n, [[name[u], name[v], rng.randint(1, n * (n - 1))] for u, v in pairs])

    @property
    def picture(self) -> Graph:
        return Graph(self.n, self.arcs, directed=True)

    def solve(self) -> list[list[int]]:
        """Every arc is used once, and the cheapest flow supplies the vertices that more arcs leave than enter.

        Any number of paths begins at 0, and one may end at any vertex that more arcs enter than leave.
        """
        source, sink, plenty = self.n, self.n + 1, len(self.arcs)
        missing = [0] * self.n
        for u, v, _ in self.arcs:
            missing[u] += 1
            missing[v] -= 1
        network = [[u, v, plenty, w] for u, v, w in self.arcs]
        network += [[source, v, plenty if v == 0 else -less, 0] for v, less in enumerate(missing) if v == 0 or less < 0]
        network += [[v, sink, more, 0] for v, more in enumerate(missing) if v and more > 0]
        more = cheapest_max_flow(self.n + 2, network, source, sink)
        return self._paths([1 + extra for extra in more[: len(self.arcs)]])

    def _paths(self, uses: list[int]) -> list[list[int]]:
        """Paths from 0, each as long as it gets, which use the arcs this often: no arc is left, as the graph is acyclic
        and at no vertex but 0 more uses leave than enter."""
        leaving: list[list[int]] = [[] for _ in range(self.n)]
        for (u, v, _), count in zip(self.arcs, uses):
            leaving[u] += [v] * count
        paths = []
        while leaving[0]:
            path = [0]
            while leaving[path[-1]]:
                path.append(leaving[path[-1]].pop())
            paths.append(path)
        return paths

    def cost(self, paths: list[list[int]]) -> int:
        """The total weight. Raises Invalid if a path is none, or an arc is left."""
        if any(path[0] != 0 for path in paths):
            raise Invalid("a path does not begin at vertex 0")
        total = sum(walk_weight(self.weights, self.n, path) for path in paths)
        missing = self.weights.keys() - {pair for path in paths for pair in steps(path)}
        if missing:
            raise Invalid(f"{len(missing)} arcs are on no path", severity=0.4)
        return total

    def score(self, answer: list[list[int]]) -> float:
        return ratio(self.cost(self.reference), self.cost(answer))
