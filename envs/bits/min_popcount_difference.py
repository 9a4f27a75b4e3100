"""The least number of bits in which two numbers of a given distance differ. Public name: DeltaMinPopcount.

Random numerals have an answer close to a third of their length, so that a constant is right in half of the public
suite's problems of level 0. Here the answer is drawn first, evenly, and a numeral begins with 6 digits. It stops
growing at 2,000 digits (level 55).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, exact, grow


@dataclass(frozen=True)
class MinPopcountDifference(Problem):
    digits: str

    template = (
        "Let d be the number whose binary digits are {self.digits}. Over all integers n >= 0, what is the least number"
        " of binary digits in which n and n + d can differ (both written with leading zeros as needed)?"
    )
    answer = Integer()
    difficulty = {"digits": grow(6, cap=2_000)}

    @classmethod
    def generate(cls, rng: Random, digits: int) -> Self:
        weight = rng.randint(1, (digits + 1) // 2)
        while True:
            # Places no two of which are neighbours: as many without the gaps, spread by one each.
            chosen = sorted(rng.sample(range(digits + 2 - weight), weight))
            places = [place + at for at, place in enumerate(chosen)]
            number = sum(rng.choice((-1, 1)) << place for place in places[:-1]) + (1 << places[-1])
            if number.bit_length() == digits:
                return cls(f"{number:b}")

    def solve(self) -> int:
        """n XOR (n + d) has a one at every place where the difference of the two has a digit -1 or 1. So the least
        count is that of digits other than 0 in the sparsest writing of d with digits -1, 0, 1: its non-adjacent form,
        the places where d and 3 d differ."""
        d = int(self.digits, 2)
        return (d ^ 3 * d).bit_count()

    def brute(self) -> int:
        """All n below 4 d. For up to 10 digits."""
        d = int(self.digits, 2)
        return min((n ^ (n + d)).bit_count() for n in range(4 * d))

    def score(self, answer: int) -> float:
        return exact(self.reference, answer)
