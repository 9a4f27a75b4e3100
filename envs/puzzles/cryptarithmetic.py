"""Find the digits behind the symbols of an addition. Every assignment that makes it right counts.

Leading zeros are allowed, and numbers are written in base n, where n is the number of symbols. The base stops growing
at 64 (level 61).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, satisfied, step


@dataclass(frozen=True)
class Cryptarithmetic(Problem):
    """digits: of the symbols s0, s1, ... in the hidden solution. rows: the two numbers and their sum, as symbols."""

    digits: list[int]
    rows: list[list[int]]

    template = (
        "The symbols s0 to s{self.last} stand for the digits 0 to {self.last} of base {self.n} in some order, each for"
        " another digit. Numbers are written in base {self.n}, the most significant digit first; they may begin with"
        " the digit 0. Assign digits to the symbols so that this addition is right:\n{self.listed}"
    )
    answer = Integers("digits of s0, s1, ... in this order")
    difficulty = {"n": step(3, cap=64)}
    beta = 3

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        length = rng.randint(n + 3, max(n + 3, 2 * n))
        digits = rng.sample(range(n), n)
        symbols = [digits.index(digit) for digit in range(n)]
        numbers = [rng.randrange(n ** (length - 1), n**length) for _ in range(2)]
        return cls(digits, [[symbols[digit] for digit in _written(v, n)] for v in (*numbers, sum(numbers))])

    @property
    def n(self) -> int:
        return len(self.digits)

    @property
    def last(self) -> int:
        return self.n - 1

    @property
    def listed(self) -> str:
        lines = [" ".join(f"s{symbol}" for symbol in row) for row in self.rows]
        return f"  {lines[0]}\n+ {lines[1]}\n= {lines[2]}"

    def solve(self) -> list[int]:
        return self.digits

    def brute(self) -> list[int]:
        """The first of all assignments that fits. For up to 8 symbols."""
        return next(list(digits) for digits in permutations(range(self.n)) if self.score(list(digits)) == 1)

    def score(self, answer: list[int]) -> float:
        if sorted(answer) != list(range(self.n)):
            raise Invalid(f"the digits are not 0 to {self.last}, each once")
        one, two, total = ([answer[symbol] for symbol in row] for row in self.rows)
        found = _written(_value(one, self.n) + _value(two, self.n), self.n)
        width = max(len(found), len(total))
        pairs = zip([0] * (width - len(found)) + found, [0] * (width - len(total)) + total)
        return satisfied(sum(a == b for a, b in pairs), width)


def _written(value: int, base: int) -> list[int]:
    digits = []
    while value:
        value, digit = divmod(value, base)
        digits.append(digit)
    return digits[::-1] or [0]


def _value(digits: Sequence[int], base: int) -> int:
    value = 0
    for digit in digits:
        value = base * value + digit
    return value
