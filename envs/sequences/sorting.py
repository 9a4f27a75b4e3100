"""Sort integers in ascending order.

Their number stops growing at 20,000 (level 82): an answer may have at most that many entries.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integers, Problem, agreement, grow


@dataclass(frozen=True)
class Sorting(Problem):
    numbers: list[int]

    template = "Sort these numbers in ascending order:\n{self.numbers:spaces}"
    answer = Integers("sorted numbers")
    difficulty = {"n": grow(3, cap=20_000)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        return cls([rng.randint(0, 5 * n) for _ in range(n)])

    def solve(self) -> list[int]:
        return sorted(self.numbers)

    def score(self, answer: list[int]) -> float:
        return agreement(self.reference, answer)
