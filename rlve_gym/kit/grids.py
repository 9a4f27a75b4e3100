"""Grids: sizes, neighbours, moves, distances, areas, lines of sight, holes. A cell is (row, column).

A grid is a list of rows: strings of one character a cell, or lists of numbers.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from random import Random
from typing import Any, ClassVar, TypeVar

from rlve_gym.kit.disjoint_sets import DisjointSets
from rlve_gym.problem import Problem

Cell = tuple[int, int]
Cells = TypeVar("Cells", str, list[int])
SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
MOVES = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


class OnGrid(Problem):
    """Base of the problems that show one grid. shows: the name of the field that holds it."""

    shows: ClassVar[str] = "grid"

    @property
    def rows(self) -> int:
        return len(getattr(self, self.shows))

    @property
    def columns(self) -> int:
        return len(getattr(self, self.shows)[0])


def sides(rng: Random, largest: int) -> tuple[int, int]:
    """Rows and columns, both from 2 to `largest`."""
    return rng.randint(2, largest), rng.randint(2, largest)


def random_entries(rng: Random, largest: int) -> list[list[int]]:
    """A grid of such sides with even entries from 1 to the number of its cells."""
    rows, columns = sides(rng, largest)
    return [[rng.randint(1, rows * columns) for _ in range(columns)] for _ in range(rows)]


def in_rows(cells: Cells, columns: int) -> list[Cells]:
    """The rows of a grid whose cells are given one after the other: slices of a list or of a string."""
    return [cells[at : at + columns] for at in range(0, len(cells), columns)]


def where(grid: Sequence[Sequence[Any]], entries: Collection[Any]) -> list[Cell]:
    """The cells, row by row, that hold one of these entries."""
    return [(row, column) for row, line in enumerate(grid) for column, entry in enumerate(line) if entry in entries]


def inside(cell: Cell, rows: int, columns: int) -> bool:
    """Whether a grid of this size has this cell."""
    return 0 <= cell[0] < rows and 0 <= cell[1] < columns


def beside(cell: Cell, rows: int, columns: int) -> Iterator[Cell]:
    """The cells that share a side with a cell, at most four: above, left, right, below."""
    for down, right in SIDES:
        row, column = cell[0] + down, cell[1] + right
        if 0 <= row < rows and 0 <= column < columns:
            yield row, column


def moved(cell: Cell, move: str) -> Cell:
    """Where a move leads, up, down, left or right by one of the letters of MOVES; perhaps outside."""
    down, right = MOVES[move]
    return cell[0] + down, cell[1] + right


def steps_from(grid: Sequence[str], sources: Iterable[Cell], wall: str) -> list[list[int]]:
    """The least number of steps over sides from any source to each cell, without walls; -1 where there is no way."""
    rows, columns = len(grid), len(grid[0])
    steps = [[-1] * columns for _ in range(rows)]
    queue = list(sources)
    for row, column in queue:
        steps[row][column] = 0
    for cell in queue:
        for row, column in beside(cell, rows, columns):
            if steps[row][column] < 0 and grid[row][column] != wall:
                steps[row][column] = steps[cell[0]][cell[1]] + 1
                queue.append((row, column))
    return steps


def shortest_way(steps: Sequence[Sequence[int]], start: Cell, order: str) -> str:
    """Moves from a cell to a source of `steps_from`, always one step closer; of several the first in `order`."""
    rows, columns = len(steps), len(steps[0])
    cell, moves = start, ""
    for left in range(steps[start[0]][start[1]] - 1, -1, -1):
        near = ((move, moved(cell, move)) for move in order)
        move, cell = next((m, c) for m, c in near if inside(c, rows, columns) and steps[c[0]][c[1]] == left)
        moves += move
    return moves


def areas(grid: Sequence[str], symbol: str) -> list[list[Cell]]:
    """The sets of cells of a symbol that hang together by their sides."""
    rows, columns = len(grid), len(grid[0])
    left = set(where(grid, symbol))
    found = []
    for start in sorted(left):
        if start in left:
            left.remove(start)
            area = [start]
            for cell in area:
                near = [other for other in beside(cell, rows, columns) if other in left]
                left.difference_update(near)
                area += near
            found.append(area)
    return found


def in_sight(grid: Sequence[Sequence[str]], cell: Cell, clear: str) -> list[Cell]:
    """What is seen from a cell, itself left out: the cells along its row and column up to one that is not clear."""
    rows, columns = len(grid), len(grid[0])
    found = []
    for down, right in SIDES:
        row, column = cell[0] + down, cell[1] + right
        while 0 <= row < rows and 0 <= column < columns and grid[row][column] in clear:
            found.append((row, column))
            row, column = row + down, column + right
    return found


class Holes:
    """Cells taken out of a grid of two rows and columns at least: no two share a side, the others stay connected.

    Cells that do not touch cut something off when they close a ring by their corners, where the border counts as one
    more of them. So the chains that they form by their corners are kept as disjoint sets.
    """

    def __init__(self, rows: int, columns: int):
        self.rows, self.columns = rows, columns
        self.cells: set[Cell] = set()
        self._chains = DisjointSets()

    def take(self, cell: Cell) -> bool:
        """Take out one more cell unless it would touch another or cut something off; whether it is done."""
        if not self.cells.isdisjoint(beside(cell, self.rows, self.columns)):
            return False
        row, column = cell
        chained: list[Any] = [c for c in ((row + down, column + right) for down, right in CORNERS) if c in self.cells]
        if row in (0, self.rows - 1) or column in (0, self.columns - 1):
            chained.append("border")
        roots = {self._chains.root(other) for other in chained}
        if len(roots) < len(chained):
            return False
        for root in roots:
            self._chains.join(root, cell)
        self.cells.add(cell)
        return True
