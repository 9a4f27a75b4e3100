"""Largest convex polygon: the solver against enumeration, rewards by hand, the kit's geometry."""

from itertools import combinations

import pytest
from scipy.spatial import ConvexHull

from rlve_gym import Reward, load
from rlve_gym.kit.geometry import convex_hull, cross, line_direction
from rlve_gym.problem import random_stream

LargestConvexPolygon = load("largest_convex_polygon")

# A square and (2, 1), which lies inside two of its four triangles.
SQUARE = LargestConvexPolygon([[0, 0], [5, 0], [5, 5], [0, 5], [2, 1]])


def reward(problem, text):
    return Reward()(problem.judge(text), problem.beta)


def test_parameters_equal_the_catalogue():
    assert [LargestConvexPolygon.parameters(level) for level in range(11)] == [{"n": n} for n in range(5, 16)]
    assert LargestConvexPolygon.beta == 5


def test_solver_against_enumeration_of_subsets():
    for seed in range(240):
        problem = LargestConvexPolygon.draw(seed % 5, seed)
        assert len(problem.solve()) == len(problem.brute())
        assert problem.score(problem.solve()) == problem.score(problem.brute()) == 1


def test_references_are_in_convex_position():
    for seed in range(20):
        problem = LargestConvexPolygon.draw(20, seed)
        corners = [problem.points[label - 1] for label in problem.reference]
        assert len(ConvexHull(corners).vertices) == len(corners) >= 6


def test_points_of_a_parabola_are_all_corners():
    problem = LargestConvexPolygon([[x, x * x] for x in (4, 0, 9, 2, 7, 1, 8, 3, 6, 5)])
    assert problem.solve() == list(range(1, 11))
    assert reward(problem, "10 9 8 7 6 5 4 3 2 1") == 1
    assert reward(problem, "1 2 3 4 5 6 7 8 9") == pytest.approx(0.59049)  # 0.9^5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 2 3 4", 1),
        ("3 1 4 2", 1),  # any order
        ("1 3 4 5", 1),  # another quadrilateral
        ("2 3 4 5", 1),
        ("1 2 3", 0.2373046875),  # (3/4)^5
        ("1, 2, 5", 0.2373046875),
        ("1 2 3 5", -0.2),  # 5 lies inside the triangle 1 2 3
        ("1 2 3 4 5", -0.2),
        ("1 2", -0.2),
        ("4", -0.2),
        ("1 2 6", -0.5),
        ("0 1 2", -0.5),
        ("-1 1 2", -0.5),
        ("1 2 2", -0.5),
        ("1 1", -0.5),
        ("", -1),
        ("(0, 0) (5, 0) (5, 5)", -1),
    ],
)
def test_rewards(text, expected):
    assert reward(SQUARE, text) == pytest.approx(expected)


@pytest.mark.parametrize("level", [0, 3, 10, 20])
def test_what_is_drawn(level):
    for seed in range(30):
        points = LargestConvexPolygon.draw(level, seed).points
        n = level + 5
        assert len(points) == n and all(0 <= x <= n and 0 <= y <= n for x, y in points)
        assert all(cross(*triple) != 0 for triple in combinations(points, 3))


def test_convex_hull_drops_points_inside_edges():
    square = [[0, 0], [1, 0], [2, 0], [2, 1], [2, 2], [0, 2], [1, 1]]
    assert convex_hull(square) == [[0, 0], [2, 0], [2, 2], [0, 2]]
    assert convex_hull([[0, 0], [1, 1], [2, 2]]) == [[0, 0], [2, 2]]


def test_convex_hull_against_scipy():
    rng = random_stream("hull")
    for _ in range(100):
        points = [[rng.randrange(30), rng.randrange(30)] for _ in range(12)]
        expected = {tuple(points[i]) for i in ConvexHull(points).vertices}
        assert {tuple(point) for point in convex_hull(points)} == expected


def test_line_direction_is_the_same_from_either_end():
    assert line_direction([1, 1], [5, 3]) == line_direction([5, 3], [1, 1]) == (2, 1)
    assert line_direction([2, 7], [2, 3]) == line_direction([2, 0], [2, 1]) == (0, 1)
    assert line_direction([3, 4], [0, 4]) == (1, 0)
