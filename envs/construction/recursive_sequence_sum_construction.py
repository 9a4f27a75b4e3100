"""Find terms of a linear recurrence that add up to a given sum.

Every right answer counts, however large its indices are; the public suite refuses those above a bound that it does not
state. The sequence is never constant, and at least two terms are planted. Their number stops growing at 150 (level 30).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, grow

MAX_FIRST, MAX_FACTOR, MAX_CONSTANT = 128, 16, 16_384


@dataclass(frozen=True)
class RecursiveSequenceSumConstruction(Problem):
    """first: F(0)."""

    first: int
    factor: int
    constant: int
    total: int

    template = (
        "A sequence is given by F(0) = {self.first} and F(n) = {self.factor} * F(n-1) + {self.constant} for n >= 1."
        " Find different positive indices, at least one, such that the terms F at these indices add up to exactly"
        " {self.total}. Any such set of indices is right."
    )
    answer = Integers("indices")
    difficulty = {"n": grow(4, cap=150)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        factor = 1 if rng.random() < 0.3 else rng.randint(2, MAX_FACTOR)
        terms = [rng.randint(0, MAX_FIRST)]
        constant = rng.randint(1, MAX_CONSTANT)
        for _ in range(n):
            terms.append(factor * terms[-1] + constant)
        chosen: list[int] = []
        while len(chosen) < 2:
            chosen = [term for term in terms[1:] if rng.random() < 0.5]
        return cls(terms[0], factor, constant, sum(chosen))

    def solve(self) -> list[int]:
        """Each term exceeds the sum of those before it if the factor is at least 2, so the largest that fits is used.

        Else k terms with indices of sum t add up to k F(0) + t * constant; any t >= 1 + ... + k can be reached.
        """
        if self.factor == 1:
            return self._arithmetic()
        found, left, terms = [], self.total, self._terms()
        for at in range(len(terms), 0, -1):
            if terms[at - 1] <= left:
                found, left = [at, *found], left - terms[at - 1]
        return found

    def _arithmetic(self) -> list[int]:
        k = 1
        while True:
            t, rest = divmod(self.total - k * self.first, self.constant)
            if rest == 0 and t >= k * (k + 1) // 2:
                return [*range(1, k), t - k * (k - 1) // 2]
            k += 1

    def _terms(self) -> list[int]:
        """F(1), F(2), ... up to the sum. They grow, as the constant is positive."""
        terms, term = [], self.first
        while (term := self.factor * term + self.constant) <= self.total:
            terms.append(term)
        return terms

    def brute(self) -> list[int]:
        """All sums of sets of terms, each with one set. For up to 5 terms of the sum."""
        sums: dict[int, list[int]] = {0: []}
        for at, term in enumerate(self._terms(), 1):
            sums |= {s + term: [*sums[s], at] for s in list(sums) if s + term <= self.total and s + term not in sums}
        return sums[self.total]

    def score(self, answer: list[int]) -> float:
        if min(answer) < 1 or len(set(answer)) < len(answer):
            raise Invalid("the indices must be positive and different")
        if self.factor == 1:
            return float(len(answer) * self.first + self.constant * sum(answer) == self.total)
        terms = self._terms()
        return float(max(answer) <= len(terms) and sum(terms[at - 1] for at in answer) == self.total)
