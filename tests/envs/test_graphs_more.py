"""More on graphs: references against networkx, integer programming and enumeration, rewards by hand."""

from itertools import permutations

import networkx
import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from rlve_gym import Reward, load
from rlve_gym.kit.flows import cheapest_max_flow
from rlve_gym.problem import random_stream

MinimumCostMaximumFlow, GraphIsomorphism = load("minimum_cost_maximum_flow"), load("graph_isomorphism")
MaxXorWalk, KthLightestWalk = load("max_xor_walk"), load("kth_lightest_walk")
MinPathCoverDag = load("min_path_cover_dag")


def reward(problem, text):
    return Reward()(problem.judge(text), problem.beta)


def test_parameters_equal_the_catalogue():
    sizes = [4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18]
    assert [MinimumCostMaximumFlow.parameters(level)["n"] for level in range(11)] == sizes
    assert [MaxXorWalk.parameters(level)["n"] for level in range(11)] == sizes
    assert [GraphIsomorphism.parameters(level)["n"] for level in range(11)] == list(range(3, 14))
    assert [MinPathCoverDag.parameters(level)["n"] for level in range(11)] == list(range(4, 15))
    assert [KthLightestWalk.parameters(level)["largest"] for level in range(11)] == [
        20 * 2**level for level in range(11)
    ]
    found = [cls.beta for cls in (MinimumCostMaximumFlow, GraphIsomorphism, MaxXorWalk, KthLightestWalk)]
    assert found == [1, 10, 1, 10] and MinPathCoverDag.beta == 5


def network(arcs):
    graph = networkx.DiGraph()
    for u, v, capacity, cost in arcs:
        graph.add_edge(u, v, capacity=capacity, weight=cost)
    return graph


def test_minimum_cost_maximum_flow_against_networkx():
    for seed in range(210):
        problem = MinimumCostMaximumFlow.draw(seed % 7, seed)
        graph = network(problem.arcs)
        flow = networkx.max_flow_min_cost(graph, 0, problem.sink)
        expected = sum(flow[0].values()), networkx.cost_of_flow(graph, flow)
        assert problem.measure(problem.solve()) == expected
        assert problem.score([flow[u][v] for u, v, _, _ in problem.arcs]) == 1


def test_cheapest_max_flow_of_arcs_side_by_side_against_linear_programming():
    """Arcs that run side by side, both ways, and for nothing."""
    rng = random_stream("flows")
    for _ in range(60):
        arcs = [[*rng.sample(range(5), 2), rng.randint(0, 4), rng.randint(0, 3)] for _ in range(14)]
        flow = cheapest_max_flow(5, arcs, 0, 4)
        tails, heads, capacities, costs = np.array(arcs).T
        inner = np.array([(heads == v).astype(int) - (tails == v) for v in range(5)])
        most = milp(-inner[4], bounds=Bounds(0, capacities), constraints=LinearConstraint(inner[1:4], 0, 0))
        assert inner[1:4] @ flow == pytest.approx(0) and inner[4] @ flow == round(-most.fun)
        fixed = LinearConstraint(inner[1:], [0, 0, 0, round(-most.fun)], [0, 0, 0, round(-most.fun)])
        assert costs @ flow == round(milp(costs, bounds=Bounds(0, capacities), constraints=fixed).fun)


