"""Find two numbers whose exclusive or is as small as possible.

Their count stops growing at 3,000 (level 62), since the prompt lists them.
"""

from dataclasses import dataclass
from itertools import combinations, pairwise
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, grow, ratio


@dataclass(frozen=True)
class MinXorPair(Problem):
    numbers: list[int]

    template = (
        "These {self.n} different numbers have the indices 0 to {self.n:last}, in this order:\n{self.numbers:spaces}\n"
        "Find two indices i < j for which the difference (a OR b) - (a AND b) of the numbers a and b at i and j, with"
        " bitwise OR and AND, is as small as possible."
    )
    answer = Integers("two indices i and j")
    difficulty = {"n": grow(3, cap=3_000)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        return cls(rng.sample(range(2 ** max(3, (2 * n).bit_length())), n))

    @property
    def n(self) -> int:
        return len(self.numbers)

    def solve(self) -> list[int]:
        """(a OR b) - (a AND b) is a XOR b, and the best pair are neighbours when sorted: between two numbers that share
        their leading bits all others share them."""
        order = sorted(range(self.n), key=self.numbers.__getitem__)
        return sorted(min(pairwise(order), key=self._xor))

    def brute(self) -> list[int]:
        return list(min(combinations(range(self.n), 2), key=lambda pair: self._difference(*pair)))

    def _xor(self, pair: tuple[int, int]) -> int:
        return self.numbers[pair[0]] ^ self.numbers[pair[1]]

    def _difference(self, i: int, j: int) -> int:
        a, b = self.numbers[i], self.numbers[j]
        return (a | b) - (a & b)

    def score(self, answer: list[int]) -> float:
        if len(answer) != 2 or not 0 <= answer[0] < answer[1] < self.n:
            raise Invalid("not two indices i < j that exist")
        return ratio(self._difference(*self.reference), self._difference(*answer))
