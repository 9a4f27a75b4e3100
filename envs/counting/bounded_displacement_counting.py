"""Count the arrangements of a bit string in which no bit has moved far. Public name: TransmissionDelay.

The public suite begins with 4 bits, where the answer is always 2; here a string begins with 8. Counts are exact at any
length (in the public suite they overflow from 2^32 upward). It stops growing at 200 bits (level 192).
"""

from dataclasses import dataclass
from itertools import pairwise, permutations
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, ratio, step


@dataclass(frozen=True)
class BoundedDisplacementCounting(Problem):
    bits: str
    delay: int

    template = (
        "Here is a string of {self.n} bits:\n{self.bits}\n\n"
        "Its bits are put in another order: each bit may stay or move to another position, and no bit may end up more"
        " than {self.delay} positions away from where it was. How many different bit strings, including the one above,"
        " can result?"
    )
    answer = Integer()
    difficulty = {"n": step(8, cap=200)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        """No delay is so long that it does not matter: some symbol is further than that from where another one is."""
        while True:
            zeros = rng.random()
            bits = "".join(["0" if rng.random() < zeros else "1" for _ in range(n)])
            if min(bits.count("0"), bits.count("1")) >= 2 and (longest := _longest_delay(bits)) >= 1:
                return cls(bits, rng.randint(1, longest))

    @property
    def n(self) -> int:
        return len(self.bits)

    def solve(self) -> int:
        """Equal bits need not cross. So the result's j-th zero is the string's, and so is the j-th one; counted by the
        number of zeros among the first bits of the result. O(n^2)."""
        zeros, ones = ([at for at, bit in enumerate(self.bits) if bit == wanted] for wanted in "01")
        counts = {0: 1}
        for place in range(self.n):
            longer: dict[int, int] = {}
            for used, count in counts.items():
                for next_used, places, which in ((used + 1, zeros, used), (used, ones, place - used)):
                    if which < len(places) and abs(places[which] - place) <= self.delay:
                        longer[next_used] = longer.get(next_used, 0) + count
            counts = longer
        return counts[len(zeros)]

    def brute(self) -> int:
        """Every order of the positions. For up to 8 bits."""
        return len(
            {
                "".join([self.bits[source] for source in order])
                for order in permutations(range(self.n))
                if all(abs(source - place) <= self.delay for place, source in enumerate(order))
            }
        )

    def score(self, answer: int) -> float:
        return ratio(self.reference, answer)


def _longest_delay(bits: str) -> int:
    """The greatest distance between a position and the nearest place of a symbol, over both symbols, less 1."""
    longest = 0
    for symbol in "01":
        places = [at for at, bit in enumerate(bits, 1) if bit == symbol]
        gaps = [(after - before - 2) // 2 for before, after in pairwise(places)]
        longest = max(longest, places[0] - 2, len(bits) - 1 - places[-1], *gaps)
    return longest
