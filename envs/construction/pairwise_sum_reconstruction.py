"""Find numbers from all sums of two of them. Public name: SquSquarks.

The numbers stop growing at 50 (level 47), since the prompt lists half of their square.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, satisfied, step


@dataclass(frozen=True)
class PairwiseSumReconstruction(Problem):
    """sums: in random order. solution: the planted numbers."""

    sums: list[int]
    solution: list[int]

    template = (
        "Someone chose {self.n} different positive integers and wrote down the sum of every two of them, in all"
        " {self.pairs} sums, in random order:\n{self.sums:spaces}\n\n"
        "Find {self.n} different positive integers whose pairwise sums are exactly these, each as often as it is"
        " written. Any order counts, and any such set."
    )
    answer = Integers("integers")
    difficulty = {"n": step(3, cap=50)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        solution = sorted(rng.sample(range(1, 2 * n + 1), n))
        sums = _sums(solution)
        rng.shuffle(sums)
        return cls(sums, solution)

    @property
    def n(self) -> int:
        return len(self.solution)

    @property
    def pairs(self) -> int:
        return len(self.sums)

    def solve(self) -> list[int]:
        return self.solution

    def brute(self) -> list[int]:
        """Guess which sum is that of the second and the third number; all others follow, from the least sums left."""
        first, second, *others = sorted(self.sums)
        for third in sorted(set(others)):
            if (first + second + third) % 2 == 0 and (found := self._from((first + second - third) // 2)):
                return found
        raise AssertionError("the sums are those of no numbers")

    def _from(self, least: int) -> list[int]:
        """The numbers, if this is the least one, or an empty list."""
        numbers, left = [least], Counter(self.sums)
        while least > 0 and left:
            number = min(left) - least
            left.subtract(number + other for other in numbers)
            if number <= numbers[-1] or min(left.values()) < 0:
                return []
            numbers, left = [*numbers, number], +left
        return numbers if len(numbers) == self.n else []

    def score(self, answer: list[int]) -> float:
        if len(answer) != self.n or len(set(answer)) != self.n or min(answer) < 1:
            raise Invalid(f"the answer must be {self.n} different positive integers")
        wanted, found = Counter(self.sums), Counter(_sums(answer))
        return satisfied((wanted & found).total(), (wanted | found).total())


def _sums(numbers: list[int]) -> list[int]:
    return [a + b for a, b in combinations(numbers, 2)]
