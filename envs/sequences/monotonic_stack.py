"""Count what each entry of a list overlooks: the smaller entries right after it, up to the first one as large.

The list stops growing at 1,000 numbers (level 50), since the prompt holds it.
"""

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, exact, grow


@dataclass(frozen=True)
class MonotonicStack(Problem):
    numbers: list[int]

    template = (
        "Here is a list A of {self.numbers:count} integers:\n{self.numbers:spaces}\n\n"
        "For a position i let s(i) be the number of positions j > i such that all of A[i+1], ..., A[j] are strictly"
        " less than A[i]. What is the sum of s(i) over all positions i?"
    )
    answer = Integer()
    difficulty = {"n": grow(4, cap=1_000)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        return cls([rng.randint(1, n) for _ in range(n)])

    def solve(self) -> int:
        """Keep the numbers before a position that are larger than all between; the number there is seen by them."""
        total, larger = 0, []
        for number in self.numbers:
            while larger and larger[-1] <= number:
                larger.pop()
            total += len(larger)
            larger.append(number)
        return total

    def brute(self) -> int:
        """Every pair of positions."""
        pairs = combinations(range(len(self.numbers)), 2)
        return sum(max(self.numbers[i + 1 : j + 1]) < self.numbers[i] for i, j in pairs)

    def score(self, answer: int) -> float:
        return exact(self.reference, answer)
