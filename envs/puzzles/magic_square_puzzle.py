"""Complete a magic square. Every completion counts.

The public suite shows the same square of each size, up to rotation and reflection. Ours has many: two sets of digits
in any order for odd sides, a random pattern of complements for multiples of 4, Conway's 2 x 2 blocks over a random odd
square for the other sides (which the public suite leaves out), and then rows and columns moved in symmetric pairs. The
side stops growing at 30 (level 27).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Invalid, NumberGrid, Problem, satisfied, step
from rlve_gym.kit.puzzles import Blanks, blanked, keeps, marked, printed
from rlve_gym.pictures import Cells

CONWAY = {"L": (3, 0, 1, 2), "U": (0, 3, 1, 2), "X": (0, 3, 2, 1)}
"""Order of the four numbers of a block: top left, top right, bottom left, bottom right."""
Square = list[list[int]]


@dataclass(frozen=True)
class MagicSquarePuzzle(Problem):
    given: Blanks
    solution: Square

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
        square = _odd(side, rng) if side % 2 else _singly_even(side, rng) if side % 4 else _doubly_even(side, rng)
        order = _symmetric(side, rng)
        square = [[square[row][column] + 1 for column in order] for row in order]
        if rng.randrange(2):
            square = [list(column) for column in zip(*square)]
        if rng.randrange(2):
            square.reverse()
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

    @property
    def listed(self) -> str:
        return printed(self.given)

    @property
    def picture(self) -> Cells:
        return Cells(marked(self.given))

    def solve(self) -> Square:
        return self.solution

    def score(self, answer: Square) -> float:
        keeps(self.given, answer)
        if sorted(entry for row in answer for entry in row) != list(range(1, self.largest + 1)):
            raise Invalid(f"the entries are not the numbers from 1 to {self.largest}, each once")
        diagonals = [row[at] for at, row in enumerate(answer)], [row[~at] for at, row in enumerate(answer)]
        lines = [*answer, *zip(*answer), *diagonals]
        return satisfied(sum(sum(line) == self.total for line in lines), len(lines))


def _odd(n: int, rng: Random) -> Square:
    """Entries from 0: two digits in base n that are constant on diagonals, where one is the middle digit throughout."""
    high, low = ([digit for digit in range(n) if digit != n // 2] for _ in range(2))
    rng.shuffle(high)
    rng.shuffle(low)
    high, low = [*high, n // 2], [n // 2, *low]
    return [[n * high[(row + column) % n] + low[(row - column) % n] for column in range(n)] for row in range(n)]


def _doubly_even(n: int, rng: Random) -> Square:
    """Entries from 0: count through the cells, then take v to n^2 - 1 - v in half of each row and column.

    The places of these are symmetric, so each sum has as much of both.
    """
    rows, columns = _symmetric(n, rng), _symmetric(n, rng)
    half = n // 2
    shift, turn = rng.sample(range(half), half), rng.sample(range(half), half)

    def entry(row: int, column: int) -> int:
        value = n * rows[row] + columns[column]
        swap = (shift[min(row, n - 1 - row)] + turn[min(column, n - 1 - column)]) % half < n // 4
        return n * n - 1 - value if swap else value

    return [[entry(row, column) for column in range(n)] for row in range(n)]


def _singly_even(n: int, rng: Random) -> Square:
    """Entries from 0: each entry of an odd square becomes a block of four (Conway's LUX method)."""
    half, small = n // 2, _odd(n // 2, rng)
    k = half // 2
    kinds = [*(["L"] * half for _ in range(k + 1)), ["U"] * half, *(["X"] * half for _ in range(k - 1))]
    kinds[k][k], kinds[k + 1][k] = "U", "L"
    square = [[0] * n for _ in range(n)]
    for row in range(n):
        for column in range(n):
            block = CONWAY[kinds[row // 2][column // 2]]
            square[row][column] = 4 * small[row // 2][column // 2] + block[row % 2 * 2 + column % 2]
    return square


def _symmetric(n: int, rng: Random) -> list[int]:
    """A random order of 0..n-1 in which opposite places hold opposite numbers, so that diagonals stay diagonals."""
    order = [n // 2] * n
    for place, pair in enumerate(rng.sample(range(n // 2), n // 2)):
        one = pair if rng.randrange(2) else n - 1 - pair
        order[place], order[n - 1 - place] = one, n - 1 - one
    return order
