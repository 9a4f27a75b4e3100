"""Choose points on a line that lie in intervals of least total cost. Public name: Minimum_DominatingInterval.

There are 100 points at most (level 27). With 3 points, at level 0, all six intervals are there.
"""

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, grow, ratio

SHARES = (1, 2, 3, 5, 7, 9)
"""Tenths of the points in some interval that are to be chosen."""


@dataclass(frozen=True)
class MinIntervalStabbing(Problem):
    """intervals: [left, right, cost] on the points 1 to n. k: how many points are chosen."""

    n: int
    intervals: list[list[int]]
    k: int

    template = (
        'On a line there are the points 1 to {self.n} and some intervals. Each line "left right cost" is an interval'
        " that contains the points from left to right, both included:\n{self.intervals:lines}\n\n"
        "Choose a set of points, exactly {self.k} in number, each of which lies in at least one interval. You pay, once"
        " each, for all intervals that contain one or more of the chosen points. Make the total cost as small as"
        " possible."
    )
    answer = Integers("chosen points in any order")
    difficulty = {"n": grow(3, cap=100)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        pairs = [(left, right) for right in range(1, n + 1) for left in range(1, right + 1)]
        intervals = [[left, right, rng.randint(1, 10)] for left, right in rng.sample(pairs, min(2 * n, len(pairs)))]
        covered = cls(n, intervals, 1).covered
        return cls(n, intervals, max(1, rng.choice(SHARES) * len(covered) // 10))

    @property
    def covered(self) -> list[int]:
        """The points that may be chosen, ascending."""
        return sorted({point for left, right, _ in self.intervals for point in range(left, right + 1)})

    def solve(self) -> list[int]:
        """By the number of points chosen and the last one: a further point adds the intervals that contain it and begin
        after the last one. O(k n^2)."""
        points = self.covered
        added = {point: self._added(point) for point in points}
        table = [{point: (added[point][0], 0) for point in points}]
        for count in range(1, self.k):
            before, now = points[count - 1 :], {}
            for at, point in enumerate(points[count:], 1):
                now[point] = min((table[-1][last][0] + added[point][last], last) for last in before[:at])
            table.append(now)
        chosen = [min(points[self.k - 1 :], key=lambda point: table[-1][point])]
        for row in table[:0:-1]:
            chosen.append(row[chosen[-1]][1])
        return chosen[::-1]

    def _added(self, point: int) -> list[int]:
        """For each last point before this one (0: none), the cost of the intervals that contain this one only."""
        starting = [0] * (point + 1)
        for left, right, cost in self.intervals:
            if left <= point <= right:
                starting[left] += cost
        return [sum(starting[last + 1 :]) for last in range(point)]

    def brute(self) -> list[int]:
        """All choices. For up to 12 points."""
        return list(min(combinations(self.covered, self.k), key=self._cost))

    def _cost(self, chosen: list[int] | tuple[int, ...]) -> int:
        return sum(cost for left, right, cost in self.intervals if any(left <= point <= right for point in chosen))

    def score(self, answer: list[int]) -> float:
        if len(answer) != self.k or len(set(answer)) < self.k or not set(answer) <= set(self.covered):
            raise Invalid(f"not {self.k} different points that lie in an interval")
        return ratio(self._cost(self.reference), self._cost(answer))
