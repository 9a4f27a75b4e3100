"""Angles and triangles, against fractions and areas."""

from itertools import pairwise, product
from math import pi
from random import Random

from rlve_gym.kit.geometry import angle, cross, in_triangle


def test_angles_of_parallel_steps_are_equal_and_others_are_in_order():
    assert [angle([1, 1], b) for b in ([4, 1], [1, 9], [-5, 1], [1, 0])] == [0, pi / 2, pi, -pi / 2]
    around = sorted((angle([0, 0], [x, y]), x, y) for x, y in product(range(-9, 10), repeat=2) if (x, y) != (0, 0))
    for (one, x, y), (other, z, w) in pairwise(around):
        turn = cross([0, 0], [x, y], [z, w])
        assert one == other and turn == 0 if one == other else turn > 0
    assert angle([2, 3], [2 + 33, 3 + 22]) == angle([0, 0], [3, 2]) != angle([0, 0], [-3, -2])


def test_in_a_triangle_if_the_areas_of_its_parts_add_up():
    rng = Random(0)
    found = 0
    for _ in range(3000):
        point, a, b, c = ([rng.randint(0, 4), rng.randint(0, 4)] for _ in range(4))
        parts = [abs(cross(point, *side)) for side in ((a, b), (b, c), (c, a))]
        inside = sum(parts) == abs(cross(a, b, c)) and min(parts) > 0
        found += inside
        assert in_triangle(point, a, b, c) == inside
    assert found > 50
