"""Number the cells of a grid along a path that visits each once, some numbers being given. Every such path is right.

The path is drawn by turning parts of it around, which never fails; the public suite searches for one. Sides stop
growing at 40 (level 37).
"""

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Self

from rlve_gym import Invalid, NumberGrid, ratio, step
from rlve_gym.kit.grids import Cell, beside, sides
from rlve_gym.kit.puzzles import Blanks, Filling, blanked, keeps

TURNS = 10
"""How often, for each cell, a part of the path is turned around."""


@dataclass(frozen=True)
class Numbrix(Filling):
    given: Blanks
    solution: list[list[int]]

    template = (
        "Fill in every ? so that this grid holds each number from 0 to {self.last} exactly once, and each number but"
        " the last shares a side of its cell with the next larger one. Keep the given numbers.\n{self.listed}"
    )
    answer = NumberGrid("completed grid")
    difficulty = {"largest": step(3, cap=40)}
    beta = 3

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        rows, columns = sides(rng, largest)
        solution = [[0] * columns for _ in range(rows)]
        for number, (row, column) in enumerate(_path(rows, columns, rng)):
            solution[row][column] = number
        return cls(blanked(solution, rng), solution)

    @property
    def last(self) -> int:
        return self.rows * self.columns - 1

    def score(self, answer: list[list[int]]) -> float:
        keeps(self.given, answer)
        place = {number: (r, c) for r, row in enumerate(answer) for c, number in enumerate(row)}
        if place.keys() != set(range(self.last + 1)):
            raise Invalid(f"the entries are not the numbers from 0 to {self.last}, each once")
        path = [place[number] for number in range(self.last + 1)]
        breaks = sum(abs(a - c) + abs(b - d) != 1 for (a, b), (c, d) in pairwise(path))
        return ratio(1, 1 + breaks)


def _path(rows: int, columns: int, rng: Random) -> list[Cell]:
    """A path through all cells: to and fro at first, then turned around often (backbite moves).

    A move joins the last cell to a neighbour elsewhere on the path and turns around what lies behind that.
    """
    path = [(row, column if row % 2 else columns - 1 - column) for row in range(rows) for column in range(columns)]
    for _ in range(TURNS * len(path)):
        if rng.randrange(2):
            path.reverse()
        at = path.index(rng.choice(list(beside(path[-1], rows, columns)))) + 1
        path[at:] = path[at:][::-1]
    return path
