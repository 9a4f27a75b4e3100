"""Shortest paths and covering walks: solvers against independent oracles, rewards by hand, what is drawn."""

from itertools import pairwise

import networkx
import pytest

from rlve_gym import Invalid, Outcome, Reward, load
from rlve_gym.kit.graphs import dijkstra, path_to, random_arcs, random_edges, walk_weight
from rlve_gym.problem import random_stream

ShortestPath = load("shortest_path")
CoveringWalk = load("covering_walk")

DIAMOND = ShortestPath(4, [[0, 1, 2], [1, 3, 2], [0, 2, 1], [2, 1, 1], [1, 2, 1], [2, 3, 4], [3, 0, 1]])
STAR = CoveringWalk(4, [[0, 1, 1], [1, 0, 1], [0, 2, 1], [2, 0, 1], [0, 3, 1], [3, 0, 1]])


def reward(problem, text):
    return Reward()(problem.judge(text), problem.beta)


def digraph(problem):
    graph = networkx.DiGraph()
    graph.add_weighted_edges_from(problem.arcs)
    return graph


def test_parameters():
    assert [ShortestPath.parameters(level)["n"] for level in range(11)] == [5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20]
    assert [ShortestPath.parameters(level)["n"] for level in (25, 26, 27, 1000)] == [103, 110, 110, 110]
    assert [CoveringWalk.parameters(level)["n"] for level in range(11)] == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    assert (ShortestPath.beta, CoveringWalk.beta) == (5, 5)


def test_beyond_the_cap_of_covering_walk_only_weights_grow():
    assert [CoveringWalk.parameters(level) for level in (10, 13, 14, 20)] == [
        {"n": 13, "max_weight": 13},
        {"n": 16, "max_weight": 16},
        {"n": 16, "max_weight": 17},
        {"n": 16, "max_weight": 23},
    ]


def test_shortest_path_against_exhaustive_search():
    for seed in range(240):
        problem = ShortestPath.draw(seed % 5, seed)
        assert problem.cost(problem.solve()) == problem.cost(problem.brute())


def test_shortest_path_against_networkx():
    for level in range(6, 21):
        for seed in range(10):
            problem = ShortestPath.draw(level, seed)
            expected = networkx.dijkstra_path_length(digraph(problem), 0, problem.n - 1)
            assert problem.cost(problem.solve()) == expected


def test_covering_walk_against_search_over_states():
    for seed in range(240):
        problem = CoveringWalk.draw(seed % 6, seed)
        assert problem.cost(problem.solve()) == problem.cost(problem.brute())
        assert problem.score(problem.brute()) == 1


def test_covering_walk_of_a_larger_graph_against_search_over_states():
    problem = CoveringWalk.draw(7, 0)
    assert problem.n == 10
    assert problem.cost(problem.solve()) == problem.cost(problem.brute())


def test_some_cheapest_covering_walks_repeat_a_vertex():
    walks = [CoveringWalk.draw(4, seed).solve() for seed in range(60)]
    assert any(len(walk) > 7 for walk in walks)
    assert any(len(walk) == 7 for walk in walks)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0 2 1 3", 1),  # 1 + 1 + 2 = 4
        ("0 1 3", 1),  # 2 + 2 = 4, another shortest path
        ("[0, 1, 3]", 1),
        ("0 2 3", 0.32768),  # 5: (4/5)^5
        ("0 2 1 2 1 3", 32 / 243),  # 6: (4/6)^5
        ("0 1 3 0 1 3", (4 / 9) ** 5),  # passes through the end: 9
        ("0 3", -0.5),  # no such arc
        ("3 0", -0.5),  # an arc, but the wrong ends
        ("0 1", -0.5),
        ("2 1 3", -0.5),
        ("0", -0.5),
        ("0 4 3", -0.5),
        ("0 -1 3", -0.5),
        ("", -1),
        ("0 to 3", -1),
        ("0 1.0 3", -1),
    ],
)
def test_rewards_of_shortest_path(text, expected):
    assert reward(DIAMOND, text) == pytest.approx(expected)
    assert DIAMOND.judge(text).correct == (expected == 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 0 2 0 3", 1),  # the centre is passed twice: 4
        ("3 0 1 0 2", 1),
        ("0 1 0 2 0 3", 0.32768),  # 5: (4/5)^5
        ("1 0 1 0 2 0 3", (4 / 6) ** 5),
        ("1 0 2", -0.5),  # 3 is missing
        ("0", -0.5),
        ("1 2 0 3", -0.5),  # no such arc
        ("1 1 0 2 0 3", -0.5),  # standing still is no arc
        ("1 0 2 0 3 0 4", -0.5),
        ("-1 0 2 0 3", -0.5),
        ("", -1),
        ("1-0-2-0-3", -1),
    ],
)
def test_rewards_of_covering_walk(text, expected):
    assert reward(STAR, text) == pytest.approx(expected)
    assert STAR.judge(text).correct == (expected == 1)


