"""Find a shortest way through a maze.

Any shortest way is accepted. A fifth of the cells at least are walls on average: most ways would be free otherwise, and
one answer right for many small mazes. The side stops growing at 60 (level 21), since the prompt shows the maze.
"""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Self

from rlve_gym import Invalid, Problem, Word, grow, ratio
from rlve_gym.kit.grids import steps_from
from rlve_gym.pictures import Colors

PERCENT_WALLS = (20, 30, 40)
MOVES = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}
TRIES = 64


@dataclass(frozen=True)
class Maze(Problem):
    grid: list[str]

    template = (
        "Here is a maze of {self.n} rows and {self.n} columns, where # is a wall and . is free:\n{self.listed}\n\n"
        "Find a shortest way from the top left cell to the bottom right cell over free cells. A move leads to a"
        " cell that"
        " shares a side with the one before: L is left, R is right, U is up, D is down. Write the moves as one string."
    )
    answer = Word("LRUD", "string of moves")
    difficulty = {"n": grow(4, cap=60)}
    beta = 3

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        """Walls are drawn until there is a way; after many tries, a way without detours is opened."""
        share = rng.choice(PERCENT_WALLS) / 100
        problem = cls(_walls(rng, n, share))
        for _ in range(TRIES):
            if problem.shortest >= 0:
                return problem
            problem = cls(_walls(rng, n, share))
        return cls(_opened(rng, problem.grid))

    @property
    def n(self) -> int:
        return len(self.grid)

    @property
    def listed(self) -> str:
        return "\n".join(self.grid)

    @property
    def picture(self) -> Colors:
        return Colors([[6 * (mark == "#") for mark in line] for line in self.grid])

    @cached_property
    def steps(self) -> list[list[int]]:
        """How far every cell is from the goal, or -1."""
        return steps_from(self.grid, [(self.n - 1, self.n - 1)], "#")

    @property
    def shortest(self) -> int:
        return self.steps[0][0]

    def solve(self) -> str:
        row, column, moves = 0, 0, ""
        for left in range(self.shortest - 1, -1, -1):
            moves += next(move for move in MOVES if self._at(*_moved(row, column, move)) == left)
            row, column = _moved(row, column, moves[-1])
        return moves

    def _at(self, row: int, column: int) -> int:
        """How far a cell is from the goal; -1 for walls and outside."""
        return self.steps[row][column] if 0 <= row < self.n and 0 <= column < self.n else -1

    def score(self, answer: str) -> float:
        row, column = 0, 0
        for number, move in enumerate(answer, 1):
            row, column = _moved(row, column, move)
            if self._at(row, column) < 0:
                raise Invalid(f"move {number} leads out of the maze or into a wall")
        if (row, column) != (self.n - 1, self.n - 1):
            raise Invalid(f"the way ends in row {row}, column {column}", severity=0.4)
        return ratio(self.shortest, len(answer))


def _moved(row: int, column: int, move: str) -> tuple[int, int]:
    return row + MOVES[move][0], column + MOVES[move][1]


def _walls(rng: Random, n: int, share: float) -> list[str]:
    """Each cell is a wall with this probability, except the ends."""
    cells = ["#" if rng.random() < share else "." for _ in range(n * n)]
    cells[0] = cells[-1] = "."
    return ["".join(cells[row * n : (row + 1) * n]) for row in range(n)]


def _opened(rng: Random, grid: list[str]) -> list[str]:
    """The grid with a random way free that leads right and down only."""
    n, row, column = len(grid), 0, 0
    rows = [list(line) for line in grid]
    for move in rng.sample("RD" * (n - 1), 2 * n - 2):
        row, column = _moved(row, column, move)
        rows[row][column] = "."
    return ["".join(line) for line in rows]
