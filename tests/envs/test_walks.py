"""Non-backtracking walks: the matrix method against step-by-step counting, rewards by hand, what is drawn."""

import networkx
import pytest

from rlve_gym import Reward, load

NonBacktrackingWalkCounting = load("non_backtracking_walk_counting")
TRIANGLE = [[0, 1], [2, 1], [0, 2]]
K4 = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]


def count(n, edges, length):
    return NonBacktrackingWalkCounting(n, edges, length).solve()


def by_enumeration(problem):
    """All walks, one by one."""
    graph = networkx.Graph(problem.edges)
    walks = [[0]]
    for _ in range(problem.length):
        walks = [[*walk, v] for walk in walks for v in graph[walk[-1]] if walk[-2:-1] != [v]]
    return sum(walk[-1] == problem.n - 1 for walk in walks) % 10_000


def test_parameters_equal_the_catalogue():
    values = [NonBacktrackingWalkCounting.parameters(level)["max_m"] for level in range(11)]
    assert values == [10, 12, 14, 16, 18, 20, 23, 26, 29, 32, 36]
    assert [NonBacktrackingWalkCounting.parameters(level)["max_m"] for level in (19, 20, 21, 99)] == [93, 103, 103, 103]
    assert NonBacktrackingWalkCounting.beta == 1


def test_solver_against_counting_step_by_step():
    reduced = 0
    for seed in range(260):
        problem = NonBacktrackingWalkCounting.draw(seed % 3, seed)
        assert problem.solve() == problem.brute()
        reduced += problem.length > 40 and problem.solve() > 0
    assert reduced > 20


def test_solver_and_oracle_against_enumeration_of_walks():
    for seed in range(60):
        problem = NonBacktrackingWalkCounting.draw(0, seed)
        for length in range(1, 7):
            problem = NonBacktrackingWalkCounting(problem.n, problem.edges, length)
            assert problem.solve() == problem.brute() == by_enumeration(problem)


def test_a_triangle_is_walked_round_in_one_of_two_ways():
    assert [count(3, TRIANGLE, length) for length in (1, 2, 3, 4, 5, 6)] == [1, 1, 0, 1, 1, 0]
    assert count(3, TRIANGLE, 10**30) == 1  # 10^30 is 1 modulo 3
    assert count(3, TRIANGLE, 3 * 10**30) == 0


def test_a_path_has_one_walk_only():
    path = [[0, 1], [1, 2], [2, 3]]
    assert [count(4, path, length) for length in (1, 2, 3, 4, 5, 16)] == [0, 0, 1, 0, 0, 0]


def test_walks_in_the_complete_graph_on_four_vertices():
    assert [count(4, K4, length) for length in (1, 2, 3)] == [1, 2, 2]
    assert count(4, K4, 4) == (3 * 2**3 - 6) // 3  # 24 walks of 4 edges; 6 return to 0; the rest by symmetry
    long = NonBacktrackingWalkCounting(4, K4, 60)
    assert long.solve() == long.brute()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2", 1),
        ("+2", 1),
        ("3", 0),
        ("0", 0),
        ("9999", 0),
        ("10000", -0.5),
        ("10002", -0.5),  # right modulo 10000, but out of range
        ("-1", -0.5),
        ("", -1),
        ("2.0", -1),
        ("1 2", -1),
        ("two", -1),
    ],
)
def test_rewards(text, expected):
    problem = NonBacktrackingWalkCounting(4, K4, 3)
    assert Reward()(problem.judge(text), problem.beta) == expected


@pytest.mark.parametrize("level", [0, 5, 20])
def test_what_is_drawn(level):
    max_m = NonBacktrackingWalkCounting.parameters(level)["max_m"]
    sizes = set()
    for seed in range(150):
        problem = NonBacktrackingWalkCounting.draw(level, seed)
        graph = networkx.Graph(problem.edges)
        m = len(problem.edges)
        sizes.add(m)
        assert graph.number_of_edges() == m and not list(networkx.selfloop_edges(graph))
        assert sorted(graph) == list(range(problem.n)) and networkx.is_connected(graph)
        assert 3 <= m <= max_m and 3 <= problem.n <= min(m + 1, 32)
        assert 1 <= problem.length <= 2**problem.n
    assert sizes == set(range(3, 11)) if level == 0 else max(sizes) > max_m * 0.9
