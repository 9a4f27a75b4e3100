"""Jugs, sliding, twiddling, cryptarithms, the lock, Countdown: what search finds is right, and nothing else."""

from fractions import Fraction
from itertools import islice, permutations, product
from random import Random

import pytest
from countdown_values import values

from rlve_gym import Problem, load

JugPuzzle, CountdownClose = load("jug_puzzle"), load("countdown_close")
SlidingPuzzle, TwiddlePuzzle = load("sliding_puzzle"), load("twiddle_puzzle")
Cryptarithmetic, QuantumLockPuzzle = load("cryptarithmetic"), load("quantum_lock_puzzle")
EVERY = (
    JugPuzzle,
    SlidingPuzzle,
    TwiddlePuzzle,
    Cryptarithmetic,
    QuantumLockPuzzle,
    CountdownClose,
)


def outcome(problem: Problem, *rows: str) -> str:
    return problem.judge("\n".join(rows)).outcome


def right(problem: Problem, answer) -> bool:
    """Whether an answer is right, once it is written out and read again."""
    return problem.judge(problem.answer.render(answer)).correct


@pytest.mark.parametrize(
    "env, name, first, cap, beta",
    [
        (JugPuzzle, "n", 3, 40, 1),
        (SlidingPuzzle, "largest", 3, 40, 10),
        (TwiddlePuzzle, "largest", 3, 40, 5),
        (Cryptarithmetic, "n", 3, 64, 3),
        (QuantumLockPuzzle, "n", 2, 60, 1),
        (CountdownClose, "n", 3, 5, 1),
    ],
)
def test_sizes_equal_the_catalogue_up_to_the_caps(env, name, first, cap, beta):
    levels = [*range(11), 30, 70]
    assert [env.parameters(level)[name] for level in levels] == [min(first + level, cap) for level in levels]
    assert env.beta == beta


@pytest.mark.parametrize("env", EVERY)
def test_references_are_right_on_every_level(env):
    for level in range(0, 21, 2):
        for seed in range(3):
            problem = env.draw(level, seed)
            assert right(problem, problem.solve())


def amounts_after(capacities: list[int], actions: list) -> list[int]:
    """What the jugs hold in the end, by pouring litre by litre."""
    jugs = [0] * len(capacities)
    for what, i, *j in actions:
        while what == "Fill" and jugs[i] < capacities[i]:
            jugs[i] += 1
        while what == "Empty" and jugs[i]:
            jugs[i] -= 1
        while j and jugs[i] and jugs[j[0]] < capacities[j[0]]:
            jugs[i], jugs[j[0]] = jugs[i] - 1, jugs[j[0]] + 1
    return jugs


def test_jugs_hold_the_target_and_no_short_way_leads_there():
    for seed in range(200):
        problem = JugPuzzle.draw(seed % 8, seed)
        assert problem.target in amounts_after(problem.capacities, problem.planted)
        differences = {a - b for a in problem.capacities for b in problem.capacities}
        assert problem.target > 0 and problem.target not in differences | set(problem.capacities)
        if len(problem.capacities) == 3 and max(problem.capacities) < 20:
            assert right(problem, problem.brute()) and 3 <= len(problem.brute()) <= len(problem.planted)


def test_jugs_are_simulated_as_litre_by_litre():
    rng, hits = Random(1), 0
    for seed in range(200):
        problem = JugPuzzle.draw(0, seed)
        every = [["Fill", 0], ["Fill", 1], ["Fill", 2], ["Empty", 1], ["Pour", 0, 1], ["Pour", 1, 2], ["Pour", 2, 0]]
        for _ in range(10):
            actions = [rng.choice(every) for _ in range(12)]
            good = problem.target in amounts_after(problem.capacities, actions)
            assert right(problem, actions) == good
            hits += good
    assert hits > 8


def test_jugs_by_hand():
    problem = JugPuzzle([5, 3], 4, [])
    way = ("Fill 0", "Pour 0 1", "Empty 1", "Pour 0 1", "Fill 0", "Pour 0 1")
    assert outcome(problem, *way) == "correct" and outcome(problem, *(line.lower() for line in way)) == "correct"
    assert outcome(problem, *way[:-1]) == "wrong" and outcome(problem, *way, "Empty 0") == "wrong"
    assert outcome(problem, "Fill 2") == "invalid" and outcome(problem, "Pour 1 1") == "invalid"
    for text in ("Fill", "Pour 0", "Fill 0 1", "Fill -1", "Drink 0", "Fill 0; Fill 1", ""):
        assert outcome(problem, text) == "malformed"


