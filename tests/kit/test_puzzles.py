"""What puzzles share: blank cells, given ones, and how far one grid is on the way to another."""

import pytest

from rlve_gym import Invalid, Malformed, load
from rlve_gym.kit.puzzles import blanked, keeps, marked, mended, of_shape, printed
from rlve_gym.pictures import Cells
from rlve_gym.problem import random_stream


def test_some_cells_are_blank_and_the_others_are_kept():
    rng, counts = random_stream("blanked"), set()
    grid = [[10 * row + column for column in range(5)] for row in range(4)]
    for _ in range(200):
        given = blanked(grid, rng)
        counts.add(sum(entry is None for row in given for entry in row))
        assert all(entry in (None, kept) for row, its in zip(given, grid) for entry, kept in zip(row, its))
        keeps(given, grid)
    assert counts == {2, 4, 6, 8, 10, 12, 14, 16, 18}
    assert {sum(entry is None for entry in blanked([[1, 2]], rng)[0]) for _ in range(50)} == {1}


def test_given_cells_are_shown_and_must_be_kept():
    given = [[1, None], [None, 4]]
    assert printed(given) == "1 ?\n? 4" and marked(given) == [[1, ""], ["", 4]]
    keeps(given, [[1, 7], [8, 4]])
    with pytest.raises(Invalid, match="row 2, column 2"):
        keeps(given, [[1, 7], [8, 5]])
    for answer in ([[1, 7]], [[1], [8]], [[1, 7, 0], [8, 4, 0]]):
        with pytest.raises(Malformed):
            keeps(given, answer)
        with pytest.raises(Malformed):
            of_shape(answer, 2, 2)


def test_what_is_mended_counts_and_what_is_spoiled():
    start, goal = [[1, 2, 3, 4]], [[2, 1, 3, 4]]
    assert mended(start, goal, goal) == 1 and mended(start, goal, start) == 0
    assert mended(start, goal, [[2, 4, 3, 1]]) == 1 / 3  # the second cell and the last are wrong
    assert mended(start, goal, [[1, 2, 4, 3]]) == 0


def test_puzzles_that_fill_a_grid_show_it():
    puzzle = load("sudoku")(1, 2, [[None, 2], [2, None]], [[1, 2], [2, 1]])
    assert (puzzle.rows, puzzle.columns, puzzle.listed) == (2, 2, "? 2\n2 ?")
    assert puzzle.solve() == [[1, 2], [2, 1]] and list(puzzle.value()) == ["height", "width", "given", "solution"]
    assert load("numbrix")([[0, None]], [[0, 1]]).picture == Cells([[0, ""]])


def test_puzzles_that_rearrange_a_grid_show_where_to():
    puzzle = load("twiddle_puzzle")(2, [[1, 2], [3, 0]], [[2, 0], [1, 3]], [[0, 0]])
    assert puzzle.picture == Cells([[1, 2], [3, 0], ["", ""], [2, 0], [1, 3]])
    assert puzzle.score(puzzle.solve()) == 1 and puzzle.start == [[1, 2], [3, 0]]
