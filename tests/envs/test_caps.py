"""Docstrings of environments name the level from which on a parameter does not grow any more."""

import re
import sys
from bisect import bisect_left

import pytest

from rlve_gym.registry import environments, folder_of, load

FAR = 10_000
"""A level that is beyond every cap."""
ENVS = [env for env in environments() if folder_of(env) is None]


def stops(problem_class):
    """Parameter -> the first level at which it has its last value, for those that grow for a while. None shrinks."""
    found = {}
    for name, schedule in problem_class.difficulty.items():
        if schedule.cap is not None and schedule.start < schedule.cap:
            level = bisect_left(range(FAR), schedule.cap, key=schedule)
            at, before = (problem_class.parameters(n)[name] for n in (level, level - 1))
            assert before < at == problem_class.parameters(2 * level)[name] == schedule(FAR)
            found[name] = level
    return found


def named_levels(problem_class):
    """The numbers that follow the word level, such as 12 in "(level 12)"."""
    words = " ".join(sys.modules[problem_class.__module__].__doc__.split())
    return {int(number) for number in re.findall(r"\blevel (\d+)\b", words)}


@pytest.mark.parametrize("env", ENVS)
def test_the_docstring_names_the_level_at_which_a_parameter_stops(env):
    problem_class = load(env)
    named = named_levels(problem_class)
    missing = {name: level for name, level in stops(problem_class).items() if level not in named}
    assert not missing, f"say in the docstring of {env} from which level on these do not grow: {missing}"


def test_the_levels_are_found():
    """By hand: digits are 1 to 2,000, sizes 0 to 12; 1.1 x + 1 is 1, 2, ..., 10, 12, 14, 16, 18, 20, 23, 26, 29, 30."""
    assert stops(load("division")) == {"divisor_digits": 1999, "quotient_digits": 1999}
    assert stops(load("linear_arithmetic")) == {"size": 12}
    assert stops(load("order_chain"))["largest"] == 18
    assert named_levels(load("linear_arithmetic")) == {8, 12}
    assert sum(bool(stops(load(env))) for env in ENVS) > len(ENVS) / 2
