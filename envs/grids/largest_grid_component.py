"""Find the size of the largest connected component of ones in a grid.

One cell at least is 1 and one is 0. The sides stop growing at 100 (level 26), since the prompt shows the grid.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integer, exact, grow
from rlve_gym.kit.grids import OnGrid, areas, in_rows, sides, where
from rlve_gym.pictures import Colors


@dataclass(frozen=True)
class LargestGridComponent(OnGrid):
    grid: list[str]

    template = (
        "Here is a grid of {self.rows} rows and {self.columns} columns:\n{self.grid:lines}\n\n"
        "Two cells that share a side are neighbours. Two cells marked 1 are in the same component if a sequence of"
        " cells marked 1 leads from one to the other, each a neighbour of the one before. How many cells does the"
        " largest component have?"
    )
    answer = Integer()
    difficulty = {"side": grow(4, cap=100)}

    @classmethod
    def generate(cls, rng: Random, side: int) -> Self:
        rows, columns = sides(rng, side)
        share = rng.uniform(0.1, 0.9)
        cells = ["1" if rng.random() < share else "0" for _ in range(rows * columns)]
        one, zero = rng.sample(range(rows * columns), 2)
        cells[one], cells[zero] = "1", "0"
        return cls(in_rows("".join(cells), columns))

    @property
    def picture(self) -> Colors:
        return Colors([[int(mark) for mark in line] for line in self.grid])

    def solve(self) -> int:
        return max(map(len, areas(self.grid, "1")))

    def brute(self) -> int:
        """Every cell takes over the smallest name beside it until names stay: one for each component."""
        cells = where(self.grid, "1")
        names, before = {cell: cell for cell in cells}, {}
        while names != before:
            before = names
            names = {(i, j): min(before.get(n, (i, j)) for n in _around(i, j)) for i, j in cells}
        return max(list(names.values()).count(name) for name in names.values())

    def score(self, answer: int) -> float:
        return exact(self.reference, answer)


def _around(row: int, column: int) -> list[tuple[int, int]]:
    return [(row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
