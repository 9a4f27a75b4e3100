"""Count the coprime pairs in a rectangle.

The bound stops growing at 100,000 (level 25), where counting takes some tens of milliseconds.
"""

from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, ratio, scale


@dataclass(frozen=True)
class CoprimePairCounting(Problem):
    n: int
    m: int

    template = (
        "How many pairs (x, y) of integers with 1 <= x <= {self.n} and 1 <= y <= {self.m} are coprime (greatest"
        " common divisor 1)?"
    )
    answer = Integer(low=1)
    difficulty = {"largest": scale(5, "1.5", cap=100_000)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        return cls(rng.randint(2, largest), rng.randint(2, largest))

    def solve(self) -> int:
        """Pairs whose gcd is d: those that d divides, less those whose gcd is a larger multiple of d. O(k log k)."""
        k = min(self.n, self.m)
        pairs = [0] * (k + 1)
        for d in range(k, 0, -1):
            pairs[d] = (self.n // d) * (self.m // d) - sum(pairs[2 * d :: d])
        return pairs[1]

    def brute(self) -> int:
        """Euclid's algorithm on every pair."""
        return sum(gcd(x, y) == 1 for x in range(1, self.n + 1) for y in range(1, self.m + 1))

    def score(self, answer: int) -> float:
        return ratio(self.reference, answer)
