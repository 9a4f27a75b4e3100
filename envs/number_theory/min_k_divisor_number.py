"""The smallest positive integer with exactly K divisors.

K has no prime factor above 47: a prime K asks for 2^(K - 1), thousands of digits of nothing but copying in the public
suite. K stops growing at 10^7 (level 21). Another number with K divisors earns a share if its prime factors are below
100; others count as wrong, since the judge does not factor large numbers.
"""

from dataclasses import dataclass
from functools import cache
from itertools import count
from math import prod
from random import Random
from typing import Self

from rlve_gym import Integer, Invalid, Problem, ratio, scale
from rlve_gym.kit.numbers import factored, primes

SMOOTH = 47
SMALL = 100


@dataclass(frozen=True)
class MinKDivisorNumber(Problem):
    k: int

    template = (
        "What is the smallest positive integer that has exactly {self.k} positive divisors (1 and the number itself"
        " included)?"
    )
    answer = Integer()
    difficulty = {"largest": scale(5, 2, cap=10**7)}
    beta = 2

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        while True:
            k = rng.randint(1, largest)
            if factored(k, SMOOTH)[1] == 1:
                return cls(k)

    def solve(self) -> int:
        """The exponent of the i-th prime is d_i - 1, and the d_i multiply to K: try all d_i, prime by prime.

        No d_i is above 47: were it a b with a >= 7, b >= 2, then p^(a - 1) q^(b - 1) with the first unused prime q, of
        the first 25 at most, would be smaller, as q < 2^7 <= p^a.
        """

        @cache
        def least(k: int, place: int) -> int:
            if k == 1:
                return 1
            divisors = [d for d in range(2, SMOOTH + 1) if k % d == 0]
            return min(primes(SMALL)[place] ** (d - 1) * least(k // d, place + 1) for d in divisors)

        return least(self.k, 0)

    def brute(self) -> int:
        """One number after the other. For numbers up to some thousand."""
        return next(n for n in count(1) if sum(n % d == 0 for d in range(1, n + 1)) == self.k)

    def score(self, answer: int) -> float:
        if answer < 1:
            raise Invalid("not a positive integer")
        if answer.bit_length() > 4 * self.reference.bit_length() + 64:
            return 0.0
        factors, rest = factored(answer, SMALL)
        if rest > 1 or prod(exponent + 1 for exponent in factors.values()) != self.k:
            return 0.0
        return ratio(self.reference, answer)
