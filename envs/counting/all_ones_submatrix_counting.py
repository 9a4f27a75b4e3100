"""Count the submatrices of a 0/1 matrix that consist of ones.

The side stops growing at 200 (level 34), since the prompt lists every cell.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, grow, ratio


@dataclass(frozen=True)
class AllOnesSubmatrixCounting(Problem):
    """`rows` are strings of "0" and "1"."""

    rows: list[str]

    template = (
        "Here is a matrix of {self.height} rows and {self.width} columns, each cell 0 or 1:\n"
        "{self.rows:lines}\n"
        "How many submatrices consist of ones only? A submatrix is a non-empty block of cells, formed by"
        " consecutive rows and consecutive columns. Blocks at different positions count separately, even if they have"
        " the same size."
    )
    answer = Integer()
    difficulty = {"side": grow(3, cap=200)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, side: int) -> Self:
        height, width, density = rng.randint(2, side), rng.randint(2, side), rng.random()
        return cls(["".join(["1" if rng.random() < density else "0" for _ in range(width)]) for _ in range(height)])

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    def solve(self) -> int:
        """For each cell, the blocks with that bottom right corner, by a stack of growing column heights. O(cells)."""
        total, heights = 0, [0] * self.width
        for row in self.rows:
            heights = [height + 1 if cell == "1" else 0 for height, cell in zip(heights, row)]
            blocks, stack = 0, []
            for height in heights:
                columns = 1
                while stack and stack[-1][0] >= height:
                    taller, its_columns = stack.pop()
                    blocks -= taller * its_columns
                    columns += its_columns
                stack.append((height, columns))
                blocks += height * columns
                total += blocks
        return total

    def brute(self) -> int:
        """Look at every block."""
        rows, height, width = self.rows, self.height, self.width
        return sum(
            all("0" not in row[left:right] for row in rows[top:bottom])
            for top in range(height)
            for bottom in range(top + 1, height + 1)
            for left in range(width)
            for right in range(left + 1, width + 1)
        )

    def score(self, answer: int) -> float:
        return ratio(self.reference, answer)
