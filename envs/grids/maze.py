"""Find a shortest way through a maze.

Any shortest way is accepted. A fifth of the cells at least are walls on average: most ways would be free otherwise, and
one answer right for many small mazes. The side stops growing at 60 (level 21), since the prompt shows the maze.
"""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Self

from rlve_gym import Invalid, Word, grow, ratio
from rlve_gym.kit.grids import OnGrid, in_rows, inside, moved, shortest_way, steps_from
from rlve_gym.pictures import Colors

PERCENT_WALLS = (20, 30, 40)
TRIES = 64


@dataclass(frozen=True)
class Maze(OnGrid):
    grid: list[str]

    template = (
        "Here is a maze of {self.n} rows and {self.n} columns, where # is a wall and . is free:\n{self.grid:lines}\n\n"
        "Find a shortest way from the top left cell to the bottom right cell over free cells. A move leads to a cell"
        " that shares a side with the one before: L is left, R is right, U is up, D is down. Write the moves as one"
        " string."
    )
    answer = Word("LRUD", "string of moves")
    difficulty = {"n": grow(4, cap=60)}
    beta = 3

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        """Walls are drawn until there is a way; after many tries, a way without detours is opened."""
        share = rng.choice(PERCENT_WALLS) / 100
        for _ in range(TRIES):
            problem = cls(_walls(rng, n, share))
            if problem.shortest >= 0:
                return problem
        return cls(_opened(rng, _walls(rng, n, share)))

    @property
    def n(self) -> int:
        return len(self.grid)

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
        return shortest_way(self.steps, (0, 0), "LRUD")

    def score(self, answer: str) -> float:
        row, column = 0, 0
        for number, move in enumerate(answer, 1):
            row, column = moved((row, column), move)
            if not inside((row, column), self.n, self.n) or self.grid[row][column] == "#":
                raise Invalid(f"move {number} leads out of the maze or into a wall")
        if (row, column) != (self.n - 1, self.n - 1):
            raise Invalid(f"the way ends in row {row}, column {column}", severity=0.4)
        return ratio(self.shortest, len(answer))


def _walls(rng: Random, n: int, share: float) -> list[str]:
    """Each cell is a wall with this probability, except the ends."""
    cells = ["#" if rng.random() < share else "." for _ in range(n * n)]
    cells[0] = cells[-1] = "."
    return in_rows("".join(cells), n)


def _opened(rng: Random, grid: list[str]) -> list[str]:
    """The grid with a random way free that leads right and down only."""
    row, column, far = 0, 0, len(grid) - 1
    rows = [list(line) for line in grid]
    for move in rng.sample("RD" * far, 2 * far):
        row, column = moved((row, column), move)
        rows[row][column] = "."
    return ["".join(line) for line in rows]
