"""Fill a grid with 0 and 1, given the number of ones in each row and column, with no three equal cells in a row.

The public suite fills cells in random order by backtracking, which takes more than ten seconds at times from 10 x 10
on. Ours draws row by row, each evenly among the rows that are possible below the ones before: there always is one, as
the opposite of the row above fits. Sides stop growing at 40 (level 38).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Grid, Invalid, satisfied, step
from rlve_gym.kit.grids import sides
from rlve_gym.kit.puzzles import Blanks, Filling, blanked, keeps, printed


@dataclass(frozen=True)
class Binario(Filling):
    given: Blanks
    solution: list[list[int]]

    template = (
        "Fill in every ? of this grid with 0 or 1, and keep the given cells:\n{self.listed}\n"
        "Nowhere may three consecutive cells of a row, or of a column, be equal. The numbers of ones must be, in the"
        " rows from top to bottom: {self.of_rows}; in the columns from left to right: {self.of_columns}."
    )
    answer = Grid("01", "completed grid")
    difficulty = {"largest": step(2, cap=40)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        rows, columns = sides(rng, largest)
        solution: list[list[int]] = []
        for _ in range(rows):
            solution.append(_row(solution[-2:], columns, rng))
        return cls(blanked(solution, rng), solution)

    @property
    def listed(self) -> str:
        return printed(self.given).replace(" ", "")

    @property
    def of_rows(self) -> str:
        return " ".join(str(sum(row)) for row in self.solution)

    @property
    def of_columns(self) -> str:
        return " ".join(str(sum(column)) for column in zip(*self.solution))

    def solve(self) -> list[str]:
        return ["".join(map(str, row)) for row in self.solution]

    def score(self, answer: list[str]) -> float:
        keeps(self.given, [list(map(int, row)) for row in answer])
        lines = [*answer, *("".join(column) for column in zip(*answer))]
        if any(three in line for line in lines for three in ("000", "111")):
            raise Invalid("three consecutive cells are equal")
        wanted = [sum(line) for line in (*self.solution, *zip(*self.solution))]
        return satisfied(sum(line.count("1") == ones for line, ones in zip(lines, wanted)), len(lines))


def _row(above: list[list[int]], columns: int, rng: Random) -> list[int]:
    """A row under the two (or fewer) rows above, every possible one equally likely."""
    forced: list[int | None] = [None] * columns
    if len(above) == 2:
        forced = [1 - a if a == b else None for a, b in zip(*above)]
    # ways[at][run - 1][bit]: in how many ways cells at.. can go on after `run` equal cells `bit`.
    ways = [[[1, 1], [1, 1]] for _ in range(columns + 1)]
    for at in reversed(range(columns)):
        for run, bit in ((1, 0), (1, 1), (2, 0), (2, 1)):
            ways[at][run - 1][bit] = sum(_ways_with(ways, at, run, bit, new, forced) for new in (0, 1))
    row, run, bit = [], 0, 0
    for at in range(columns):
        zero, one = (_ways_with(ways, at, run, bit, new, forced) for new in (0, 1))
        new = int(rng.randrange(zero + one) >= zero)
        run, bit = (run + 1 if new == bit else 1), new
        row.append(new)
    return row


def _ways_with(ways: list, at: int, run: int, bit: int, new: int, forced: list[int | None]) -> int:
    """The number of ways to go on from `run` cells `bit` with the cell `new`."""
    if forced[at] not in (None, new) or (new == bit and run == 2):
        return 0
    return ways[at + 1][run if new == bit else 0][new]
