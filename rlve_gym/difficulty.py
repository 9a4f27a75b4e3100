"""Schedules: how a generator's parameter grows with the level of difficulty.

A schedule is called with a level (0, 1, 2, ...) and gives the parameter's value there. Values never shrink. All
arithmetic is on integers and fractions, so every machine sees the same values. `cap` bounds a parameter whose reference
answer costs more than polynomial time; the environment's docstring then says where the cap is reached.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import index
from typing import SupportsIndex


@dataclass(frozen=True)
class Schedule:
    """x(0) = start, x(level + 1) = floor(factor * x(level)) + by, never above `cap`."""

    start: int
    factor: Fraction = Fraction(1)
    by: int = 0
    cap: int | None = None

    def __call__(self, level: int) -> int:
        return _value(self, level)


@lru_cache(maxsize=65536)
def _value(schedule: Schedule, level: int) -> int:
    value = schedule.start
    for _ in range(level):
        if schedule.cap is not None and value >= schedule.cap:
            break
        value = int(schedule.factor * value) + schedule.by
    return value if schedule.cap is None else min(value, schedule.cap)


def as_level(level: object) -> int:
    """A level given by a user, as an int. Raises ValueError unless it is an integer, of any type, from 0 upward."""
    if isinstance(level, bool) or not isinstance(level, SupportsIndex) or index(level) < 0:
        raise ValueError(f"level {repr(level)[:40]}: levels of difficulty are the integers 0, 1, 2, ...")
    return index(level)


def grow(start: int, by: int = 1, cap: int | None = None) -> Schedule:
    """Ten percent and `by` more at every level: x -> floor(1.1 x) + by."""
    return Schedule(start, Fraction(11, 10), by, cap)


def step(start: int, by: int = 1, cap: int | None = None) -> Schedule:
    """`by` more at every level: x -> x + by."""
    return Schedule(start, Fraction(1), by, cap)


def scale(start: int, factor: int | str, cap: int | None = None) -> Schedule:
    """A constant factor at every level: x -> floor(factor x). `factor` is an integer or a decimal such as "1.5"."""
    return Schedule(start, Fraction(factor), 0, cap)
