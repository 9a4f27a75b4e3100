"""Find a set of mines that fits the numbers of a minesweeper grid. Every set that fits is right.

Drawn again where a mine in every hidden cell would fit, or none at all. Sides stop growing at 40 (level 36).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Grid, Invalid, satisfied, step
from rlve_gym.kit.grids import OnGrid, sides, where
from rlve_gym.kit.puzzles import of_shape
from rlve_gym.pictures import Cells

MINES_PERCENT = (40, 70)
SHOWN_PERCENT = (60, 70, 80, 90, 95)


@dataclass(frozen=True)
class Minesweeping(OnGrid):
    """grid: a digit for a cell that is open, ? for one that is hidden. mines: rows of the hidden solution."""

    grid: list[str]
    mines: list[str]

    template = (
        "In this grid each ? hides a mine or nothing, and each digit is a cell without a mine: it says how many of the"
        " up to eight cells around it, diagonal ones too, have a mine.\n{self.grid:lines}\n"
        "Find mines that agree with every digit. Write * for a mine and . for any other cell, whether it was hidden or"
        " not."
    )
    answer = Grid(".*", "grid of mines")
    difficulty = {"largest": step(4, cap=40)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        while True:
            rows, columns = sides(rng, largest)
            cells = [(row, column) for row in range(rows) for column in range(columns)]
            count = max(1, min(len(cells) * rng.randint(*MINES_PERCENT) // 100, len(cells) - 1))
            mines = set(rng.sample(cells, count))
            free = [cell for cell in cells if cell not in mines]
            numbers = dict.fromkeys(rng.sample(free, max(1, len(free) * rng.choice(SHOWN_PERCENT) // 100)), 0)
            for cell in numbers:
                numbers[cell] = len(mines.intersection(_around(*cell)))
            hidden = {cell for cell in cells if cell not in numbers}
            fewer = any(number < len(hidden.intersection(_around(*cell))) for cell, number in numbers.items())
            if fewer and any(numbers.values()):
                grid = [[str(numbers.get((r, c), "?")) for c in range(columns)] for r in range(rows)]
                marks = ["".join(".*"[(r, c) in mines] for c in range(columns)) for r in range(rows)]
                return cls(["".join(row) for row in grid], marks)

    @property
    def picture(self) -> Cells:
        return Cells([row.replace("?", " ") for row in self.grid], shaded=where(self.grid, "?"))

    def solve(self) -> list[str]:
        return self.mines

    def score(self, answer: list[str]) -> float:
        of_shape(answer, self.rows, self.columns)
        mines = set(where(answer, "*"))
        numbers = {(row, column): int(self.grid[row][column]) for row, column in where(self.grid, "012345678")}
        if mines & numbers.keys():
            raise Invalid("a mine in an open cell")
        right = sum(number == len(mines.intersection(_around(*cell))) for cell, number in numbers.items())
        return satisfied(right, len(numbers))


def _around(row: int, column: int) -> list[tuple[int, int]]:
    """The eight cells around a cell, and itself, which never counts: it has no mine. Some may lie outside."""
    return [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
