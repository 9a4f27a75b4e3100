"""Draw stacks of cubes in oblique projection, with characters.

The faces of a cube are filled with underscores rather than blanks, which cannot be told from the edge of an answer. The
score leaves the background out, where a guess of the right size earns much in the public suite: it compares the cells
that are drawn in the picture or in the answer. The base stops growing at 12 x 12 (level 10).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Grid, Problem, satisfied, step
from rlve_gym.pictures import Cells

STAMP = ("..+---+", "./___/|", "+---+_|", "|___|_+", "|___|/.", "+---+..")
BACKGROUND = "."


@dataclass(frozen=True)
class BlockImage(Problem):
    """heights: rows from back to front."""

    heights: list[list[int]]

    template = (
        "Cubes are stacked on a base of {self.depth} rows and {self.width} columns of places. The number of cubes at"
        " each place, rows from the back (row 1) to the front (row {self.depth}), columns from left to right:\n"
        "{self.heights:lines}\n\n"
        "Draw them with characters. One cube is this stamp of 6 lines and 7 columns, whose dots are transparent:\n"
        "{self.stamp}\n\n"
        "The stamp of the k-th cube from below (k = 0 for the lowest) at row i and column j, both counted from 1, has"
        " its lower left corner 2*({self.depth}-i) + 4*(j-1) columns to the right of and 2*({self.depth}-i) + 3*k lines"
        " above the lower left corner of the drawing. Paint the rows from back to front, in a row the columns from left"
        " to right, at a place the cubes from below; later stamps cover earlier ones except where they have dots. Fill"
        " the rest with dots. The drawing is as small as possible: no first or last line or column has dots only."
    )
    answer = Grid(".+-/|_", "drawing")
    difficulty = {"side": step(2, cap=12)}
    beta = 2
    unique = True

    @classmethod
    def generate(cls, rng: Random, side: int) -> Self:
        depth, width = rng.randint(1, side), rng.randint(1, side)
        return cls([[rng.randint(1, 5) for _ in range(width)] for _ in range(depth)])

    @property
    def depth(self) -> int:
        return len(self.heights)

    @property
    def width(self) -> int:
        return len(self.heights[0])

    @property
    def stamp(self) -> str:
        return "\n".join(STAMP)

    @property
    def picture(self) -> Cells:
        return Cells(self.heights)

    def solve(self) -> list[str]:
        """Paint as the question says, the lowest line first."""
        lines, columns = self._size()
        canvas = [[BACKGROUND] * columns for _ in range(lines)]
        for left, bottom in self._corners():
            for up, line in enumerate(reversed(STAMP)):
                for right, cell in enumerate(line):
                    if cell != BACKGROUND:
                        canvas[bottom + up][left + right] = cell
        return ["".join(line) for line in reversed(canvas)]

    def brute(self) -> list[str]:
        """For each cell of the drawing, the last stamp that shows there."""
        lines, columns = self._size()
        stamps, cells = list(self._corners())[::-1], range(columns)
        return ["".join([_seen(stamps, x, y) for x in cells]) for y in reversed(range(lines))]

    def _size(self) -> tuple[int, int]:
        corners = list(self._corners())
        return max(y for _, y in corners) + len(STAMP), max(x for x, _ in corners) + len(STAMP[0])

    def _corners(self) -> list[tuple[int, int]]:
        """(columns to the right, lines above) of the lower left corners of the stamps in the order of painting."""
        return [
            (2 * behind + 4 * column, 2 * behind + 3 * k)
            for behind, row in zip(reversed(range(self.depth)), self.heights)
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


def _seen(stamps: list[tuple[int, int]], x: int, y: int) -> str:
    for left, bottom in stamps:
        if 0 <= x - left < 7 and 0 <= y - bottom < 6 and STAMP[5 - y + bottom][x - left] != BACKGROUND:
            return STAMP[5 - y + bottom][x - left]
    return BACKGROUND
