"""The smallest exponent with which a base gives a residue, for any modulus.

The modulus stops growing at 10^9 (level 95), whose root the reference's table takes. Problems with the answer 0 or 1,
which are nearly half of those of the public suite, are drawn again, and moduli go up to 30 at level 0 instead of 10.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from random import Random
from typing import Self

from rlve_gym import Integer, Malformed, Problem, ratio
from rlve_gym.difficulty import Schedule


@dataclass(frozen=True)
class DiscreteLogarithm(Problem):
    base: int
    modulus: int
    residue: int

    template = (
        "What is the smallest integer y >= 0 for which {self.base}^y and {self.residue} leave the same remainder when"
        " divided by {self.modulus}?"
    )
    answer = Integer()
    difficulty = {"largest": Schedule(30, Fraction(6, 5), 1, 10**9)}
    beta = 2

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        while True:
            modulus = rng.randint(3, largest)
            base = rng.randint(2, modulus)
            residue = pow(base, rng.randint(2, modulus), modulus)
            if residue not in (1, base % modulus):
                return cls(base, modulus, residue)

    def solve(self) -> int:
        """Exponents below log2 of the modulus one by one: from there on what base and modulus share is used up, and the
        powers run round a cycle. There baby steps and giant steps find the first match."""
        value = 1 % self.modulus
        for y in range(self.modulus.bit_length() + 1):
            if value == self.residue:
                return y
            value = value * self.base % self.modulus
        return self._on_the_cycle(self.modulus.bit_length() + 1, value)

    def _on_the_cycle(self, first: int, value: int) -> int:
        """base^first is `value`; in y = first + i m - j with 0 < j <= m, i >= 1 counts the giant steps."""
        m = isqrt(self.modulus) + 1
        baby, power = {}, self.residue
        for j in range(1, m + 1):
            power = power * self.base % self.modulus
            baby[power] = j
        giant, at = pow(self.base, m, self.modulus), value
        for i in range(1, m + 1):
            at = at * giant % self.modulus
            if at in baby:
                y = first + i * m - baby[at]
                # What base and modulus share may make unequal powers meet one step later.
                if pow(self.base, y, self.modulus) == self.residue:
                    return y
        raise AssertionError("the residue is no power of the base")

    def brute(self) -> int:
        y, value = 0, 1 % self.modulus
        while value != self.residue:
            y, value = y + 1, value * self.base % self.modulus
        return y

    def score(self, answer: int) -> float:
        if answer < 0:
            raise Malformed("y is negative")
        if pow(self.base, answer, self.modulus) != self.residue:
            return 0.0
        return 1.0 if answer == self.reference else ratio(self.reference, answer)
