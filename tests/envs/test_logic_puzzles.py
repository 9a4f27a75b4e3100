"""Knights and knaves, 2-SAT, circuits, counting over expressions: references against enumeration and a SAT solver."""

from itertools import product

import pytest
from pysat.solvers import Solver

from rlve_gym import load

KnightsAndKnaves, TwoSat = load("knights_and_knaves"), load("two_sat")
Circuit, BitEquationCounting = load("circuit"), load("bit_equation_counting")


def outcome(problem, text):
    return problem.judge(text).outcome


def test_parameters_equal_the_catalogue_up_to_the_caps():
    assert [KnightsAndKnaves.parameters(level)["n"] for level in (0, 1, 10, 13, 20)] == [3, 4, 13, 16, 16]
    assert [TwoSat.parameters(level)["n"] for level in range(8)] == [3, 4, 5, 6, 7, 8, 9, 10]
    assert [Circuit.parameters(level)["n"] for level in (0, 1, 12, 20)] == [4, 5, 16, 16]
    assert [BitEquationCounting.parameters(level)["n"] for level in range(10)] == [2, 3, 4, 5, 6, 7, 8, 9, 10, 12]
    assert [cls.beta for cls in (KnightsAndKnaves, TwoSat, Circuit, BitEquationCounting)] == [10, 10, 1, 10]


def test_exactly_one_assignment_of_kinds_fits():
    for seed in range(240):
        problem = KnightsAndKnaves.draw(seed % 5, seed)
        fitting = [kinds for kinds in product(("knave", "knight"), repeat=problem.n) if problem._fits(kinds)]
        assert [list(kinds) for kinds in fitting] == [problem.solve()]


def test_what_the_statements_mean():
    """A liar's and a truth-teller's table for every kind of statement, written out by hand."""
    tables = {"and": "0001", "or": "0111", "implies": "1101", "iff": "1001"}
    for kind, table in tables.items():
        for (p, q), value in zip(product((0, 1), repeat=2), table):
            problem = KnightsAndKnaves(
                ["A", "B", "C"], [[kind, 0, [[1, 1], [2, 1]]], ["is", 0, [[1, 1]]], ["is", 0, [[2, 1]]]]
            )
            kinds = tuple(("knave", "knight")[bit] for bit in (int(value), p, q))
            other = tuple(("knave", "knight")[bit] for bit in (1 - int(value), p, q))
            bits = [sum((kind == "knight") << i for i, kind in enumerate(its)) for its in (kinds, other)]
            # The other two say of themselves that they are knights, which fits whatever they are.
            assert [problem._consistent() >> place & 1 for place in bits] == [1, 0]
            assert problem._fits(kinds) and not problem._fits(other)


def test_dialogues_name_whom_they_mean():
    problem = KnightsAndKnaves(["Ada", "Ben"], [["implies", 1, [[1, 1], [0, 0]]], ["not", 0, [[0, 1]]]])
    assert problem.dialogue == (
        'Ada says: "Ben is a knight only if Ada is a knave."\nBen says: "It is not true that Ada is a knight."'
    )


def test_answers_of_knights_and_knaves():
    problem = KnightsAndKnaves(["Ada", "Ben"], [["and", 0, [[0, 0], [1, 1]]], ["is", 0, [[0, 0]]]])
    # If Ada told the truth she would be a knave; so she lies, and Ben does or is none. He says so of her: a knight,
    # and then what Ada says would be true. So Ben ... is a knave only if Ada is no knave: there is no solution here.
    assert problem._consistent() == 0
    problem = KnightsAndKnaves(["Ada", "Ben"], [["or", 0, [[0, 0], [1, 1]]], ["is", 0, [[0, 1]]]])
    assert problem.solve() == ["knight", "knight"]
    assert outcome(problem, "Knight, KNIGHT") == "correct"
    assert outcome(problem, "knight knave") == "partial"
    assert outcome(problem, "knave knave") == "wrong"
    assert outcome(problem, "knight") == "malformed"
    assert outcome(problem, "knight spy") == "invalid"


def test_two_sat_against_enumeration_and_a_solver():
    for seed in range(200):
        problem = TwoSat.draw(seed % 6, seed)
        assert problem.score(problem.solve()) == 1 and problem.score(problem.brute()) == 1
    for seed in range(40):
        problem = TwoSat.draw(14 + seed % 7, seed)
        with Solver(bootstrap_with=problem.clauses) as solver:
            assert solver.solve()
            model = solver.get_model()
        assert problem.score([int(value > 0) for value in model]) == 1 == problem.score(problem.solve())


def test_two_sat_where_the_first_choice_contradicts_itself():
    problem = TwoSat(3, [[-1, 2], [-1, -2], [1, 3]])
    assert problem.solve() == [0, 1, 1]
    assert outcome(problem, "0 0 1") == "correct" and outcome(problem, "1 1 1") == "partial"
    assert outcome(problem, "0 0") == "malformed" and outcome(problem, "0 0 2") == "malformed"


def test_circuits_against_enumeration():
    for seed in range(240):
        problem = Circuit.draw(seed % 5, seed)
        right = [bits for bits in product((0, 1), repeat=problem.n) if problem.score(list(bits)) == 1]
        assert tuple(problem.solve()) in right and tuple(problem.brute()) in right
        assert 4 * len(right) < 2**problem.n and (0,) * problem.n not in right and (1,) * problem.n not in right


def test_circuits_are_read_as_python_reads_them():
    signs = {"XOR": "^", "AND": "&", "OR": "|"}
    for seed in range(60):
        problem = Circuit.draw(seed % 6, seed)
        text = problem.printed
        for word, sign in signs.items():
            text = text.replace(word, sign)
        for bits in product((0, 1), repeat=problem.n):
            value = eval(text, {f"x{i}": bit for i, bit in enumerate(bits)})  # noqa: S307
            assert problem.score(list(bits)) == value


@pytest.mark.parametrize("text, found", [("1 0", "correct"), ("0 0", "wrong"), ("1", "invalid"), ("1 2", "malformed")])
def test_answers_of_circuits(text, found):
    assert outcome(Circuit(2, ["AND", 0, ["XOR", 0, 1]]), text) == found


def test_counts_against_enumeration():
    for seed in range(240):
        problem = BitEquationCounting.draw(seed % 8, seed)
        assert problem.solve() == problem.brute()


def test_counts_by_hand():
    problem = BitEquationCounting(["OR", ["AND", None, None], ["XOR", None, None]])
    # 1 of 4 and 2 of 4 are true: 16 less the 3 * 2 where neither is.
    assert problem.printed == "(_ AND _) OR (_ XOR _)" and problem.solve() == 10
    assert outcome(problem, "10") == "correct" and outcome(problem, "9") == "partial"
    assert outcome(problem, "17") == "invalid" and outcome(problem, "-1") == "invalid"
