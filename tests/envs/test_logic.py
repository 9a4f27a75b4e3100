"""Satisfiability: score against a SAT solver and enumeration, rewards by hand, the distribution of clauses."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from pysat.solvers import Solver
from rlve_gym.envs.logic.sat import DENSITIES, _clause, _length_weights
from rlve_gym.envs.logic.two_sat import _consequences

from rlve_gym import Reward, load
from rlve_gym.problem import random_stream

Sat = load("sat")

# x2 from the first two clauses, then x1, then not x3: one solution.
ONLY_110 = Sat([[1, 2], [-1, 2], [1, -2], [2, 3], [-2, -3]], [1, 1, 0])


def reward(problem, text):
    return Reward()(problem.judge(text), problem.beta)


def test_parameters_equal_the_catalogue():
    assert [Sat.parameters(level) for level in range(11)] == [{"n": n} for n in range(3, 14)]
    assert Sat.beta == 10


def test_right_assignments_are_those_of_a_sat_solver():
    for seed in range(200):
        problem = Sat.draw(seed % 5, seed)
        with Solver(bootstrap_with=problem.clauses) as solver:
            for values in product((0, 1), repeat=problem.n):
                literals = [i if value else -i for i, value in enumerate(values, 1)]
                assert (problem.score(list(values)) == 1) == solver.solve(assumptions=literals)
        assert problem.score(problem.solve()) == 1
        assert problem.score(problem.brute()) == 1


def test_a_solution_found_by_a_solver_is_right_whether_planted_or_not():
    others = 0
    for seed in range(40):
        problem = Sat.draw(20, seed)
        with Solver(bootstrap_with=problem.clauses) as solver:
            assert solver.solve()
            model = set(solver.get_model())
        found = [int(i in model) for i in range(1, problem.n + 1)]
        assert problem.judge(" ".join(map(str, found))).correct
        others += found != problem.solution
    assert others > 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 1 0", 1),
        ("[1, 1, 0]", 1),
        ("1 1 1", 0.1073741824),  # 4 of 5 clauses: 0.8^10
        ("0 0 0", 0.0060466176),  # 3 of 5 clauses: 0.6^10
        ("1 1", -1),
        ("1 1 0 0", -1),
        ("1 2 0", -1),
        ("-1 1 0", -1),
        ("true true false", -1),
        ("", -1),
    ],
)
def test_rewards(text, expected):
    assert reward(ONLY_110, text) == pytest.approx(expected)


def test_the_prompt_names_variables_from_1():
    assert "x1 or x2\nnot x1 or x2\nx1 or not x2\nx2 or x3\nnot x2 or not x3" in ONLY_110.prompt()


def test_what_is_drawn():
    drawn = [Sat.draw(0, seed) for seed in range(600)]
    assert {len(problem.clauses) for problem in drawn} == set(range(3, 16))
    for problem in drawn + [Sat.draw(20, seed) for seed in range(20)]:
        for clause in problem.clauses:
            assert 2 <= len(clause) == len({abs(i) for i in clause})
            assert all(1 <= abs(i) <= problem.n for i in clause)
        assert problem.n <= len(problem.clauses) <= 5 * problem.n
    lengths = [len(clause) for seed in range(60) for clause in Sat.draw(20, seed).clauses]
    assert min(lengths) == 2 and max(lengths) > 12


@pytest.mark.parametrize("density", DENSITIES)
def test_clause_lengths_are_distributed_as_by_rejection(density):
    """Every variable absent, agreeing or disagreeing; two present and one agreeing are required."""
    p, n = Fraction(density, 100), 4
    chances = dict.fromkeys(range(2, n + 1), Fraction(0))
    for pattern in product((1 - p, p / 2, -p / 2), repeat=n):
        length = n - pattern.count(1 - p)
        if length >= 2 and any(share == p / 2 for share in pattern):
            chance = Fraction(1)
            for share in pattern:
                chance *= abs(share)
            chances[length] += chance
    weights = _length_weights(n, density)
    total, last = sum(chances.values()), 0
    for length, cumulative in zip(range(2, n + 1), weights, strict=True):
        assert Fraction(cumulative - last, weights[-1]) == chances[length] / total
        last = cumulative


def test_signs_are_uniform_among_those_the_solution_satisfies():
    rng = random_stream("signs")
    clauses = [tuple(_clause(rng, [1, 0], _length_weights(2, 50))) for _ in range(3000)]
    assert set(clauses) == {(1, 2), (1, -2), (-1, -2)}
    assert all(900 < clauses.count(clause) < 1100 for clause in set(clauses))


def test_following_a_chain_of_implications_compares_few_literals():
    compared = [0]

    class Literal(int):
        __hash__ = int.__hash__

        def __eq__(self, other: object) -> bool:
            compared[0] += 1
            return int(self) == other

    chain = [Literal(i) for i in range(1, 501)]
    found = _consequences(chain[0], {one: [other] for one, other in pairwise(chain)})
    assert found == dict.fromkeys(range(1, 501), 1) and compared[0] < 10 * len(chain)
