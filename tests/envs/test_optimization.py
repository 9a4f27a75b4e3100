"""Partitions, assignments, stabbing, knapsacks and sums: references against enumeration and scipy."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, linear_sum_assignment, milp

from rlve_gym import Reward, grow, load
from rlve_gym.kit.matching import cheapest_assignment
from rlve_gym.problem import random_stream

MinMaxAbsPartition, MaxRatioAssignment = load("min_max_abs_partition"), load("max_ratio_assignment")
MinIntervalStabbing, Knapsack = load("min_interval_stabbing"), load("knapsack")
MaxNonAdjacentSum = load("max_non_adjacent_sum")

ALL = (MinMaxAbsPartition, MaxRatioAssignment, MinIntervalStabbing, Knapsack, MaxNonAdjacentSum)


def reward(problem, text):
    return Reward()(problem.judge(text), problem.beta)


def largest(values, rows, at_least, at_most):
    """The largest total value of a choice of variables, each 0 or 1, that keeps the bounds; by scipy's solver."""
    limits = LinearConstraint(rows, at_least, at_most)
    found = milp(-np.array(values), constraints=limits, bounds=Bounds(0, 1), integrality=1)
    assert found.success
    return round(-found.fun)


def test_parameters():
    for cls, start in zip(ALL, (4, 3, 3, 3, 6)):
        assert [cls.parameters(level)["n"] for level in range(11)] == [grow(start)(level) for level in range(11)]
    assert [cls.beta for cls in ALL] == [1, 5, 5, 5, 5]


# Partition.


def test_partitions_against_all_cuts():
    for seed in range(260):
        problem = MinMaxAbsPartition.draw(seed % 6, seed)
        assert problem.solve() == problem.brute()


def test_partitions_of_arrays_that_sum_to_zero():
    rng = random_stream("zero")
    least = set()
    for _ in range(200):
        values = [1, -1] * rng.randint(2, 5)
        rng.shuffle(values)
        labels = rng.sample(range(1, len(values) + 1), len(values))
        problem = MinMaxAbsPartition(labels, values, rng.randint(2, 4) if len(values) > 4 else 2)
        assert problem.solve() == problem.brute() and problem.score(problem.brute()) == 1
        least.add(problem.least)
    assert least == {0, 1}


# Sums from the front: 1, 0, 1, 2, 1, 0. Two parts of sum 0 need an end after the second entry; three cannot.
ROW = ([3, 6, 1, 5, 2, 4], [1, -1, 1, 1, -1, -1])


@pytest.mark.parametrize(
    ("parts", "text", "expected"),
    [
        (2, "6 4", 1),
        (2, "3 4", 0),  # parts of sum 1 and -1, where the best is 0
        (3, "1 2 4", 1),
        (3, "3 1 4", pytest.approx(0.5 + 0.5 * (1 / 3) ** 5)),
        (3, "3 2 4", pytest.approx(0.5 + 0.5 * (2 / 3) ** 5)),
        (3, "1 5 4", pytest.approx(0.5 * (1 / 2) ** 5)),  # the last part has the sum -2
        (3, "1 2 5", -0.5),
        (3, "2 1 4", -0.5),
        (3, "1 1 4", -0.5),
        (3, "1 4", -0.5),
        (3, "1 7 4", -0.5),
        (3, "0 2 4", -0.5),
        (3, "", -1),
    ],
)
def test_rewards_of_partitions(parts, text, expected):
    assert reward(MinMaxAbsPartition(*ROW, parts), text) == expected


def test_large_partitions_keep_the_limit():
    for seed in range(20):
        problem = MinMaxAbsPartition.draw(20, seed)
        places = [problem.labels.index(label) + 1 for label in problem.reference]
        costs = [abs(sum(problem.values[start:end])) for start, end in pairwise([0, *places])]
        assert max(costs) == problem.least and len(costs) == problem.parts and places[-1] == problem.n


# Ratio.


def test_assignments_against_scipy():
    rng = random_stream("assignment")
    for size in (1, 2, 3, 5, 8, 20) * 40:
        costs = [[rng.randint(-9, 9) for _ in range(size)] for _ in range(size)]
        found = cheapest_assignment(costs)
        rows, columns = linear_sum_assignment(costs)
        assert sorted(found) == list(range(size))
        assert sum(row[column] for row, column in zip(costs, found)) == np.array(costs)[rows, columns].sum()


def test_ratios_against_all_permutations():
    for seed in range(220):
        problem = MaxRatioAssignment.draw(seed % 4, seed)
        assert problem.score(problem.brute()) == 1 and problem.score(problem.solve()) == 1


def test_ratios_cannot_be_improved_by_scipy():
    """The best ratio t is the one at which no assignment has a positive sum of A - t B."""
    for seed in range(10):
        problem = MaxRatioAssignment.draw(12, seed)
        gains, costs, rows = np.array(problem.gains), np.array(problem.costs), range(problem.n)
        t = Fraction(int(gains[rows, problem.reference].sum()), int(costs[rows, problem.reference].sum()))
        values = t.denominator * gains - t.numerator * costs
        assert values[linear_sum_assignment(values, maximize=True)].sum() == 0


