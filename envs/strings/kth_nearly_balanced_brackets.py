"""The k-th string of brackets that becomes balanced when one of them is deleted. Public name:
Kth_SemiBalancedBracketSequence.

Lengths start with 5 instead of 3, where there are only four such strings, and stop growing at 201 (level 98).
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb
from random import Random
from typing import Self

from rlve_gym import Problem, Word, agreement, step


@dataclass(frozen=True)
class KthNearlyBalancedBrackets(Problem):
    length: int
    k: int

    template = (
        "Consider all strings of {self.length} brackets, each ( or ), that become balanced when one of their brackets,"
        " chosen well, is deleted. (Balanced: every bracket is matched, as in (())().) Each string counts once. In"
        " dictionary order, ( before ), which string is number {self.k}, counting from 1?"
    )
    answer = Word("()", "string of brackets")
    difficulty = {"length": step(5, 2, cap=201)}
    beta = 5
    unique = True

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        return cls(length, rng.randint(1, _paths(0, length, 0, 1) + _paths(0, length, -1, -1)))

    def solve(self) -> str:
        """With a ( too many the height, opened less closed, never falls below 0 and ends at 1; with a ) too many it
        never falls below -1 and ends there. Count how each prefix goes on."""
        found, height, lowest, left = "", 0, 0, self.k
        for rest in range(self.length - 1, -1, -1):
            with_open = self._count(height + 1, lowest, rest)
            closes = left > with_open
            left -= with_open if closes else 0
            found += ")" if closes else "("
            height += -1 if closes else 1
            lowest = min(lowest, height)
        return found

    def _count(self, height: int, lowest: int, rest: int) -> int:
        one_open = _paths(height, rest, 0, 1) if lowest >= 0 else 0
        return one_open + (_paths(height, rest, -1, -1) if lowest >= -1 else 0)

    def brute(self) -> str:
        """All strings, each with every bracket deleted. For up to 13 brackets."""
        texts = map("".join, product("()", repeat=self.length))
        right = [text for text in texts if any(_balanced(text[:at] + text[at + 1 :]) for at in range(len(text)))]
        return right[self.k - 1]

    def score(self, answer: str) -> float:
        return agreement(self.reference, answer)


@cache
def _paths(height: int, steps: int, lowest: int, last: int) -> int:
    """Ways up and down by 1 that never fall below `lowest` and end at `last`, by the reflection of those that do."""
    if height < lowest:
        return 0
    return _ways(steps, last - height) - _ways(steps, 2 * (lowest - 1) - last - height)


def _ways(steps: int, rise: int) -> int:
    return comb(steps, (steps + rise) // 2) if (steps + rise) % 2 == 0 and abs(rise) <= steps else 0


def _balanced(text: str) -> bool:
    height = 0
    for bracket in text:
        height += 1 if bracket == "(" else -1
        if height < 0:
            return False
    return height == 0
