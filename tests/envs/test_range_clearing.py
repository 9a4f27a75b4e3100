"""Two-step range clearing: its greedy solution against search over arrays and a table over all representations."""

from itertools import pairwise, product

import pytest

from rlve_gym import Reward, load
from rlve_gym.problem import random_stream

TwoStepRangeClearing = load("two_step_range_clearing")


def by_table(numbers: list[int], a: int, b: int, reach: int) -> int:
    """Least sum(|x| + |y|) / 2 over a x + b y = difference, |x| <= reach, the x summing to 0; without convexity."""
    best = {0: 0}
    for before, after in pairwise([0, *numbers, 0]):
        ways = [
            (x, (after - before - a * x) // b) for x in range(-reach, reach + 1) if (after - before - a * x) % b == 0
        ]
        following: dict[int, int] = {}
        for (total, cost), (x, y) in product(best.items(), ways):
            new = cost + abs(x) + abs(y)
            if new < following.get(total + x, new + 1):
                following[total + x] = new
        best = following
    return best[0] // 2


def test_levels():
    assert [TwoStepRangeClearing.parameters(level)["n"] for level in range(11)] == [
        *(2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14)
    ]


def test_agrees_with_breadth_first_search_on_drawn_problems():
    for seed in range(200):
        problem = TwoStepRangeClearing.draw(0, seed)
        assert problem.solve() == problem.brute(), problem


@pytest.mark.parametrize(("a", "b"), [(1, 2), (2, 1), (2, 3), (3, 5), (2, 4), (4, 6), (6, 4), (3, 6), (5, 1), (6, 9)])
def test_agrees_with_breadth_first_search_on_all_small_arrays(a, b):
    for counts in product(range(-1, 2), repeat=4):
        numbers = [a * counts[0] + b * counts[1], a * counts[2] + b * counts[3]]
        problem = TwoStepRangeClearing(numbers, a, b)
        assert problem.solve() == problem.brute(), problem


def test_agrees_with_breadth_first_search_on_three_entries():
    rng = random_stream("three entries")
    for _ in range(60):
        a, b = rng.randint(1, 6), rng.randint(7, 9)
        numbers = [a * rng.randint(-1, 1) + b * rng.randint(-1, 1) for _ in range(3)]
        problem = TwoStepRangeClearing(numbers, *((a, b) if rng.random() < 0.5 else (b, a)))
        assert problem.solve() == problem.brute(), problem


def test_agrees_with_the_table_on_drawn_problems():
    for seed in range(200):
        problem = TwoStepRangeClearing.draw(seed % 3, seed)
        assert problem.solve() == by_table(problem.numbers, problem.a, problem.b, 40), problem


def test_agrees_with_the_table_where_many_steps_must_be_shifted():
    rng = random_stream("shifted")
    for _ in range(100):
        a, b = rng.randint(2, 9), rng.randint(10, 14)
        numbers = [0]
        while len(numbers) < 7:
            numbers.append(numbers[-1] + rng.choice([a * (b // 2), a, b - a]))
        problem = TwoStepRangeClearing(numbers[1:], a, b)
        assert problem.solve() == by_table(numbers[1:], a, b, 45), problem


@pytest.mark.parametrize(
    ("numbers", "a", "b", "operations"),
    [
        ([0], 1, 2, 0),
        ([0, 0, 0], 4, 6, 0),
        ([3], 3, 5, 1),
        ([-5, -5, -5], 3, 5, 1),
        ([2], 3, 5, 2),
        ([1], 3, 5, 3),
        ([3, 0, 3], 3, 5, 2),
        ([3, 8, 5], 3, 5, 2),
        ([12], 4, 6, 2),
        ([2, -2], 2, 4, 2),
    ],
)
def test_by_hand(numbers, a, b, operations):
    problem = TwoStepRangeClearing(numbers, a, b)
    assert problem.solve() == TwoStepRangeClearing(numbers, b, a).solve() == operations
    rewards = [
        Reward()(problem.judge(text), problem.beta) for text in (str(operations), str(operations + 1), "-1", "x")
    ]
    assert rewards == [1.0, 0.0, 0.0, -1.0]


def test_draws_stay_in_range():
    for seed in range(200):
        problem = TwoStepRangeClearing.draw(1, seed)
        assert 1 <= problem.a <= 6 and 1 <= problem.b <= 6 and problem.a != problem.b
        assert len(problem.numbers) == 3
        assert all(abs(number) <= 6 * (problem.a + problem.b) for number in problem.numbers)
