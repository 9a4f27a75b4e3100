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
        return _below(str(self.high + 1), self.k) - (_below(str(self.low), self.k) if self.low else 0)

    def brute(self) -> int:
        """Every integer. For up to 5 digits."""
        return sum(_longest(str(number)) == self.k for number in range(self.low, self.high + 1))

    def score(self, answer: int) -> float:
        return ratio(self.reference, answer)


def _below(limit: str, k: int) -> int:
    """How many integers from 0 up to but not including the positive `limit` count."""
    total = int(k == 1)  # 0
    completions = _completions(k, len(limit))
    for length in range(1, len(limit)):
        total += sum(completions[length - 1][1 << digit] for digit in range(1, 10))
    tails = 0
    for place, figure in enumerate(limit):
        for digit in range(place == 0, int(figure)):
            total += completions[len(limit) - place - 1][_moves()[tails, digit]]
        tails = _moves()[tails, int(figure)]
    return int(total)


def _completions(k: int, length: int) -> list[np.ndarray]:
    """[n][tails]: by how many strings of n digits a beginning with these tails goes on to a longest length of k.

    The tails of a beginning are, as a set of bits, the least last digits of its increasing subsequences of each length.
    """
    found = [np.array([int(tails.bit_count() == k) for tails in range(1 << 10)], dtype=object)]
    while len(found) < length:
        found.append(found[-1][_moves()].sum(axis=1))
    return found


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
