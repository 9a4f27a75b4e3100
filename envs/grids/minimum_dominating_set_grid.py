"""Choose cells of a grid, at least cost, so that each cell is chosen or has a chosen neighbour.

The optimum costs time that is exponential in the shorter side: the sides stop growing at 10 (level 7).
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from random import Random
from typing import Self

import numpy as np

from rlve_gym import Edges, Invalid, ratio, step
from rlve_gym.kit.broken_profile import cheapest_states
from rlve_gym.kit.grids import OnGrid, beside, random_entries
from rlve_gym.pictures import Cells

CHOSEN, COVERED, OPEN = 0, 1, 2
"""States of a cell: chosen, beside a chosen one, or still waiting for one."""
RULES = {
    (CHOSEN, CHOSEN): [(CHOSEN, above) for above in range(3)],
    (COVERED, CHOSEN): [(left, above) for left in (COVERED, OPEN) for above in range(3)],
    (CHOSEN, COVERED): [(CHOSEN, CHOSEN), (CHOSEN, COVERED)],
    (COVERED, COVERED): [(COVERED, CHOSEN)],
    (COVERED, OPEN): [(COVERED, COVERED)],
    (OPEN, COVERED): [(OPEN, CHOSEN)],
    (OPEN, OPEN): [(OPEN, COVERED)],
}
"""(left, cell) after a cell, and the pairs (left, above) it may come from: what is above must not be left open."""


@dataclass(frozen=True)
class MinimumDominatingSetGrid(OnGrid):
    costs: list[list[int]]

    template = (
        "Here is a grid of {self.rows} rows and {self.columns} columns that gives the cost of each cell:\n"
        "{self.costs:lines}\n\n"
        "Choose cells of least total cost so that each cell of the grid is chosen or shares a side with a chosen cell."
        " Rows are numbered 1 to {self.rows} from the top, columns 1 to {self.columns} from the left."
    )
    answer = Edges("row and column of each chosen cell")
    difficulty = {"side": step(3, cap=10)}
    beta = 5
    shows = "costs"

    @classmethod
    def generate(cls, rng: Random, side: int) -> Self:
        return cls(random_entries(rng, side))

    @property
    def picture(self) -> Cells:
        return Cells(self.costs)

    def solve(self) -> list[list[int]]:
        costs = np.zeros((self.rows, self.columns, 3), dtype=int)
        costs[:, :, CHOSEN] = self.costs
        turned = self.columns > self.rows
        costs = costs.swapaxes(0, 1) if turned else costs
        states = cheapest_states(costs, RULES, outside=COVERED, final=(CHOSEN, COVERED))
        return (np.argwhere((states.T if turned else states) == CHOSEN) + 1).tolist()

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
