"""The fewest swaps of neighbours that bring two lists as close together as possible.

The lists stop growing at 500 numbers (level 36), since the prompt lists them.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, grow, ratio


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
        return _inversions([places[ranks[value]] for value in self.first])[0]

    def brute(self) -> int:
        """Breadth first over all pairs of orders. For up to 4 numbers."""
        seen, layer = {(tuple(self.first), tuple(self.second))}, [(tuple(self.first), tuple(self.second))]
        best = {}
        moves = 0
        while layer:
            for pair in layer:
                best.setdefault(sum((a - b) ** 2 for a, b in zip(*pair)), moves)
            after = {(a, pair[1]) for pair in layer for a in _moved(pair[0])}
            after |= {(pair[0], b) for pair in layer for b in _moved(pair[1])}
            layer, moves = sorted(after - seen), moves + 1
            seen |= after
        return best[min(best)]

    def score(self, answer: int) -> float:
        return ratio(self.reference, answer)


def _inversions(values: list[int]) -> tuple[int, list[int]]:
    """The number of pairs out of order, and the sorted values, by merging halves."""
    if len(values) < 2:
        return 0, values
    (count, left), (more, right) = _inversions(values[: len(values) // 2]), _inversions(values[len(values) // 2 :])
    count, merged, i = count + more, [], 0
    for value in right:
        while i < len(left) and left[i] < value:
            merged.append(left[i])
            i += 1
        merged.append(value)
        count += len(left) - i
    return count, merged + left[i:]


def _moved(values: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*values[:at], values[at + 1], values[at], *values[at + 2 :]) for at in range(len(values) - 1)]
