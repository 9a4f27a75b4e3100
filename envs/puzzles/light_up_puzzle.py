"""Akari: place bulbs that light every white cell and do not see each other.

Between 20 and 60 percent of the cells are black, and two white cells touch. In the public suite it is 60 to 95
percent: there most white cells stand alone, and a bulb in each of them is the answer. Sides stop growing at 40
(level 37).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Grid, Invalid, Problem, satisfied, step
from rlve_gym.kit.puzzles import neighbours, of_shape, sides
from rlve_gym.pictures import Cells

BLACK_PERCENT = (20, 60)
NUMBERED_PERCENT = (50, 60, 70, 80, 90, 95)


@dataclass(frozen=True)
class LightUpPuzzle(Problem):
    """grid: W white, B black, a digit black with a number. bulbs: cells [row, column] of the hidden solution."""

    grid: list[str]
    bulbs: list[list[int]]

    template = (
        "In this grid W is a white cell; B and the digits are black cells.\n{self.listed}\n"
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
            white = sorted(set(cells).difference(black))
            if _touch(white):
                break
        grid = [["W"] * columns for _ in range(rows)]
        for row, column in black:
            grid[row][column] = "B"
        bulbs, lit = set(), set()
        for cell in rng.sample(white, len(white)):
            if cell not in lit:
                bulbs.add(cell)
                lit |= set(_seen(*cell, grid))
        for row, column in rng.sample(black, max(1, len(black) * rng.choice(NUMBERED_PERCENT) // 100)):
            grid[row][column] = str(sum(cell in bulbs for cell in neighbours(row, column, rows, columns)))
        return cls(["".join(row) for row in grid], [list(cell) for cell in sorted(bulbs)])

    @property
    def listed(self) -> str:
        return "\n".join(self.grid)

    @property
    def picture(self) -> Cells:
        black = [(r, c) for r, row in enumerate(self.grid) for c, symbol in enumerate(row) if symbol != "W"]
        return Cells([row.replace("W", " ").replace("B", " ") for row in self.grid], shaded=black)

    def solve(self) -> list[str]:
        lines = [list(row) for row in self.grid]
        for row, column in self.bulbs:
            lines[row][column] = "L"
        return ["".join(line) for line in lines]

    def score(self, answer: list[str]) -> float:
        rows, columns = len(self.grid), len(self.grid[0])
        of_shape(answer, rows, columns)
        if [row.replace("L", "W") for row in answer] != self.grid:
            raise Invalid("more is changed than W to L")
        bulbs = {(r, c) for r, row in enumerate(answer) for c, symbol in enumerate(row) if symbol == "L"}
        lit = {seen for cell in bulbs for seen in _seen(*cell, self.grid)}
        if lit & bulbs:
            raise Invalid("a bulb is lit by another")
        if len(lit | bulbs) < sum(row.count("W") for row in self.grid):
            raise Invalid("a white cell is dark")
        numbers = [
            (r, c, int(symbol)) for r, row in enumerate(self.grid) for c, symbol in enumerate(row) if symbol < "A"
        ]
        right = sum(number == len(bulbs.intersection(neighbours(r, c, rows, columns))) for r, c, number in numbers)
        return satisfied(right, len(numbers))


def _touch(white: list[tuple[int, int]]) -> bool:
    there = set(white)
    return any((row, column + 1) in there or (row + 1, column) in there for row, column in white)


def _seen(row: int, column: int, grid: list) -> list[tuple[int, int]]:
    """The white cells that are seen from a cell, without itself."""
    found = []
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        r, c = row + down, column + right
        while 0 <= r < len(grid) and 0 <= c < len(grid[0]) and grid[r][c] in "WL":
            found.append((r, c))
            r, c = r + down, c + right
    return found
