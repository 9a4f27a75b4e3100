"""Combine integers to their greatest common divisor.

Numbers stop growing at 10^40 (level 128) and their count at 100 (level 98).
"""

from dataclasses import dataclass
from itertools import product
from math import gcd
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, ratio, scale, step
from rlve_gym.kit.numbers import extended_gcd

TRIES = 64


@dataclass(frozen=True)
class BezoutIdentity(Problem):
    numbers: list[int]

    template = "Choose integers x1 to x{self.n} so that the sum of {self.terms} is positive and as small as possible."
    answer = Integers("values of x1, x2 and so on, in this order")
    difficulty = {"n": step(2, cap=100), "largest": scale(32, 2, cap=10**40)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, n: int, largest: int) -> Self:
        """Each number shares a factor with as many earlier ones as tries allow, so that none of them is enough."""
        numbers: list[int] = []
        for _ in range(n):
            drawn = [rng.randint(2, largest) for _ in range(TRIES)]
            numbers.append(max(drawn, key=lambda a: sum(gcd(a, b) > 1 for b in numbers)))
        numbers = [rng.choice((-1, 1)) * number for number in numbers]
        rng.shuffle(numbers)
        return cls(numbers)

    @property
    def n(self) -> int:
        return len(self.numbers)

    @property
    def terms(self) -> str:
        return ", ".join(f"{number} * x{place}" for place, number in enumerate(self.numbers, 1))

    def solve(self) -> list[int]:
        """Euclid's algorithm, number by number."""
        found, coefficients = 0, []
        for number in self.numbers:
            found, x, y = extended_gcd(found, number)
            coefficients = [x * coefficient for coefficient in coefficients] + [y]
        return coefficients

    def brute(self) -> list[int]:
        """All small coefficients. For two numbers of two digits."""
        bound = range(-32, 33)
        return min((list(xs) for xs in product(bound, repeat=self.n) if self._sum(list(xs)) > 0), key=self._sum)

    def _sum(self, xs: list[int]) -> int:
        return sum(number * x for number, x in zip(self.numbers, xs))

    def score(self, answer: list[int]) -> float:
        if len(answer) != self.n:
            raise Invalid(f"expected {self.n} values, found {len(answer)}")
        total = self._sum(answer)
        if total <= 0:
            raise Invalid("the sum is not positive")
        return ratio(gcd(*self.numbers), total)
