"""Slide the tiles of a puzzle from one arrangement to another.

Moves never undo the one before, so that the goal differs from the start; in the public suite both may be equal. An
answer earns what it mends; counting all cells, as there, pays a large grid for moving hardly anything. Sides stop
growing at 40 (level 37).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Invalid, Word, step
from rlve_gym.kit.grids import Cell, in_rows, inside, moved, sides, where
from rlve_gym.kit.puzzles import Rearranging
from rlve_gym.pictures import Cells

STEPS = (2, 3, 5, 10, 15, 20, 25, 30)
BACK = {"U": "D", "D": "U", "L": "R", "R": "L"}


@dataclass(frozen=True)
class SlidingPuzzle(Rearranging):
    """moves: some that lead from start to goal."""

    start: list[list[int]]
    goal: list[list[int]]
    moves: str

    template = (
        "In the grid below 0 is the gap, all other numbers are tiles. A move swaps the gap with the tile above it (U),"
        " below it (D), to its left (L) or to its right (R).\n{self.start:lines}\n"
        "Find moves that turn it into this grid:\n{self.goal:lines}"
    )
    answer = Word("UDLR", "string of moves")
    difficulty = {"largest": step(3, cap=40)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        while True:
            rows, columns = sides(rng, largest)
            tiles = rng.sample(range(rows * columns), rows * columns)
            start = in_rows(tiles, columns)
            grid, moves = [*map(list, start)], ""
            gap, back = divmod(tiles.index(0), columns), None
            for _ in range(rng.choice(STEPS)):
                near = [(move, moved(gap, move)) for move in "UDLR" if move != back]
                move, tile = rng.choice([(move, cell) for move, cell in near if inside(cell, rows, columns)])
                gap, back = _slide(grid, gap, tile), BACK[move]
                moves += move
            if grid != start:
                return cls(start, grid, moves)

    @property
    def picture(self) -> Cells:
        rows = super().picture.rows
        return Cells([[tile or "" for tile in row] for row in rows], shaded=where(rows, [0]))

    def play(self, grid: list[list[int]], moves: str) -> None:
        (gap,) = where(grid, [0])
        for number, move in enumerate(moves, 1):
            tile = moved(gap, move)
            if not inside(tile, len(grid), len(grid[0])):
                raise Invalid(f"move {number}, {move}, leaves the grid")
            gap = _slide(grid, gap, tile)


def _slide(grid: list[list[int]], gap: Cell, tile: Cell) -> Cell:
    """Swap the gap with a tile, in place. Returns where the gap is then."""
    grid[gap[0]][gap[1]], grid[tile[0]][tile[1]] = grid[tile[0]][tile[1]], 0
    return tile
