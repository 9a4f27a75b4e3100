"""Sudoku, light-up, binario, Hitori, magic squares: every solution that a search finds is right, and nothing else."""

from itertools import combinations, islice, permutations, product

import pytest
from pysat.solvers import Solver

from rlve_gym import Problem, load

Sudoku, LightUpPuzzle, Binario = load("sudoku"), load("light_up_puzzle"), load("binario")
HitoriPuzzle, MagicSquarePuzzle = load("hitori_puzzle"), load("magic_square_puzzle")


def outcome(problem: Problem, *rows: str) -> str:
    return problem.judge("\n".join(rows)).outcome


def right(problem: Problem, answer: list) -> bool:
    """Whether an answer is right, once it is written out and read again."""
    return problem.judge(problem.answer.render(answer)).correct


def rows_of(cells: tuple, columns: int) -> list[str]:
    return ["".join(cells[at : at + columns]) for at in range(0, len(cells), columns)]


@pytest.mark.parametrize(
    "env, first, cap, beta",
    [
        (Sudoku, 2, 7, 1),
        (LightUpPuzzle, 3, 40, 10),
        (Binario, 2, 40, 10),
        (HitoriPuzzle, 4, 40, 10),
    ],
)
def test_sizes_equal_the_catalogue_up_to_the_caps(env, first, cap, beta):
    levels = [*range(11), 30, 45]
    assert [env.parameters(level)["largest"] for level in levels] == [min(first + level, cap) for level in levels]
    assert env.beta == beta


@pytest.mark.parametrize("env", [Sudoku, LightUpPuzzle, Binario, HitoriPuzzle, MagicSquarePuzzle])
def test_planted_solutions_are_right_on_every_level(env):
    for level in range(0, 21, 2):
        for seed in range(3):
            problem = env.draw(level, seed)
            assert right(problem, problem.solve())
            problem.picture  # noqa: B018


def sudokus(problem, most: int = 12) -> list[list[list[int]]]:
    """Solutions by a SAT solver: a variable for each cell and number; every unit has every number."""
    n, h, w = problem.side, problem.height, problem.width

    def name(r, c, v):
        return (r * n + c) * n + v

    units = [[(r, c) for c in range(n)] for r in range(n)] + [[(r, c) for r in range(n)] for c in range(n)]
    corners = product(range(0, n, h), range(0, n, w))
    units += [[(r + i, c + j) for i in range(h) for j in range(w)] for r, c in corners]
    clauses = [[name(r, c, v) for r, c in unit] for unit in units for v in range(1, n + 1)]
    clauses += [
        [-name(*a, v), -name(*b, v)] for unit in units for v in range(1, n + 1) for a, b in combinations(unit, 2)
    ]
    clauses += [
        [-name(r, c, a), -name(r, c, b)]
        for r, c in product(range(n), repeat=2)
        for a, b in combinations(range(1, n + 1), 2)
    ]
    clauses += [[name(r, c, v)] for r, row in enumerate(problem.given) for c, v in enumerate(row) if v is not None]
    with Solver(bootstrap_with=clauses) as solver:
        models = [{v for v in model if v > 0} for model in islice(solver.enum_models(), most)]
    return [
        [[next(v for v in range(1, n + 1) if name(r, c, v) in m) for c in range(n)] for r in range(n)] for m in models
    ]


def test_sudoku_takes_every_solution_and_no_near_miss():
    several = 0
    for seed in range(200):
        problem = Sudoku.draw(seed % 2, seed)
        found = sudokus(problem)
        assert found and (len(found) == 12 or problem.solution in found)
        several += len(found) > 1
        for grid in found[:10]:
            assert right(problem, grid)
        blanks = [(r, c) for r, row in enumerate(problem.given) for c, v in enumerate(row) if v is None]
        for r, c in blanks[:5]:
            for value in range(problem.side + 2):
                changed = [list(row) for row in problem.solution]
                changed[r][c] = value
                assert right(problem, changed) == (changed == problem.solution)
    assert 20 < several < 180


def test_sudoku_by_hand():
    problem = Sudoku(2, 2, [[1, 2, 3, None], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]], [])
    rest = ("3 4 1 2", "2 1 4 3", "4 3 2 1")
    assert "? 4" not in problem.question and "1 2 3 ?" in problem.question
    assert outcome(problem, "1 2 3 4", *rest) == "correct" and outcome(problem, "1 2 3 1", *rest) == "wrong"
    assert outcome(problem, "2 1 3 4", *rest) == "invalid" and outcome(problem, "1 2 3 4", *rest[:2]) == "malformed"
    # Rows and columns hold every number here, blocks do not.
    latin = Sudoku(2, 2, [[None] * 4 for _ in range(4)], [])
    assert outcome(latin, "1 2 3 4", "2 3 4 1", "3 4 1 2", "4 1 2 3") == "wrong"


