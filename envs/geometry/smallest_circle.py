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
from rlve_gym.kit.geometry import Point, scattered_points
from rlve_gym.layouts import Decimals
from rlve_gym.pictures import Points
from rlve_gym.scoring import BELOW_ONE

PLACES = 9
"""Digits after the point of the reference."""
TOLERANCE = Fraction(1, 1000)
Circle = tuple[Fraction, Fraction, Fraction]
"""x and y of the centre, and the square of the radius."""


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
        """Exact. By increments (Welzl, 1991): a point that is outside of the circle so far lies on the next one.

        Expected O(n) for points in random order, as they are drawn.
        """
        found = _around(self.points[0], self.points[0])
        for i, a in enumerate(self.points):
            if _outside(a, found):
                found = _around(a, a)
                for j, b in enumerate(self.points[:i]):
                    if _outside(b, found):
                        found = _around(a, b)
                        for c in self.points[:j]:
                            if _outside(c, found):
                                found = _through(a, b, c)
        return found

    def solve(self) -> list[Fraction]:
        x, y, square = self.circle
        return [round(value, PLACES) for value in (x, y, Fraction(sqrt(square)))]

    def brute(self) -> list[Fraction]:
        """The least of all circles with two points as a diameter or through three points that encloses all."""
        circles = [_around(a, b) for a, b in combinations(self.points, 2)]
        circles += [_through(*triple) for triple in combinations(self.points, 3)]
        enclosing = (circle for circle in circles if not any(_outside(point, circle) for point in self.points))
        x, y, square = min(enclosing, key=lambda circle: circle[2])
        return [round(value, PLACES) for value in (x, y, Fraction(sqrt(square)))]

    def score(self, answer: list[Fraction]) -> float:
        x, y, r = answer
        if r < 0:
            raise Invalid("the radius is negative")
        # On integers, since sums of long fractions are slow.
        unit = lcm(x.denominator, y.denominator, (r + TOLERANCE).denominator)
        centre, reach = (int(x * unit), int(y * unit)), int((r + TOLERANCE) * unit)
        if any((px * unit - centre[0]) ** 2 + (py * unit - centre[1]) ** 2 > reach**2 for px, py in self.points):
            raise Invalid("a point lies outside of the circle", severity=0.0)
        if r <= TOLERANCE or (r - TOLERANCE) ** 2 <= self.circle[2]:
            return 1.0
        return min(sqrt(self.circle[2] / r**2), BELOW_ONE)


def _outside(point: Point, circle: Circle) -> bool:
    x, y, square = circle
    return (point[0] - x) ** 2 + (point[1] - y) ** 2 > square


def _around(a: Point, b: Point) -> Circle:
    """The circle with a diameter from a to b."""
    x, y = Fraction(a[0] + b[0], 2), Fraction(a[1] + b[1], 2)
    return x, y, (a[0] - x) ** 2 + (a[1] - y) ** 2


def _through(a: Point, b: Point, c: Point) -> Circle:
    """The circle through three points that are not on a line: it solves two linear equations, relative to a."""
    (ux, uy), (vx, vy) = ((p[0] - a[0], p[1] - a[1]) for p in (b, c))
    twice, u, v = 2 * (ux * vy - uy * vx), ux * ux + uy * uy, vx * vx + vy * vy
    x, y = Fraction(u * vy - v * uy, twice), Fraction(v * ux - u * vx, twice)
    return a[0] + x, a[1] + y, x * x + y * y
