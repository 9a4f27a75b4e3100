"""Akari: place bulbs that light every white cell and do not see each other.

Between 20 and 60 percent of the cells are black, and two white cells touch. In the public suite it is 60 to 95
percent: there most white cells stand alone, and a bulb in each of them is the answer. Sides stop growing at 40
(level 37).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Grid, Invalid, satisfied, step
from rlve_gym.kit.grids import OnGrid, beside, in_sight, sides, where
from rlve_gym.kit.puzzles import of_shape
from rlve_gym.pictures import Cells

BLACK_PERCENT = (20, 60)
NUMBERED_PERCENT = (50, 60, 70, 80, 90, 95)


@dataclass(frozen=True)
class LightUpPuzzle(OnGrid):
    """grid: W white, B black, a digit black with a number. bulbs: cells [row, column] of the hidden solution."""

    grid: list[str]
    bulbs: list[list[int]]

    template = (
        "In this grid W is a white cell; B and the digits are black cells.\n{self.grid:lines}\n"
        "Replace some W by L, which is a bulb. A bulb lights its own cell, and the white cells up, down, left and right"
        " of it as far as the next black cell or the border. Every white cell must be lit, no bulb may be lit by"
        " another, and a black cell with a digit must have exactly that many bulbs among the up to four cells that"
        " share a side with it."
    )
    answer = Grid("WLB01234", "grid with the bulbs")
    difficulty = {"largest": step(3, cap=40)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        while True:
            rows, columns = sides(rng, largest)
            cells = [(row, column) for row in range(rows) for column in range(columns)]
            share = rng.randint(*BLACK_PERCENT)
            black = rng.sample(cells, max(1, min(len(cells) * share // 100, len(cells) - 1)))
            grid = [["W"] * columns for _ in range(rows)]
            for row, column in black:
                grid[row][column] = "B"
            white = where(grid, "W")
            if any(in_sight(grid, cell, "W") for cell in white):
                break
        bulbs, lit = set(), set()
        for cell in rng.sample(white, len(white)):
            if cell not in lit:
                bulbs.add(cell)
                lit.update(in_sight(grid, cell, "W"))
        for row, column in rng.sample(black, max(1, len(black) * rng.choice(NUMBERED_PERCENT) // 100)):
            grid[row][column] = str(len(bulbs.intersection(beside((row, column), rows, columns))))
        return cls(["".join(row) for row in grid], [list(cell) for cell in sorted(bulbs)])

    @property
    def picture(self) -> Cells:
        blank = [row.replace("W", " ").replace("B", " ") for row in self.grid]
        return Cells(blank, shaded=where(self.grid, "B01234"))

    def solve(self) -> list[str]:
        lines = [list(row) for row in self.grid]
        for row, column in self.bulbs:
            lines[row][column] = "L"
        return ["".join(line) for line in lines]

    def score(self, answer: list[str]) -> float:
        of_shape(answer, self.rows, self.columns)
        if [row.replace("L", "W") for row in answer] != self.grid:
            raise Invalid("more is changed than W to L")
        bulbs = set(where(answer, "L"))
        lit = {seen for cell in bulbs for seen in in_sight(self.grid, cell, "W")}
        if lit & bulbs:
            raise Invalid("a bulb is lit by another")
        if len(lit | bulbs) < sum(row.count("W") for row in self.grid):
            raise Invalid("a white cell is dark")
        numbered = where(self.grid, "01234")
        around = {cell: len(bulbs.intersection(beside(cell, self.rows, self.columns))) for cell in numbered}
        right = sum(int(self.grid[row][column]) == around[row, column] for row, column in numbered)
        return satisfied(right, len(numbered))
