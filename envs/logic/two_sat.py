"""Satisfy all clauses of two literals each, which a hidden assignment satisfies.

The variables stop growing at 2,000 (level 58), since the prompt lists the clauses.
"""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Self

from rlve_gym import Integers, Malformed, Problem, grow, satisfied

TENTHS_OF_CLAUSES = range(10, 51)
"""Clauses for each variable, in tenths: 1.0, 1.1, ..., 5.0."""


@dataclass(frozen=True)
class TwoSat(Problem):
    """A clause is two literals: i stands for variable i (counted from 1), -i for its negation."""

    n: int
    clauses: list[list[int]]

    template = (
        "Give each of the variables x1 to x{self.n} the value 0 (false) or 1 (true) so that every line below is true:\n"
        "{self.listed}"
    )
    answer = Integers("values (0 or 1) of all variables in order, beginning with x1", allowed=(0, 1))
    difficulty = {"n": grow(3, cap=2_000)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        hidden = [rng.randrange(2) for _ in range(n)]
        return cls(n, [_clause(rng, hidden) for _ in range(n * rng.choice(TENTHS_OF_CLAUSES) // 10)])

    @property
    def listed(self) -> str:
        return "\n".join(" or ".join(f"x{i}" if i > 0 else f"not x{-i}" for i in clause) for clause in self.clauses)

    def solve(self) -> list[int]:
        """Give a variable a value, follow what it implies, and take the other one where that ends in a contradiction.

        What has been implied without one stays: no clause that it touches needs any other variable. O(n m).
        """
        implied: dict[int, list[int]] = {}
        for a, b in self.clauses:
            implied.setdefault(-a, []).append(b)
            implied.setdefault(-b, []).append(a)
        value: dict[int, int] = {}
        for i in range(1, self.n + 1):
            if i not in value:
                value |= _consequences(i, implied) or _consequences(-i, implied) or {}
        return [value[i] for i in range(1, self.n + 1)]

    def brute(self) -> list[int]:
        return next(list(values) for values in product((0, 1), repeat=self.n) if self.score(list(values)) == 1)

    def score(self, answer: list[int]) -> float:
        if len(answer) != self.n:
            raise Malformed(f"expected {self.n} values, found {len(answer)}")
        true = sum(any(answer[abs(i) - 1] == (i > 0) for i in clause) for clause in self.clauses)
        return satisfied(true, len(self.clauses))


def _clause(rng: Random, hidden: list[int]) -> list[int]:
    """Two different variables, and one of the three pairs of signs that the hidden assignment satisfies."""
    agrees = rng.randrange(1, 4)
    chosen = rng.sample(range(len(hidden)), 2)
    return [i + 1 if hidden[i] == agrees >> j & 1 else -i - 1 for j, i in enumerate(chosen)]


def _consequences(literal: int, implied: dict[int, list[int]]) -> dict[int, int] | None:
    """The values that follow from a literal, or None if they contradict each other."""
    value, todo = {abs(literal): int(literal > 0)}, [literal]
    for one in todo:
        for other in implied.get(one, ()):
            if abs(other) not in value:
                value[abs(other)] = int(other > 0)
                todo.append(other)
            elif value[abs(other)] != (other > 0):
                return None
    return value
