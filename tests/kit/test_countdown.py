"""The numbers game: all values by splits in two, which the kit's two ways do not use."""

from fractions import Fraction

import pytest
from countdown_values import values

from rlve_gym import Formula, Invalid, load
from rlve_gym.kit.countdown import closest_expression, every_expression
from rlve_gym.problem import random_stream


def read(text: str):
    return Formula("+-*/").parse(text)


def test_every_expression_is_worth_what_is_said_and_none_is_missed():
    rng = random_stream("every expression")
    for size in (1, 2, 2, 2, 3, 3, 3):
        numbers = [rng.randrange(6) for _ in range(size)]
        found = list(every_expression(numbers))
        assert {value for value, _ in found} == values(tuple(numbers))
        for value, text in found:
            assert read(text).value() == value and sorted(read(text).numbers) == sorted(numbers)


def test_no_expression_is_closer():
    rng = random_stream("closest expression")
    hits = 0
    for seed in range(120):
        numbers, target = [rng.randrange(10) for _ in range(2 + seed % 3)], rng.randrange(120)
        expression = read(closest_expression(numbers, target))
        best = min(abs(value - target) for value in values(tuple(numbers)))
        assert abs(expression.value() - target) == best
        assert sorted(expression.numbers) == sorted(numbers)
        hits += best == 0
    assert 10 < hits < 110


def test_what_an_answer_is_worth():
    problem = load("countdown_close")([2, 3, 3], 1)
    assert problem.worth(read("2*3/3")) == 2 and problem.worth(read("3/2-3")) == Fraction(-3, 2)
    for text in ("2*3", "2*3*3*3", "2/(3-3)", "2+2+3"):
        with pytest.raises(Invalid):
            problem.worth(read(text))
