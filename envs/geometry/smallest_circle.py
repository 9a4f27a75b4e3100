"""Find the smallest circle that encloses points. Public name: SmallestCircle.

Every comparison is exact, with squares of fractions, so that the tolerance of the prompt is the only one. An answer has
to be three finite numbers; the public suite takes a centre that is not a number for one that encloses everything. There
are 100 points at most (level 26).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import lcm, sqrt
from random import Random
from typing import Self

from rlve_gym import Invalid, Problem, grow
from rlve_gym.kit.circles import Circle, circle_between, circumcircle, smallest_enclosing_circle
from rlve_gym.kit.geometry import scattered_points
from rlve_gym.layouts import Decimals
from rlve_gym.pictures import Points
from rlve_gym.scoring import BELOW_ONE

PLACES = 9
"""Digits after the point of the reference."""
TOLERANCE = Fraction(1, 1000)


@dataclass(frozen=True)
class SmallestCircle(Problem):
    points: list[list[int]]

    template = (
        "Here are {self.points:count} points in the plane:\n{self.points:tuples}\n\n"
        "Find the smallest circle that encloses them all; points may lie on it. Give its centre (x, y) and its radius"
        " r. The answer is right if r is at least 0 and at most 0.001 larger than the least possible radius, and every"
        " point lies at most r + 0.001 away from the centre."
    )
    answer = Decimals(3, "numbers x, y and r")
    difficulty = {"n": grow(4, cap=100)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        return cls(scattered_points(rng, n, 2 * n))

    @property
    def picture(self) -> Points:
        return Points(self.points, numbered=False)

    @cached_property
    def circle(self) -> Circle:
        return smallest_enclosing_circle(self.points)

    def solve(self) -> list[Fraction]:
        return _rounded(self.circle)

    def brute(self) -> list[Fraction]:
        """The least of all circles with two points as a diameter or through three points that encloses all."""
        circles = [circle_between(*pair) for pair in combinations(self.points, 2)]
        circles += [circumcircle(*triple) for triple in combinations(self.points, 3)]
        enclosing = (circle for circle in circles if all(map(circle.encloses, self.points)))
        return _rounded(min(enclosing, key=lambda circle: circle.square))

    def score(self, answer: list[Fraction]) -> float:
        x, y, r = answer
        if r < 0:
            raise Invalid("the radius is negative")
        # On integers, since sums of long fractions are slow.
        unit = lcm(x.denominator, y.denominator, (r + TOLERANCE).denominator)
        centre, reach = (int(x * unit), int(y * unit)), int((r + TOLERANCE) * unit)
        if any((px * unit - centre[0]) ** 2 + (py * unit - centre[1]) ** 2 > reach**2 for px, py in self.points):
            raise Invalid("a point lies outside of the circle", severity=0.0)
        if r <= TOLERANCE or (r - TOLERANCE) ** 2 <= self.circle.square:
            return 1.0
        return min(sqrt(self.circle.square / r**2), BELOW_ONE)


def _rounded(circle: Circle) -> list[Fraction]:
    return [round(value, PLACES) for value in (circle.x, circle.y, Fraction(sqrt(circle.square)))]
