"""Countdown: solutions exist, every right expression is taken, and none that bends the rules."""

from fractions import Fraction
from itertools import permutations, product

import pytest
from countdown_values import values

import rlve_gym

CountdownEqual = rlve_gym.load("countdown_equal")


@pytest.mark.parametrize("seed", range(200))
def test_the_target_is_within_reach(seed):
    problem = CountdownEqual.draw(seed % 2, seed)
    assert Fraction(problem.target) in values(tuple(problem.numbers))
    assert problem.target not in problem.numbers and 0 < problem.target <= 480
    assert problem.score(problem.solve()) == 1 and problem.score(problem.brute()) == 1


def test_the_planted_expression_is_right_on_every_level():
    for level in range(0, 21, 4):
        for seed in range(50):
            problem = CountdownEqual.draw(level, seed)
            assert len(problem.numbers) == min(3 + level, 8)
            assert problem.score(problem.solve()) == 1


def test_every_right_expression_is_taken_and_no_other():
    """All expressions (a . b) . c in any order, against their value by fractions."""
    signs = {"+": Fraction.__add__, "-": Fraction.__sub__, "*": Fraction.__mul__, "/": Fraction.__truediv__}
    right = 0
    for seed in range(40):
        problem = CountdownEqual.draw(0, seed)
        for (a, b, c), (one, two) in product(permutations(map(Fraction, problem.numbers)), product(signs, repeat=2)):
            wanted = signs[two](signs[one](a, b), c) == problem.target
            verdict = problem.verify(f"<answer>({a}{one}{b}){two}{c}</answer>")
            assert verdict.correct == wanted
            right += wanted
    assert right > 40


@pytest.mark.parametrize(
    "text, outcome",
    [
        ("2**3", "malformed"),
        ("23", "invalid"),
        ("2.3", "malformed"),
        ("2^3", "malformed"),
        ("8", "invalid"),
        ("2*3+2", "invalid"),
        ("2*3*1", "invalid"),
        ("2/(3-3)", "invalid"),
        ("2*3", "wrong"),
        ("3*2", "wrong"),
        ("8 = 2*3", "malformed"),
        ("2*(3+1)*1", "invalid"),
    ],
)
def test_the_rules_are_not_bent(text, outcome):
    assert CountdownEqual([2, 3], 8, "").verify(f"<answer>{text}</answer>").outcome == outcome


def test_a_division_by_zero_is_invalid():
    assert CountdownEqual([2, 3, 3], 8, "").verify("<answer>2/(3-3)</answer>").outcome == "invalid"
    assert CountdownEqual([2, 3, 3], 8, "").verify("<answer>2*(3/3)</answer>").outcome == "wrong"
    assert CountdownEqual([7, 2, 2], 7, "").verify("<answer>7/2*2</answer>").correct
