"""Find a maximum flow of least cost.

A graph has at least two arcs more than the path that is drawn first, as there is nothing to choose on a path alone. The
number of vertices stops at 60, reached at level 21: an instance grows with its square.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, grow, lexicographic, ratio
from rlve_gym.kit.flows import cheapest_max_flow
from rlve_gym.kit.graphs import steps
from rlve_gym.pictures import Graph

DENSITIES = (1, *range(5, 51, 5))
"""Percent of all ordered pairs of vertices that are arcs."""


@dataclass(frozen=True)
class MinimumCostMaximumFlow(Problem):
    n: int
    arcs: list[list[int]]

    template = (
        'A network has {self.n} vertices, numbered 0 to {self.sink}, and {self.m} arcs. Each line "u v capacity cost"'
        " is an arc from vertex u to vertex v:\n{self.arcs:lines}\n\n"
        "Send as much flow as possible from vertex 0 to vertex {self.sink}. The flow on an arc is an integer from 0 to"
        " its capacity; at every other vertex, as much flow arrives as leaves. Among all flows that send this"
        " much, find one of least total cost: the sum of flow times cost over all arcs."
    )
    answer = Integers("flows on the arcs, in the order in which the arcs are listed")
    difficulty = {"n": grow(4, cap=60)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        inner = rng.sample(range(1, n - 1), rng.randint(1, min(4, n - 2)))
        planted = steps([0, *inner, n - 1])
        count = max(n * (n - 1) * rng.choice(DENSITIES) // 100, len(planted) + 2)
        free = [(u, v) for u in range(n - 1) for v in range(1, n) if u != v and (u, v) not in planted]
        others = rng.sample(free, min(count - len(planted), len(free)))
        arcs = [[u, v, rng.randint(5, 10), rng.randint(1, 10)] for u, v in planted]
        arcs += [[u, v, rng.randint(1, 10), rng.randint(1, 10)] for u, v in others]
        rng.shuffle(arcs)
        return cls(n, arcs)

    @property
    def sink(self) -> int:
        return self.n - 1

    @property
    def m(self) -> int:
        return len(self.arcs)

    @property
    def picture(self) -> Graph:
        return Graph(self.n, [(u, v, f"{capacity} at {cost}") for u, v, capacity, cost in self.arcs], directed=True)

    def solve(self) -> list[int]:
        return cheapest_max_flow(self.n, self.arcs, 0, self.sink)

    def measure(self, flow: list[int]) -> tuple[int, int]:
        """How much arrives at the sink, and the cost. Raises Invalid if it is no flow."""
        if len(flow) != self.m:
            raise Invalid(f"expected {self.m} flows, found {len(flow)}")
        surplus = [0] * self.n
        for (u, v, capacity, _), amount in zip(self.arcs, flow):
            if not 0 <= amount <= capacity:
                raise Invalid(f"the flow from {u} to {v} is not between 0 and {capacity}")
            surplus[u] -= amount
            surplus[v] += amount
        if any(surplus[1:-1]):
            raise Invalid("at a vertex, more flow arrives than leaves or less")
        return surplus[-1], sum(arc[3] * amount for arc, amount in zip(self.arcs, flow))

    def score(self, answer: list[int]) -> float:
        """One half for the amount, and, if it is the largest, the other half for the cost; both to the fifth power."""
        (best, least), (amount, cost) = self.measure(self.reference), self.measure(answer)
        return lexicographic(ratio(best, amount) ** 5, ratio(least, cost) ** 5)
