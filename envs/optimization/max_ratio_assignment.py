"""Choose one entry in every row and column for the largest ratio of two sums.

Public name: FractionalProgramming_BipartiteGraphMatching. Ratios are compared as fractions. Matrices are 40 x 40 at
most (level 18), since the prompt lists them.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, grow, ratio
from rlve_gym.kit.matching import cheapest_assignment


@dataclass(frozen=True)
class MaxRatioAssignment(Problem):
    """Square matrices of positive integers."""

    gains: list[list[int]]
    costs: list[list[int]]

    template = (
        "Here are two {self.n} x {self.n} matrices; rows and columns are numbered from 0.\n"
        "Matrix A:\n{self.listed_gains}\nMatrix B:\n{self.listed_costs}\n\n"
        "Assign to each row i a column P[i], a different one to each row, so that the ratio of the sum of all"
        " A[i][P[i]] to the sum of all B[i][P[i]] is as large as possible."
    )
    answer = Integers("columns P[0], P[1], ... of all rows, in order")
    difficulty = {"n": grow(3, cap=40)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        costs = [[rng.randint(1, n) for _ in range(n)] for _ in range(n)]
        return cls([[rng.randint(1, 2 * cost) for cost in row] for row in costs], costs)

    @property
    def n(self) -> int:
        return len(self.gains)

    @property
    def listed_gains(self) -> str:
        return _listed(self.gains)

    @property
    def listed_costs(self) -> str:
        return _listed(self.costs)

    def solve(self) -> list[int]:
        """Dinkelbach (1967): the assignment with the largest sum of A - t B, where t is the ratio of the last one,
        until t grows no more; in integers, with t = p / q, of q A - p B."""
        columns = list(range(self.n))
        while True:
            t = self._ratio(columns)
            costs = [
                [t.numerator * cost - t.denominator * gain for gain, cost in zip(*rows)]
                for rows in zip(self.gains, self.costs)
            ]
            better = cheapest_assignment(costs)
            if self._ratio(better) == t:
                return columns
            columns = better

    def brute(self) -> list[int]:
        """All permutations. For up to 7 rows."""
        return list(max(permutations(range(self.n)), key=self._ratio))

    def _ratio(self, columns: list[int] | tuple[int, ...]) -> Fraction:
        gain = sum(row[column] for row, column in zip(self.gains, columns))
        return Fraction(gain, sum(row[column] for row, column in zip(self.costs, columns)))

    def score(self, answer: list[int]) -> float:
        if sorted(answer) != list(range(self.n)):
            raise Invalid(f"not each of the columns 0 to {self.n - 1} once")
        return ratio(self._ratio(self.reference), self._ratio(answer))


def _listed(matrix: list[list[int]]) -> str:
    return "\n".join(" ".join(map(str, row)) for row in matrix)
