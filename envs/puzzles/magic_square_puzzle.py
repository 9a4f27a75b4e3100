"""Complete a magic square. Every completion counts.

The public suite shows the same square of each size, up to rotation and reflection. Ours has many: two sets of digits
in any order for odd sides, a random pattern of complements for multiples of 4, Conway's 2 x 2 blocks over a random odd
square for the other sides (which the public suite leaves out), and then rows and columns moved in symmetric pairs. The
side stops growing at 30 (level 27).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Invalid, NumberGrid, satisfied, step
from rlve_gym.kit.magic_squares import random_magic_square
from rlve_gym.kit.puzzles import Blanks, Filling, blanked, keeps


@dataclass(frozen=True)
class MagicSquarePuzzle(Filling):
    given: Blanks
    solution: list[list[int]]

    template = (
        "Fill in every ? so that this {self.side} x {self.side} grid holds each number from 1 to {self.largest} exactly"
        " once and every row, every column and both main diagonals add up to {self.total}. Keep the given numbers.\n"
        "{self.listed}"
    )
    answer = NumberGrid("completed grid")
    difficulty = {"side": step(3, cap=30)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, side: int) -> Self:
        square = random_magic_square(side, rng)
        return cls(blanked(square, rng), square)

    @property
    def side(self) -> int:
        return len(self.given)

    @property
    def largest(self) -> int:
        return self.side**2

    @property
    def total(self) -> int:
        return self.side * (self.largest + 1) // 2

    def score(self, answer: list[list[int]]) -> float:
        keeps(self.given, answer)
        if sorted(entry for row in answer for entry in row) != list(range(1, self.largest + 1)):
            raise Invalid(f"the entries are not the numbers from 1 to {self.largest}, each once")
        diagonals = [row[at] for at, row in enumerate(answer)], [row[~at] for at, row in enumerate(answer)]
        lines = [*answer, *zip(*answer), *diagonals]
        return satisfied(sum(sum(line) == self.total for line in lines), len(lines))
