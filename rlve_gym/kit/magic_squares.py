"""Magic squares: 1 to n^2 in a square whose rows, columns and both main diagonals all have the same sum.

Three constructions cover every side from 3 on, each with random choices: two Latin squares with constant diagonals for
odd sides, complements for multiples of 4, and Conway's LUX method (blocks of four over an odd square) for the others.
"""

from random import Random

Square = list[list[int]]

CONWAY = {"L": (3, 0, 1, 2), "U": (0, 3, 1, 2), "X": (0, 3, 2, 1)}
"""Order of the four numbers of a block: top left, top right, bottom left, bottom right."""


def random_magic_square(n: int, rng: Random) -> Square:
    """A magic square of side n >= 3: constructed, then its rows and columns moved in symmetric pairs, then mirrored."""
    square = _odd(n, rng) if n % 2 else _singly_even(n, rng) if n % 4 else _doubly_even(n, rng)
    order = _symmetric(n, rng)
    square = [[square[row][column] + 1 for column in order] for row in order]
    if rng.randrange(2):
        square = [list(column) for column in zip(*square)]
    if rng.randrange(2):
        square.reverse()
    return square


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
    """Entries from 0: each entry of an odd square becomes a block of four."""
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
