"""Inversions, against all pairs."""

from itertools import combinations
from random import Random

from rlve_gym.kit.inversions import inversions


def test_inversions_against_all_pairs_also_of_equal_values():
    for seed in range(200):
        rng = Random(seed)
        values = [rng.randint(-5, 5 + seed) for _ in range(rng.randint(0, 30))]
        assert inversions(values) == sum(a > b for a, b in combinations(values, 2))


def test_long_lists_by_formula():
    assert inversions(range(2000, 0, -1)) == 2000 * 1999 // 2 and inversions([7] * 500) == 0
