"""Hitori: black out cells so that no row or column repeats a number; black cells do not touch and cut nothing off.

At least one cell must be black. Whether the rest stays connected is followed while drawing, by the chains that black
cells form with their diagonal neighbours and the border, instead of by a recursive search, which ends large grids of
the public suite. Sides stop growing at 40 (level 36).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Grid, Invalid, satisfied, step
from rlve_gym.kit.grids import Cell, Holes, OnGrid, areas, sides
from rlve_gym.kit.puzzles import of_shape
from rlve_gym.pictures import Cells


@dataclass(frozen=True)
class HitoriPuzzle(OnGrid):
    """black: cells [row, column] of the hidden solution."""

    numbers: list[list[int]]
    black: list[list[int]]

    template = (
        "Mark some cells of this grid of numbers black so that, among the cells that are left, no row and no column"
        " holds a number more than once:\n{self.numbers:lines}\n"
        "No two black cells may share a side, and the cells that are left must form one piece connected by sides."
        " Write . for a cell that is left and * for a black one."
    )
    answer = Grid(".*", "grid of marks")
    difficulty = {"largest": step(4, cap=40)}
    beta = 10
    version = 2
    shows = "numbers"

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        while True:
            numbers, black = _drawn(*sides(rng, largest), rng)
            if black:
                return cls(numbers, [list(cell) for cell in sorted(black)])

    @property
    def picture(self) -> Cells:
        return Cells(self.numbers)

    def solve(self) -> list[str]:
        return ["".join(".*"[[r, c] in self.black] for c in range(self.columns)) for r in range(self.rows)]

    def score(self, answer: list[str]) -> float:
        of_shape(answer, self.rows, self.columns)
        lines = [*answer, *("".join(column) for column in zip(*answer))]
        if any("**" in line for line in lines):
            raise Invalid("two black cells touch")
        if len(areas(answer, ".")) != 1:
            raise Invalid("the cells that are left are not connected")
        values = [*self.numbers, *zip(*self.numbers)]
        left = [[v for v, mark in zip(its, marks) if mark == "."] for its, marks in zip(values, lines)]
        return satisfied(sum(len(set(line)) == len(line) for line in left), len(lines))


def _drawn(rows: int, columns: int, rng: Random) -> tuple[list[list[int]], set[Cell]]:
    """Numbers and black cells. Cells come in random order; half of them would be black.

    A cell that stays takes the smallest number that is new to its row and column, a black one repeats one of theirs.
    """
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    rng.shuffle(cells)
    numbers = [[0] * columns for _ in range(rows)]
    in_row: list[set[int]] = [set() for _ in range(rows)]
    in_column: list[set[int]] = [set() for _ in range(columns)]
    black = Holes(rows, columns)
    for row, column in cells:
        taken = in_row[row] | in_column[column]
        if rng.randrange(2) and taken and black.take((row, column)):
            numbers[row][column] = rng.choice(sorted(taken))
        else:
            number = next(n for n in range(len(taken) + 1) if n not in taken)
            numbers[row][column] = number
            in_row[row].add(number)
            in_column[column].add(number)
    return numbers, black.cells
