"""Find a polynomial from its values. Its degree stops growing at 40 (level 19), where values have up to 65 digits."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integers, Problem, agreement, grow
from rlve_gym.kit.polynomials import interpolated, value


@dataclass(frozen=True)
class PolynomialInterpolation(Problem):
    """points: [x, f(x)]."""

    points: list[list[int]]

    template = (
        "f is a polynomial of degree {self.n} with integer coefficients: f(x) = a0 + a1*x + ... + a{self.n}*x^{self.n}."
        " It has these values:\n{self.listed}\nWhat are its coefficients?"
    )
    answer = Integers("coefficients from a0 upward, zeros included")
    difficulty = {"n": grow(2, cap=40)}
    beta = 10
    unique = True

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        coefficients = [rng.randint(-5, 5) for _ in range(n)] + [rng.randint(1, 5)]
        return cls([[x, int(value(coefficients, x))] for x in rng.sample(range(-n, n + 1), n + 1)])

    @property
    def n(self) -> int:
        return len(self.points) - 1

    @property
    def listed(self) -> str:
        return "\n".join(f"f({x}) = {y}" for x, y in self.points)

    def solve(self) -> list[int]:
        return [int(coefficient) for coefficient in interpolated(self.points)]

    def score(self, answer: list[int]) -> float:
        return agreement(self.reference, answer)
