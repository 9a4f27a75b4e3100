"""Rebuild the results of a tournament from the points, with three for a win and one for a draw.

The number of teams stops growing at 60 (level 57), since an answer has its square of digits.
"""

from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import Self

from rlve_gym import Grid, Invalid, Problem, satisfied, shaped, step

OTHER = {"0": "2", "1": "1", "2": "0"}


@dataclass(frozen=True)
class RoundRobin(Problem):
    """solution: the planted results, one row a team."""

    points: list[int]
    solution: list[str]

    template = (
        "In a tournament of {self.n} teams every two teams met once. A win was worth 3 points, a draw 1 point for each"
        " of the two, a defeat nothing. The points of the teams, in order:\n{self.points:spaces}\n\n"
        "Give a table of results that leads to these points. Its row i and column j, for different teams i and j, hold"
        " 2 if team i won against team j, 1 if they drew, and 0 if team i lost; so the entries (i, j) and (j, i) add up"
        " to 2. The diagonal holds zeros. Any table that leads to these points is right."
    )
    answer = Grid("012", "table")
    difficulty = {"n": step(3, cap=60)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        draws = rng.random()
        results = ["1" if rng.random() < draws else rng.choice("02") for _ in range(n * (n - 1) // 2)]
        table = _table(n, results)
        return cls([_points(row) for row in table], table)

    @property
    def n(self) -> int:
        return len(self.points)

    def solve(self) -> list[str]:
        return self.solution

    def brute(self) -> list[str]:
        """All results of all matches. For up to 4 teams."""
        tables = (_table(self.n, results) for results in product("012", repeat=self.n * (self.n - 1) // 2))
        return next(table for table in tables if [_points(row) for row in table] == self.points)

    def score(self, answer: list[str]) -> float:
        shaped(answer, self.n, self.n)
        if any(answer[i][i] != "0" for i in range(self.n)):
            raise Invalid("the diagonal must hold zeros")
        if any(answer[i][j] != OTHER[answer[j][i]] for i, j in combinations(range(self.n), 2)):
            raise Invalid("the two entries of a match must add up to 2")
        return satisfied(sum(_points(row) == points for row, points in zip(answer, self.points)), self.n)


def _table(n: int, results: list[str] | tuple[str, ...]) -> list[str]:
    """The table of the results of (0, 1), (0, 2), ..., (1, 2), ..., as seen by the first team of each pair."""
    table = [["0"] * n for _ in range(n)]
    for (i, j), result in zip(combinations(range(n), 2), results):
        table[i][j], table[j][i] = result, OTHER[result]
    return ["".join(row) for row in table]


def _points(row: str) -> int:
    return 3 * row.count("2") + row.count("1")
