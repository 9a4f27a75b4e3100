"""Counting in sequences: references against enumeration, answers by hand."""

import pytest

from rlve_gym import Reward, load

InversionPair, MonotonicStack = load("inversion_pair"), load("monotonic_stack")
BoundedMean = load("bounded_mean_subarray_counting")


def reward(problem, text):
    return Reward()(problem.judge(text), problem.beta)


def test_parameters_equal_the_catalogue():
    for cls in (InversionPair, BoundedMean):
        assert [cls.parameters(level)["n"] for level in range(11)] == [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16]
    assert [MonotonicStack.parameters(level)["n"] for level in range(11)] == [4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18]
    assert [cls.beta for cls in (InversionPair, MonotonicStack, BoundedMean)] == [10, 1, 10]


def test_swaps_against_a_search():
    for seed in range(230):
        problem = InversionPair.draw(int(seed % 8 == 0), seed)
        assert problem.solve() == problem.brute()


def test_swaps_against_pairs_of_positions():
    for seed in range(200):
        problem = InversionPair.draw(seed % 20, seed)
        a, b = ([sorted(values).index(value) for value in values] for values in (problem.first, problem.second))
        crossed = [(a.index(x) < a.index(y)) != (b.index(x) < b.index(y)) for x in range(problem.n) for y in range(x)]
        assert problem.solve() == sum(crossed)


@pytest.mark.parametrize("text, expected", [("2", 1), ("1", 0.5**10), ("0", 0), ("3", (2 / 3) ** 10), ("-2", -1)])
def test_rewards_of_swaps(text, expected):
    # The ranks are 2 0 1 and 0 1 2.
    assert reward(InversionPair([5, 0, 3], [1, 2, 4]), text) == pytest.approx(expected)


def test_stacks_against_all_pairs():
    for seed in range(300):
        problem = MonotonicStack.draw(seed % 20, seed)
        assert problem.solve() == problem.brute()


@pytest.mark.parametrize("numbers, total", [([3, 1, 2, 3, 1], 3), ([2, 2, 2], 0), ([4, 3, 2, 1], 6), ([1, 2, 3], 0)])
def test_stacks_by_hand(numbers, total):
    assert MonotonicStack(numbers).solve() == total
    assert reward(MonotonicStack(numbers), str(total)) == 1
    assert reward(MonotonicStack(numbers), str(total + 1)) == 0


def test_means_against_all_subarrays():
    for seed in range(300):
        problem = BoundedMean.draw(seed % 20, seed)
        assert problem.solve() == problem.brute()
        assert min(problem.numbers) < problem.bound <= max(problem.numbers)


@pytest.mark.parametrize("text, expected", [("3", 1), ("6", 0.5**10), ("0", 0), ("-3", -1)])
def test_rewards_of_means(text, expected):
    # 3, 4 and 3 4; the mean of all three is 8/3.
    assert reward(BoundedMean([1, 3, 4], 3), text) == pytest.approx(expected)
