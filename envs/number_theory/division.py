"""Divide integers and round down.

The numbers of digits stop growing at 2,000 (level 1999): a dividend stays within 4,000 digits.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, exact, step


@dataclass(frozen=True)
class Division(Problem):
    dividend: int
    divisor: int
    wording: int

    template = (
        "Divide {self.dividend} by {self.divisor} and round the result down to an integer.",
        "Compute floor({self.dividend} / {self.divisor}).",
        "What is the integer part of the fraction {self.dividend}/{self.divisor}?",
        "In Python, what does the expression {self.dividend} // {self.divisor} evaluate to?",
        "How many whole times does {self.divisor} fit into {self.dividend}?",
        "What is the largest integer q such that q * {self.divisor} <= {self.dividend}?",
        "Divide {self.dividend} by {self.divisor} with remainder, the remainder being at least 0 and less than"
        " {self.divisor}. What is the quotient?",
        "Start with {self.dividend} and subtract {self.divisor} repeatedly, as long as the result is not negative."
        " How many subtractions can be made?",
        "There are {self.dividend} eggs, and a full box holds exactly {self.divisor}. What is the largest number of"
        " full boxes that can be packed?",
        "{self.dividend} coins are shared equally among {self.divisor} people: each gets the same whole number of"
        " coins, as many as possible. How many coins does each person get?",
    )
    answer = Integer()
    difficulty = {"divisor_digits": step(1, cap=2_000), "quotient_digits": step(1, cap=2_000)}

    @classmethod
    def generate(cls, rng: Random, divisor_digits: int, quotient_digits: int) -> Self:
        divisor = rng.randint(1, 10**divisor_digits - 1)
        quotient = rng.randint(0, 10**quotient_digits - 1)
        remainder = rng.randint(0, divisor - 1)
        return cls(divisor * quotient + remainder, divisor, rng.randrange(len(cls.template)))

    def solve(self) -> int:
        return self.dividend // self.divisor

    def brute(self) -> int:
        """Repeated subtraction."""
        rest, count = self.dividend, 0
        while rest >= self.divisor:
            rest -= self.divisor
            count += 1
        return count

    def score(self, answer: int) -> float:
        return exact(self.reference, answer)
