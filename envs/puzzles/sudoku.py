"""Fill in a sudoku of any block size. It may have several solutions, and each of them is right.

Blocks stop growing at 7 x 7 (level 5), where the grid has 49 x 49 cells.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import NumberGrid, step
from rlve_gym.kit.grids import sides
from rlve_gym.kit.puzzles import Blanks, Filling, blanked, keeps, marked
from rlve_gym.pictures import Cells


@dataclass(frozen=True)
class Sudoku(Filling):
    """Blocks have `height` rows and `width` columns. given: the grid, None for blank cells."""

    height: int
    width: int
    given: Blanks
    solution: list[list[int]]

    template = (
        "Fill in every ? of this grid so that each row, each column and each block holds every number from 1 to"
        " {self.side} exactly once. The blocks have {self.height} rows and {self.width} columns each and tile the grid"
        " from its top left corner. Keep the given numbers.\n{self.listed}"
    )
    answer = NumberGrid("completed grid")
    difficulty = {"largest": step(2, cap=7)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        height, width = sides(rng, largest)
        solution = _solved(height, width, rng)
        return cls(height, width, blanked(solution, rng), solution)

    @property
    def side(self) -> int:
        return self.height * self.width

    @property
    def picture(self) -> Cells:
        return Cells(marked(self.given), boxes=(self.height, self.width))

    def score(self, answer: list[list[int]]) -> float:
        keeps(self.given, answer)
        blocks: list[list[int]] = [[] for _ in range(self.side)]
        for row, line in enumerate(answer):
            for column, entry in enumerate(line):
                blocks[row // self.height * self.height + column // self.width].append(entry)
        every = list(range(1, self.side + 1))
        return float(all(sorted(line) == every for line in (*answer, *zip(*answer), *blocks)))


def _solved(height: int, width: int, rng: Random) -> list[list[int]]:
    """The cyclic solution with its numbers renamed, and rows and columns shuffled within bands and bands as a whole.

    Half of the time it is built for the transposed blocks and then transposed.
    """
    across = rng.randrange(2)
    if across:
        height, width = width, height
    names = rng.sample(range(1, height * width + 1), height * width)
    rows, columns = _shuffled(width, height, rng), _shuffled(height, width, rng)
    grid = [[names[(width * (r % height) + r // height + c) % len(names)] for c in columns] for r in rows]
    return [list(column) for column in zip(*grid)] if across else grid


def _shuffled(bands: int, size: int, rng: Random) -> list[int]:
    """The numbers of all lines: bands of `size` neighbours in any order, in each of them its lines in any order."""
    return [band * size + line for band in rng.sample(range(bands), bands) for line in rng.sample(range(size), size)]
