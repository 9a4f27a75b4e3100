"""Solve linear equations in integers, as a hidden solution does.

Unknowns stop growing at 30 (level 16), where there are up to 90 equations: the prompt grows with their product.
"""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, grow, satisfied


@dataclass(frozen=True)
class GaussianElimination(Problem):
    """equations: the coefficients of all unknowns, and the right side at the end. planted: a solution."""

    equations: list[list[int]]
    planted: list[int]

    template = (
        "Find integers x1 to x{self.n} that satisfy all of these equations (where there are several solutions, any one"
        " will do):\n{self.listed}"
    )
    answer = Integers("values of x1, x2 and so on, in this order")
    difficulty = {"n": grow(3, cap=30)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        """Two to three times as many equations as unknowns, about half of whose coefficients are 0."""
        planted = [rng.randint(1, n) for _ in range(n)]
        equations: list[list[int]] = []
        count = rng.randint(20, 30) * n // 10
        while len(equations) < count:
            row = [rng.randint(0, 1) * rng.randint(1, max(1, n // 5)) for _ in range(n)]
            if any(row):
                equations.append([*row, sum(a * x for a, x in zip(row, planted))])
        return cls(equations, planted)

    @property
    def n(self) -> int:
        return len(self.planted)

    @property
    def listed(self) -> str:
        return "\n".join(f"{_terms(row)} = {right}" for *row, right in self.equations)

    def solve(self) -> list[int]:
        return self.planted

    def brute(self) -> list[int]:
        """All values from 1 to n. For few unknowns."""
        every = product(range(1, self.n + 1), repeat=self.n)
        return next(list(xs) for xs in every if self._holding(xs) == len(self.equations))

    def _holding(self, xs: list[int] | tuple[int, ...]) -> int:
        return sum(sum(a * x for a, x in zip(row, xs)) == right for *row, right in self.equations)

    def score(self, answer: list[int]) -> float:
        if len(answer) != self.n:
            raise Invalid(f"expected {self.n} values, found {len(answer)}")
        return satisfied(self._holding(answer), len(self.equations))


def _terms(row: list[int]) -> str:
    return " + ".join(f"{a}*x{place}" if a > 1 else f"x{place}" for place, a in enumerate(row, 1) if a)
