"""Cheapest states under rules about neighbours, against all assignments of states."""

from itertools import product

import numpy as np

from rlve_gym.kit.broken_profile import cheapest_states
from rlve_gym.problem import random_stream


def least_by_enumeration(costs, allowed, states):
    """allowed: whether two neighbours may have these states."""
    rows, columns = costs.shape[:2]
    best = None
    for flat in product(range(states), repeat=rows * columns):
        grid = np.reshape(flat, (rows, columns))
        pairs = [*zip(grid[1:].flat, grid[:-1].flat), *zip(grid[:, 1:].flat, grid[:, :-1].flat)]
        if all(allowed(int(a), int(b)) for a, b in pairs):
            cost = sum(int(costs[r, c, grid[r, c]]) for r in range(rows) for c in range(columns))
            best = cost if best is None else min(best, cost)
    return best


def keep_left(allowed, states):
    """Rules of states that stay as they are placed, where neighbours must be allowed beside each other."""
    return {
        (left, cell): [(left, above) for above in range(states) if allowed(cell, above)]
        for left, cell in product(range(states), repeat=2)
        if allowed(cell, left)
    }


def compare(allowed, states, shapes, outside):
    rng = random_stream("broken profile", states)
    for rows, columns in shapes:
        costs = np.array([[[rng.randint(-9, 9) for _ in range(states)] for _ in range(columns)] for _ in range(rows)])
        found = cheapest_states(costs, keep_left(allowed, states), outside, range(states))
        value = sum(int(costs[r, c, found[r, c]]) for r in range(rows) for c in range(columns))
        assert value == least_by_enumeration(costs, allowed, states)
        assert all(allowed(int(a), int(b)) for a, b in zip(found[1:].flat, found[:-1].flat))
        assert all(allowed(int(a), int(b)) for a, b in zip(found[:, 1:].flat, found[:, :-1].flat))


def test_independent_sets_of_most_weight():
    """State 1 is chosen, and no two chosen cells touch; what is outside is not chosen."""
    compare(lambda a, b: not (a and b), 2, [(1, 1), (1, 5), (5, 1), (2, 3), (3, 3), (3, 2), (2, 2)] * 6, outside=0)


def test_heights_that_differ_by_one_at_most():
    """A state 1 of three may be beside any, so that it serves for the outside."""
    compare(lambda a, b: abs(a - b) < 2, 3, [(1, 1), (1, 4), (4, 1), (2, 3), (3, 2), (2, 2)] * 3, outside=1)


def test_the_last_row_ends_only_in_final_states():
    costs = np.array([[[5, 0], [5, 0]], [[5, 0], [5, 0]]])
    rules = {pair: [(pair[0], above) for above in range(2)] for pair in product(range(2), repeat=2)}
    assert cheapest_states(costs, rules, 0, (0, 1)).tolist() == [[1, 1], [1, 1]]
    assert cheapest_states(costs, rules, 0, (0,)).tolist() == [[1, 1], [0, 0]]
