"""Constructions: references against enumeration, every right answer counts, near misses do not."""

from itertools import combinations, product

import pytest

from rlve_gym import Reward, load

RecursiveSum = load("recursive_sequence_sum_construction")
SubsetSum, RoundRobin = load("subset_sum"), load("round_robin")
PairwiseSums = load("pairwise_sum_reconstruction")


def reward(problem, text):
    return Reward()(problem.judge(text), problem.beta)


def test_parameters():
    assert [RecursiveSum.parameters(level)["n"] for level in range(11)] == [4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18]
    assert [SubsetSum.parameters(level)["n"] for level in range(7)] == [5, 6, 7, 8, 9, 10, 12]
    for cls in (RoundRobin, PairwiseSums):
        assert [cls.parameters(level)["n"] for level in range(11)] == list(range(3, 14))
    assert [cls.beta for cls in (RecursiveSum, SubsetSum, RoundRobin, PairwiseSums)] == [1, 1, 5, 5]


def terms(problem, count):
    found = [problem.first]
    while len(found) <= count:
        found.append(problem.factor * found[-1] + problem.constant)
    return found


def test_sums_of_terms():
    for seed in range(250):
        problem = RecursiveSum.draw(seed % 3, seed)
        assert problem.score(problem.solve()) == problem.score(problem.brute()) == 1
        values = terms(problem, max(problem.solve()))
        assert sum(values[at] for at in problem.solve()) == problem.total
        assert problem.constant > 0
    for seed in range(40):
        problem = RecursiveSum.draw(seed, seed)
        assert problem.score(problem.solve()) == 1


def test_exactly_the_right_sets_of_indices_count():
    for problem in (RecursiveSum(0, 1, 3, 18), RecursiveSum(2, 1, 3, 19), RecursiveSum(1, 2, 1, 18)):
        values = terms(problem, 8)
        found = 0
        for size in range(1, 5):
            for chosen in combinations(range(1, 9), size):
                right = sum(values[at] for at in chosen) == problem.total
                assert problem.score(list(chosen)) == right
                found += right
        assert found


@pytest.mark.parametrize(
    "text, expected",
    [
        ("1 2", 0),
        ("210", 1),  # F(n) = n: one index far beyond any that was planted
        ("1 209", 1),
        ("209 1", 1),
        ("105 105", -0.5),
        ("0 210", -0.5),
        ("-1 211", -0.5),
        ("", -1),
    ],
)
def test_rewards_of_indices(text, expected):
    assert reward(RecursiveSum(0, 1, 1, 210), text) == expected


def test_subset_sums():
    for seed in range(240):
        problem = SubsetSum.draw(seed % 4, seed)
        assert problem.score(problem.solve()) == problem.score(problem.brute()) == 1
    for seed in range(20):
        problem = SubsetSum.draw(0, seed)
        for mask in product((False, True), repeat=problem.n):
            chosen = [at for at, kept in enumerate(mask) if kept]
            assert problem.score(chosen) == (sum(problem.numbers[at] for at in chosen) == problem.target)


@pytest.mark.parametrize(
    "text, expected",
    [("0 1", 1), ("1 0", 1), ("3", 1), ("2 1", 0), ("0 0 0", -0.5), ("4", -0.5), ("-1", -0.5), ("", -1)],
)
def test_rewards_of_subsets(text, expected):
    assert reward(SubsetSum([1, 3, 5, 4], 4), text) == expected


def test_tournaments():
    for seed in range(200):
        problem = RoundRobin.draw(seed % 2, seed)
        assert problem.score(problem.solve()) == problem.score(problem.brute()) == 1
        assert [3 * row.count("2") + row.count("1") for row in problem.solution] == problem.points


@pytest.mark.parametrize(
    "text, expected",
    [
        ("020\n002\n200", 1),  # both directions of the cycle
        ("002\n200\n020", 1),
        ("[[0, 2, 0], [0, 0, 2], [2, 0, 0]]", 1),
        ("0 2 0\n0 0 2\n2 0 0", 1),
        ("022\n002\n000", (1 / 3) ** 5),
        ("011\n101\n110", 0),
        ("120\n002\n200", -0.5),
        ("020\n202\n200", -0.5),
        ("02\n00", -0.5),
        ("030\n002\n200", -1),
    ],
)
def test_rewards_of_tables(text, expected):
    assert reward(RoundRobin([3, 3, 3], ["020", "002", "200"]), text) == pytest.approx(expected)


def sums(numbers):
    return sorted(a + b for a, b in combinations(numbers, 2))


def test_numbers_from_sums():
    for seed in range(200):
        problem = PairwiseSums.draw(seed % 12, seed)
        assert sums(problem.solve()) == sums(problem.brute()) == sorted(problem.sums)
    for seed in range(6):
        problem = PairwiseSums.draw(seed % 2, seed)
        for numbers in combinations(range(1, 10), problem.n):
            assert (problem.score(list(numbers)) == 1) == (sums(numbers) == sorted(problem.sums))


@pytest.mark.parametrize(
    "text, expected",
    [
        ("1 4 6 7", 1),
        ("2 3 5 8", 1),  # another four numbers with the sums 5 7 8 10 11 13
        ("8 5 3 2", 1),
        ("1 4 6 8", (3 / 9) ** 5),  # 5 7 9 10 12 14: 5, 7, 10 of nine different sums
        ("1 4 6", -0.5),
        ("1 4 6 6", -0.5),
        ("0 5 7 8", -0.5),
        ("1 4 6 x", -1),
    ],
)
def test_rewards_of_numbers(text, expected):
    assert reward(PairwiseSums([5, 7, 8, 10, 11, 13], [1, 4, 6, 7]), text) == pytest.approx(expected)
