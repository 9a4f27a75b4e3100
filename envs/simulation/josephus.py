"""Josephus' problem: the whole order in which people in a circle drop out.

The public suite begins with 3 people, of whom there are two problems. Here there are at least half as many people as at
most, which begins with 10, and one may count past their number. They stop growing at 500 (level 37).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, agreement, grow


@dataclass(frozen=True)
class Josephus(Problem):
    n: int
    m: int

    template = (
        "{self.n} people, numbered 1 to {self.n}, stand in a circle in this order. Starting with person 1 they count"
        " off 1, 2, 3, ... around the circle. Whoever says {self.m} leaves, and the next person in the circle starts"
        " again with 1, until nobody is left. In what order do they leave?"
    )
    answer = Integers("numbers of all people in the order in which they leave")
    difficulty = {"max_n": grow(10, cap=500)}
    beta = 10
    unique = True

    @classmethod
    def generate(cls, rng: Random, max_n: int) -> Self:
        n = rng.randint(max_n // 2, max_n)
        return cls(n, rng.randint(2, 2 * n))

    def solve(self) -> list[int]:
        circle, order, at = list(range(1, self.n + 1)), [], 0
        while circle:
            at = (at + self.m - 1) % len(circle)
            order.append(circle.pop(at))
        return order

    def brute(self) -> list[int]:
        """Count aloud, person by person, past those who have left."""
        order: list[int] = []
        person = said = 0
        while len(order) < self.n:
            person = person % self.n + 1
            if person not in order:
                said += 1
                if said == self.m:
                    order, said = [*order, person], 0
        return order

    def score(self, answer: list[int]) -> float:
        if len(answer) != self.n or set(answer) != set(range(1, self.n + 1)):
            raise Invalid(f"each of the numbers 1 to {self.n} must be given exactly once")
        return agreement(self.reference, answer)
