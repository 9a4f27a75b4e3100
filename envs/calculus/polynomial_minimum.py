"""Where a convex polynomial is smallest, to four decimal places.

The public suite takes the value of the polynomial in floating point as the measure; here an answer is right if the
minimiser is exactly within TOLERANCE of it, and others are scored by how far they get below the value at 0. Polynomials
with their minimum at 0, where nothing is below, are drawn again. Degrees stop growing at 60 (level 29), as the prompt
grows with their square.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from random import Random
from typing import Self

from rlve_gym import Decimal, Malformed, Problem, step
from rlve_gym.kit.polynomials import derivative, value, written
from rlve_gym.scoring import BELOW_ONE

TOLERANCE = Fraction(1, 10**4)
MAX_DENOMINATOR = 10**400
SIDE = 3
"""No minimiser is farther from 0."""


@dataclass(frozen=True)
class PolynomialMinimum(Problem):
    """coefficients: from degree 0 upward."""

    coefficients: list[int]

    template = (
        "At which real number x is this polynomial smallest?\nf(x) = {self.written}\nThere is exactly one such x; the"
        " answer may differ from it by at most 0.0001."
    )
    answer = Decimal(places=4)
    difficulty = {"degree": step(2, 2, cap=60)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, degree: int) -> Self:
        """A sum of a (x - s)^d over the even d: its derivative is negative left of all s and positive right of them."""
        while True:
            coefficients = [0] * (degree + 1)
            for d in range(2, degree + 1, 2):
                a, s = rng.randint(1, 2), rng.randint(-2, 2)
                for k in range(d + 1):
                    coefficients[k] += a * comb(d, k) * (-s) ** (d - k)
            if coefficients[1] != 0:
                return cls(coefficients)

    @property
    def written(self) -> str:
        return written(self.coefficients)

    def solve(self) -> Fraction:
        """Bisection of the derivative, which is strictly increasing."""
        slope, unit = derivative(self.coefficients), 10**7
        low, high = -SIDE * unit, SIDE * unit
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if value(slope, Fraction(middle, unit)) < 0 else (low, middle)
        return Fraction(high, unit)

    def score(self, answer: Fraction) -> float:
        if answer.denominator > MAX_DENOMINATOR:
            raise Malformed("more digits after the point than are read")
        if abs(answer) > SIDE:
            return 0.0
        slope = derivative(self.coefficients)
        if value(slope, answer - TOLERANCE) <= 0 <= value(slope, answer + TOLERANCE):
            return 1.0
        start, found, least = (value(self.coefficients, x) for x in (Fraction(0), answer, self.reference))
        return min(float(max(Fraction(0), (start - found) / (start - least))), BELOW_ONE)
