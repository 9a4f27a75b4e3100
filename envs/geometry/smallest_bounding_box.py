"""Exchange coordinates of points so that their bounding box has the least perimeter. Public name: SkaRockGarden.

Problems in which no point need be exchanged are drawn again. There are 4 points at level 0 instead of 3, as
one of few answers was right too often, and 500 at most (level 43).
"""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Self

from rlve_gym import Malformed, Problem, Word, grow, lexicographic, ratio
from rlve_gym.pictures import Points


@dataclass(frozen=True)
class SmallestBoundingBox(Problem):
    """points: [x, y, price]."""

    points: list[list[int]]

    template = (
        'Here are {self.points:count} points in the plane. Each line "x y price" is one of them:\n'
        "{self.points:lines}\n\n"
        "For each point you may pay its price to exchange its two coordinates: (x, y) becomes (y, x). Then the smallest"
        " rectangle with sides parallel to the axes that contains all points is drawn; it may have width or height 0."
        " Make the perimeter of this rectangle as small as possible, and among all ways to do so, choose one for which"
        " the sum of the prices paid is least. Write one digit for each point, in the order above: 1 if it is"
        " exchanged, 0 if not."
    )
    answer = Word("01", "{0,1} string")
    difficulty = {"n": grow(4, cap=500)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        while True:
            problem = cls([[rng.randint(0, 2 * n), rng.randint(0, 2 * n), rng.randint(1, n)] for _ in range(n)])
            if "1" in problem.solve():
                return problem

    @property
    def picture(self) -> Points:
        return Points([(x, y) for x, y, _ in self.points])

    def solve(self) -> str:
        """With the smaller coordinate of each point on x the box has the least perimeter. A box has it too if the two
        lower bounds change places, or the upper ones, or both; of these four the cheapest is taken."""
        left, right = (bound(min(x, y) for x, y, _ in self.points) for bound in (min, max))
        low, high = (bound(max(x, y) for x, y, _ in self.points) for bound in (min, max))
        ways = []
        for (x0, y0), (x1, y1) in product(((left, low), (low, left)), ((right, high), (high, right))):
            ways.append(self._into(x0, x1, y0, y1))
        return min((way for way in ways if way is not None), key=lambda way: self.measure(way)[1])

    def _into(self, x0: int, x1: int, y0: int, y1: int) -> str | None:
        """The cheapest way to get all points into a box, if there is one."""
        digits = ""
        for x, y, _ in self.points:
            if x0 <= x <= x1 and y0 <= y <= y1:
                digits += "0"
            elif x0 <= y <= x1 and y0 <= x <= y1:
                digits += "1"
            else:
                return None
        return digits

    def brute(self) -> str:
        """All exchanges. For up to 12 points."""
        return min(map("".join, product("01", repeat=len(self.points))), key=self.measure)

    def measure(self, exchanged: str) -> tuple[int, int]:
        """The perimeter of the box, and the prices paid."""
        xs, ys = zip(*((y, x) if digit == "1" else (x, y) for digit, (x, y, _) in zip(exchanged, self.points)))
        price = sum(point[2] for digit, point in zip(exchanged, self.points) if digit == "1")
        return 2 * (max(xs) - min(xs) + max(ys) - min(ys)), price

    def score(self, answer: str) -> float:
        """One half for the perimeter, and, if it is the least, the other half for the prices; both to the fifth."""
        if len(answer) != len(self.points):
            raise Malformed(f"{len(answer)} digits for {len(self.points)} points")
        (least, cheapest), (perimeter, price) = self.measure(self.reference), self.measure(answer)
        return lexicographic(ratio(least, perimeter) ** 5, ratio(cheapest, price) ** 5)
