"""An oracle for both Countdowns: all values of expressions, by splits in two, which neither they nor the kit use."""

from fractions import Fraction
from functools import cache
from itertools import product


@cache
def values(numbers: tuple[int, ...]) -> set[Fraction]:
    """All values of expressions that use each of these numbers once, negative ones too."""
    if len(numbers) == 1:
        return {Fraction(numbers[0])}
    found = set()
    for mask in range(1, 2 ** len(numbers) - 1):
        left = tuple(number for at, number in enumerate(numbers) if mask >> at & 1)
        others = tuple(number for at, number in enumerate(numbers) if not mask >> at & 1)
        for a, b in product(values(left), values(others)):
            found |= {a + b, a - b, a * b} | ({a / b} if b else set())
    return found
