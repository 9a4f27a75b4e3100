"""Cheapest orders, against all orders."""

from itertools import pairwise, permutations

import numpy as np

from rlve_gym.kit.tours import UNREACHABLE, cheapest_order


def test_cheapest_orders_against_all_of_them():
    for seed in range(200):
        rng = np.random.default_rng(seed)
        n = 1 + seed % 6
        distance = rng.integers(1, 20, (n, n))
        distance[rng.random((n, n)) < 0.3] = UNREACHABLE
        costs = {order: sum(int(distance[u, v]) for u, v in pairwise(order)) for order in permutations(range(n))}
        if min(costs.values()) < UNREACHABLE:
            assert costs[tuple(cheapest_order(distance))] == min(costs.values())


def test_one_way_around_a_circle():
    """From v to v + 1 costs 1, all else 9: the order begins anywhere."""
    distance = np.full((7, 7), 9)
    distance[range(7), [1, 2, 3, 4, 5, 6, 0]] = 1
    found = cheapest_order(distance)
    assert [(v - found[0]) % 7 for v in found] == list(range(7))
