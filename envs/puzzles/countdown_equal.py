"""Combine all the given numbers into an expression that is worth the target.

There are at most 8 numbers (from level 5), beyond which search is out of reach; their size grows on. The target is the
value of a random expression whose values on the way are positive integers, so that a solution exists by construction.
The public suite draws the target first and searches, which takes seconds for 6 numbers; and it evaluates answers as
Python, where 2**3, 7//2 and 2.3 for 2 and 3 pass.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Formula, exact, step
from rlve_gym.difficulty import Schedule
from rlve_gym.expressions import Expression
from rlve_gym.kit.countdown import Countdown, every_expression


@dataclass(frozen=True)
class CountdownEqual(Countdown):
    """`planted`: an expression in all the numbers that is worth the target."""

    planted: str

    template = (
        "Use each of the following numbers exactly once, and no other number, in an arithmetic expression whose value"
        " is exactly {self.target}:\n{self.numbers:spaces}\nDivision is exact: 7 / 2 is 3.5, not 3."
    )
    answer = Formula("+-*/")
    difficulty = {"n": step(3, cap=8), "largest": Schedule(48, by=4)}

    @classmethod
    def generate(cls, rng: Random, n: int, largest: int) -> Self:
        largest = max(4, largest * rng.randint(1, 6) // 6)
        while True:
            numbers = [rng.randint(1, largest) for _ in range(n)]
            target, planted = _combined(numbers, 10 * largest, rng)
            if target <= 10 * largest and target not in numbers:
                return cls(numbers, target, planted)

    def solve(self) -> Expression:
        return self.answer.parse(self.planted)

    def brute(self) -> Expression:
        """Every way to combine two values until one is left. For up to 5 numbers."""
        every = every_expression(self.numbers)
        return self.answer.parse(next(text for value, text in every if value == self.target))

    def score(self, answer: Expression) -> float:
        return exact(self.worth(answer), self.target)


def _combined(numbers: list[int], most: int, rng: Random) -> tuple[int, str]:
    """Value and text of a random expression in all the numbers: positive integers all the way, products <= `most`."""
    parts = [(number, str(number)) for number in numbers]
    while len(parts) > 1:
        (b, right), (a, left) = sorted(parts.pop(rng.randrange(len(parts))) for _ in range(2))
        possible = {"+": True, "-": a > b, "*": a * b <= most, "/": a % b == 0}
        sign = rng.choice([sign for sign, can in possible.items() if can])
        value = {"+": a + b, "-": a - b, "*": a * b, "/": a // b}[sign]
        parts.append((value, f"({left} {sign} {right})"))
    ((value, text),) = parts
    return value, text[1:-1]
