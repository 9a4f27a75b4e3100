"""Name the winner of Euclid's game under optimal play.

The winners are drawn evenly. The bound on the numbers stops growing at 2**1000 (level 993).
"""

from dataclasses import dataclass
from functools import cache
from math import isqrt
from random import Random
from typing import Self

from rlve_gym import Choice, Problem, exact, scale


@dataclass(frozen=True)
class EuclidGame(Problem):
    x: int
    y: int

    template = (
        "Stan and Ollie play a game with a pair of integers, at first {self.x} and {self.y}. They take turns;"
        " Stan moves first. In a move, the player subtracts a positive multiple (1, 2, 3, ... times)"
        " of one of the two numbers from the other, so that the result is not negative. The player whose move makes"
        " one of the numbers 0 wins. Who wins if both play optimally?"
    )
    answer = Choice(("Stan", "Ollie"))
    difficulty = {"largest": scale(128, 2, cap=2**1000)}
    version = 2

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        """The winner is a fair coin's; the ratio of the numbers is near the golden ratio, on his side of it.

        Of uniform pairs, each number alone and their difference would mostly tell the winner. Here the difference is
        drawn first, and the smaller number is as far below golden ratio * difference (Stan wins) as above it (Ollie).
        """
        difference = rng.randint(largest // 16, largest * 4 // 11)
        below = (difference + isqrt(5 * difference**2)) // 2
        away = rng.randint(0, difference // 8)
        low = below - away if rng.random() < 0.5 else below + 1 + away
        x, y = rng.sample((low, low + difference), 2)
        return cls(x, y)

    def solve(self) -> str:
        """Stan wins iff the numbers are equal or their ratio exceeds the golden ratio (Cole and Davie, 1969).

        For positive integers, high / low > (1 + sqrt 5) / 2 iff high * (high - low) > low * low.
        """
        low, high = sorted((self.x, self.y))
        return "Stan" if low == high or high * (high - low) > low * low else "Ollie"

    def brute(self) -> str:
        """Search of the whole game: a position is won iff some move makes a number 0 or leads to a lost position."""

        @cache
        def wins(low: int, high: int) -> bool:
            rests = range(high - low, -1, -low)
            return any(rest == 0 or not wins(min(low, rest), max(low, rest)) for rest in rests)

        return "Stan" if wins(min(self.x, self.y), max(self.x, self.y)) else "Ollie"

    def score(self, answer: str) -> float:
        return exact(self.reference, answer)
