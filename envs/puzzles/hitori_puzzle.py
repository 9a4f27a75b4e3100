"""Hitori: black out cells so that no row or column repeats a number; black cells do not touch and cut nothing off.

At least one cell must be black. Whether the rest stays connected is followed while drawing, by the chains that black
cells form with their diagonal neighbours and the border, instead of by a recursive search, which ends large grids of
the public suite. Sides stop growing at 40 (level 36).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Grid, Invalid, Problem, satisfied, step
from rlve_gym.kit.puzzles import neighbours, of_shape, printed, sides
from rlve_gym.pictures import Cells

BORDER = (-2, -2)
"""Stands for the border among cells: no cell of the grid touches this place, not even at a corner."""
Cell = tuple[int, int]


@dataclass(frozen=True)
class HitoriPuzzle(Problem):
    """black: cells [row, column] of the hidden solution."""

    numbers: list[list[int]]
    black: list[list[int]]

    template = (
        "Mark some cells of this grid of numbers black so that, among the cells that are left, no number occurs twice"
        " in a row or in a column:\n{self.listed}\n"
        "No two black cells may share a side, and the cells that are left must form one piece connected by sides."
        " Write . for a cell that is left and * for a black one."
    )
    answer = Grid(".*", "grid of marks")
    difficulty = {"largest": step(4, cap=40)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        while True:
            numbers, black = _drawn(*sides(rng, largest), rng)
            if black:
                return cls(numbers, [list(cell) for cell in sorted(black)])

    @property
    def listed(self) -> str:
        return printed(self.numbers)

    @property
    def picture(self) -> Cells:
        return Cells(self.numbers)

    def solve(self) -> list[str]:
        columns = range(len(self.numbers[0]))
        return ["".join(".*"[[row, c] in self.black] for c in columns) for row in range(len(self.numbers))]

    def score(self, answer: list[str]) -> float:
        rows, columns = len(self.numbers), len(self.numbers[0])
        of_shape(answer, rows, columns)
        lines = [*answer, *("".join(column) for column in zip(*answer))]
        if any("**" in line for line in lines):
            raise Invalid("two black cells touch")
        if not _in_one_piece(answer):
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
    chains: dict[Cell, Cell] = {}
    for row, column in cells:
        taken = in_row[row] | in_column[column]
        if rng.randrange(2) and taken and _blacken(chains, row, column, rows, columns):
            numbers[row][column] = rng.choice(sorted(taken))
        else:
            number = next(n for n in range(len(taken) + 1) if n not in taken)
            numbers[row][column] = number
            in_row[row].add(number)
            in_column[column].add(number)
    return numbers, set(chains) - {BORDER}


def _blacken(chains: dict[Cell, Cell], row: int, column: int, rows: int, columns: int) -> bool:
    """Make a cell black unless it would touch another or cut something off; whether it is done.

    A set of black cells that do not touch cuts something off when its diagonal neighbours close a ring, the border
    counting as one more cell. chains: a forest, from a black cell to another of its chain, the root to itself.
    """
    if any(cell in chains for cell in neighbours(row, column, rows, columns)):
        return False
    corners = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
    ends = [_root(chains, corner) for corner in corners if corner in chains]
    if row in (0, rows - 1) or column in (0, columns - 1):
        ends.append(_root(chains, BORDER))
    if len(set(ends)) < len(ends):
        return False
    chains[row, column] = (row, column)
    chains.update({end: (row, column) for end in ends})
    return True


def _root(chains: dict[Cell, Cell], cell: Cell) -> Cell:
    while chains.setdefault(cell, cell) != cell:
        chains[cell] = cell = chains[chains[cell]]
    return cell


def _in_one_piece(answer: list[str]) -> bool:
    left = {(row, column) for row, marks in enumerate(answer) for column, mark in enumerate(marks) if mark == "."}
    todo = [min(left)]
    left.discard(todo[0])
    for cell in todo:
        for other in neighbours(*cell, len(answer), len(answer[0])):
            if other in left:
                left.discard(other)
                todo.append(other)
    return not left
