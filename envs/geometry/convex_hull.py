"""Compute twice the area of a convex hull. Public name: ConvexHull.

There are 200 points at most (level 32), since the prompt lists them.
"""

from dataclasses import dataclass
from itertools import pairwise, permutations
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, grow, ratio
from rlve_gym.kit.geometry import convex_hull, cross, scattered_points
from rlve_gym.pictures import Points


@dataclass(frozen=True)
class ConvexHull(Problem):
    points: list[list[int]]

    template = (
        "Here are {self.points:count} different points in the plane; no three of them lie on one line:\n"
        "{self.points:tuples}\n\n"
        "The area of their convex hull is a multiple of 1/2. What is twice the area?"
    )
    answer = Integer(low=1)
    difficulty = {"n": grow(5, cap=200)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        return cls(scattered_points(rng, n, n))

    @property
    def picture(self) -> Points:
        return Points(self.points, numbered=False)

    def solve(self) -> int:
        corners = convex_hull(self.points)
        return sum(cross(corners[0], a, b) for a, b in pairwise(corners))

    def brute(self) -> int:
        """Edges of the hull are the pairs that have all points on their left. For up to 20 points."""
        edges = (
            (a, b) for a, b in permutations(self.points, 2) if all(cross(a, b, point) >= 0 for point in self.points)
        )
        return sum(a[0] * b[1] - a[1] * b[0] for a, b in edges)

    def score(self, answer: int) -> float:
        return ratio(self.reference, answer)
