"""Count the subarrays whose mean is at least a bound.

The public suite's bound may be the least entry, and then all subarrays count, which is so in a third of its smallest
problems; here it is greater than the least entry. The list stops growing at 1,000 numbers (level 51).
"""

from bisect import bisect_right
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, grow, ratio


@dataclass(frozen=True)
class BoundedMeanSubarrayCounting(Problem):
    numbers: list[int]
    bound: int

    template = (
        "Here is a list of {self.numbers:count} integers:\n{self.numbers:spaces}\n\n"
        "How many of its non-empty contiguous subarrays have a mean of at least {self.bound}? Subarrays at different"
        " positions count separately, even if their entries are the same."
    )
    answer = Integer(low=0)
    difficulty = {"n": grow(3, cap=1_000)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        numbers = [rng.randint(0, n)]
        while min(numbers) == max(numbers):
            numbers = [rng.randint(0, n) for _ in range(n)]
        return cls(numbers, rng.randint(min(numbers) + 1, max(numbers)))

    def solve(self) -> int:
        """With the bound taken off each number: pairs of sums of beginnings, the later one no less than the earlier."""
        total, sums, earlier = 0, 0, [0]
        for number in self.numbers:
            sums += number - self.bound
            at = bisect_right(earlier, sums)
            total += at
            earlier.insert(at, sums)
        return total

    def brute(self) -> int:
        """Every subarray."""
        stretches = (self.numbers[i:j] for j in range(1, len(self.numbers) + 1) for i in range(j))
        return sum(sum(stretch) >= self.bound * len(stretch) for stretch in stretches)

    def score(self, answer: int) -> float:
        return ratio(self.reference, answer)
