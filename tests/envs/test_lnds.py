"""Subsequence reversal: the dynamic programme against all 2^n reversals, instances solved by hand, rewards."""

from itertools import product

import pytest

from rlve_gym import Reward, load
from rlve_gym.problem import random_stream

SubsequenceReversalLnds = load("subsequence_reversal_lnds")


def solved(*numbers):
    return SubsequenceReversalLnds(list(numbers)).solve()


def test_parameters():
    longest = [SubsequenceReversalLnds.parameters(level)["longest"] for level in (0, 1, 2, 10, 32, 33, 34, 1000)]
    assert longest == [7, 8, 9, 17, 39, 40, 40, 40]
    assert SubsequenceReversalLnds.beta == 1


def test_solver_against_all_reversals():
    drawn = [SubsequenceReversalLnds.draw(seed % 4, seed) for seed in range(300)]
    small = [problem for problem in drawn if problem.n <= 9]
    assert len(small) > 200 and {problem.n for problem in small} == {4, 5, 6, 7, 8, 9}
    for problem in small:
        assert problem.solve() == problem.brute()


def test_solver_against_all_reversals_of_uniform_sequences():
    for seed in range(240):
        rng = random_stream("uniform", seed)
        problem = SubsequenceReversalLnds([rng.randint(1, 7) for _ in range(1 + seed % 8)])
        assert problem.solve() == problem.brute()


def test_solver_against_all_reversals_of_all_short_sequences():
    for n in (1, 2, 3, 4):
        for numbers in product(range(1, 4), repeat=n):
            problem = SubsequenceReversalLnds(list(numbers))
            assert problem.solve() == problem.brute()


def test_solver_where_values_are_sparse():
    rng = random_stream("sparse")
    for _ in range(40):
        problem = SubsequenceReversalLnds([rng.choice((-(10**12), -5, 0, 7, 10**12)) for _ in range(8)])
        assert problem.solve() == problem.brute()


def test_by_hand():
    assert solved(7) == 1
    assert solved(2, 1) == 2
    assert solved(3, 3, 3) == 3
    assert solved(4, 3, 2, 1) == 4
    assert solved(2, 3, 1) == 2
    assert solved(1, 2, 6, 4, 5, 3) == 6  # exchange 6 and 3
    assert solved(1, 2, 3, 4, 5) == 5  # reversing one position changes nothing


@pytest.mark.parametrize(
    ("text", "expected"), [("6", 1), ("5", 0), ("7", 0), ("-6", 0), ("", -1), ("6.0", -1), ("1 2 3 4 5 6", -1)]
)
def test_rewards(text, expected):
    problem = SubsequenceReversalLnds([1, 2, 6, 4, 5, 3])
    assert Reward()(problem.judge(text), problem.beta) == expected


@pytest.mark.parametrize(("level", "answers"), [(0, range(4, 8)), (3, range(5, 11)), (10, range(9, 18))])
def test_what_is_drawn(level, answers):
    drawn = [SubsequenceReversalLnds.draw(level, seed) for seed in range(200 if level < 10 else 60)]
    assert {problem.reference for problem in drawn} == set(answers)
    for problem in drawn:
        assert set(problem.numbers) <= set(range(1, problem.n + 1))
        assert problem.reference <= problem.n <= problem.reference * 3 // 2 + 1
        assert longest_without_reversal(problem.numbers) < problem.reference


def longest_without_reversal(numbers):
    """Longest non-decreasing subsequence, by the longest that ends at each place."""
    ends = []
    for place, number in enumerate(numbers):
        ends.append(1 + max((ends[before] for before in range(place) if numbers[before] <= number), default=0))
    return max(ends)


def test_a_sequence_of_every_size_is_drawn_in_time():
    assert max(SubsequenceReversalLnds.draw(1000, seed).n for seed in range(4)) <= 61


def test_the_last_resort_has_the_answer_that_was_wanted():
    falling = SubsequenceReversalLnds(list(range(9, 0, -1)))
    assert falling.solve() == 9