PIPES = [[0, 1, 4, 1], [1, 3, 2, 1], [0, 2, 2, 1], [2, 3, 4, 3], [1, 2, 2, 1]]
"""4 units arrive at most: 2 by 0 1 3 (2 each), 2 by 0 2 3 (4 each) or by 0 1 2 3 (5 each)."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4 2 2 4 2", 0.5 * 1 + 0.5),  # 2 * 2 + 2 * 4 + 2 * 5: all 6
        ("2 2 2 2 0", 0.5 * (4 / 6) ** 5),
        ("0 0 0 0 0", 0),
        ("4 2 2 4 1", -0.5),  # at 1, 4 arrive and 3 leave
        ("5 2 2 5 3", -0.5),
        ("-1 0 0 0 0", -0.5),
        ("4 2 2 4", -0.5),
        ("", -1),
    ],
)
def test_rewards_of_flows(text, expected):
    assert reward(MinimumCostMaximumFlow(4, PIPES), text) == pytest.approx(expected)


def test_a_dearer_maximum_flow_is_not_correct():
    problem = MinimumCostMaximumFlow(4, [[0, 1, 2, 1], [1, 3, 2, 1], [0, 2, 2, 2], [2, 1, 2, 2]])
    assert reward(problem, "2 2 0 0") == 1
    assert reward(problem, "1 2 1 1") == pytest.approx(0.5 + 0.5 * (4 / 7) ** 5)
    assert not problem.judge("1 2 1 1").correct


def test_every_network_has_more_arcs_than_its_path():
    for seed in range(100):
        problem = MinimumCostMaximumFlow.draw(seed % 8, seed)
        pairs = [(u, v) for u, v, _, _ in problem.arcs]
        assert len(set(pairs)) == len(pairs) > networkx.shortest_path_length(network(problem.arcs), 0, problem.sink)
        assert all(u != v and v != 0 and u != problem.sink for u, v in pairs)


def test_isomorphisms_against_networkx():
    for seed in range(200):
        problem = GraphIsomorphism.draw(seed % 8, seed)
        graphs = [networkx.Graph(), networkx.Graph()]
        for graph, edges in zip(graphs, (problem.first, problem.second)):
            graph.add_nodes_from(range(problem.n))
            graph.add_edges_from(edges)
        found = next(networkx.vf2pp_all_isomorphisms(*graphs))
        assert problem.score([found[v] for v in range(problem.n)]) == 1
        assert problem.score(problem.mapping) == 1


def test_exactly_the_isomorphisms_are_right():
    """Of all mappings of small graphs: as many as networkx finds, and those."""
    for seed in range(40):
        problem = GraphIsomorphism.draw(seed % 4, seed)
        graphs = [networkx.Graph(), networkx.Graph()]
        for graph, edges in zip(graphs, (problem.first, problem.second)):
            graph.add_nodes_from(range(problem.n))
            graph.add_edges_from(edges)
        expected = {tuple(m[v] for v in range(problem.n)) for m in networkx.vf2pp_all_isomorphisms(*graphs)}
        assert {p for p in permutations(range(problem.n)) if problem.score(list(p)) == 1} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1 0 2", 1), ("2 0 1", 1), ("0 1 2", 0.5**10), ("0 0 2", -0.5), ("0 1", -0.5), ("1 2 3", -0.5), ("", -1)],
)
def test_rewards_of_isomorphisms(text, expected):
    path = GraphIsomorphism(3, [[0, 1], [0, 2]], [[0, 1], [2, 0]], [0, 1, 2])
    assert path.score([0, 2, 1]) == 1
    other = GraphIsomorphism(3, [[1, 0], [2, 1]], [[0, 1], [2, 0]], [1, 0, 2])
    assert reward(other, text) == pytest.approx(expected)


def test_max_xor_walk_against_search_over_states():
    for seed in range(210):
        problem = MaxXorWalk.draw(seed % 5, seed)
        assert problem.solve() == problem.brute()


def test_what_max_xor_walk_draws():
    ranks = set()
    for seed in range(120):
        problem = MaxXorWalk.draw(seed % 8, seed)
        graph = networkx.Graph([(u, v) for u, v, _ in problem.edges])
        assert networkx.is_connected(graph) and {0, problem.last} <= set(graph)
        assert graph.number_of_edges() == len(problem.edges)
        top = max(3, (2 * problem.n - 1).bit_length()) + 4
        assert 0 <= problem.solve() < 2**top - 1
        ranks.add(len(graph.edges) - len(graph) + 1)
    assert len(ranks) > 5


@pytest.mark.parametrize(("text", "expected"), [("7", 1), ("3", 0), ("-7", -1), ("", -1), ("0 1 2", -1)])
def test_rewards_of_max_xor_walk(text, expected):
    """The path is worth 3; the cycle of 1, 3 and 4 is far from it and worth 4, with the edge to it used twice."""
    problem = MaxXorWalk(6, [[0, 5, 3], [0, 2, 9], [2, 1, 1], [1, 3, 2], [3, 4, 4], [4, 1, 2]])
    assert reward(problem, text) == expected


def test_kth_lightest_walk_against_a_queue_of_walks():
    for seed in range(240):
        problem = KthLightestWalk.draw(seed % 6, seed)
        assert problem.solve() == problem.brute()


def test_kth_lightest_walk_of_large_k_against_counts_by_weight():
    for seed in range(40):
        problem = KthLightestWalk.draw(9, seed)
        counts, total, weight = [[0] * problem.n for _ in range(3)], 0, 0
        while total < problem.k:
            weight += 1
            here = [0] * problem.n
            for u, v, w in problem.arcs:
                here[v] += (counts[-w][u] + (w == weight)) if w <= weight else 0
            counts, total = [*counts[-2:], here], total + sum(here)
        assert problem.solve() == weight


@pytest.mark.parametrize("text, expected", [("2", 1), ("3", (2 / 3) ** 10), ("1", 0.5**10), ("0", 0), ("", -1)])
def test_rewards_of_kth_lightest_walk(text, expected):
    """Weights 1, 1, 2, 2 (1 2 is there twice), 3."""
    assert reward(KthLightestWalk(3, [[0, 1, 1], [1, 2, 1], [1, 2, 2]], 4), text) == pytest.approx(expected)


def test_parallel_arcs_are_different_walks():
    assert [KthLightestWalk(2, [[0, 1, 2], [0, 1, 2], [0, 1, 3]], k).solve() for k in (1, 2, 3)] == [2, 2, 3]
    assert [KthLightestWalk(2, [[0, 1, 2], [1, 0, 1]], k).solve() for k in (1, 2, 3, 4, 5, 6)] == [1, 2, 3, 3, 4, 5]


def cheapest_cover(problem):
    """Integer programming: arcs used at least once, at every vertex but 0 no more leaves than enters."""
    tails, heads, weights = np.array(problem.arcs).T
    kept = np.array([(heads == v).astype(int) - (tails == v) for v in range(1, problem.n)])
    constraint = LinearConstraint(kept, 0, np.inf)
    return round(milp(weights, integrality=np.ones(len(weights)), bounds=Bounds(1), constraints=constraint).fun)


def test_min_path_cover_against_integer_programming():
    for seed in range(200):
        problem = MinPathCoverDag.draw(seed % 8, seed)
        assert problem.cost(problem.solve()) == cheapest_cover(problem)


def test_vertices_of_min_path_cover_are_not_numbered_in_order():
    problems = [MinPathCoverDag.draw(3, seed) for seed in range(60)]
    assert sum(all(u < v for u, v, _ in problem.arcs) for problem in problems) < 5
    for problem in problems:
        graph = networkx.DiGraph([(u, v) for u, v, _ in problem.arcs])
        assert networkx.is_directed_acyclic_graph(graph)
        assert networkx.descendants(graph, 0) == set(range(1, problem.n))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0 2 1\n0 2 3", 1),  # 2 + 1 + 2 + 5
        ("0 2 1\n0 2 3\n0 2", (10 / 12) ** 5),
        ("0 2 1\n0 2 1\n0 2 3", (10 / 13) ** 5),
        ("0 2 1", -0.2),
        ("0", -0.2),
        ("0 2 1\n2 3", -0.5),
        ("0 1\n0 2 3", -0.5),
        ("0 2 4", -0.5),
        ("", -1),
    ],
)
def test_rewards_of_min_path_cover(text, expected):
    assert reward(MinPathCoverDag(4, [[0, 2, 2], [2, 1, 1], [2, 3, 5]]), text) == pytest.approx(expected)


def test_the_picture_of_two_graphs_shows_both_adjacency_matrices():
    problem = GraphIsomorphism(3, [[0, 1]], [[2, 0]], [0, 2, 1])
    assert problem.picture.rows == [[0, 1, 0, 2, 0, 0, 1], [1, 0, 0, 2, 0, 0, 0], [0, 0, 0, 2, 1, 0, 0]]
