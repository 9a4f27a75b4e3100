"""The numbers game of Countdown: expressions that use each of some given numbers exactly once."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import gcd
from typing import Any

from rlve_gym.expressions import Expression
from rlve_gym.problem import Problem
from rlve_gym.scoring import Invalid

Value = tuple[int, int]
"""A fraction in lowest terms, not negative."""
Values = dict[Value, Any]
"""Values, and how each is made: the given number, or (left part, right part, left value, sign, right value)."""


@dataclass(frozen=True)
class Countdown(Problem):
    """Base of the problems that ask for an expression in given numbers that is worth the target, or close to it."""

    numbers: list[int]
    target: int

    def worth(self, answer: Expression) -> Fraction:
        """The value of an answer. Raises Invalid if it has none, or does not use the numbers, each once."""
        if Counter(answer.numbers) != Counter(self.numbers):
            raise Invalid("the numbers are not the given ones, each once")
        try:
            return answer.value()
        except ValueError as error:
            raise Invalid(str(error)) from None


def every_expression(numbers: Sequence[int]) -> Iterator[tuple[Fraction, str]]:
    """Every expression in all the numbers, and its value; what + and * join, in one order only. For up to 5 numbers."""
    yield from _combined([(Fraction(number), str(number)) for number in numbers])


def _combined(parts: list[tuple[Fraction, str]]) -> Iterator[tuple[Fraction, str]]:
    """Two parts after the other are made into one, until one is left."""
    if len(parts) == 1:
        yield parts[0]
    for i, j in combinations(range(len(parts)), 2):
        rest = [part for k, part in enumerate(parts) if k not in (i, j)]
        (a, left), (b, right) = parts[i], parts[j]
        found = [(a + b, f"({left} + {right})"), (a * b, f"({left} * {right})")]
        found += [(a - b, f"({left} - {right})"), (b - a, f"({right} - {left})")]
        found += [(a / b, f"({left} / {right})")] if b else []
        found += [(b / a, f"({right} / {left})")] if a else []
        for part in found:
            yield from _combined([*rest, part])


def closest_expression(numbers: Sequence[int], target: int) -> str:
    """An expression in all the numbers as close to the target as any, by the values of all subsets of the numbers.

    There are two numbers at least; none is negative, nor is the target. Only absolute values need to be looked at: a
    negative value is the result of a subtraction somewhere, and turning that around gives its opposite; so |x| + |y|
    and ||x| - |y|| are both within reach wherever x and y are. About 10 ms for 5 numbers.
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
