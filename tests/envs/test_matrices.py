"""Spiral order and counting all-ones submatrices."""

import pytest

from rlve_gym import Problem, Reward, load

SpiralMatrix, AllOnesSubmatrixCounting = load("spiral_matrix"), load("all_ones_submatrix_counting")


def reward(problem: Problem, text: str) -> float | None:
    return Reward()(problem.judge(text), problem.beta)


@pytest.mark.parametrize("cls", [SpiralMatrix, AllOnesSubmatrixCounting])
def test_levels(cls):
    assert [cls.parameters(level)["side"] for level in range(11)] == [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16]


@pytest.mark.parametrize("cls", [SpiralMatrix, AllOnesSubmatrixCounting])
def test_solve_agrees_with_the_oracle(cls):
    for seed in range(250):
        problem = cls.draw(seed % 6, seed)
        assert problem.solve() == problem.brute(), problem


@pytest.mark.parametrize(
    ("matrix", "spiral"),
    [
        ([[5]], [5]),
        ([[1, 2, 3]], [1, 2, 3]),
        ([[1], [2], [3]], [1, 2, 3]),
        ([[1, 2], [3, 4]], [1, 2, 4, 3]),
        ([[1, 2, 3], [4, 5, 6], [7, 8, 9]], [1, 2, 3, 6, 9, 8, 7, 4, 5]),
        ([[1, 2], [3, 4], [5, 6], [7, 8]], [1, 2, 4, 6, 8, 7, 5, 3]),
        ([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], [1, 2, 3, 4, 8, 12, 11, 10, 9, 5, 6, 7]),
    ],
)
def test_spirals_by_hand(matrix, spiral):
    problem = SpiralMatrix(matrix)
    assert problem.solve() == problem.brute() == spiral


def test_reward_of_spirals_is_a_share_to_the_fifth():
    problem = SpiralMatrix([[1, 2], [3, 4]])
    assert reward(problem, "1 2 4 3") == 1.0
    assert reward(problem, "1 2 3 4") == pytest.approx(1 / 32)
    assert reward(problem, "1 2 4 4") == pytest.approx(243 / 1024)
    assert reward(problem, "2 1 3 4") == 0.0
    assert reward(problem, "1 2 4") == reward(problem, "1 2 4 3 3") == -0.5
    assert reward(problem, "1 2 4 c") == reward(problem, "") == -1.0


def test_draws_stay_in_range():
    for seed in range(200):
        matrix = SpiralMatrix.draw(2, seed).matrix
        cells = len(matrix) * len(matrix[0])
        assert 2 <= len(matrix) <= 5 and 2 <= len(matrix[0]) <= 5
        assert all(1 <= value <= cells for row in matrix for value in row)
        counting = AllOnesSubmatrixCounting.draw(2, seed)
        assert 2 <= counting.height <= 5 and 2 <= counting.width <= 5


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        (["0"], 0),
        (["1"], 1),
        (["00", "00"], 0),
        (["11", "11"], 9),
        (["10", "01"], 2),
        (["1101"], 4),
        (["111", "101"], 10),
        (["111", "111", "111"], 36),
    ],
)
def test_all_ones_submatrices_by_hand(rows, count):
    problem = AllOnesSubmatrixCounting(rows)
    assert problem.solve() == problem.brute() == count
    assert reward(problem, str(count)) == 1.0
    assert not problem.judge(str(count + 1)).correct


def test_reward_of_all_ones_submatrices_is_a_ratio_to_the_tenth():
    problem = AllOnesSubmatrixCounting(["111", "101"])
    assert reward(problem, "9") == pytest.approx(0.9**10)
    assert reward(problem, "20") == pytest.approx(1 / 1024)
    assert reward(problem, "0") == reward(problem, "-10") == 0.0
    assert reward(problem, "ten") == reward(problem, "10 10") == -1.0
    none = AllOnesSubmatrixCounting(["00"])
    assert reward(none, "0") == 1.0
    assert reward(none, "1") == reward(none, "-1") == 0.0
