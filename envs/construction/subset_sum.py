"""Subset sum: choose entries of a list that add up to a target.

The public suite begins with 3 numbers, of which two are to be found, mostly the same two; here there are 5 at first.
The numbers stop growing at 200 (level 32).
"""

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, grow


@dataclass(frozen=True)
class SubsetSum(Problem):
    numbers: list[int]
    target: int

    template = (
        "Here are {self.n} positive integers, at indices 0 to {self.last}:\n{self.numbers:spaces}\n\n"
        "Choose some of them, each index at most once, that add up to exactly {self.target}. Answer with their indices,"
        " not with the numbers; any right choice counts."
    )
    answer = Integers("indices of the chosen numbers")
    difficulty = {"n": grow(5, cap=200)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        numbers = [rng.randint(1, n) for _ in range(n)]
        return cls(numbers, sum(rng.sample(numbers, rng.randint(2, n - 1))))

    @property
    def n(self) -> int:
        return len(self.numbers)

    @property
    def last(self) -> int:
        return self.n - 1

    def solve(self) -> list[int]:
        """Which sums the first numbers reach, as the bits of an integer; then back from the target."""
        reached = [1]
        for number in self.numbers:
            reached.append(reached[-1] | reached[-1] << number)
        found, left = [], self.target
        for at in range(self.last, -1, -1):
            if not reached[at] >> left & 1:
                found, left = [at, *found], left - self.numbers[at]
        return found

    def brute(self) -> list[int]:
        """All choices. For up to some 15 numbers."""
        choices = (choice for size in range(1, self.n + 1) for choice in combinations(range(self.n), size))
        return next(list(choice) for choice in choices if sum(self.numbers[at] for at in choice) == self.target)

    def score(self, answer: list[int]) -> float:
        if not all(0 <= at < self.n for at in answer) or len(set(answer)) < len(answer):
            raise Invalid(f"the indices must be different, and from 0 to {self.last}")
        return float(sum(self.numbers[at] for at in answer) == self.target)
