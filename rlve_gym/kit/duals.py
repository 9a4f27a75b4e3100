"""Dual numbers of high precision: an arithmetic in which an expression is worth its value and derivative at a point.

Real numbers of DIGITS digits. What is not real, not finite, larger than LARGEST, or within 1 / LARGEST of a singularity
has no value: ValueError. So no text makes a number large or slow, and what is lost by cancellation stays far below the
tolerance with which values are compared. Both are so small that no difference quotient of a few terms passes for a
derivative: its step would have to be small for the one, and large for the other.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, NamedTuple

from rlve_gym.expressions import Expression

DIGITS = 300
LARGEST = 10**30
TOLERANCE = 1e-245
MAX_STEPS, MAX_CALLS = 1_000, 200
"""Of an expression that is evaluated: all its steps, and its functions and powers."""
CONSTANT = Fraction(31_415, 27_182)
"""What a constant of integration is worth: a number that no right answer depends on."""
CANDIDATES = tuple(Fraction(2 * ((37 * n) % 97) - 97, 48) + Fraction(1, 1009 + n) for n in range(40))
"""Points between -2.1 and 2.1 in no particular order, at none of which a short expression is special."""

TESTED = 12
SLOPES = (1e-20, 1e4)
"""What a derivative may be, in absolute value, at a point where answers are tested."""


class Undefined(ValueError):
    """An expression has no value, or none that is looked at."""


@cache
def _context() -> Any:
    """A context of our own: mpmath's global precision is left alone."""
    from mpmath.ctx_mp import MPContext

    context = MPContext()
    context.dps = DIGITS
    return context


@lru_cache(maxsize=4096)
def _real(value: Fraction) -> Any:
    return _context().mpf(value.numerator) / value.denominator


class Dual(NamedTuple):
    """A value and its derivative."""

    value: Any
    slope: Any


class Duals:
    """The arithmetic. logs_of_negatives: whether log(u) with u < 0 counts as log(-u), which has the same derivative."""

    def __init__(self, logs_of_negatives: bool = False):
        self.context = _context()
        self.logs_of_negatives = logs_of_negatives
        self.zero, self.largest = self.context.mpf(0), self.context.mpf(LARGEST)
        self.least, self.longest = 1 / self.largest, self.context.log(self.largest)

    def number(self, value: Fraction) -> Dual:
        if abs(value) > LARGEST:
            raise Undefined("a number is too large")
        return Dual(_real(value), self.zero)

    def at(self, point: Fraction) -> Dual:
        """The variable at a point."""
        return Dual(self.number(point).value, self.context.mpf(1))

    def negative(self, value: Dual) -> Dual:
        return Dual(-value.value, -value.slope)

    def operate(self, sign: str, left: Dual, right: Dual) -> Dual:
        u, v = left.value, right.value
        if sign == "+":
            return self._bounded(u + v, left.slope + right.slope)
        if sign == "-":
            return self._bounded(u - v, left.slope - right.slope)
        if sign == "*":
            return self._bounded(u * v, left.slope * v + u * right.slope)
        if sign == "/":
            self._apart(v)
            return self._bounded(u / v, (left.slope - u / v * right.slope) / v)
        return self._power(left, right)

    def _power(self, base: Dual, exponent: Dual) -> Dual:
        u, v, whole = base.value, exponent.value, self.context.nint(exponent.value)
        if exponent.slope == 0 and abs(v - whole) < self.least**2:
            return self._whole_power(base, int(whole))
        if u < self.least:
            raise Undefined("a power of a number that is not positive")
        log = self.context.log(u)
        value = self._exp(v * log)
        return self._bounded(value, value * (exponent.slope * log + v * base.slope / u))

    def _whole_power(self, base: Dual, n: int) -> Dual:
        """Also of negative numbers; 0^0 is 1."""
        u = base.value
        if n in (0, 1):
            return base if n else Dual(self.context.mpf(1), self.zero)
        if abs(u) < self.least:
            if n < 0:
                raise Undefined("it divides by zero")
            return Dual(self.zero, self.zero)
        if abs(n * self.context.log(abs(u))) > self.longest:
            raise Undefined("a power is too large or too small")
        below = u ** (n - 1)
        return self._bounded(below * u, n * below * base.slope)

    def call(self, function: str, value: Dual) -> Dual:
        u, slope = value.value, value.slope
        if function in ("sin", "cos", "tan"):
            return self._trigonometric(function, u, slope)
        if function == "exp":
            found = self._exp(u)
            return self._bounded(found, found * slope)
        if function == "abs":
            self._apart(u)
            return value if u > 0 else self.negative(value)
        if u < self.least and not (function == "log" and self.logs_of_negatives and u < -self.least):
            raise Undefined(f"{function} of a number that is not positive")
        if function == "sqrt":
            root = self.context.sqrt(u)
            return self._bounded(root, slope / (2 * root))
        return self._bounded(self.context.log(abs(u)), slope / u)

    def _trigonometric(self, function: str, u: Any, slope: Any) -> Dual:
        cosine, sine = self.context.cos_sin(u)
        if function == "sin":
            return self._bounded(sine, cosine * slope)
        if function == "cos":
            return self._bounded(cosine, -sine * slope)
        self._apart(cosine)
        return self._bounded(sine / cosine, slope / cosine**2)

    def _exp(self, u: Any) -> Any:
        if abs(u) > self.longest:
            raise Undefined("a power is too large or too small")
        return self.context.exp(u)

    def _apart(self, value: Any) -> None:
        if abs(value) < self.least:
            raise Undefined("it divides by zero")

    def _bounded(self, value: Any, slope: Any) -> Dual:
        if abs(value) > self.largest or abs(slope) > self.largest:
            raise Undefined("a number on the way is too large")
        return Dual(value, slope)


