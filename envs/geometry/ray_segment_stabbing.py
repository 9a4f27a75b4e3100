"""Meet as many segments as possible by rays from the origin, each segment at most once. Public name: LASLaser.

The question is how many segments all rays meet together; the public wording asks for one ray. A ray may have any
direction; the public reference tries those of end points only, and misses what needs a ray between two of them.

There are 8 segments at level 0 instead of 2, 200 at most (level 192). The number of rays is one for which the answer
grows and some segment is still not met, drawn evenly among such numbers.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, exact, step
from rlve_gym.kit.intervals import disjoint_stabbing
from rlve_gym.pictures import Points


@dataclass(frozen=True)
class RaySegmentStabbing(Problem):
    """segments: [x, y, x', y'], all positive; the two ends may be the same."""

    segments: list[list[int]]
    rays: int

    template = (
        "Here are {self.n} segments in the plane, each given by the coordinates of its two ends (which may coincide):\n"
        "{self.listed}\n\n"
        "You may send out at most {self.rays} rays from the origin (0, 0), in directions of your choice. A ray meets a"
        " segment if they have at least one point in common, an end counts as well. No segment may be met by more"
        " than one ray. What is the largest number of segments that the rays can meet in total?"
    )
    answer = Integer()
    difficulty = {"n": step(8, cap=200)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        while True:
            segments = [[rng.randint(1, 2 * n) for _ in range(4)] for _ in range(n)]
            most = cls(segments, n).most()
            options = [rays for rays in range(1, n + 1) if most[rays - 1] < most[rays] < n]
            if options:
                return cls(segments, rng.choice(options))

    @property
    def n(self) -> int:
        return len(self.segments)

    @property
    def listed(self) -> str:
        return "\n".join(f"({a}, {b}) to ({c}, {d})" for a, b, c, d in self.segments)

    @property
    def picture(self) -> Points:
        segments = [((a, b), (c, d)) for a, b, c, d in self.segments]
        return Points([(0, 0), *(one for one, other in segments if one == other)], segments, numbered=False)

    @property
    def slopes(self) -> list[tuple[Fraction, Fraction]]:
        """The directions in which a segment is met: from one slope to another, both included."""
        ends = ((Fraction(b, a), Fraction(d, c)) for a, b, c, d in self.segments)
        return [(min(pair), max(pair)) for pair in ends]

    def solve(self) -> int:
        return self.most()[self.rays]

    def most(self) -> list[int]:
        """The answers for 0, 1, ... up to `rays` rays: they stab intervals of slopes."""
        return disjoint_stabbing(self.slopes, self.rays)

    def brute(self) -> int:
        """All choices of directions, of ends and of the middles between them. For up to 5 segments."""
        ends = sorted({end for pair in self.slopes for end in pair})
        tried = [*ends, *((low + high) / 2 for low, high in pairwise(ends))]
        best = 0
        for rays in range(1, min(self.rays, len(tried)) + 1):
            for chosen in combinations(tried, rays):
                met = [sum(low <= slope <= high for slope in chosen) for low, high in self.slopes]
                best = max(best, sum(met) if max(met) <= 1 else 0)
        return best

    def score(self, answer: int) -> float:
        return exact(self.reference, answer)