def test_rewards_of_ratios():
    problem = MaxRatioAssignment([[2, 1], [3, 6]], [[1, 2], [3, 4]])
    assert problem.solve() == [0, 1] and reward(problem, "0 1") == 1  # 8 / 5 against 4 / 5
    assert reward(problem, "1 0") == 0.5**5
    assert [reward(problem, text) for text in ("0 0", "0", "0 1 2", "1 2", "-1 0", "x")] == [-0.5] * 5 + [-1]
    equal = MaxRatioAssignment([[2, 4], [4, 2]], [[1, 2], [2, 1]])
    assert reward(equal, "0 1") == reward(equal, "1 0") == 1


# Stabbing.


def test_stabbing_against_all_choices():
    for seed in range(240):
        problem = MinIntervalStabbing.draw(seed % 4, seed)
        assert problem.score(problem.brute()) == 1 and problem.score(problem.solve()) == 1


def test_stabbing_of_few_intervals_against_all_choices():
    rng = random_stream("few")
    for _ in range(200):
        ends = [sorted((rng.randint(1, 9), rng.randint(1, 9))) for _ in range(rng.randint(1, 5))]
        covered = MinIntervalStabbing(9, [[*pair, 1] for pair in ends], 1).covered
        intervals = [[*pair, rng.randint(1, 10)] for pair in ends]
        problem = MinIntervalStabbing(9, intervals, rng.randint(1, len(covered)))
        assert problem.score(problem.brute()) == 1 and problem.score(problem.solve()) == 1


def test_stabbing_by_hand():
    # Point 1 costs 4, 2 costs 9, 3 and 4 cost 5 and lie in the same interval, 5 lies in none.
    problem = MinIntervalStabbing(5, [[1, 2, 4], [2, 4, 5]], 2)
    assert problem.covered == [1, 2, 3, 4] and problem.solve() == [3, 4]
    assert reward(problem, "4 3") == 1 and reward(problem, "1 2") == pytest.approx((5 / 9) ** 5)
    assert [reward(problem, text) for text in ("3", "3 3", "3 5", "3 4 1", "0 3", "")] == [-0.5] * 5 + [-1]


# Knapsack.


def test_knapsacks_against_all_choices():
    for seed in range(240):
        problem = Knapsack.draw(seed % 7, seed)
        assert problem.score(problem.brute()) == 1 and problem.score(problem.solve()) == 1
        weights = [weight for weight, _ in problem.items]
        assert min(weights) <= problem.capacity < sum(weights)


def test_large_knapsacks_against_scipy():
    for seed in range(10):
        problem = Knapsack.draw(15, seed)
        weights, values = zip(*problem.items)
        assert sum(values[item] for item in problem.reference) == largest(values, [weights], [0], [problem.capacity])


def test_rewards_of_knapsacks():
    # Item 0 has the best value for its weight; items 1 and 2 together are better.
    problem = Knapsack([[3, 6], [2, 3], [2, 3], [1, 1]], 4)
    assert problem.solve() == problem.brute() == [0, 3]
    assert reward(problem, "3 0") == 1 and reward(problem, "1 2") == reward(problem, "0") == pytest.approx((6 / 7) ** 5)
    assert [reward(problem, text) for text in ("0 1", "1 1", "4", "-1", "0 1 2 3", "")] == [-0.5] * 5 + [-1]


# Sums of entries that are no neighbours.


def test_sums_against_all_choices():
    for seed in range(240):
        problem = MaxNonAdjacentSum.draw(seed % 7, seed)
        assert problem.score(problem.brute()) == 1 and problem.score(problem.solve()) == 1


def test_sums_of_as_many_entries_as_fit():
    rng = random_stream("fit")
    for _ in range(200):
        numbers = [rng.randint(1, 9) for _ in range(rng.randint(1, 9))]
        problem = MaxNonAdjacentSum(numbers, (len(numbers) + 1) // 2)
        assert problem.score(problem.brute()) == 1 and problem.score(problem.solve()) == 1


def test_large_sums_against_scipy():
    for seed in range(10):
        problem = MaxNonAdjacentSum.draw(15, seed)
        pairs = [[float(i in (at, at + 1)) for i in range(problem.n)] for at in range(problem.n - 1)]
        none, one = [0] * len(pairs), [1] * len(pairs)
        wanted = largest(problem.numbers, [*pairs, [1.0] * problem.n], [*none, problem.k], [*one, problem.k])
        assert sum(problem.numbers[index] for index in problem.reference) == wanted
        assert len(problem.reference) == problem.k


def test_rewards_of_sums():
    problem = MaxNonAdjacentSum([1, 5, 6, 5, 2], 2)
    assert problem.solve() == [1, 3] and reward(problem, "3 1") == 1
    assert reward(problem, "2 0") == pytest.approx(0.7**5) and reward(problem, "0 4") == pytest.approx(0.3**5)
    assert reward(problem, "2 4") == pytest.approx(0.8**5)
    assert [reward(problem, text) for text in ("2 3", "1 1", "1", "1 3 0", "1 5", "-1 1", "")] == [-0.5] * 6 + [-1]
