"""Read a matrix in spiral order.

The side stops growing at 100 (level 27), where a prompt has up to 50,000 characters.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integers, Problem, agreement, grow
from rlve_gym.kit.grids import random_entries


@dataclass(frozen=True)
class SpiralMatrix(Problem):
    matrix: list[list[int]]

    template = (
        "Read all entries of this matrix in clockwise spiral order: start at the top left, go right along the first"
        " row, then down the last column, then left, then up, and so on inwards, until every entry has been read"
        " exactly once.\n{self.matrix:lines}"
    )
    answer = Integers("entries in spiral order")
    difficulty = {"side": grow(3, cap=100)}
    beta = 5
    version = 2

    @classmethod
    def generate(cls, rng: Random, side: int) -> Self:
        return cls(random_entries(rng, side))

    def solve(self) -> list[int]:
        """The unread part is rows top..bottom-1, columns left..right-1; its borders shrink."""
        matrix, spiral = self.matrix, []
        top, left, bottom, right = 0, 0, len(matrix), len(matrix[0])
        while top < bottom and left < right:
            spiral += matrix[top][left:right]
            top += 1
            spiral += [matrix[row][right - 1] for row in range(top, bottom)]
            right -= 1
            if top < bottom:
                spiral += matrix[bottom - 1][left:right][::-1]
                bottom -= 1
            if left < right:
                spiral += [matrix[row][left] for row in range(bottom - 1, top - 1, -1)]
                left += 1
        return spiral

    def brute(self) -> list[int]:
        """Walk from cell to cell and turn right in front of the border or a visited cell."""
        unread = {(row, column): value for row, line in enumerate(self.matrix) for column, value in enumerate(line)}
        row, column, down, right, spiral = 0, -1, 0, 1, []
        while unread:
            if (row + down, column + right) not in unread:
                down, right = right, -down
            row, column = row + down, column + right
            spiral.append(unread.pop((row, column)))
        return spiral

    def score(self, answer: list[int]) -> float:
        return agreement(self.reference, answer)
