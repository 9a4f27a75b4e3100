"""Choose as many of the given lattice points as possible so that they are the corners of a convex polygon.

The number of points stops at 150 (level 145): a reference costs its third power.
"""

from dataclasses import dataclass
from itertools import combinations, permutations
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, satisfied, step
from rlve_gym.kit.geometry import angle, convex_hull, in_triangle, scattered_points


@dataclass(frozen=True)
class LargestConvexPolygon(Problem):
    points: list[list[int]]

    template = (
        "Here are {self.n} points in the plane, labelled 1 to {self.n}; no three of them lie on one line.\n"
        "{self.listed}\n\n"
        "Choose as many of them as possible, at least 3, so that the chosen points are exactly the corners of a convex "
        "polygon: every chosen point is a corner of it."
    )
    answer = Integers("labels of the chosen points in any order")
    difficulty = {"n": step(5, cap=150)}
    beta = 5
    version = 2

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        return cls(scattered_points(rng, n, n))

    @property
    def n(self) -> int:
        return len(self.points)

    @property
    def listed(self) -> str:
        return "\n".join(f"{label}: ({x}, {y})" for label, (x, y) in enumerate(self.points, 1))

    def solve(self) -> list[int]:
        """The longest closed chain of directed edges in order of angle; O(n^3)."""
        pairs = permutations(range(self.n), 2)
        edges = sorted((angle(self.points[u], self.points[v]), u, v) for u, v in pairs)
        best = max((_longest_round(edges, start, self.n) for start in range(self.n)), key=len)
        return sorted(vertex + 1 for vertex in best)

    def brute(self) -> list[int]:
        """The largest subset of which no point lies in a triangle of three others."""
        for size in range(self.n, 2, -1):
            for chosen in combinations(self.points, size):
                triangles = combinations(chosen, 3)
                if not any(in_triangle(point, *corners) for corners in triangles for point in chosen):
                    return [self.points.index(point) + 1 for point in chosen]
        raise AssertionError("three points are always the corners of a triangle")

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < len(answer) or not all(1 <= label <= self.n for label in answer):
            raise Invalid(f"labels must be different numbers between 1 and {self.n}")
        if len(answer) < 3:
            raise Invalid("a polygon has at least 3 corners", severity=0.4)
        if len(convex_hull(self.points[label - 1] for label in answer)) < len(answer):
            raise Invalid("the points are not all corners of a convex polygon", severity=0.4)
        assert len(answer) <= len(self.reference)
        return satisfied(len(answer), len(self.reference))


def _longest_round(edges: list[tuple[float, int, int]], start: int, n: int) -> list[int]:
    """The vertices of the longest chain of edges from `start` back to it that turns left, by less than a round.

    Chains are linked: (length, last vertex, chain before it). No two edges of equal angle share a vertex, since no
    three points lie on a line, so the order among equal angles does not matter.
    """
    chains: list = [None] * n
    closed = chains[start] = (0, start, None)
    for _, u, v in edges:
        chain = chains[u]
        if chain is None:
            continue
        if v == start:
            closed = max(closed, (chain[0] + 1, v, chain), key=lambda link: link[0])
        elif chains[v] is None or chains[v][0] <= chain[0]:
            chains[v] = (chain[0] + 1, v, chain)
    vertices, link = [], closed[2]
    while link is not None:
        vertices.append(link[1])
        link = link[2]
    return vertices
