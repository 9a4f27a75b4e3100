"""Minesweeping and Numbrix: every solution that a search finds is right, and nothing else."""

from itertools import combinations, islice, product

import pytest
from pysat.card import CardEnc
from pysat.solvers import Solver

from rlve_gym import Problem, load

Minesweeping, Numbrix = load("minesweeping"), load("numbrix")


def outcome(problem: Problem, *rows: str) -> str:
    return problem.judge("\n".join(rows)).outcome


def right(problem: Problem, answer) -> bool:
    """Whether an answer is right, once it is written out and read again."""
    return problem.judge(problem.answer.render(answer)).correct


@pytest.mark.parametrize("env, first, beta", [(Minesweeping, 4, 10), (Numbrix, 3, 3)])
def test_sizes_equal_the_catalogue_up_to_the_caps(env, first, beta):
    levels = [*range(11), 30, 45]
    assert [env.parameters(level)["largest"] for level in levels] == [min(first + level, 40) for level in levels]
    assert env.beta == beta
    for level in range(0, 21, 2):
        problem = env.draw(level, level)
        assert right(problem, problem.solve())
        problem.picture  # noqa: B018


def fields(problem, most: int = 20) -> list[list[str]]:
    """Sets of mines that fit, by a SAT solver over the hidden cells."""
    hidden = {(r, c): 0 for r, row in enumerate(problem.grid) for c, symbol in enumerate(row) if symbol == "?"}
    hidden = {cell: number for number, cell in enumerate(hidden, 1)}
    clauses, top = [], len(hidden)
    for r, row in enumerate(problem.grid):
        for c, symbol in enumerate(row):
            if symbol != "?":
                around = [hidden[r + i, c + j] for i in (-1, 0, 1) for j in (-1, 0, 1) if (r + i, c + j) in hidden]
                if not around:
                    assert symbol == "0"
                    continue
                exactly = CardEnc.equals(around, int(symbol), top_id=top)
                top = max(top, exactly.nv)
                clauses += exactly.clauses
    found = []
    with Solver(bootstrap_with=clauses) as solver:
        while len(found) < most and solver.solve():
            true = {v for v in solver.get_model() if v > 0}
            found.append(
                [
                    "".join(".*"[hidden.get((r, c)) in true] for c in range(len(row)))
                    for r, row in enumerate(problem.grid)
                ]
            )
            solver.add_clause([-v if v in true else v for v in hidden.values()])
    return found


def test_minesweeping_takes_every_field_and_no_near_miss():
    several = 0
    for seed in range(200):
        problem = Minesweeping.draw(seed % 4, seed)
        found = fields(problem)
        assert len(found) == 20 or problem.mines in found
        several += len(found) > 1
        for field in found:
            assert right(problem, field)
        hidden = [(r, c) for r, row in enumerate(problem.grid) for c, symbol in enumerate(row) if symbol == "?"]
        for r, c in hidden[:8]:
            field = [list(row) for row in problem.mines]
            field[r][c] = ".*"[field[r][c] == "."]
            near = ["".join(row) for row in field]
            assert right(problem, near) == (near in found) or len(found) == 20
        assert not right(
            problem,
            [row.replace("?", "*").translate(dict.fromkeys(map(ord, "012345678"), ".")) for row in problem.grid],
        )
        assert not right(problem, ["." * len(row) for row in problem.grid])
    assert several > 20


def test_minesweeping_by_hand():
    problem = Minesweeping(["1?", "??"], [])
    for field in (("..", ".*"), ("..", "*."), (".*", "..")):
        assert outcome(problem, *field) == "correct"
    assert outcome(problem, "..", "**") == "wrong" and outcome(problem, "*.", "..") == "invalid"
    assert outcome(problem, "..") == "malformed"
    assert outcome(Minesweeping(["1?1", "???"], []), "...", "*..") == "partial"


def paths(rows: int, columns: int, given: list | None = None) -> list[list[list[int]]]:
    """All numberings along a path, by a search in depth."""
    grid, found = [[-1] * columns for _ in range(rows)], []

    def go(r, c, number):
        if not (0 <= r < rows and 0 <= c < columns) or grid[r][c] >= 0:
            return
        if given and given[r][c] not in (None, number):
            return
        grid[r][c] = number
        if number == rows * columns - 1:
            found.append([list(row) for row in grid])
        for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            go(r + i, c + j, number + 1)
        grid[r][c] = -1

    for r, c in product(range(rows), range(columns)):
        go(r, c, 0)
    return found


def test_numbrix_takes_every_path_and_no_near_miss():
    several = 0
    for seed in range(200):
        problem = Numbrix.draw(seed % 2, seed)
        rows, columns = len(problem.given), len(problem.given[0])
        found = paths(rows, columns, problem.given)
        assert problem.solution in found
        several += len(found) > 1
        for grid in found[:20]:
            assert right(problem, grid)
        blank = [(r, c) for r, row in enumerate(problem.given) for c, v in enumerate(row) if v is None]
        for (a, b), (c, d) in islice(combinations(blank, 2), 15):
            grid = [list(row) for row in problem.solution]
            grid[a][b], grid[c][d] = grid[c][d], grid[a][b]
            assert right(problem, grid) == (grid in found)
    assert several > 30


def test_every_path_of_a_small_grid_is_drawn():
    drawn = [Numbrix.draw(0, seed).solution for seed in range(1500)]
    for rows, columns in ((2, 2), (2, 3), (3, 2)):
        its = {str(grid) for grid in drawn if (len(grid), len(grid[0])) == (rows, columns)}
        assert its == {str(grid) for grid in paths(rows, columns)}
    assert len({str(grid) for grid in drawn if len(grid) * len(grid[0]) == 9}) > 35


def test_numbrix_by_hand():
    problem = Numbrix([[0, None, 2], [None, None, None]], [])
    assert problem.last == 5 and "0 ? 2" in problem.question
    assert outcome(problem, "0 1 2", "5 4 3") == "correct"
    assert problem.judge("0 3 2\n1 4 5").score == pytest.approx(1 / 2)
    assert outcome(problem, "0 1 2", "5 4 4") == "invalid" and outcome(problem, "0 1 3", "5 4 2") == "invalid"
    assert outcome(problem, "0 1 2", "5 4 6") == "invalid" and outcome(problem, "0 1 2") == "malformed"
