"""Turn square blocks of a grid by 90 degrees until it becomes another grid.

Drawn again where the turns cancel each other. An answer earns what it mends; counting all cells, as the public suite
does, pays a large grid for the empty answer. Sides stop growing at 40 (level 37).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Edges, Invalid, step
from rlve_gym.kit.grids import in_rows, sides
from rlve_gym.kit.puzzles import Rearranging

STEPS = (2, 10)


@dataclass(frozen=True)
class TwiddlePuzzle(Rearranging):
    """side: of a block. moves: some that lead from start to goal."""

    side: int
    start: list[list[int]]
    goal: list[list[int]]
    moves: list[list[int]]

    template = (
        "Rows and columns of the grid below are numbered from 0. The move i j turns the {self.side} x {self.side} block"
        " whose top left cell is in row i and column j by 90 degrees counterclockwise; the block must lie inside the"
        " grid.\n{self.start:lines}\nFind at most {self.most} moves that turn it into this grid:\n{self.goal:lines}"
    )
    answer = Edges("moves in order")
    difficulty = {"largest": step(3, cap=40)}
    beta = 5
    most = 500
    """Moves that an answer may have."""

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        while True:
            rows, columns = sides(rng, largest)
            side = rng.randint(2, min(rows, columns))
            tiles = rng.sample(range(rows * columns), rows * columns)
            start = in_rows(tiles, columns)
            grid, moves = [*map(list, start)], []
            for _ in range(rng.randint(*STEPS)):
                moves.append([rng.randint(0, rows - side), rng.randint(0, columns - side)])
                _turn(grid, side, *moves[-1])
            if grid != start:
                return cls(side, start, grid, moves)

    def play(self, grid: list[list[int]], moves: list[list[int]]) -> None:
        if len(moves) > self.most:
            raise Invalid(f"{len(moves)} moves, more than {self.most}")
        for i, j in moves:
            if i > len(grid) - self.side or j > len(grid[0]) - self.side:
                raise Invalid(f"the block at {i} {j} is not inside the grid")
            _turn(grid, self.side, i, j)


def _turn(grid: list[list[int]], side: int, i: int, j: int) -> None:
    """Turn a block in place: its last column becomes its first row."""
    block = [row[j : j + side] for row in grid[i : i + side]]
    for row, column in zip(grid[i : i + side], reversed(list(zip(*block)))):
        row[j : j + side] = column
