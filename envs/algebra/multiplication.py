"""Multiply two non-negative integers.

The number of digits stops growing at 2,000 (level 1998): a product must stay below the 4,000 digits an answer may have.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, exact, step


@dataclass(frozen=True)
class Multiplication(Problem):
    a: int
    b: int
    wording: int

    template = (
        "What is {self.a} * {self.b}?",
        "Multiply {self.a} by {self.b}.",
        "Find the product of {self.a} and {self.b}.",
        "Compute {self.a} times {self.b}.",
        "Let x = {self.a} and y = {self.b}. What is the value of x * y?",
        "In Python, what does the expression {self.a} * {self.b} evaluate to?",
        "What do you get when {self.a} is multiplied by {self.b}?",
        "A table has {self.a} rows and {self.b} columns. How many cells does it have?",
        "A rectangle has width {self.a} and height {self.b}. What is its area?",
        "The number {self.a} is the first of two factors, {self.b} the second. What is their product?",
    )
    answer = Integer()
    difficulty = {"digits": step(2, cap=2_000)}

    @classmethod
    def generate(cls, rng: Random, digits: int) -> Self:
        largest = 10**digits - 1
        return cls(rng.randint(0, largest), rng.randint(0, largest), rng.randrange(len(cls.template)))

    def solve(self) -> int:
        return self.a * self.b

    def brute(self) -> int:
        """Schoolbook multiplication, digit by digit with carries."""
        a_digits = [int(digit) for digit in reversed(str(self.a))]
        b_digits = [int(digit) for digit in reversed(str(self.b))]
        product = [0] * (len(a_digits) + len(b_digits))
        for i, a_digit in enumerate(a_digits):
            carry = 0
            for j, b_digit in enumerate(b_digits):
                carry, product[i + j] = divmod(product[i + j] + a_digit * b_digit + carry, 10)
            product[i + len(b_digits)] = carry
        return int("".join(map(str, reversed(product))))

    def score(self, answer: int) -> float:
        return exact(self.reference, answer)
