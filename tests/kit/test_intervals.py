"""Stabbing of intervals, against all choices of points."""

from fractions import Fraction
from itertools import combinations
from random import Random

from rlve_gym.kit.intervals import disjoint_stabbing


def tried(spans, most):
    """Points at all ends and halves, one below all of them."""
    best = [0] * (most + 1)
    for count in range(1, most + 1):
        for points in combinations([half / 2 for half in range(13)], count):
            stabbed = [sum(low <= point <= high for point in points) for low, high in spans]
            best[count] = max(best[count], best[count - 1], sum(stabbed) if max(stabbed) < 2 else 0)
    return best


def test_against_all_choices_of_points():
    for seed in range(80):
        rng = Random(seed)
        ends = [sorted(rng.choices(range(7), k=2)) for _ in range(rng.randint(1, 7))]
        spans = [(Fraction(low), Fraction(high)) for low, high in ends]
        assert disjoint_stabbing(spans, 3) == tried(ends, 3)


def test_by_hand():
    """A chain, of which every second place stabs two; and a long interval over three, which only one point may stab."""
    assert disjoint_stabbing([(0, 2), (1, 4), (3, 6), (5, 7)], 4) == [0, 2, 4, 4, 4]
    assert disjoint_stabbing([(0, 9), (1, 2), (4, 5), (7, 8)], 5) == [0, 2, 2, 2, 2, 2]
    assert disjoint_stabbing([(0, 1), (0, 1)], 0) == [0]


def test_a_point_between_the_ends():
    """2 and 6 stab four; at either end of the last interval, a third point would stab one of those again."""
    assert disjoint_stabbing([(0, 3), (2, 2), (3, 5), (5, 6), (6, 6)], 3) == [0, 2, 4, 5]
