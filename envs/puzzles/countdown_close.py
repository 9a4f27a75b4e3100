"""Combine all the given numbers into an expression that comes as close to the target as possible.

There are at most 5 numbers (from level 2), so that the best one is found by looking at all of them; their size grows
on. The target lies below the product of the numbers: beyond it the product is mostly the best. An answer is right if
no other is closer, also where the target is out of reach; the public suite pays such an answer less than 1, and
evaluates answers as Python, where 2**3, 7//2 and 2.3 for 2 and 3 pass.
"""

from dataclasses import dataclass
from math import prod
from random import Random
from typing import Self

from rlve_gym import Formula, ratio, step
from rlve_gym.difficulty import Schedule
from rlve_gym.expressions import Expression
from rlve_gym.kit.countdown import Countdown, closest_expression, every_expression


@dataclass(frozen=True)
class CountdownClose(Countdown):
    template = (
        "Use each of the following numbers exactly once, and no other number, in an arithmetic expression whose value"
        " is as close as possible to {self.target}, above or below:\n{self.numbers:spaces}\n"
        "Division is exact: 7 / 2 is 3.5, not 3."
    )
    answer = Formula("+-*/")
    difficulty = {"n": step(3, cap=5), "largest": Schedule(48, by=4)}

    @classmethod
    def generate(cls, rng: Random, n: int, largest: int) -> Self:
        largest = max(4, largest * rng.randint(1, 6) // 6)
        while True:
            numbers, target = [rng.randint(1, largest) for _ in range(n)], rng.randint(0, 10 * largest)
            if target < prod(numbers):
                return cls(numbers, target)

    def solve(self) -> Expression:
        return self.answer.parse(closest_expression(self.numbers, self.target))

    def brute(self) -> Expression:
        """All expressions one by one. For up to 4 numbers."""
        _, text = min(every_expression(self.numbers), key=lambda found: abs(found[0] - self.target))
        return self.answer.parse(text)

    def score(self, answer: Expression) -> float:
        found, best = self.worth(answer), self.reference.value()
        return ratio(1 + abs(best - self.target), 1 + abs(found - self.target))
