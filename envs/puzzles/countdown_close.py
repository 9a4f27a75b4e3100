"""Combine all the given numbers into an expression that comes as close to the target as possible.

There are at most 5 numbers (from level 2), so that the best one is found by looking at all of them; their size grows
on. The target lies below the product of the numbers: beyond it the product is mostly the best. An answer is right if
no other is closer, also where the target is out of reach; the public suite pays such an answer less than 1, and
evaluates answers as Python, where 2**3, 7//2 and 2.3 for 2 and 3 pass.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, prod
from random import Random
from typing import Any, Self

from rlve_gym import Invalid, Problem, ratio, step
from rlve_gym.difficulty import Schedule
from rlve_gym.expressions import Expression, Formula

Value = tuple[int, int]
"""A fraction in lowest terms, not negative."""
Values = dict[Value, Any]
"""Values, and how each is made: the given number, or (left part, right part, left value, sign, right value)."""


@dataclass(frozen=True)
class CountdownClose(Problem):
    numbers: list[int]
    target: int

    template = (
        "Use each of the following numbers exactly once, and no other number, in an arithmetic expression whose value"
        " is as close as possible to {self.target}, above or below:\n{self.listed}\n"
        "Division is exact: 7 / 2 is 3.5, not 3."
    )
    answer = Formula("+-*/")
    difficulty = {"n": step(3, cap=5), "largest": Schedule(48, by=4)}

    @classmethod
    def generate(cls, rng: Random, n: int, largest: int) -> Self:
        largest = max(4, largest * rng.randint(1, 6) // 6)
        while True:
            numbers, target = [rng.randint(1, largest) for _ in range(n)], rng.randint(0, 10 * largest)
            if target < prod(numbers):
                return cls(numbers, target)

    @property
    def listed(self) -> str:
        return " ".join(map(str, self.numbers))

    def solve(self) -> Expression:
        return self.answer.parse(_closest(self.numbers, self.target))

    def brute(self) -> Expression:
        """All expressions one by one. For up to 4 numbers."""
        every = _all([(Fraction(number), str(number)) for number in self.numbers])
        return self.answer.parse(min(every, key=lambda found: abs(found[0] - self.target))[1])

    def score(self, answer: Expression) -> float:
        if Counter(answer.numbers) != Counter(self.numbers):
            raise Invalid("the numbers are not the given ones, each once")
        try:
            value = answer.value()
        except ValueError as error:
            raise Invalid(str(error)) from None
        best = self.reference.value()
        return ratio(1 + abs(best - self.target), 1 + abs(value - self.target))


def _closest(numbers: list[int], target: int) -> str:
    """An expression as close to the target as any.

    Only absolute values need to be looked at: a negative value is the result of a subtraction somewhere, and turning
    that around gives its opposite; so |x| + |y| and ||x| - |y|| are both within reach wherever x and y are.
    """
    every = 2 ** len(numbers) - 1
    made: dict[int, Values] = {1 << at: {(number, 1): number} for at, number in enumerate(numbers)}
    for part in range(1, every):
        if part not in made:
            made[part] = {}
            for left, right in _splits(part):
                for p, q, how in _results(made[left], made[right]):
                    shrink = gcd(p, q)
                    made[part].setdefault((p // shrink, q // shrink), (left, right, *how))
    candidates = (
        (p, q, (left, right, *how)) for left, right in _splits(every) for p, q, how in _results(made[left], made[right])
    )
    p, q, how = next(candidates)
    for a, b, its in candidates:
        if abs(a - target * b) * q < abs(p - target * q) * b:
            p, q, how = a, b, its
    return _text(how, made)[1:-1]


def _splits(part: int) -> Iterator[tuple[int, int]]:
    """All splits of a set, given by its bits, into two parts, the second of which has the lowest bit."""
    left = (part - 1) & part
    low = part & -part
    while left:
        if not left & low:
            yield left, part - left
        left = (left - 1) & part


def _results(lefts: Values, rights: Values) -> Iterator[tuple[int, int, tuple[Value, str, Value]]]:
    """Numerator and denominator, not reduced, of what two values can give, and how: (left value, sign, right value).

    The sign in lower case, `s` and `d`, stands for subtracting or dividing the other way around.
    """
    for x in lefts:
        a, b = x
        for y in rights:
            c, d = y
            yield a * d + b * c, b * d, (x, "+", y)
            difference = a * d - b * c
            yield abs(difference), b * d, (x, "-" if difference >= 0 else "s", y)
            yield a * c, b * d, (x, "*", y)
            if c:
                yield a * d, b * c, (x, "/", y)
            if a:
                yield b * c, a * d, (x, "d", y)


def _text(how: Any, made: dict[int, Values]) -> str:
    if isinstance(how, int):
        return str(how)
    left, right, x, sign, y = how
    one, two = _text(made[left][x], made), _text(made[right][y], made)
    if sign in "sd":
        one, two, sign = two, one, "-" if sign == "s" else "/"
    return f"({one} {sign} {two})"


def _all(parts: list[tuple[Fraction, str]]) -> Iterator[tuple[Fraction, str]]:
    """Every ordered pair of parts combined by every sign, until one part is left."""
    if len(parts) == 1:
        yield parts[0]
    for i, (a, left) in enumerate(parts):
        for j, (b, right) in enumerate(parts):
            rest = [part for k, part in enumerate(parts) if k not in (i, j)]
            found = [(a + b, "+"), (a - b, "-"), (a * b, "*")] if i != j else []
            for value, sign in found + ([(a / b, "/")] if b and i != j else []):
                yield from _all([*rest, (value, f"({left} {sign} {right})")])
