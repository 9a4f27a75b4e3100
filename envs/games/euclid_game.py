"""Name the winner of Euclid's game under optimal play.

The bound on the numbers stops growing at 2**1000 (level 996).
"""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Self

from rlve_gym import Choice, Problem, exact, scale

TRIES = 64


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
    difficulty = {"largest": scale(16, 2, cap=2**1000)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        """The winner is a fair coin's; the pair is uniform among those he wins.

        A pair is Ollie's with probability 0.34 at level 0 and up to 0.38 later, else Stan's, so that the tries suffice
        but in one case of 10**11; the last resort, (1, 1) or (3, 2), only bounds the loop.
        """
        winner = "Stan" if rng.random() < 0.5 else "Ollie"
        for _ in range(TRIES):
            problem = cls(rng.randint(1, largest), rng.randint(1, largest))
            if problem.reference == winner:
                return problem
        return cls(1, 1) if winner == "Stan" else cls(3, 2)

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
