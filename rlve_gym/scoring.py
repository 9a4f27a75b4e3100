"""Quality of an answer: a number in [0, 1] that is exactly 1 if and only if the answer is right.

These few functions serve all environments. Each is exact where it matters: a float that rounds to 1 without being 1 is
pushed below it, since `correct` means a score of exactly 1.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

BELOW_ONE = math.nextafter(1.0, 0.0)


class Malformed(ValueError):
    """The text is no answer of the type that was asked for. Parsers raise it, or any ValueError; `score` may too."""


class Invalid(Exception):
    """The answer is well-formed and breaks a rule of the task: a vertex that does not exist, a wrong number of entries.

    `severity`, in [0, 1], scales the reward of an invalid answer: 0.4 makes -0.5 into -0.2.
    """

    def __init__(self, why: str, severity: float = 1.0):
        if not 0.0 <= severity <= 1.0:
            raise AssertionError(f"severity {severity}, outside [0, 1]")
        super().__init__(why)
        self.severity = severity


def exact(reference: object, answer: object) -> float:
    """1 if equal, else 0."""
    return float(reference == answer)


def agreement(reference: Sequence, answer: Sequence) -> float:
    """The share of positions at which two sequences agree. Raises Invalid if their lengths differ."""
    if len(reference) != len(answer):
        raise Invalid(f"expected {len(reference)} entries, found {len(answer)}")
    return satisfied(sum(a == b for a, b in zip(reference, answer)), len(reference))


def satisfied(count: int, total: int) -> float:
    """The share of `total` conditions that hold; no condition at all is satisfied."""
    return 1.0 if count == total else min(count / total, BELOW_ONE)


def ratio(reference: int | Fraction, answer: int | Fraction) -> float:
    """Smaller over larger of two numbers: 1 only if equal, 0 if either is 0 or their signs differ."""
    if reference == answer:
        return 1.0
    low, high = sorted((abs(reference), abs(answer)))
    if low == 0 or (reference < 0) != (answer < 0):
        return 0.0
    return min(float(Fraction(low) / Fraction(high)), BELOW_ONE)


def lexicographic(*qualities: float) -> float:
    """Aims in the order of their importance, with equal shares: a later one counts only if all before it are met."""
    total = 0.0
    for quality in qualities:
        total += quality / len(qualities)
        if quality < 1.0:
            return min(total, BELOW_ONE)
    return 1.0
