"""Circles, by hand and against every circle that two or three of the points give."""

from fractions import Fraction
from itertools import combinations
from random import Random

from rlve_gym.kit.circles import Circle, circle_between, circumcircle, smallest_enclosing_circle
from rlve_gym.kit.geometry import cross


def test_circles_by_hand():
    assert circle_between([0, 0], [3, 4]) == (Fraction(3, 2), 2, Fraction(25, 4))
    assert circumcircle([0, 0], [4, 0], [0, 2]) == (2, 1, 5)
    assert circumcircle([1, 1], [2, 0], [0, 0]) == Circle(Fraction(1), Fraction(0), Fraction(1))
    assert circle_between([5, 7], [5, 7]) == (5, 7, 0) and circle_between([5, 7], [5, 7]).encloses([5, 7])
    assert circumcircle([0, 0], [4, 0], [0, 2]).encloses([4, 2])
    assert not circumcircle([0, 0], [4, 0], [0, 2]).encloses([4, 3])


def test_the_smallest_against_all_circles():
    """Points of a small square, so that many lie on lines and some are the same."""
    for seed in range(200):
        rng = Random(seed)
        points = [[rng.randint(0, 5), rng.randint(0, 5)] for _ in range(rng.randint(1, 7))]
        circles = [circle_between(a, b) for a in points for b in points]
        circles += [circumcircle(*triple) for triple in combinations(points, 3) if cross(*triple)]
        enclosing = [circle for circle in circles if all(map(circle.encloses, points))]
        assert smallest_enclosing_circle(points) == min(enclosing, key=lambda circle: circle.square)