def sliding_states(start: tuple, columns: int) -> dict[tuple, str]:
    """Every arrangement within reach and shortest moves to it; the grid is one row of cells."""
    found, todo = {start: ""}, [start]
    for state in todo:
        gap = state.index(0)
        for move, by in (("U", -columns), ("D", columns), ("L", -1), ("R", 1)):
            to = gap + by
            if 0 <= to < len(state) and (move in "UD" or to // columns == gap // columns):
                cells = list(state)
                cells[gap], cells[to] = cells[to], 0
                if tuple(cells) not in found:
                    found[tuple(cells)] = found[state] + move
                    todo.append(tuple(cells))
    return found


def test_sliding_against_the_whole_graph_of_small_grids():
    seen = 0
    for seed in range(330):
        problem = SlidingPuzzle.draw(0, seed)
        start, goal = (tuple(v for row in grid for v in row) for grid in (problem.start, problem.goal))
        assert start != goal and right(problem, problem.moves)
        if len(start) > 6:
            continue
        found = sliding_states(start, len(problem.start[0]))
        assert 0 < len(found[goal]) <= len(problem.moves) and right(problem, found[goal])
        for state in islice(found, 1, 40, 3):
            assert right(problem, found[state]) == (state == goal)
        seen += 1
    assert seen >= 200


def test_sliding_by_hand():
    problem = SlidingPuzzle([[1, 0], [2, 3]], [[2, 1], [3, 0]], "")
    assert outcome(problem, "LDR") == "correct" and outcome(problem, "UDLR") == "invalid"
    # Four cells are wrong at the start; the first move puts 1 in its place, the second 2.
    assert [problem.judge(moves).score for moves in ("L", "LD", "LR")] == [0.25, 0.5, 0.0]
    assert outcome(problem, "") == "malformed" and outcome(problem, "LDX") == "malformed"
    assert outcome(problem, "R") == "invalid"


def turned(cells: tuple, columns: int, side: int, i: int, j: int) -> tuple:
    """A block after one counterclockwise turn: row a, column b of it was in row b, column side - 1 - a."""
    after = list(cells)
    for a, b in product(range(side), repeat=2):
        after[(i + a) * columns + j + b] = cells[(i + b) * columns + j + side - 1 - a]
    return tuple(after)


def test_twiddling_against_breadth_first_search():
    seen = 0
    for seed in range(300):
        problem = TwiddlePuzzle.draw(0, seed)
        rows, columns = len(problem.start), len(problem.start[0])
        start, goal = (tuple(v for row in grid for v in row) for grid in (problem.start, problem.goal))
        assert start != goal
        state = start
        for i, j in problem.moves:
            state = turned(state, columns, problem.side, i, j)
        assert state == goal and right(problem, problem.moves)
        places = list(product(range(rows - problem.side + 1), range(columns - problem.side + 1)))
        if rows * columns > 6 and len(places) > 1:
            continue
        ways, todo = {start: []}, [start]
        for state in todo:
            for i, j in places:
                after = turned(state, columns, problem.side, i, j)
                if after not in ways:
                    ways[after] = [*ways[state], [i, j]]
                    todo.append(after)
        assert len(ways[goal]) <= len(problem.moves) and right(problem, ways[goal])
        for other in islice(ways, 1, 30, 3):
            assert right(problem, ways[other]) == (other == goal)
        seen += 1
    assert seen >= 200


def test_twiddling_by_hand():
    problem = TwiddlePuzzle(2, [[0, 1, 2], [3, 4, 5]], [[1, 4, 2], [0, 3, 5]], [])
    assert outcome(problem, "0 0") == "correct" and outcome(problem, *["0 0"] * 5) == "correct"
    assert outcome(problem, *["0 0"] * 501) == "invalid" and outcome(problem, *["0 0"] * 497) == "correct"
    assert outcome(problem, "0 2") == outcome(problem, "1 0") == "invalid"
    assert outcome(problem, *["0 0"] * 4) == "wrong" and outcome(problem, "0 0", "0 1") == "partial"
    assert outcome(problem, "0 0 1") == outcome(problem, "0 x") == "malformed"


def test_cryptarithms_take_every_assignment_that_fits():
    for seed in range(200):
        problem = Cryptarithmetic.draw(seed % 3, seed)
        n = problem.n
        assert n + 3 <= len(problem.rows[0]) == len(problem.rows[1]) <= max(n + 3, 2 * n)
        for digits in permutations(range(n)):
            one, two, three = (sum(digits[s] * n**p for p, s in enumerate(reversed(row))) for row in problem.rows)
            assert right(problem, digits) == (one + two == three)
        assert right(problem, problem.digits) and right(problem, problem.brute())


def test_cryptarithms_by_hand():
    # In base 3, with s0 = 1, s1 = 2, s2 = 0: 12 + 21 = 110.
    problem = Cryptarithmetic([1, 2, 0], [[0, 1], [1, 0], [0, 0, 2]])
    assert "= s0 s0 s2" in problem.question and outcome(problem, "1 2 0") == "correct"
    # s0 = 2, s1 = 1, s2 = 0: 21 + 12 = 110 where 220 is shown, of which only the last digit is right.
    assert problem.judge("2 1 0").score == pytest.approx(1 / 3)
    # s0 = 0, s1 = 1, s2 = 2: 01 + 10 = 11 where 002 is shown, so that 011 has one digit of it.
    assert problem.judge("0 1 2").score == pytest.approx(1 / 3)
    # Two symbols that do not occur may be exchanged.
    assert {
        digits: outcome(Cryptarithmetic([0, 1, 2], [[0]] * 3), digits) for digits in ("0 2 1", "0 1 2", "1 0 2")
    } == {"0 2 1": "correct", "0 1 2": "correct", "1 0 2": "wrong"}
    for text in ("1 2", "1 2 2", "1 2 3", "0 1 2 3"):
        assert outcome(problem, text) == "invalid"


def test_the_lock_opens_exactly_by_sequences_that_reach_the_target():
    shorter = 0
    for seed in range(200):
        problem = QuantumLockPuzzle.draw(seed % 2, seed)
        assert problem.target != problem.start and right(problem, problem.planted)
        for length in range(1, 5):
            for presses in product(range(len(problem.buttons)), repeat=length):
                y = Fraction(problem.start)
                for number, button in enumerate(presses):
                    sign, operand = problem.buttons[button][number & 1]
                    y = {"+": y + operand, "-": y - operand, "*": y * operand}[sign]
                assert (problem.score(list(presses)) == 1) == (y == problem.target)
        best = problem.brute()
        shorter += len(best) < len(problem.planted)
        assert right(problem, best) and len(best) <= len(problem.planted) <= 11
    assert shorter > 5


def test_the_lock_by_hand():
    problem = QuantumLockPuzzle(1, 9, [[["+", 2], ["*", 3]], [["-", 1], ["+", 4]]], [])
    assert "Button 1: Y - 1 if X = 0, Y + 4 if X = 1" in problem.question
    assert outcome(problem, "0 0") == "correct" and outcome(problem, "0 1") == "wrong"
    assert outcome(problem, "1 1 0 0") == "wrong" and outcome(problem, "1 1 1 1 0") == "correct"
    assert outcome(problem, "0 2") == outcome(problem, "-1 0") == outcome(problem, "0 " * 501) == "invalid"
    assert outcome(problem, "") == "malformed"


def test_countdown_comes_as_close_as_any_expression():
    missed = 0
    for seed in range(240):
        problem = CountdownClose.draw(int(seed % 8 == 0), seed)
        best = min(abs(value - problem.target) for value in values(tuple(problem.numbers)))
        assert abs(problem.solve().value() - problem.target) == best
        missed += best > 0
        if len(problem.numbers) == 3:
            assert right(problem, problem.brute())
    assert 40 < missed < 230
    for seed in range(2):
        problem = CountdownClose.draw(2, seed)
        best = min(abs(value - problem.target) for value in values(tuple(problem.numbers)))
        assert abs(problem.solve().value() - problem.target) == best


def test_countdown_takes_every_closest_expression_and_no_other():
    signs, good = {"+": Fraction.__add__, "-": Fraction.__sub__, "*": Fraction.__mul__, "/": Fraction.__truediv__}, 0
    for seed in range(30):
        problem = CountdownClose.draw(0, seed)
        best = min(abs(value - problem.target) for value in values(tuple(problem.numbers)))
        for (a, b, c), (one, two) in product(permutations(map(Fraction, problem.numbers)), product(signs, repeat=2)):
            wanted = abs(signs[two](signs[one](a, b), c) - problem.target) == best
            assert problem.judge(f"({a}{one}{b}){two}{c}").correct == wanted
            good += wanted
    assert good > 30


def test_countdown_by_hand():
    # 3 * 5 - 2 = 13; no expression in 2, 3 and 5 is worth 14.
    problem = CountdownClose([2, 3, 5], 14)
    assert outcome(problem, "3*5-2") == "correct" and outcome(problem, "5*3-2.") == "correct"
    # (2 + 5) * 3 = 21: seven away where one is the least.
    assert problem.judge("(2+5)*3").score == pytest.approx(2 / 8)
    for text in ("3*5", "3*5-2+0", "35-2", "2/(3-3)"):
        assert outcome(problem, text) == "invalid"
    for text in ("3**5-2", "3*5-2.0", "14 = 3*5-2", "3 5 2", "2^3+5"):
        assert outcome(problem, text) == "malformed"
    assert outcome(CountdownClose([2, 2, 5], 3), "5/(2-2)") == "invalid"
