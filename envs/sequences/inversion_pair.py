"""The fewest swaps of neighbours that bring two lists as close together as possible.

The lists stop growing at 500 numbers (level 44), since the prompt lists them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, grow, ratio
from rlve_gym.kit.inversions import inversions
from rlve_gym.kit.search import layers

Order = tuple[int, ...]


@dataclass(frozen=True)
class InversionPair(Problem):
    first: list[int]
    second: list[int]

    template = (
        "Here are two lists A and B of {self.n} integers each; all numbers of a list are different.\n"
        "A: {self.first:spaces}\n"
        "B: {self.second:spaces}\n\n"
        "One move exchanges two neighbouring entries of A, or two neighbouring entries of B. The distance of the lists"
        " is the sum over all positions i of (A[i] - B[i])^2. Make the distance as small as moves can make it. What is"
        " the least number of moves with which this smallest distance can be reached?"
    )
    answer = Integer(low=0)
    difficulty = {"n": grow(3, cap=500)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        return cls(rng.sample(range(2 * n), n), rng.sample(range(2 * n), n))

    @property
    def n(self) -> int:
        return len(self.first)

    def solve(self) -> int:
        """The distance is least if equal ranks stand at equal positions. A move in B does what one in A does, so these
        are the inversions of the positions in B, read in the order of A."""
        places = [place for _, place in sorted((value, place) for place, value in enumerate(self.second))]
        ranks = {value: rank for rank, value in enumerate(sorted(self.first))}
        return inversions([places[ranks[value]] for value in self.first])

    def brute(self) -> int:
        """Breadth first over all pairs of orders. For up to 4 numbers."""
        best: dict[int, int] = {}
        for moves, pairs in enumerate(layers((tuple(self.first), tuple(self.second)), _moved)):
            for pair in pairs:
                best.setdefault(sum((a - b) ** 2 for a, b in zip(*pair)), moves)
        return best[min(best)]

    def score(self, answer: int) -> float:
        return ratio(self.reference, answer)


def _moved(pair: tuple[Order, Order]) -> Iterator[tuple[Order, Order]]:
    """Both lists after one move, in every way."""
    first, second = pair
    for at in range(len(first) - 1):
        yield _exchanged(first, at), second
        yield first, _exchanged(second, at)


def _exchanged(values: Order, at: int) -> Order:
    return (*values[:at], values[at + 1], values[at], *values[at + 2 :])