def test_arcs_lead_in_one_direction():
    ring = CoveringWalk(3, [[0, 1, 3], [1, 2, 1], [2, 0, 2]])
    assert ring.solve() == [1, 2, 0]
    assert ring.judge("0 2 1").outcome is Outcome.INVALID


def test_a_near_miss_of_a_long_path_is_not_correct():
    huge = 10**17
    problem = ShortestPath(3, [[0, 1, huge], [1, 2, huge], [0, 2, 2 * huge + 1]])
    assert problem.judge("0 1 2").outcome is Outcome.CORRECT
    assert problem.judge("0 2").outcome is Outcome.PARTIAL


@pytest.mark.parametrize("level", [0, 1, 4, 8, 14])
def test_what_shortest_path_draws(level):
    n = ShortestPath.parameters(level)["n"]
    sizes = set()
    for seed in range(60):
        problem = ShortestPath.draw(level, seed)
        pairs = [(u, v) for u, v, _ in problem.arcs]
        sizes.add(len(pairs))
        assert len(set(pairs)) == len(pairs) and all(u != v for u, v in pairs)
        assert (0, n - 1) not in pairs
        assert not any((0, t) in pairs and (t, n - 1) in pairs for t in range(n))
        light = networkx.DiGraph((u, v) for u, v, w in problem.arcs if w <= max(1, n // 3))
        assert networkx.has_path(light, 0, n - 1) and len(light) == n
        assert all(1 <= w <= n for _, _, w in problem.arcs)
    assert min(sizes) == n - 1
    assert max(sizes) <= max(n - 1, n * (n - 1) * 30 // 100)
    assert max(sizes) > n - 1


@pytest.mark.parametrize(("level", "sizes"), [(0, {3, 4, 5}), (1, {4, 5, 6, 7, 9, 10, 11})])
def test_what_covering_walk_draws(level, sizes):
    drawn = [CoveringWalk.draw(level, seed) for seed in range(200)]
    assert {len(problem.arcs) for problem in drawn} == sizes
    for problem in drawn:
        pairs = {(u, v) for u, v, _ in problem.arcs}
        assert len(pairs) == len(problem.arcs) and all(u != v for u, v in pairs)
        assert all(1 <= w <= problem.n for _, _, w in problem.arcs)
        assert sum(w > max(1, problem.n // 2) for _, _, w in problem.arcs) <= problem.n - 1


def test_dijkstra_marks_what_it_cannot_reach():
    distance, parent = dijkstra([[(1, 4), (2, 1)], [], [(1, 2)], [(0, 1)]], 0)
    assert distance == [0, 3, 1, None]
    assert path_to(parent, 1) == [0, 2, 1]
    assert path_to(parent, 0) == [0]


def test_random_arcs_and_edges_avoid_taken_pairs_and_never_exceed_what_exists():
    rng = random_stream("arcs")
    assert sorted(random_arcs(rng, 3, 99, {(0, 1)})) == [(0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert sorted(random_edges(rng, 3, 99, {(0, 1)})) == [(0, 2), (1, 2)]
    assert random_arcs(rng, 3, -2, set()) == []
    assert len({pair for _ in range(200) for pair in random_edges(rng, 4, 2, set())}) == 6


def test_walk_weight_counts_every_use_of_an_arc():
    weights = {(0, 1): 2, (1, 0): 3}
    assert walk_weight(weights, 2, [0, 1, 0, 1]) == 7
    assert walk_weight(weights, 2, [1]) == 0
    with pytest.raises(Invalid, match="no arc from 0 to 0"):
        walk_weight(weights, 2, [0, 0])
    with pytest.raises(Invalid, match="between 0 and 1"):
        walk_weight(weights, 2, [0, 10**4000])


def test_references_are_walks_along_arcs():
    for seed in range(20):
        for problem in (ShortestPath.draw(10, seed), CoveringWalk.draw(8, seed)):
            assert set(pairwise(problem.reference)) <= set(problem.weights)
            assert problem.verify(problem.completion(problem.reference)).correct
