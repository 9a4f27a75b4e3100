"""Probability: references against enumeration of all outcomes and against linear equations, in exact fractions."""

from fractions import Fraction
from math import comb

import networkx as nx
import pytest

from rlve_gym import load

PolyaModel, ParkingProbability = load("polya_model"), load("parking_probability")
TreeRandomWalkExpectation = load("tree_random_walk_expectation")
MaxRangeMinimumExpectation = load("max_range_minimum_expectation")


def outcome(problem, text):
    return problem.judge(text).outcome


def test_parameters():
    assert [PolyaModel.parameters(level)["largest"] for level in range(6)] == [3, 4, 5, 6, 7, 8]
    assert [ParkingProbability.parameters(level)["largest"] for level in (0, 1, 2, 3, 8, 9, 20)] == [
        4,
        6,
        9,
        13,
        94,
        100,
        100,
    ]
    assert [TreeRandomWalkExpectation.parameters(level)["n"] for level in (0, 1, 10)] == [6, 7, 16]
    assert [MaxRangeMinimumExpectation.parameters(level)["n"] for level in (0, 1, 10, 26, 27)] == [4, 5, 14, 30, 30]


def test_urns_against_enumeration():
    for seed in range(220):
        problem = PolyaModel.draw(seed % 3, seed)
        assert problem.solve() == problem.brute()
        assert 0 < problem.reference <= 1


def test_draws_without_a_condition_count_for_nothing():
    """2 red, 1 blue, one added: P(blue second) is P(blue first)."""
    assert PolyaModel([2, 1], 1, 2, [[2, 2]]).brute() == Fraction(1, 3)
    assert PolyaModel([2, 1], 1, 1, [[1, 2]]).brute() == Fraction(1, 3)


@pytest.mark.parametrize(
    "text, found",
    [
        ("1/6", "correct"),
        ("2/12", "correct"),
        ("\\frac{1}{6}", "correct"),
        ("0.1666666666", "wrong"),
        ("1/9", "wrong"),
        ("5/6", "wrong"),
        ("1/0", "malformed"),
        ("1 6", "malformed"),
    ],
)
def test_answers_of_urns(text, found):
    # Blue twice: 1/3 and then 2/4.
    assert outcome(PolyaModel([2, 1], 1, 2, [[1, 2], [2, 2]]), text) == found


def seated_by_seats(guests, seats):
    """From left to right: `waiting` come past a seat, `left` guests have a ticket further on; weights count tickets."""
    states = {(guests, 0): 1}
    for _ in range(seats):
        after = {}
        for (left, waiting), ways in states.items():
            for here in range(left + 1):
                key = (left - here, max(0, waiting + here - 1))
                after[key] = after.get(key, 0) + ways * comb(left, here)
        states = after
    return Fraction(states.get((0, 0), 0), seats**guests)


def test_parking_against_enumeration_and_a_walk_along_the_seats():
    pairs = [(guests, seats) for seats in range(2, 22) for guests in range(2, seats + 1)]
    assert len(pairs) > 200
    for guests, seats in pairs:
        problem = ParkingProbability(guests, seats)
        assert problem.solve() == seated_by_seats(guests, seats)
        if seats**guests < 5_000:
            assert problem.solve() == problem.brute()


@pytest.mark.parametrize(
    "text, found", [("3/4", "correct"), ("0.75", "correct"), ("1/2", "wrong"), ("3 4", "malformed"), ("1", "wrong")]
)
def test_answers_of_parking(text, found):
    # Only both tickets 2 leave somebody standing.
    assert outcome(ParkingProbability(2, 2), text) == found


def solved(matrix):
    """Gauss and Jordan on the rows of an augmented matrix with one solution."""
    n = len(matrix)
    for column in range(n):
        pivot = next(row for row in range(column, n) if matrix[row][column])
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        matrix[column] = [entry / matrix[column][column] for entry in matrix[column]]
        for row in range(n):
            if row != column and (factor := matrix[row][column]):
                matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[column])]
    return [row[-1] for row in matrix]


def hitting_times(graph, target):
    """h(v) = 1 + the mean of h over the neighbors of v, and h(target) = 0."""
    others = [vertex for vertex in graph if vertex != target]
    rows = []
    for vertex in others:
        row = [Fraction(vertex == other) for other in others]
        for near in graph[vertex]:
            if near != target:
                row[others.index(near)] -= Fraction(1, graph.degree(vertex))
        rows.append([*row, Fraction(1)])
    return solved(rows)


def test_walks_on_trees_against_linear_equations():
    for seed in range(200):
        problem = TreeRandomWalkExpectation.draw(seed % 3, seed)
        graph = nx.Graph(problem.edges)
        assert nx.is_tree(graph) and set(graph) == set(range(problem.n))
        total = sum(sum(hitting_times(graph, target)) for target in graph)
        assert problem.solve() == total / problem.n**2


@pytest.mark.parametrize("text, found", [("16/9", "correct"), ("32/18", "correct"), ("8/3", "wrong"), ("16", "wrong")])
def test_answers_of_walks(text, found):
    # A path of 3: hitting times 1, 4, 3, 3, 4, 1 between different vertices.
    assert outcome(TreeRandomWalkExpectation([[0, 1], [1, 2]]), text) == found


def test_range_minima_against_enumeration():
    for seed in range(220):
        problem = MaxRangeMinimumExpectation.draw(int(seed % 20 == 0), seed)
        assert problem.solve() == problem.brute()
        assert 1 <= problem.reference <= problem.x


@pytest.mark.parametrize(
    "ranges, text, found",
    [
        ([[1, 2]], "5/4", "correct"),
        ([[1, 2]], "1.25", "correct"),
        ([[1, 1]], "3/2", "correct"),
        ([[1, 1], [2, 2]], "7/4", "correct"),
        ([[1, 1], [2, 2]], "3/2", "wrong"),
        ([[1, 2]], "249561090", "wrong"),
    ],
)
def test_answers_of_range_minima(ranges, text, found):
    assert outcome(MaxRangeMinimumExpectation(2, 2, ranges), text) == found
