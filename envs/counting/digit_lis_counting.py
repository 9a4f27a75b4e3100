"""Count the integers of a range whose digits have a longest increasing subsequence of a given length.

The number 0 counts as one digit, which the public suite leaves out. A length of 10 is never asked for, as hardly any
integer has it. The number of digits stops growing at 40 (level 38).
"""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Self

import numpy as np

from rlve_gym import Integer, Problem, ratio, step
from rlve_gym.kit.digits import count_below


@dataclass(frozen=True)
class DigitLisCounting(Problem):
    low: int
    high: int
    k: int

    template = (
        "Write an integer in decimal, without leading zeros (0 is the single digit 0), and look at its digits from left"
        " to right. How many integers from {self.low} to {self.high}, both included, have a longest strictly increasing"
        " subsequence of digits of length exactly {self.k}? A subsequence keeps the order of the digits and need not be"
        " contiguous."
    )
    answer = Integer(low=0)
    difficulty = {"digits": step(2, cap=40)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, digits: int) -> Self:
        high = rng.randint(10 ** (digits - 1), 10**digits - 1)
        return cls(rng.randint(0, high), high, rng.randint(1, min(digits, 9)))

    def solve(self) -> int:
        """The states are the tails of the digits so far: as a set of bits, the least last digits of increasing
        subsequences of each length."""
        accepted = np.array([tails.bit_count() == self.k for tails in range(1 << 10)])
        return count_below(self.high + 1, _moves(), accepted) - count_below(self.low, _moves(), accepted)

    def brute(self) -> int:
        """Every integer. For up to 5 digits."""
        return sum(_longest(str(number)) == self.k for number in range(self.low, self.high + 1))

    def score(self, answer: int) -> float:
        return ratio(self.reference, answer)


@cache
def _moves() -> np.ndarray:
    """[tails, digit]: the tails after one more digit, which takes the place of the least tail that is no less."""
    moves = np.zeros((1 << 10, 10), dtype=int)
    for tails in range(1 << 10):
        for digit in range(10):
            above = tails >> digit << digit
            moves[tails, digit] = tails & ~(above & -above) | 1 << digit
    return moves


def _longest(digits: str) -> int:
    tails: list[str] = []
    for digit in digits:
        at = bisect_left(tails, digit)
        tails[at : at + 1] = [digit]
    return len(tails)