def check_size(expression: Expression) -> None:
    """Raises ValueError if evaluating it would take long."""
    calls = sum(kind == "call" or (kind == "operator" and what == "^") for kind, what in expression.postfix)
    if len(expression.postfix) > MAX_STEPS or calls > MAX_CALLS:
        raise ValueError(f"an expression of {len(expression.postfix)} steps and {calls} functions is too long")


@cache
def _ready(logs_of_negatives: bool) -> tuple[Duals, dict[str, Dual]]:
    """The arithmetic, and what names of constants are worth in it."""
    duals = Duals(logs_of_negatives)
    e, pi = (Dual(+constant, duals.zero) for constant in (duals.context.e, duals.context.pi))
    return duals, {"e": e, "pi": pi, "C": duals.number(CONSTANT)}


def at_points(
    expression: Expression, points: Iterable[Fraction], logs_of_negatives: bool = False
) -> Iterator[Dual | None]:
    """Value and derivative of an expression in x at each point, None where it has none.

    `e` and `pi` are the numbers, `C` is a constant.
    """
    duals, constants = _ready(logs_of_negatives)
    for point in points:
        try:
            yield expression.value({"x": duals.at(point), **constants}, duals)
        except Undefined:
            yield None


def slopes(function: Expression) -> dict[Fraction, Any]:
    """The derivative of a function at TESTED of the CANDIDATES where it is neither large nor tiny.

    Raises ValueError if there are fewer.
    """
    found: dict[Fraction, Any] = {}
    for point, dual in zip(CANDIDATES, at_points(function, CANDIDATES)):
        if dual is not None and SLOPES[0] <= abs(dual.slope) <= SLOPES[1]:
            found[point] = dual.slope
            if len(found) == TESTED:
                return found
    raise ValueError("the function is defined at too few points")


def agrees(wanted: dict[Fraction, Any], answer: Iterable[Any]) -> bool:
    """Whether values at the points are those that are wanted, and half of them are defined (not None)."""
    undefined = 0
    for value, found in zip(wanted.values(), answer):
        undefined += found is None
        if 2 * undefined > len(wanted) or (found is not None and not close(value, found)):
            return False
    return True


def close(wanted: Any, found: Any) -> bool:
    """Whether two values are equal but for rounding, relative to the one that is wanted."""
    return abs(found - wanted) <= abs(wanted) * TOLERANCE
