"""Slide the tiles of a puzzle from one arrangement to another.

Moves never undo the one before, so that the goal differs from the start; in the public suite both may be equal. An
answer earns what it mends; counting all cells, as there, pays a large grid for moving hardly anything. Sides stop
growing at 40 (level 37).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Invalid, Problem, Word, step
from rlve_gym.kit.puzzles import mended, printed, sides
from rlve_gym.pictures import Cells

STEPS = (2, 3, 5, 10, 15, 20, 25, 30)
MOVES = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
BACK = {"U": "D", "D": "U", "L": "R", "R": "L"}


@dataclass(frozen=True)
class SlidingPuzzle(Problem):
    """moves: some that lead from start to goal."""

    start: list[list[int]]
    goal: list[list[int]]
    moves: str

    template = (
        "In the grid below 0 is the gap, all other numbers are tiles. A move swaps the gap with the tile above it (U),"
        " below it (D), to its left (L) or to its right (R).\n{self.listed}\n"
        "Find moves that turn it into this grid:\n{self.wanted}"
    )
    answer = Word("UDLR", "string of moves")
    difficulty = {"largest": step(3, cap=40)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        while True:
            rows, columns = sides(rng, largest)
            tiles = rng.sample(range(rows * columns), rows * columns)
            start = [tiles[row * columns : (row + 1) * columns] for row in range(rows)]
            grid, moves = [*map(list, start)], ""
            gap = divmod(tiles.index(0), columns)
            for _ in range(rng.choice(STEPS)):
                possible = [move for move in MOVES if moves[-1:] != BACK[move] and _inside(grid, gap, move)]
                moves += rng.choice(possible)
                gap = _slide(grid, gap, moves[-1])
            if grid != start:
                return cls(start, grid, moves)

    @property
    def listed(self) -> str:
        return printed(self.start)

    @property
    def wanted(self) -> str:
        return printed(self.goal)

    @property
    def picture(self) -> Cells:
        """The start, and below it the goal."""
        columns = len(self.start[0])
        rows = [*self.start, [""] * columns, *self.goal]
        gaps = [(r, c) for r, row in enumerate(rows) for c, tile in enumerate(row) if tile == 0]
        return Cells([["" if tile == 0 else tile for tile in row] for row in rows], shaded=gaps)

    def solve(self) -> str:
        return self.moves

    def score(self, answer: str) -> float:
        grid = [*map(list, self.start)]
        gap = next((r, row.index(0)) for r, row in enumerate(grid) if 0 in row)
        for number, move in enumerate(answer, 1):
            if not _inside(grid, gap, move):
                raise Invalid(f"move {number}, {move}, leaves the grid")
            gap = _slide(grid, gap, move)
        return mended(self.start, self.goal, grid)


def _inside(grid: list[list[int]], gap: tuple[int, int], move: str) -> bool:
    row, column = gap[0] + MOVES[move][0], gap[1] + MOVES[move][1]
    return 0 <= row < len(grid) and 0 <= column < len(grid[0])


def _slide(grid: list[list[int]], gap: tuple[int, int], move: str) -> tuple[int, int]:
    """Do a move in place. Returns where the gap is then."""
    row, column = gap[0] + MOVES[move][0], gap[1] + MOVES[move][1]
    grid[gap[0]][gap[1]], grid[row][column] = grid[row][column], 0
    return row, column
