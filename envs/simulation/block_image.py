"""Draw stacks of cubes in oblique projection, with characters.

The faces of a cube are filled with underscores rather than blanks, which cannot be told from the edge of an answer. The
score leaves the background out, where a guess of the right size earns much in the public suite: it compares the cells
that are drawn in the picture or in the answer. The base stops growing at 12 x 12 (level 10).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Grid, satisfied, step
from rlve_gym.kit.grids import OnGrid
from rlve_gym.kit.stamps import painted
from rlve_gym.pictures import Cells

BACKGROUND = "."


@dataclass(frozen=True)
class BlockImage(OnGrid):
    """heights: rows from back to front."""

    heights: list[list[int]]

    template = (
        "Cubes are stacked on a base of {self.rows} rows and {self.columns} columns of places. The number of cubes at"
        " each place, rows from the back (row 1) to the front (row {self.rows}), columns from left to right:\n"
        "{self.heights:lines}\n\n"
        "Draw them with characters. One cube is this stamp of 6 lines and 7 columns, whose dots are transparent:\n"
        "{self.stamp:lines}\n\n"
        "The stamp of the k-th cube from below (k = 0 for the lowest) at row i and column j, both counted from 1, has"
        " its lower left corner 2*({self.rows}-i) + 4*(j-1) columns to the right of and 2*({self.rows}-i) + 3*k lines"
        " above the lower left corner of the drawing. Paint the rows from back to front, in a row the columns from left"
        " to right, at a place the cubes from below; later stamps cover earlier ones except where they have dots. Fill"
        " the rest with dots. The drawing is as small as possible: no first or last line or column has dots only."
    )
    answer = Grid(".+-/|_", "drawing")
    difficulty = {"side": step(2, cap=12)}
    beta = 2
    stamp = ("..+---+", "./___/|", "+---+_|", "|___|_+", "|___|/.", "+---+..")
    shows = "heights"
    unique = True

    @classmethod
    def generate(cls, rng: Random, side: int) -> Self:
        depth, width = rng.randint(1, side), rng.randint(1, side)
        return cls([[rng.randint(1, 5) for _ in range(width)] for _ in range(depth)])

    @property
    def picture(self) -> Cells:
        return Cells(self.heights)

    def solve(self) -> list[str]:
        return painted(self.stamp, self._corners(), BACKGROUND)

    def brute(self) -> list[str]:
        """For each cell of the drawing, the last stamp that shows there."""
        corners = self._corners()
        columns = range(max(left for left, _ in corners) + 7)
        lines = range(max(bottom for _, bottom in corners) + 6)
        return ["".join(self._seen(x, y, corners[::-1]) for x in columns) for y in reversed(lines)]

    def _seen(self, x: int, y: int, corners: list[tuple[int, int]]) -> str:
        for left, bottom in corners:
            if x - left in range(7) and y - bottom in range(6) and self.stamp[5 - y + bottom][x - left] != BACKGROUND:
                return self.stamp[5 - y + bottom][x - left]
        return BACKGROUND

    def _corners(self) -> list[tuple[int, int]]:
        """(columns to the right, lines above) of the lower left corners of the stamps in the order of painting."""
        return [
            (2 * behind + 4 * column, 2 * behind + 3 * k)
            for behind, row in zip(reversed(range(self.rows)), self.heights)
            for column, height in enumerate(row)
            for k in range(height)
        ]

    def score(self, answer: list[str]) -> float:
        reference = self.reference
        if (len(answer), len(answer[0])) != (len(reference), len(reference[0])):
            return 0.0
        cells = list(zip("".join(reference), "".join(answer)))
        drawn = [pair for pair in cells if pair != (BACKGROUND, BACKGROUND)]
        return satisfied(sum(a == b for a, b in drawn), len(drawn))
