"""Choose numbers whose exclusive or is as large as possible.

Their count stops growing at 3,000 (level 62), since the prompt lists them.
"""

from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import xor
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, grow, ratio
from rlve_gym.kit.xor_basis import XorBasis


@dataclass(frozen=True)
class MaxXorSet(Problem):
    numbers: list[int]

    template = (
        "Choose some of the following {self.n} numbers so that the bitwise exclusive or (XOR) of the chosen ones is as"
        " large as possible. The numbers have the indices 0 to {self.n:last}, in this order:\n{self.numbers:spaces}"
    )
    answer = Integers("indices of the chosen numbers, each once, in any order")
    difficulty = {"n": grow(3, cap=3_000)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        bits = max(3, (2 * n + 1).bit_length()) + rng.randrange(5)
        return cls([rng.randint(1, 2**bits - 2) for _ in range(n)])

    @property
    def n(self) -> int:
        return len(self.numbers)

    def solve(self) -> list[int]:
        """A basis whose vectors remember in their lowest n bits which numbers they are made of."""
        vectors = (number << self.n | 1 << index for index, number in enumerate(self.numbers))
        chosen = XorBasis(vectors, carried=self.n).largest()
        return [index for index in range(self.n) if chosen >> index & 1]

    def brute(self) -> list[int]:
        """All choices. For up to 14 numbers."""
        choices = ([i for i, bit in enumerate(bits) if bit] for bits in product((0, 1), repeat=self.n))
        return max(choices, key=self._xor)

    def _xor(self, chosen: list[int]) -> int:
        return reduce(xor, (self.numbers[index] for index in chosen), 0)

    def score(self, answer: list[int]) -> float:
        if not all(0 <= index < self.n for index in answer) or len(set(answer)) < len(answer):
            raise Invalid("an index that does not exist, or twice the same")
        return ratio(self._xor(self.reference), self._xor(answer))
