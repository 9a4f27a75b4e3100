"""Reverse one subsequence in place to make the longest non-decreasing subsequence as long as possible.

The public suite draws uniform sequences of a length that the level tells: one answer is right in up to 0.7 of them.
Here the answer is drawn first, evenly, and then a sequence that has it, but not without a reversal. The longest answer
stops growing at 40 (level 33), as a reference costs the fourth power of the length, which is 61 at most.
"""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Self

import numpy as np

from rlve_gym import Integer, Problem, exact, step

TRIES = 300


@dataclass(frozen=True)
class SubsequenceReversalLnds(Problem):
    numbers: list[int]

    template = (
        "Here is a sequence of {self.n} integers:\n{self.numbers:spaces}\n\n"
        "Once, you may choose one or more positions, not necessarily adjacent, and reverse the order of the values at "
        "these positions; all other values stay where they are. What is the greatest possible length of a "
        "non-decreasing subsequence of the resulting sequence? A subsequence keeps the order of the sequence and need "
        "not be contiguous."
    )
    answer = Integer()
    difficulty = {"longest": step(7, cap=40)}
    version = 2

    @classmethod
    def generate(cls, rng: Random, longest: int) -> Self:
        """Less than ten sequences are tried on average; the last resort, a falling one, only bounds the loop."""
        wanted = rng.randint((longest + 1) // 2, longest)
        n = rng.randint(wanted, wanted * 3 // 2 + 1)
        for _ in range(TRIES):
            problem = cls(_planted(rng, n, rng.randint(wanted - 3, wanted)))
            if problem.reference == wanted > _longest(problem.numbers):
                return problem
        return cls(list(range(wanted, 0, -1)))

    @property
    def n(self) -> int:
        return len(self.numbers)

    def solve(self) -> int:
        """Over stretches of positions l..r, shorter ones first; O(n^4) in all, n^2 steps on arrays.

        length[l] is, for the stretch at hand that begins at l, an array [low, high]: the greatest length inside it from
        values between low and high, counted as ranks of the values that occur.
        """
        rank = {value: i for i, value in enumerate(sorted(set(self.numbers)))}
        ranks = [rank[value] for value in self.numbers]
        empty = np.zeros((len(rank), len(rank)), dtype=np.int32)
        shortest, length = [], [empty] * (self.n + 1)
        for size in range(1, self.n + 1):
            shortest, length, inner = length, [], shortest
            for left in range(self.n - size + 1):
                ends = ranks[left], ranks[left + size - 1]
                length.append(
                    _widened(*ends, shortest[left + 1], shortest[left], inner[left + 1] if size > 1 else None)
                )
        return int(length[0][0, -1])

    def brute(self) -> int:
        """Reverse every one of the 2^n subsequences."""
        return max(_longest(self._reversed(chosen)) for chosen in product((False, True), repeat=self.n))

    def _reversed(self, chosen: tuple[bool, ...]) -> list[int]:
        values = [value for value, picked in zip(self.numbers, chosen) if picked]
        return [values.pop() if picked else value for value, picked in zip(self.numbers, chosen)]

    def score(self, answer: int) -> float:
        return exact(self.reference, answer)


def _planted(rng: Random, n: int, length: int) -> list[int]:
    """n numbers from 1 to n, of which one reversal makes a subsequence of this length non-decreasing."""
    numbers = [rng.randint(1, n) for _ in range(n)]
    places = sorted(rng.sample(range(n), length))
    for place, number in zip(places, sorted(numbers[place] for place in places)):
        numbers[place] = number
    turned = sorted(rng.sample(range(n), rng.randint(2, n)))
    values = [numbers[place] for place in turned]
    for place in turned:
        numbers[place] = values.pop()
    return numbers


def _widened(a: int, b: int, right: np.ndarray, left: np.ndarray, inner: np.ndarray | None) -> np.ndarray:
    """The array of a stretch whose end values are a and b, from those without the first, the last and both positions.

    Either end is left out, or kept as the least (first position) or greatest (last position) value used; or the ends
    are exchanged and b is the least, a the greatest, or both. Then smaller ranges of values pass on to larger ones.
    """
    best = np.maximum(right, left)
    best[a, a:] = np.maximum(best[a, a:], right[a, a:] + 1)
    best[: b + 1, b] = np.maximum(best[: b + 1, b], left[: b + 1, b] + 1)
    if inner is not None:
        best[b, b:] = np.maximum(best[b, b:], inner[b, b:] + 1)
        best[: a + 1, a] = np.maximum(best[: a + 1, a], inner[: a + 1, a] + 1)
        if b <= a:
            best[b, a] = max(best[b, a], inner[b, a] + 2)
    best = np.maximum.accumulate(best, axis=1)
    return np.maximum.accumulate(best[::-1], axis=0)[::-1]


def _longest(values: list[int]) -> int:
    """Length of a longest non-decreasing subsequence: tails[i] is the least end of one of length i + 1."""
    tails: list[int] = []
    for value in values:
        i = bisect_right(tails, value)
        tails[i : i + 1] = [value]
    return len(tails)
