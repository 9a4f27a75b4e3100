"""Subsequence reversal: the dynamic programme against all 2^n reversals, instances solved by hand, rewards."""

from itertools import product

import pytest

from rlve_gym import Reward, load
from rlve_gym.problem import random_stream

SubsequenceReversalLnds = load("subsequence_reversal_lnds")


def solved(*numbers):
    return SubsequenceReversalLnds(list(numbers)).solve()


def test_parameters_equal_the_catalogue():
    assert [SubsequenceReversalLnds.parameters(level) for level in range(11)] == [{"n": n} for n in range(4, 15)]
    assert SubsequenceReversalLnds.beta == 1


def test_solver_against_all_reversals():
    for seed in range(240):
        problem = SubsequenceReversalLnds.draw(seed % 6, seed)
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


def test_what_is_drawn():
    drawn = [SubsequenceReversalLnds.draw(3, seed).numbers for seed in range(200)]
    assert {len(numbers) for numbers in drawn} == {7}
    assert {number for numbers in drawn for number in numbers} == {1, 2, 3, 4, 5, 6, 7}
