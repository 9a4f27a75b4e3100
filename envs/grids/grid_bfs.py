"""Fill in the distance from every cell of a grid with obstacles to the nearest marked cell.

One cell at least is marked and one is free, as all entries would be equal otherwise. The sides stop growing at 60
(level 21): an answer has an entry for every cell.
"""

from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Self

from rlve_gym import NumberGrid, agreement, grow, shaped
from rlve_gym.kit.grids import OnGrid, beside, in_rows, sides, steps_from, where
from rlve_gym.pictures import Cells


@dataclass(frozen=True)
class GridBfs(OnGrid):
    grid: list[str]

    template = (
        "Here is a grid of {self.rows} rows and {self.columns} columns:\n{self.grid:lines}\n\n"
        "A step leads from a cell to a cell that shares a side with it; cells marked X may not be entered. For every"
        " cell, give the least number of steps from it to a cell marked 1; a cell marked 1 has the number 0. Give"
        " -1 for the cells marked X and for the cells from which no cell marked 1 can be reached."
    )
    answer = NumberGrid("grid of numbers")
    difficulty = {"side": grow(4, cap=60)}
    beta = 10
    unique = True

    @classmethod
    def generate(cls, rng: Random, side: int) -> Self:
        rows, columns = sides(rng, side)
        weights = [rng.randint(1, rows * columns) for _ in range(3)]
        cells = rng.choices("01X", weights, k=rows * columns)
        marked, free = rng.sample(range(rows * columns), 2)
        cells[marked], cells[free] = "1", "0"
        return cls(in_rows("".join(cells), columns))

    @property
    def picture(self) -> Cells:
        return Cells(self.grid, shaded=where(self.grid, "X"))

    def solve(self) -> list[list[int]]:
        return steps_from(self.grid, where(self.grid, "1"), "X")

    def brute(self) -> list[list[int]]:
        """Cells take what their best neighbour has and one, until nothing changes."""
        far = self.rows * self.columns
        steps = [[0 if mark == "1" else far for mark in line] for line in self.grid]
        for _ in range(far):
            for row, line in enumerate(self.grid):
                for at, mark in enumerate(line):
                    best = min(steps[i][j] for i, j in beside((row, at), self.rows, self.columns)) + 1
                    steps[row][at] = far if mark == "X" else min(steps[row][at], best)
        return [[-1 if number >= far else number for number in line] for line in steps]

    def score(self, answer: list[list[int]]) -> float:
        shaped(answer, self.rows, self.columns)
        return agreement(list(chain(*self.reference)), list(chain(*answer)))