def lit_up(problem, bulbs: set) -> bool:
    """The rules of the light-up puzzle, by the runs of white cells in rows and columns."""
    grid = problem.grid
    white = {(r, c) for r, row in enumerate(grid) for c, symbol in enumerate(row) if symbol == "W"}
    runs = []
    for down, along in ((0, 1), (1, 0)):
        for r, c in white:
            if (r - down, c - along) not in white:
                run = {(r, c)}
                while (r + down, c + along) in white:
                    r, c = r + down, c + along
                    run.add((r, c))
                runs.append(run)
    if any(len(run & bulbs) > 1 for run in runs) or white - {c for run in runs if run & bulbs for c in run}:
        return False
    numbers = [(r, c, int(s)) for r, row in enumerate(grid) for c, s in enumerate(row) if s.isdigit()]
    return all(sum(abs(r - a) + abs(c - b) == 1 for a, b in bulbs) == number for r, c, number in numbers)


def test_light_up_takes_exactly_what_the_rules_allow():
    solutions, several = 0, 0
    for seed in range(200):
        problem = LightUpPuzzle.draw(seed % 2, seed)
        white = [(r, c) for r, row in enumerate(problem.grid) for c, symbol in enumerate(row) if symbol == "W"]
        count = 0
        for bits in product((0, 1), repeat=len(white)) if len(white) < 9 else ():
            bulbs = {cell for cell, bit in zip(white, bits) if bit}
            lines = [["L" if (r, c) in bulbs else s for c, s in enumerate(row)] for r, row in enumerate(problem.grid)]
            good = lit_up(problem, bulbs)
            assert right(problem, ["".join(line) for line in lines]) == good
            count += good
        several += count > 1
        solutions += count
        # Not the answer of someone who puts a bulb everywhere.
        assert outcome(problem, *(row.replace("W", "L") for row in problem.grid)) == "invalid"
    assert solutions > 150 and several > 5


def test_light_up_by_hand():
    problem = LightUpPuzzle(["W1W", "WBW", "WWW"], [])
    assert outcome(problem, "L1W", "WBW", "WWL") == "correct"
    assert outcome(problem, "L1L", "WBW", "WWL") == "invalid"
    assert outcome(problem, "W1W", "WBW", "WLW") == "invalid"
    assert outcome(problem, "LBW", "WBW", "WWL") == "invalid"
    assert outcome(problem, "L1W", "WBW") == "malformed"
    assert outcome(problem, "W1W", "LBL", "WLW") == "wrong"
    assert outcome(LightUpPuzzle(["W0W", "1BW", "WWW"], []), "L0W", "1BW", "WWL") == "partial"


def test_binario_takes_exactly_what_the_rules_allow():
    several = 0
    for seed in range(200):
        problem = Binario.draw(seed % 3, seed)
        rows, columns = len(problem.given), len(problem.given[0])
        blank = [(r, c) for r, row in enumerate(problem.given) for c, v in enumerate(row) if v is None]
        found = 0
        for bits in product((0, 1), repeat=len(blank)) if len(blank) < 8 else ():
            grid = [list(row) for row in problem.given]
            for (r, c), bit in zip(blank, bits):
                grid[r][c] = bit
            across, down = [list(row) for row in grid], [list(column) for column in zip(*grid)]
            sums = [
                [sum(line) for line in lines] == [sum(line) for line in wanted]
                for lines, wanted in ((across, problem.solution), (down, list(zip(*problem.solution))))
            ]
            alike = any(
                line[at] == line[at + 1] == line[at + 2] for line in across + down for at in range(len(line) - 2)
            )
            good = all(sums) and not alike
            assert right(problem, ["".join(map(str, row)) for row in grid]) == good
            found += good
        several += found > 1
        assert found or len(blank) >= 8
        assert (len(problem.solution), len(problem.solution[0])) == (rows, columns)
    assert several > 3


def test_every_binario_grid_is_drawn():
    """Counted by hand: of the 2^6 grids of 2 x 3, a row may not be 000 or 111: 6 * 6 are left."""
    drawn = {
        str(problem.solution)
        for problem in (Binario.draw(1, seed) for seed in range(1500))
        if (len(problem.given), len(problem.given[0])) == (2, 3)
    }
    assert len(drawn) == 36


def test_binario_by_hand():
    problem = Binario([[None, None, 1], [0, None, None], [1, None, None]], [[0, 1, 1], [0, 0, 1], [1, 1, 0]])
    assert "2 1 2" in problem.of_rows and "1 2 2" in problem.of_columns
    assert outcome(problem, "011", "001", "110") == "correct" and outcome(problem, "011", "010", "101") == "correct"
    assert outcome(problem, "011", "001", "101") == "invalid"
    assert outcome(problem, "001", "001", "110") == "partial" and outcome(problem, "010", "001", "110") == "invalid"
    assert outcome(problem, "011", "001") == "malformed"


