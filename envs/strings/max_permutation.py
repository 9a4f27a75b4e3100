"""Order strings of the digits 1 and 2 so that their concatenation is the greatest number.

All concatenations are equally long. So the score is not the ratio of the two numbers, as in the public suite, where
their first few digits decide and wrong orders pass, but the share of leading digits that agree. Where the listed order
is right already, the strings are drawn anew. The number of strings stops growing at 400 (level 41).
"""

from dataclasses import dataclass
from functools import cmp_to_key
from itertools import permutations
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, grow, satisfied

LENGTH = 5


@dataclass(frozen=True)
class MaxPermutation(Problem):
    strings: list[str]

    template = (
        "Here are {self.n} strings of digits, numbered 0 to {self.n:last}; each line gives the number, then the"
        " string:\n{self.listed}\n\n"
        "Put all of them in such an order that the strings, joined in this order, spell the greatest possible integer."
    )
    answer = Integers("numbers of the strings in order")
    difficulty = {"n": grow(3, cap=400)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        while True:
            whole = ["".join(rng.choices("12", k=LENGTH)) for _ in range(n - 3 * n // 5)]
            strings = whole + [rng.choice(whole)[: rng.randint(1, LENGTH)] for _ in range(n - len(whole))]
            rng.shuffle(strings)
            if "".join(strings) != _joined(strings, _best(strings)):
                return cls(strings)

    @property
    def n(self) -> int:
        return len(self.strings)

    @property
    def listed(self) -> str:
        return "\n".join(f"{number}: {string}" for number, string in enumerate(self.strings))

    def solve(self) -> list[int]:
        """Of two strings, the one comes first that makes the greater number when it stands before the other."""
        return _best(self.strings)

    def brute(self) -> list[int]:
        """Every order."""
        return list(max(permutations(range(self.n)), key=lambda order: _joined(self.strings, order)))

    def score(self, answer: list[int]) -> float:
        if len(answer) != self.n or set(answer) != set(range(self.n)):
            raise Invalid(f"each of the numbers 0 to {self.n - 1} must be used exactly once")
        best, found = _joined(self.strings, self.reference), _joined(self.strings, answer)
        return satisfied(_common(best, found), len(best))


def _best(strings: list[str]) -> list[int]:
    def compared(i: int, j: int) -> int:
        before, after = strings[i] + strings[j], strings[j] + strings[i]
        return (before < after) - (before > after)

    return sorted(range(len(strings)), key=cmp_to_key(compared))


def _joined(strings: list[str], order: list[int] | tuple[int, ...]) -> str:
    return "".join([strings[i] for i in order])


def _common(first: str, second: str) -> int:
    """The length of the longest common beginning of two strings of the same length."""
    return next((at for at, (a, b) in enumerate(zip(first, second)) if a != b), len(first))
