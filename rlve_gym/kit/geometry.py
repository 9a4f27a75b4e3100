"""Plane geometry on integer points [x, y], exact throughout."""

from collections.abc import Iterable, Sequence
from math import atan2, gcd
from random import Random

Point = list[int]
MAX_PASSES = 50


def cross(origin: Point, a: Point, b: Point) -> int:
    """Twice the signed area of a triangle: positive if `origin`, `a`, `b` turn counter-clockwise, 0 if collinear."""
    return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])


def line_direction(a: Point, b: Point) -> tuple[int, int]:
    """The primitive direction of the line through two different points, the same from either end."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    divisor = gcd(dx, dy)
    return (dx // divisor, dy // divisor) if (dx, dy) > (0, 0) else (-dx // divisor, -dy // divisor)


def angle(a: Point, b: Point) -> float:
    """The direction from a to another point b, in (-pi, pi]; equal for equal directions, as it is taken of coprime
    differences. Different ones within a square of side n differ by more than 1 / (2 n^2).
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    divisor = gcd(dx, dy)
    return atan2(dy // divisor, dx // divisor)


def in_triangle(point: Point, a: Point, b: Point, c: Point) -> bool:
    """Whether a point lies strictly inside of a triangle, whose corners may turn either way."""
    sides = [cross(a, b, point), cross(b, c, point), cross(c, a, point)]
    return min(sides) > 0 or max(sides) < 0


def convex_hull(points: Iterable[Point]) -> list[Point]:
    """The corners of the convex hull, counter-clockwise, without points inside its edges (Andrew's monotone chain)."""
    ordered = sorted(points)
    if len(ordered) < 3:
        return ordered
    return _chain(ordered)[:-1] + _chain(ordered[::-1])[:-1]


def _chain(ordered: Sequence[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in ordered:
        while len(chain) >= 2 and cross(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def scattered_points(rng: Random, n: int, side: int) -> list[Point]:
    """n random points of [0, side]^2, no three of them on a line, in random order. For n up to `side`."""
    for _ in range(MAX_PASSES):
        points = _scattered(rng, n, side)
        if len(points) == n:
            return points
    raise AssertionError(f"no {n} points without three on a line in {MAX_PASSES} passes")


def _scattered(rng: Random, n: int, side: int) -> list[Point]:
    """Points of [0, side]^2 in random order, skipping those on a line with two earlier ones, until there are n.

    One pass over the lattice is the same as drawing one at a time and rejecting, but ends. It rarely ends too early.
    """
    points: list[Point] = []
    for cell in rng.sample(range((side + 1) ** 2), (side + 1) ** 2):
        point = list(divmod(cell, side + 1))
        if len({line_direction(point, other) for other in points}) == len(points):
            points.append(point)
        if len(points) == n:
            break
    return points