def hitori_holds(numbers: list[list[int]], black: set) -> bool:
    """The rules of Hitori, with a search in depth for the connection."""
    left = {(r, c): v for r, row in enumerate(numbers) for c, v in enumerate(row) if (r, c) not in black}
    if any((r + 1, c) in black or (r, c + 1) in black for r, c in black) or not left:
        return False
    if any(v == w and (a == c or b == d) for ((a, b), v), ((c, d), w) in combinations(left.items(), 2)):
        return False
    seen, stack = set(), [next(iter(left))]
    while stack:
        r, c = stack.pop()
        if (r, c) in left and (r, c) not in seen:
            seen.add((r, c))
            stack += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return len(seen) == len(left)


def test_hitori_takes_exactly_what_the_rules_allow():
    several = 0
    for seed in range(200):
        problem = HitoriPuzzle.draw(0, seed)
        rows, columns = len(problem.numbers), len(problem.numbers[0])
        assert not right(problem, ["." * columns] * rows)
        if rows * columns <= 9:
            found = 0
            for marks in product(".*", repeat=rows * columns):
                black = {divmod(at, columns) for at, mark in enumerate(marks) if mark == "*"}
                good = hitori_holds(problem.numbers, black)
                assert right(problem, rows_of(marks, columns)) == good
                found += good
            several += found > 1
        assert hitori_holds(problem.numbers, {tuple(cell) for cell in problem.black})
    assert several > 3
    for seed in range(30):
        problem = HitoriPuzzle.draw(8, seed)
        assert hitori_holds(problem.numbers, {tuple(cell) for cell in problem.black})


def test_hitori_blackens_all_four_corners_alike():
    corners = [0] * 4
    for seed in range(150):
        problem = HitoriPuzzle.draw(6, seed)
        last_row, last_column = len(problem.numbers) - 1, len(problem.numbers[0]) - 1
        for at, corner in enumerate(product((0, last_row), (0, last_column))):
            corners[at] += list(corner) in problem.black
    assert max(corners) < 2 * min(corners), corners


def test_hitori_by_hand():
    problem = HitoriPuzzle([[0, 1, 0], [1, 0, 2], [0, 2, 1]], [])
    assert outcome(problem, "*..", "...", "...") == "correct" and outcome(problem, "..*", "...", "...") == "partial"
    assert outcome(problem, "..*", "...", "*..") == "correct"
    assert outcome(problem, "**.", "...", "...") == "invalid" and outcome(problem, ".*.", "*..", "...") == "invalid"
    assert outcome(problem, "..*", "...", "*.") == "malformed" and outcome(problem, "..*", "*..") == "malformed"


def test_magic_squares_of_every_side_are_magic_and_many():
    assert [MagicSquarePuzzle.parameters(level)["side"] for level in (0, 1, 2, 3, 10, 27, 40)] == [
        3,
        4,
        5,
        6,
        13,
        30,
        30,
    ]
    for level, least in ((0, 8), (1, 60), (2, 90), (3, 90), (7, 90)):
        squares = [MagicSquarePuzzle.draw(level, seed).solution for seed in range(100)]
        assert len({str(square) for square in squares}) >= least
    for level in range(28):
        n, square = level + 3, MagicSquarePuzzle.draw(level, level).solution
        lines = [*square, *zip(*square), [square[i][i] for i in range(n)], [square[i][n - 1 - i] for i in range(n)]]
        assert {sum(line) for line in lines} == {n * (n * n + 1) // 2}
        assert sorted(v for row in square for v in row) == list(range(1, n * n + 1))


def test_magic_squares_are_completed_in_every_way():
    """Against all orders of the missing numbers."""
    several, tried = 0, 0
    for seed in range(400):
        problem = MagicSquarePuzzle.draw(seed % 2, seed)
        n = problem.side
        blank = [(r, c) for r, row in enumerate(problem.given) for c, v in enumerate(row) if v is None]
        missing = sorted(problem.solution[r][c] for r, c in blank)
        if len(blank) > 6:
            continue
        tried += 1
        found = 0
        for order in islice(permutations(missing), 720):
            square = [list(row) for row in problem.given]
            for (r, c), v in zip(blank, order):
                square[r][c] = v
            total = n * (n * n + 1) // 2
            good = (
                all(sum(row) == total for row in square)
                and all(sum(row[c] for row in square) == total for c in range(n))
                and sum(square[i][i] for i in range(n)) == total == sum(square[i][n - 1 - i] for i in range(n))
            )
            assert (problem.score(square) == 1) == good
            found += good
        several += found > 1
        assert found >= 1
    assert tried >= 200 and several >= 1


def test_magic_squares_by_hand():
    problem = MagicSquarePuzzle([[None, 7, None], [None, None, None], [None, None, 8]], [])
    assert outcome(problem, "2 7 6", "9 5 1", "4 3 8") == "correct"
    assert outcome(problem, "6 7 2", "9 5 1", "4 3 8") == "partial"
    assert outcome(problem, "2 6 7", "9 5 1", "4 3 8") == "invalid"
    assert outcome(problem, "2 7 6", "9 5 9", "4 3 8") == "invalid"
    assert outcome(problem, "2 7 6", "9 5 1") == "malformed"
