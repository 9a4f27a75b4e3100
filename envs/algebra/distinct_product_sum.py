"""The sum of the products of all sequences of distinct numbers. Public name: SumSetMultiplication.

The length of the sequences stops growing at 100 (level 97) and the largest number at 10^8 (level 41), below the moduli.
"""

from dataclasses import dataclass
from itertools import permutations
from math import factorial, prod
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, exact, scale, step

MODULI = (666_623_333, 998_244_353, 10**9 + 7)
"""Primes."""


@dataclass(frozen=True)
class DistinctProductSum(Problem):
    n: int
    k: int
    modulus: int

    template = (
        "Consider all sequences of {self.n} integers from 1 to {self.k} that are pairwise different; the order counts,"
        " so the same numbers in another order are another sequence. Multiply the numbers of each sequence, and add up"
        " all of these products. What is the remainder of the sum when it is divided by {self.modulus}?"
    )
    answer = Integer()
    difficulty = {"longest": step(3, cap=100), "largest": scale(8, "1.5", cap=10**8)}

    @classmethod
    def generate(cls, rng: Random, longest: int, largest: int) -> Self:
        n = rng.randint(3, longest)
        return cls(n, rng.randint(n + 1, max(n + 1, largest)), rng.choice(MODULI))

    def solve(self) -> int:
        """n! times the n-th elementary symmetric polynomial of 1 to k: a polynomial in k of degree 2n, which its values
        at 0 to 2n determine."""
        n, p = self.n, self.modulus
        values, symmetric = [0], [1] + [0] * n
        for number in range(1, 2 * n + 1):
            for degree in range(n, 0, -1):
                symmetric[degree] = (symmetric[degree] + number * symmetric[degree - 1]) % p
            values.append(symmetric[n])
        found = values[self.k] if self.k <= 2 * n else _extended(values, self.k, p)
        return factorial(n) * found % p

    def brute(self) -> int:
        """All sequences. For short ones."""
        return sum(map(prod, permutations(range(1, self.k + 1), self.n))) % self.modulus

    def score(self, answer: int) -> float:
        return exact(self.reference, answer)


def _extended(values: list[int], at: int, p: int) -> int:
    """The value at `at` < p of the polynomial with these values at 0, 1, ..., modulo a prime: Lagrange's formula."""
    last = len(values) - 1
    whole = prod((at - place) % p for place in range(last + 1)) % p
    total = 0
    for place, value in enumerate(values):
        below = (at - place) * factorial(place) * factorial(last - place) * (-1) ** (last - place)
        total += value * whole * pow(below % p, -1, p)
    return total % p
