"""Choose k entries, no two of them neighbours, with the largest sum. Public name: Max_NonAdjacent_KElementSum.

There are 6 entries at level 0 instead of 4, of which one choice was right too often, and 500 at most (level 41).
"""

from dataclasses import dataclass
from itertools import combinations, pairwise
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, grow, ratio


@dataclass(frozen=True)
class MaxNonAdjacentSum(Problem):
    """k: how many entries are chosen, at most half of them (rounded up)."""

    numbers: list[int]
    k: int

    template = (
        "Here is an array of {self.n} numbers with the indices 0 to {self.n:last}, in this order:\n"
        "{self.numbers:spaces}\n\n"
        "Choose exactly {self.k} different indices, no two of which are neighbours (differ by 1; the first and the last"
        " are none), so that the sum of the numbers there is as large as possible."
    )
    answer = Integers("chosen indices in any order")
    difficulty = {"n": grow(6, cap=500)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        return cls([rng.randint(1, n) for _ in range(n)], rng.randint(2, n // 2))

    @property
    def n(self) -> int:
        return len(self.numbers)

    def solve(self) -> list[int]:
        """By the length of the beginning of the array and the number of chosen entries in it; O(n k)."""
        # For what cannot be chosen: it stays below all sums whatever is added.
        none = -1 - sum(self.numbers)
        first = [0] + [none] * self.k
        # rows[i + 1] is about the first i entries.
        rows = [first, first]
        for number in self.numbers:
            taken = [none] + [sum_ + number for sum_ in rows[-2][:-1]]
            rows.append([max(pair) for pair in zip(rows[-1], taken)])
        chosen, at, count = [], self.n, self.k
        while count:
            if rows[at + 1][count] == rows[at][count]:
                at -= 1
            else:
                chosen.append(at - 1)
                at, count = at - 2, count - 1
        return chosen[::-1]

    def brute(self) -> list[int]:
        """All choices. For up to 14 entries."""
        choices = combinations(range(self.n), self.k)
        apart = (list(chosen) for chosen in choices if all(b - a > 1 for a, b in pairwise(chosen)))
        return max(apart, key=self._sum)

    def _sum(self, chosen: list[int]) -> int:
        return sum(self.numbers[index] for index in chosen)

    def score(self, answer: list[int]) -> float:
        ordered = sorted(answer)
        if len(answer) != self.k or not 0 <= ordered[0] <= ordered[-1] < self.n:
            raise Invalid(f"not {self.k} indices that exist")
        if any(b - a < 2 for a, b in pairwise(ordered)):
            raise Invalid("an index twice, or two neighbours")
        return ratio(self._sum(self.reference), self._sum(answer))
