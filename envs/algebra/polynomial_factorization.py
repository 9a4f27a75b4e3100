"""Factor a polynomial: find its roots, which are all integers. Its degree stops growing at 40 (level 37)."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, satisfied, step
from rlve_gym.kit.polynomials import times_root, without_root, written


@dataclass(frozen=True)
class PolynomialFactorization(Problem):
    """coefficients: from degree 0 upward."""

    coefficients: list[int]

    template = (
        "The following polynomial is the product of {self.n} factors x - r, where every r is an integer from -{self.n}"
        " to {self.n} and the same r may occur more than once. What are the {self.n} values of r?\n{self.written}"
    )
    answer = Integers("values of r, in any order, each as often as its factor occurs")
    difficulty = {"n": step(3, cap=40)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        coefficients = [1]
        for _ in range(n):
            coefficients = times_root(coefficients, rng.randint(-n, n))
        return cls(coefficients)

    @property
    def n(self) -> int:
        return len(self.coefficients) - 1

    @property
    def written(self) -> str:
        return written(self.coefficients)

    def solve(self) -> list[int]:
        """Divide by x - r as often as it goes, for every r there may be."""
        roots: list[int] = []
        rest = self.coefficients
        for root in range(-self.n, self.n + 1):
            while len(rest) > 1 and (quotient := without_root(rest, root)) is not None:
                roots.append(root)
                rest = quotient
        return roots

    def score(self, answer: list[int]) -> float:
        if len(answer) != self.n:
            raise Invalid(f"expected {self.n} values, found {len(answer)}")
        return satisfied((Counter(answer) & Counter(self.reference)).total(), self.n)
