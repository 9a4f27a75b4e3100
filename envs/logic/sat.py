"""Satisfy all clauses of a formula in conjunctive normal form, which a hidden assignment satisfies.

The number of variables stops at 45 (level 42): the length of a prompt grows with its square.
"""

from bisect import bisect
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, product
from math import comb
from random import Random
from typing import Self

from rlve_gym import Integers, Malformed, Problem, satisfied, step

TENTHS_OF_CLAUSES = range(10, 51)
"""Clauses for each variable, in tenths: 1.0, 1.1, ..., 5.0."""
DENSITIES = (5, 10, 15, 20, 30, 40, 50)
"""Percent of the variables that occur in a clause, on average over clauses of any length."""


@dataclass(frozen=True)
class Sat(Problem):
    """A clause is a list of literals: i stands for variable i (counted from 1), -i for its negation."""

    clauses: list[list[int]]
    solution: list[int]

    template = (
        "Give each of the variables x1 to x{self.n} the value 0 (false) or 1 (true) so that every line below is true. "
        'A line is true if at least one of its parts, joined by "or", is true; "not x1" is true if x1 is 0.\n'
        "{self.listed}"
    )
    answer = Integers("values (0 or 1) of all variables in order, beginning with x1", allowed=(0, 1))
    difficulty = {"n": step(3, cap=45)}
    beta = 10
    version = 2

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        count = n * rng.choice(TENTHS_OF_CLAUSES) // 10
        lengths = _length_weights(n, rng.choice(DENSITIES))
        solution = [rng.randrange(2) for _ in range(n)]
        return cls([_clause(rng, solution, lengths) for _ in range(count)], solution)

    @property
    def n(self) -> int:
        return len(self.solution)

    @property
    def listed(self) -> str:
        return "\n".join(" or ".join(f"x{i}" if i > 0 else f"not x{-i}" for i in clause) for clause in self.clauses)

    def solve(self) -> list[int]:
        return self.solution

    def brute(self) -> list[int]:
        """The first of all assignments, in lexicographic order, that satisfies every clause."""
        return next(list(values) for values in product((0, 1), repeat=self.n) if self.score(list(values)) == 1)

    def score(self, answer: list[int]) -> float:
        if len(answer) != self.n:
            raise Malformed(f"expected {self.n} values, found {len(answer)}")
        true = sum(any(answer[abs(i) - 1] == (i > 0) for i in clause) for clause in self.clauses)
        return satisfied(true, len(self.clauses))


@lru_cache
def _length_weights(n: int, density: int) -> list[int]:
    """Cumulative integer weights of the clause lengths 2, 3, ..., n.

    They are those of a clause that takes every variable with `density` percent, with a random sign, and is drawn again
    until it has two literals and agrees with the hidden assignment in one: binomial(n, k) d^k (100 - d)^(n - k), times
    the share 1 - 2^-k of sign patterns that agree somewhere. So nothing has to be drawn twice.
    """
    return list(
        accumulate(
            comb(n, k) * density**k * (100 - density) ** (n - k) * (2**n - 2 ** (n - k)) for k in range(2, n + 1)
        )
    )


def _clause(rng: Random, solution: list[int], lengths: list[int]) -> list[int]:
    """A clause that the solution satisfies: the sign pattern 0, which agrees with it nowhere, is left out."""
    k = 2 + bisect(lengths, rng.randrange(lengths[-1]))
    agrees = rng.randrange(1, 1 << k)
    chosen = sorted(rng.sample(range(len(solution)), k))
    return [i + 1 if solution[i] == agrees >> j & 1 else -i - 1 for j, i in enumerate(chosen)]
