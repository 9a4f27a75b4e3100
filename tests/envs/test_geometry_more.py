"""Circles, envelopes, boxes, rays and hulls: references against enumeration and scipy, rewards by hand, tolerances."""

from fractions import Fraction
from itertools import combinations, product
from math import sqrt

import pytest
from scipy import spatial

from rlve_gym import Outcome, Reward, grow, load, step
from rlve_gym.kit.geometry import cross, scattered_points
from rlve_gym.layouts import Decimals
from rlve_gym.problem import random_stream

SmallestCircle, UpperEnvelope = load("smallest_circle"), load("upper_envelope")
SmallestBoundingBox, ConvexHull = load("smallest_bounding_box"), load("convex_hull")
RaySegmentStabbing = load("ray_segment_stabbing")

ALL = (SmallestCircle, UpperEnvelope, SmallestBoundingBox, ConvexHull, RaySegmentStabbing)


def reward(problem, text):
    return Reward()(problem.judge(text), problem.beta)


def outcome(problem, text):
    return problem.judge(text).outcome


def test_parameters():
    for start, cls in ((4, SmallestCircle), (3, UpperEnvelope), (4, SmallestBoundingBox), (5, ConvexHull)):
        assert [cls.parameters(level)["n"] for level in range(11)] == [grow(start)(level) for level in range(11)]
    assert [RaySegmentStabbing.parameters(level)["n"] for level in range(11)] == [step(8)(level) for level in range(11)]
    assert [cls.beta for cls in ALL] == [10, 5, 1, 5, 1]


@pytest.mark.parametrize("cls", ALL)
def test_pictures_show_what_is_told(cls, tmp_path):
    from rlve_gym.pictures import draw

    pytest.importorskip("matplotlib")
    draw(cls.draw(2, 1).picture, tmp_path / "picture.svg")
    assert (tmp_path / "picture.svg").stat().st_size > 1_000


def test_scattered_points_lie_apart():
    for seed in range(40):
        points = scattered_points(random_stream("scattered", seed), 12, 12 + seed)
        assert len(points) == 12 and all(0 <= x <= 12 + seed and 0 <= y <= 12 + seed for x, y in points)
        assert all(cross(*triple) != 0 for triple in combinations(points, 3))


# Smallest circle.

TRIANGLE = SmallestCircle([[0, 0], [6, 0], [2, 1]])  # the diameter from (0, 0) to (6, 0) has (2, 1) inside
SQUARE = SmallestCircle([[0, 0], [2, 0], [2, 2], [0, 2]])


def test_smallest_circles_against_all_circles():
    for seed in range(200):
        problem = SmallestCircle.draw(seed % 6, seed)
        assert problem.solve() == problem.brute()


def test_smallest_circle_of_points_in_any_order_and_on_a_line():
    rng = random_stream("circle")
    for _ in range(200):
        points = [[rng.randrange(6), rng.randrange(6)] for _ in range(7)]
        circle = SmallestCircle(points).circle
        assert SmallestCircle(sorted(points)).circle == circle == SmallestCircle(sorted(points)[::-1]).circle


def test_references_have_two_or_more_points_on_the_circle():
    for seed in range(20):
        problem = SmallestCircle.draw(15, seed)
        x, y, square = problem.circle
        far = [(px - x) ** 2 + (py - y) ** 2 for px, py in problem.points]
        assert max(far) == square and far.count(square) >= 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 0 3", 1),
        ("3.0, 0.0, 3.0", 1),
        ("(3, 0, 3)", 1),
        ("3 0 3.001", 1),  # as large as is right
        ("3 0 3.0010000000000000000000000000001", pytest.approx((3 / 3.001) ** 10)),
        ("3 0 2.999", 1),  # every point lies at most r + 0.001 away
        ("3 0 2.9989999999999999999999999999999", 0),
        ("3.0005 0 3", 1),
        ("3 0.001 3", 1),
        ("3 2 4", pytest.approx(0.75**10)),
        ("3 0 6", pytest.approx(0.5**10)),
        ("2 0 3", 0),
        ("3 0 -3", -0.5),
        ("3 0 -1e300", -0.5),
        ("3 0 1e300", 0),
        ("nan nan 3", -1),
        ("nan nan nan", -1),
        ("3 inf 3", -1),
        ("3 0", -1),
        ("3 0 3 3", -1),
        ("", -1),
    ],
)
def test_rewards_of_circles(text, expected):
    assert reward(TRIANGLE, text) == expected


def test_irrational_radii():
    # The square's radius is the root of 2, 1.41421356...; 0.001 more is 1.41521356...
    assert outcome(SQUARE, "1 1 1.4142") == outcome(SQUARE, "1 1 1.41521356") == "correct"
    assert outcome(SQUARE, "1 1 1.41321357") == "correct" and outcome(SQUARE, "1 1 1.41321356") == "invalid"
    assert outcome(SQUARE, "1 1 1.41521357") == "partial"
    assert SQUARE.solve() == [1, 1, Fraction(1_414_213_562, 10**9)] and sqrt(SQUARE.circle[2]) == sqrt(2)


def test_decimals_are_read_as_written():
    numbers = Decimals(3, "numbers x, y and r")
    assert numbers.parse("[0.1, -2; 1e-3]") == numbers.parse("0.1 -2 .001.") == [Fraction(1, 10), -2, Fraction(1, 1000)]
    assert numbers.parse(numbers.render([Fraction(1, 8), -3, 0])) == [Fraction(1, 8), -3, 0]
    for text in ("1 2", "1,,2", "1 2 3 4", "1 2 x", "[1 2 3", "1 2 1e999", "1/2 1 1"):
        with pytest.raises(ValueError):
            numbers.parse(text)


