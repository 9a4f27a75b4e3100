"""Circles through lattice points, exact: the squares of distances are fractions."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rlve_gym.kit.geometry import Point


class Circle(NamedTuple):
    """x and y of the centre, and the square of the radius."""

    x: Fraction
    y: Fraction
    square: Fraction

    def encloses(self, point: Point) -> bool:
        """Whether a point lies inside or on the circle."""
        return (point[0] - self.x) ** 2 + (point[1] - self.y) ** 2 <= self.square


def circle_between(a: Point, b: Point) -> Circle:
    """The circle with a diameter from a to b."""
    x, y = Fraction(a[0] + b[0], 2), Fraction(a[1] + b[1], 2)
    return Circle(x, y, (a[0] - x) ** 2 + (a[1] - y) ** 2)


def circumcircle(a: Point, b: Point, c: Point) -> Circle:
    """The circle through three points that are not on a line: it solves two linear equations, relative to a."""
    (ux, uy), (vx, vy) = ((p[0] - a[0], p[1] - a[1]) for p in (b, c))
    twice, u, v = 2 * (ux * vy - uy * vx), ux * ux + uy * uy, vx * vx + vy * vy
    x, y = Fraction(u * vy - v * uy, twice), Fraction(v * ux - u * vx, twice)
    return Circle(a[0] + x, a[1] + y, x * x + y * y)


def smallest_enclosing_circle(points: Sequence[Point]) -> Circle:
    """Of one or more points. By increments (Welzl, 1991): a point outside of the circle so far lies on the next one.

    Expected O(n) for points in random order. They may lie on a line: then no circle through three of them is needed.
    """
    found = circle_between(points[0], points[0])
    for i, a in enumerate(points):
        if not found.encloses(a):
            found = circle_between(a, a)
            for j, b in enumerate(points[:i]):
                if not found.encloses(b):
                    found = circle_between(a, b)
                    for c in points[:j]:
                        if not found.encloses(c):
                            found = circumcircle(a, b, c)
    return found
