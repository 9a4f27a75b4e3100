"""The expected maximum of the minima of some ranges of a random array. Public name: MaxRMQExpectation.

The answer is the fraction itself, not its residue modulo a prime as in the public suite. Arrays start with 4 entries
instead of 2, where few answers are possible, and stop growing at 30 (level 26): the answer has n log10(x) digits.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Self

from rlve_gym import Problem, Rational, exact, step


@dataclass(frozen=True)
class MaxRangeMinimumExpectation(Problem):
    """ranges: [first, last], from 1, both included."""

    n: int
    x: int
    ranges: list[list[int]]

    template = (
        "An array has {self.n} entries, drawn independently and evenly from the integers 1 to {self.x}. For each of"
        " these ranges of positions (from 1, ends included), take the smallest entry in it:\n{self.listed}\nWhat is the"
        " expected value of the largest of these {self.count} numbers?"
    )
    answer = Rational()
    unique = True
    difficulty = {"n": step(4, cap=30)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        ranges = [sorted((rng.randint(1, n), rng.randint(1, n))) for _ in range(rng.randint(1, n))]
        return cls(n, rng.randint(2, n), ranges)

    @property
    def listed(self) -> str:
        return "\n".join(f"{first} to {last}" for first, last in self.ranges)

    @property
    def count(self) -> int:
        return len(self.ranges)

    def solve(self) -> Fraction:
        """The expectation of a positive integer is the sum over t of the probability that it is at least t."""
        arrays = self.x**self.n
        return Fraction(sum(arrays - self._all_below(t) for t in range(1, self.x + 1)), arrays)

    def _all_below(self, t: int) -> int:
        """How many arrays have an entry below t in every range; by the position of the last such entry, 0 for none."""
        latest_start = [0] * (self.n + 1)
        for first, last in self.ranges:
            latest_start[last] = max(latest_start[last], first)
        counts = {0: 1}
        for position in range(1, self.n + 1):
            counts = {last: count * (self.x - t + 1) for last, count in counts.items()} | {
                position: sum(counts.values()) * (t - 1)
            }
            counts = {last: count for last, count in counts.items() if last >= latest_start[position]}
        return sum(counts.values())

    def brute(self) -> Fraction:
        """All arrays. For small ones."""
        total = sum(
            max(min(array[first - 1 : last]) for first, last in self.ranges)
            for array in product(range(1, self.x + 1), repeat=self.n)
        )
        return Fraction(total, self.x**self.n)

    def score(self, answer: Fraction) -> float:
        return exact(self.reference, answer)
