"""Magic squares: sums, entries, and how many different ones are drawn."""

import pytest

from rlve_gym.kit.magic_squares import random_magic_square
from rlve_gym.problem import random_stream


def sums(square):
    n = len(square)
    across, down = [sum(row) for row in square], [sum(row[at] for row in square) for at in range(n)]
    return {*across, *down, sum(square[at][at] for at in range(n)), sum(square[at][n - 1 - at] for at in range(n))}


@pytest.mark.parametrize("n", [*range(3, 15), 30])
def test_squares_of_every_side_are_magic(n):
    rng = random_stream("magic squares", n)
    for _ in range(8):
        square = random_magic_square(n, rng)
        assert sorted(entry for row in square for entry in row) == list(range(1, n * n + 1))
        assert sums(square) == {n * (n * n + 1) // 2}


def test_every_square_of_side_three_is_drawn():
    """There is one, in eight positions."""
    rng = random_stream("magic squares of side three")
    found = {str(random_magic_square(3, rng)) for _ in range(200)}
    assert len(found) == 8 and "[[2, 7, 6], [9, 5, 1], [4, 3, 8]]" in found


@pytest.mark.parametrize("n, least", [(4, 12), (5, 30), (6, 30), (7, 30), (8, 30), (10, 30)])
def test_larger_squares_are_many(n, least):
    """Positions of one square, turned and mirrored, count once."""
    rng, found = random_stream("many magic squares", n), set()
    for _ in range(60):
        square = random_magic_square(n, rng)
        positions = []
        for _ in range(4):
            square = [list(row) for row in zip(*square[::-1])]
            positions += [square, [row[::-1] for row in square]]
        found.add(str(min(positions)))
    assert len(found) >= least
