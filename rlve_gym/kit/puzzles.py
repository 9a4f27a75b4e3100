"""What puzzles on rectangles share: cells that are left blank, what an answer must keep, the way from grid to grid.

Two bases: `Filling` for puzzles that ask for the blank cells of a grid, `Rearranging` for those that ask for moves.
"""

from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import Any

from rlve_gym.kit.grids import OnGrid
from rlve_gym.pictures import Cells
from rlve_gym.problem import Problem
from rlve_gym.scoring import Invalid, Malformed, satisfied

Numbers = list[list[int]]
Blanks = list[list[int | None]]
"""A grid of integers with None where a cell is to be filled in."""


class Filling(OnGrid):
    """Base of the puzzles that ask to fill in a grid. Subclasses state these fields, in the order of their own."""

    given: Blanks
    solution: Numbers
    shows = "given"

    @property
    def listed(self) -> str:
        return printed(self.given)

    @property
    def picture(self) -> Cells:
        return Cells(marked(self.given))

    def solve(self) -> Any:
        return self.solution


class Rearranging(Problem):
    """Base of the puzzles that ask for moves from a grid to another. Subclasses state these fields, and `play`."""

    start: Numbers
    goal: Numbers
    moves: Any
    """Some that lead from start to goal."""

    def play(self, grid: Numbers, moves: Any) -> None:
        """Do moves in place. Raises Invalid if one is impossible."""
        raise NotImplementedError

    @property
    def picture(self) -> Cells:
        """The start, and below it the goal."""
        return Cells([*self.start, [""] * len(self.start[0]), *self.goal])

    def solve(self) -> Any:
        return self.moves

    def score(self, answer: Any) -> float:
        grid = [*map(list, self.start)]
        self.play(grid, answer)
        return mended(self.start, self.goal, grid)


def blanked(grid: Sequence[Sequence[int]], rng: Random) -> Blanks:
    """A copy with some cells blank, at least one: a drawn share of 10, 20, ... or 90 percent, rounded down."""
    columns = len(grid[0])
    cells = len(grid) * columns
    found: Blanks = [list(row) for row in grid]
    for cell in rng.sample(range(cells), max(1, cells * rng.randint(1, 9) // 10)):
        found[cell // columns][cell % columns] = None
    return found


def printed(grid: Sequence[Sequence[int | None]]) -> str:
    """One row per line, its entries separated by blanks, `?` for a cell to be filled in."""
    return "\n".join(" ".join("?" if entry is None else str(entry) for entry in row) for row in grid)


def marked(grid: Sequence[Sequence[int | None]]) -> list[list[str | int]]:
    """The entries for a picture, where blank cells show nothing."""
    return [["" if entry is None else entry for entry in row] for row in grid]


def of_shape(answer: Sequence[Any], rows: int, columns: int) -> None:
    """Raises Malformed unless an answer has this many rows and columns."""
    if len(answer) != rows or len(answer[0]) != columns:
        raise Malformed(f"a grid of {len(answer)} x {len(answer[0])}, not {rows} x {columns}")


def keeps(given: Sequence[Sequence[int | None]], answer: Sequence[Sequence[int]]) -> None:
    """Raises Malformed if an answer has another shape, Invalid if it changes a cell that is given."""
    of_shape(answer, len(given), len(given[0]))
    for row, (its, found) in enumerate(zip(given, answer)):
        for column, entry in enumerate(its):
            if entry is not None and entry != found[column]:
                raise Invalid(f"the given cell in row {row + 1}, column {column + 1} is changed")


def mended(start: Sequence[Sequence[int]], goal: Sequence[Sequence[int]], found: Sequence[Sequence[int]]) -> float:
    """How much of the way from one grid to another is done: 0 for nothing, 1 for all of it.

    It is the share of right cells among those that are wrong at the start or at the end.
    """
    cells = list(zip(*(chain.from_iterable(grid) for grid in (start, goal, found))))
    wrong = sum(there != wanted for _, wanted, there in cells)
    right = sum(there == wanted != before for before, wanted, there in cells)
    return satisfied(right, right + wrong)
