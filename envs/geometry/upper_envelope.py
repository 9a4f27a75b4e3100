"""Find the lines that are seen from high above. Public name: VisibleLine.

A line counts if it is strictly highest on an interval of positive length; the public wording also admits one that meets
the others in their highest point alone, which its own reference leaves out. There are 1,000 lines at most (level 51).
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, grow, satisfied
from rlve_gym.kit.lines import crossing, upper_envelope
from rlve_gym.pictures import Points


@dataclass(frozen=True)
class UpperEnvelope(Problem):
    """lines: [a, b] for y = a x + b, all different."""

    lines: list[list[int]]

    template = (
        "Here are {self.n} different lines in the plane, labelled 0 to {self.n:last}:\n{self.listed}\n\n"
        "A line is visible from above if there is an interval of x of positive length on which it lies strictly above"
        " all other lines. Which lines are visible?"
    )
    answer = Integers("labels of the visible lines, each once, in any order")
    difficulty = {"n": grow(3, cap=1_000)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        width = 2 * n + 1
        return cls([[cell // width - n, cell % width - n] for cell in rng.sample(range(width**2), n)])

    @property
    def n(self) -> int:
        return len(self.lines)

    @property
    def listed(self) -> str:
        return "\n".join(
            f"{label}: y = {a} x {'-' if b < 0 else '+'} {abs(b)}" for label, (a, b) in enumerate(self.lines)
        )

    @property
    def picture(self) -> Points:
        """The lines within a square, numbered at their right ends."""
        side = max(abs(b) for _, b in self.lines) + 1
        segments = [_clipped(a, b, side) for a, b in self.lines]
        return Points([end for _, end in segments], segments)

    def solve(self) -> list[int]:
        return sorted(upper_envelope(self.lines))

    def brute(self) -> list[int]:
        """The highest line between any two neighbouring places where lines meet, and beyond all of them."""
        pairs = [(one, other) for one, other in combinations(self.lines, 2) if one[0] != other[0]]
        places = sorted({crossing(*pair) for pair in pairs} or {Fraction(0)})
        between = [(left + right) / 2 for left, right in pairwise(places)]
        tried = [places[0] - 1, *between, places[-1] + 1]
        return sorted({max(range(self.n), key=lambda i: self.lines[i][0] * x + self.lines[i][1]) for x in tried})

    def score(self, answer: list[int]) -> float:
        given, visible = set(answer), set(self.reference)
        if len(given) < len(answer) or not all(0 <= label < self.n for label in answer):
            raise Invalid("a label that does not exist, or twice the same")
        return satisfied(len(given & visible), len(given | visible))


def _clipped(a: int, b: int, side: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """The part of y = a x + b that lies in [-side, side]^2, for |b| <= side."""
    low, high = (-side, side) if a == 0 else sorted(((-side - b) / a, (side - b) / a))
    low, high = max(low, -side), min(high, side)
    return (low, a * low + b), (high, a * high + b)
