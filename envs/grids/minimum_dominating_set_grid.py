"""Choose cells of a grid, at least cost, so that each cell is chosen or has a chosen neighbour.

The optimum costs time that is exponential in the shorter side: the sides stop growing at 10 (level 7).
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from random import Random
from typing import Self

import numpy as np

from rlve_gym import Edges, Invalid, Problem, ratio, step
from rlve_gym.kit.grids import Cell, beside
from rlve_gym.pictures import Cells

CHOSEN, COVERED, OPEN = 0, 1, 2
"""States of a cell: chosen, beside a chosen one, or still waiting for one."""
NEVER = np.int32(1 << 28)


@dataclass(frozen=True)
class MinimumDominatingSetGrid(Problem):
    costs: list[list[int]]

    template = (
        "Here is a grid of {self.rows} rows and {self.columns} columns that gives the cost of each"
        " cell:\n{self.listed}\n\n"
        "Choose cells of least total cost so that each cell of the grid is chosen or shares a side with a"
        " chosen cell. Rows are numbered 1 to {self.rows} from the top, columns 1 to {self.columns} from the left."
    )
    answer = Edges("row and column of each chosen cell")
    difficulty = {"side": step(3, cap=10)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, side: int) -> Self:
        rows, columns = rng.randint(2, side), rng.randint(2, side)
        return cls([[rng.randint(1, rows * columns) for _ in range(columns)] for _ in range(rows)])

    @property
    def rows(self) -> int:
        return len(self.costs)

    @property
    def columns(self) -> int:
        return len(self.costs[0])

    @property
    def listed(self) -> str:
        return "\n".join(" ".join(map(str, line)) for line in self.costs)

    @property
    def picture(self) -> Cells:
        return Cells(self.costs)

    def solve(self) -> list[list[int]]:
        if self.columns <= self.rows:
            return [[row + 1, column + 1] for row, column in _cheapest(self.costs)]
        turned = [list(line) for line in zip(*self.costs)]
        return sorted([row + 1, column + 1] for column, row in _cheapest(turned))

    def brute(self) -> list[list[int]]:
        """All sets of cells. For up to 12 cells."""
        cells = [[row + 1, column + 1] for row in range(self.rows) for column in range(self.columns)]
        sets = ([c for c, bit in zip(cells, bits) if bit] for bits in product((0, 1), repeat=len(cells)))
        return min((chosen for chosen in sets if not self._open(chosen)), key=self._cost)

    def _cost(self, chosen: list[list[int]]) -> int:
        return sum(self.costs[row - 1][column - 1] for row, column in chosen)

    def _open(self, chosen: list[list[int]]) -> int:
        """How many cells are neither chosen nor beside a chosen one."""
        covered = {(row - 1, column - 1) for row, column in chosen}
        for cell in list(covered):
            covered.update(beside(cell, self.rows, self.columns))
        return self.rows * self.columns - len(covered)

    @cached_property
    def least(self) -> int:
        return self._cost(self.reference)

    def score(self, answer: list[list[int]]) -> float:
        if not all(1 <= row <= self.rows and 1 <= column <= self.columns for row, column in answer):
            raise Invalid(f"a cell is not in the {self.rows} rows and {self.columns} columns")
        if len(set(map(tuple, answer))) < len(answer):
            raise Invalid("a cell is chosen twice")
        if left := self._open(answer):
            raise Invalid(f"{left} cells are not chosen and not beside a chosen one", severity=0.4)
        return ratio(self.least, self._cost(answer))


def _cheapest(costs: list[list[int]]) -> list[Cell]:
    """The chosen cells, by a dynamic programme cell by cell whose states are those of the last cell in every column."""
    rows, columns = len(costs), len(costs[0])
    least = np.full((3,) * columns, NEVER)
    least[(COVERED,) * columns] = 0
    before = []
    for row in range(rows):
        for column in range(columns):
            least, choice = _next(least, column, costs[row][column])
            before.append(choice)
    # The last row must not wait for another one.
    end = least[(slice(OPEN),) * columns]
    state = list(map(int, np.unravel_index(end.argmin(), end.shape)))
    chosen = []
    for place in range(rows * columns - 1, -1, -1):
        row, column = divmod(place, columns)
        if state[column] == CHOSEN:
            chosen.append((row, column))
        left, above = divmod(int(before[place][tuple(state)]), 3)
        state[column] = above
        if column:
            state[column - 1] = left
    return chosen[::-1]


def _next(least: np.ndarray, column: int, cost: int) -> tuple[np.ndarray, np.ndarray]:
    """Least costs by states after one more cell, and 3 * left + above: what the two states it touches were before.

    The first cell of a row has nothing on its left, which is as good as a cell that is covered.
    """
    if column:
        old = np.moveaxis(least, (column - 1, column), (0, 1))
    else:
        old = np.full((3, *least.shape), NEVER)
        old[COVERED] = least
    new, choice = np.full(old.shape, NEVER), np.zeros(old.shape, dtype=np.int8)
    for (left, cell), sources in _TRANSITIONS.items():
        options = np.stack([old[source] for source in sources])
        best = options.argmin(axis=0)
        new[left, cell] = np.minimum(options.min(axis=0) + (cost if cell == CHOSEN else 0), NEVER)
        choice[left, cell] = np.array([3 * a + b for a, b in sources], dtype=np.int8)[best]
    if column:
        return np.moveaxis(new, (0, 1), (column - 1, column)), np.moveaxis(choice, (0, 1), (column - 1, column))
    return new[COVERED], choice[COVERED]


_TRANSITIONS = {
    (CHOSEN, CHOSEN): [(CHOSEN, above) for above in range(3)],
    (COVERED, CHOSEN): [(left, above) for left in (COVERED, OPEN) for above in range(3)],
    (CHOSEN, COVERED): [(CHOSEN, CHOSEN), (CHOSEN, COVERED)],
    (COVERED, COVERED): [(COVERED, CHOSEN)],
    (COVERED, OPEN): [(COVERED, COVERED)],
    (OPEN, COVERED): [(OPEN, CHOSEN)],
    (OPEN, OPEN): [(OPEN, COVERED)],
}
"""(left, cell) after a cell, and the pairs (left, above) it may come from: what is above must not be left open."""
