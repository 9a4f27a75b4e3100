"""Polynomials in x as lists of integer coefficients, from degree 0 upward."""

from collections.abc import Sequence
from fractions import Fraction


def written(coefficients: Sequence[int]) -> str:
    """As in x^3 - 2*x + 1: from the highest degree down, without zero terms."""
    terms = []
    for degree in range(len(coefficients) - 1, -1, -1):
        if factor := coefficients[degree]:
            power = ("", "x")[degree] if degree < 2 else f"x^{degree}"
            size = str(abs(factor)) if abs(factor) > 1 or not power else ""
            sign = ("- " if factor < 0 else "+ ") if terms else ("-" if factor < 0 else "")
            terms.append(sign + "*".join(part for part in (size, power) if part))
    return " ".join(terms) or "0"


def value(coefficients: Sequence[int], x: int | Fraction) -> Fraction:
    """Exact, over one power of the denominator of x."""
    x = Fraction(x)
    above, scale = 0, 1
    for coefficient in reversed(coefficients):
        above = above * x.numerator + coefficient * scale
        scale *= x.denominator
    return Fraction(above * x.denominator, scale)


def derivative(coefficients: Sequence[int]) -> list[int]:
    return [degree * coefficient for degree, coefficient in enumerate(coefficients)][1:]


def times_root(coefficients: Sequence[int], root: int) -> list[int]:
    """The product with x - root."""
    return [below - root * here for below, here in zip([0, *coefficients], [*coefficients, 0])]


def without_root(coefficients: Sequence[int], root: int) -> list[int] | None:
    """The quotient by x - root, None if there is a remainder."""
    quotient, carried = [], 0
    for coefficient in reversed(coefficients):
        carried = carried * root + coefficient
        quotient.append(carried)
    return quotient[-2::-1] if carried == 0 else None


def interpolated(points: Sequence[Sequence[int]]) -> list[Fraction]:
    """Coefficients of the polynomial of lowest degree through [x, y] with distinct x: Newton's divided differences."""
    xs = [x for x, _ in points]
    table = [Fraction(y) for _, y in points]
    for order in range(1, len(xs)):
        for place in range(len(xs) - 1, order - 1, -1):
            table[place] = (table[place] - table[place - 1]) / (xs[place] - xs[place - order])
    found = [Fraction(0)] * len(xs)
    for x, factor in zip(reversed(xs), reversed(table)):
        found = [below - x * here for below, here in zip([Fraction(0), *found[:-1]], found)]
        found[0] += factor
    return found
