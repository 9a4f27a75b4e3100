"""The first rotation of a binary string in dictionary order.

Strings start with 6 digits instead of the public suite's 4, of which many are equal or in place already; here neither
happens. The length stops growing at 500 (level 494).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Problem, Word, agreement, step


@dataclass(frozen=True)
class MinimalCyclicShift(Problem):
    text: str

    template = (
        "A rotation of a string takes any number of characters from its front and puts them, in the same order, behind"
        " its end. Of all rotations of this string, which is the first in dictionary order (0 before 1)?\n{self.text}"
    )
    answer = Word("01", "rotation")
    difficulty = {"n": step(6, cap=500)}
    beta = 10
    unique = True

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        while True:
            share = rng.uniform(0.15, 0.85)
            problem = cls("".join("1" if rng.random() < share else "0" for _ in range(n)))
            if problem.solve() != problem.text:
                return problem

    def solve(self) -> str:
        """Two candidates are compared from their beginnings; where one loses after k equal characters, so do all that
        begin within these. O(n)."""
        text, n = self.text * 2, len(self.text)
        one, other, k = 0, 1, 0
        while one < n and other < n and k < n:
            a, b = text[one + k], text[other + k]
            if a == b:
                k += 1
                continue
            if a > b:
                one += k + 1
            else:
                other += k + 1
            other, k = other + (one == other), 0
        first = min(one, other)
        return text[first : first + n]

    def brute(self) -> str:
        return min(self.text[at:] + self.text[:at] for at in range(len(self.text)))

    def score(self, answer: str) -> float:
        return agreement(self.reference, answer)