# Upper envelope.


def test_envelopes_against_the_highest_lines_between_crossings():
    for seed in range(300):
        problem = UpperEnvelope.draw(seed % 8, seed)
        assert problem.solve() == problem.brute()


def test_envelopes_of_many_concurrent_lines():
    rng = random_stream("concurrent")
    for _ in range(200):
        cells = rng.sample(list(product(range(-2, 3), repeat=2)), 6)
        problem = UpperEnvelope([list(cell) for cell in cells])
        assert problem.solve() == problem.brute()


def test_envelope_by_hand():
    # y = 0 meets the other two in (0, 0) only; y = -1 lies below them.
    lines = UpperEnvelope([[0, 0], [1, 0], [0, -1], [-1, 0], [1, -2]])
    assert lines.solve() == [1, 3]
    assert reward(lines, "3 1") == 1 and reward(lines, "0 1 3") == pytest.approx((2 / 3) ** 5)
    assert reward(lines, "1") == pytest.approx(0.5**5) and reward(lines, "0") == 0
    assert reward(lines, "1 5") == reward(lines, "1 3 3") == reward(lines, "-1") == -0.5
    assert "0: y = 0 x + 0\n1: y = 1 x + 0\n2: y = 0 x - 1\n" in lines.question


# Smallest bounding box.

# Every point into [0, 1] x [4, 6]: the second and the third are exchanged.
BOX = SmallestBoundingBox([[0, 5, 1], [6, 1, 2], [4, 1, 3], [1, 5, 2]])


def test_boxes_against_all_exchanges():
    for seed in range(240):
        problem = SmallestBoundingBox.draw(seed % 4, seed)
        assert problem.measure(problem.solve()) == problem.measure(problem.brute())
        assert problem.score(problem.brute()) == 1 and "1" in problem.solve()


def test_rewards_of_boxes():
    assert BOX.solve() == "1001" and BOX.measure("1001") == (6, 3)
    assert reward(BOX, "1001") == 1 and reward(BOX, "0110") == pytest.approx(0.5 + 0.5 * (3 / 5) ** 5)
    assert BOX.measure("0000") == (20, 0) and reward(BOX, "0000") == pytest.approx(0.5 * (6 / 20) ** 5)
    assert [reward(BOX, text) for text in ("100", "10010", "1002", "")] == [-1] * 4


# Rays and segments.


def test_rays_against_all_choices_of_directions():
    rng = random_stream("rays")
    for seed in range(240):
        segments = [[rng.randint(1, 8) for _ in range(4)] for _ in range(2 + seed % 4)]
        problem = RaySegmentStabbing(segments, 1 + seed % 3)
        assert problem.solve() == problem.brute()


def meets(ray, segment):
    a, b, c, d = segment
    return (ray[0] * b - ray[1] * a) * (ray[0] * d - ray[1] * c) <= 0


def test_rays_against_all_pairs_on_a_fine_grid():
    """Directions on integer points; between two end points on [1, 6]^2 lies their sum, on [2, 12]^2."""
    rng = random_stream("pairs")
    for _ in range(40):
        segments = [[rng.randint(1, 6) for _ in range(4)] for _ in range(7)]
        rays = {tuple(meets(ray, segment) for segment in segments) for ray in product(range(1, 13), repeat=2)}
        one = max(map(sum, rays))
        two = max([one, *(sum(a) + sum(b) for a, b in combinations(rays, 2) if not any(map(min, a, b)))])
        assert [RaySegmentStabbing(segments, 2).most()[k] for k in (1, 2)] == [one, two]


def test_a_ray_between_all_ends_can_be_needed():
    # By slope: [0.5, 2], [1, 4] and [3, 5], with single points at 0.5 (twice) and 5 (twice).
    ends = [[2, 1, 1, 2], [1, 1, 1, 4], [1, 3, 1, 5]]
    points = [[2, 1, 4, 2], [4, 2, 4, 2], [1, 5, 1, 5], [2, 10, 1, 5]]
    problem = RaySegmentStabbing(ends + points, 3)
    assert problem.solve() == problem.brute() == 7
    met = [
        [low <= slope <= high for low, high in problem.slopes] for slope in {end for p in problem.slopes for end in p}
    ]
    choices = (chosen for rays in (1, 2, 3) for chosen in combinations(met, rays))
    assert max(sum(map(sum, chosen)) for chosen in choices if max(map(sum, zip(*chosen))) == 1) == 6


def test_what_rays_are_drawn():
    for seed in range(60):
        problem = RaySegmentStabbing.draw(seed % 8, seed)
        most = problem.most()
        assert len(most) == problem.rays + 1 and most[-2] < most[-1] < problem.n and most == sorted(most)
    assert outcome(problem, str(most[-1])) == "correct" and outcome(problem, str(most[-1] + 1)) == "wrong"


# Convex hull.


def test_hulls_against_scipy_and_supporting_lines():
    for seed in range(240):
        problem = ConvexHull.draw(seed % 12, seed)
        assert problem.solve() == problem.brute() == round(2 * spatial.ConvexHull(problem.points).volume)


def test_rewards_of_hulls():
    problem = ConvexHull([[0, 0], [4, 1], [3, 5], [2, 2], [1, 4]])
    assert problem.solve() == 24  # (2, 2) is inside; the diagonals (3, 5) and (-3, 3) give 3 * 3 + 5 * 3
    assert reward(problem, "24") == 1 and reward(problem, "48") == reward(problem, "12") == 0.5**5
    assert [reward(problem, text) for text in ("0", "-24", "12.0", "")] == [-1] * 4
    assert outcome(problem, "23") is Outcome.PARTIAL
