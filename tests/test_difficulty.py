"""Schedules, levels and the streams problems are drawn from."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rlve_gym
from rlve_gym import Spec, grow, scale, step
from rlve_gym.difficulty import Schedule, as_level
from rlve_gym.problem import random_stream


@pytest.mark.parametrize(
    "schedule, values",
    [
        (grow(3), [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16]),
        (grow(10, by=2), [10, 13, 16, 19, 22, 26]),
        (grow(3, cap=6), [3, 4, 5, 6, 6, 6]),
        (step(2), [2, 3, 4, 5]),
        (step(2, by=5, cap=11), [2, 7, 11, 11]),
        (scale(10, 2), [10, 20, 40, 80]),
        (scale(10, "1.5"), [10, 15, 22, 33, 49]),
        (scale(10, 10, cap=500), [10, 100, 500, 500]),
    ],
)
def test_values(schedule, values):
    assert [schedule(level) for level in range(len(values))] == values


@given(
    start=st.integers(1, 50),
    factor=st.fractions(1, 3, max_denominator=20),
    by=st.integers(0, 5),
    cap=st.none() | st.integers(50, 200),
)
def test_values_never_shrink_and_stay_below_the_cap(start, factor, by, cap):
    schedule = Schedule(start, factor, by, cap)
    values = [schedule(level) for level in range(25)]
    assert values == sorted(values)
    assert cap is None or max(values) <= cap
    assert all(isinstance(value, int) for value in values)


def test_a_schedule_is_exact_where_floats_are_not():
    assert scale(10**20, "1.1")(1) == 11 * 10**19
    assert grow(10)(1) == 12 and int(1.1 * 10) + 1 == 12
    assert Schedule(100, Fraction("1.15"))(1) == 115 != int(1.15 * 100)


def test_a_capped_schedule_is_cheap_at_any_level():
    assert scale(1, 10, cap=10**6)(10**9) == 10**6


@pytest.mark.parametrize("level", [-1, -(10**30), "3", "", True, False, 1.5, 1.0, None, [1], float("nan")])
def test_what_is_not_a_level(level):
    with pytest.raises(ValueError, match="levels of difficulty are the integers 0, 1, 2"):
        as_level(level)
    with pytest.raises(ValueError, match="levels of difficulty"):
        rlve_gym.load("sorting").parameters(level)
    with pytest.raises(ValueError, match="levels of difficulty"):
        Spec("sorting", level, 0).problem()


def test_integers_of_numpy_are_levels_and_seeds():
    assert as_level(np.int64(3)) == 3 and type(as_level(np.int64(3))) is int
    assert Spec("sorting", np.int32(3), np.int64(5)).problem() == Spec("sorting", 3, 5).problem()


def test_specs_are_pure_and_travel():
    spec = Spec("sorting", 4, 17)
    assert spec.problem() == pickle.loads(pickle.dumps(spec)).problem()
    assert len({Spec("sorting", 4, seed).problem().prompt() for seed in range(20)}) == 20


def test_streams_are_the_same_everywhere():
    assert random_stream("sorting", 1, 0, 0).random() == random_stream("sorting", 1, 0, 0).random()
    assert random_stream("a", 12).getrandbits(64) != random_stream("a1", 2).getrandbits(64)
    assert random_stream("fixed").getrandbits(32) == 321115597
