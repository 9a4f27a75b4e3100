"""Breadth-first search against networkx and shortest ways that are known."""

from random import Random

import networkx
import pytest

from rlve_gym.kit.search import distance, layers, shortest_moves
from rlve_gym.problem import random_stream


def run(targets, goal):
    return shortest_moves(0, "ab", lambda state, letter: targets[state, letter], lambda state: state == goal)


def test_fewest_moves_in_random_automata():
    rng, reached = random_stream("automata"), 0
    for _ in range(150):
        n = rng.randint(1, 12)
        targets = {(state, letter): rng.randrange(n) for state in range(n) for letter in "ab"}
        goal = rng.randrange(n)
        graph = networkx.DiGraph([(state, target) for (state, _), target in targets.items()])
        if not networkx.has_path(graph, 0, goal):
            with pytest.raises(ValueError):
                run(targets, goal)
            continue
        found = run(targets, goal)
        state = 0
        for letter in found:
            state = targets[state, letter]
        assert state == goal and len(found) == networkx.shortest_path_length(graph, 0, goal)
        reached += len(found) > 1
    assert reached > 40


def test_of_several_shortest_ways_the_first_in_order():
    """From 0 to 6 by doubling, adding 1 or adding 2, without an end."""
    moves = {"double": lambda y: 2 * y, "one": lambda y: y + 1, "two": lambda y: y + 2}
    assert shortest_moves(0, moves, lambda y, move: moves[move](y), lambda y: y == 6) == ["one", "two", "double"]
    assert shortest_moves(6, moves, lambda y, move: moves[move](y), lambda y: y == 6) == []


def test_layers_and_distances_of_random_graphs():
    for seed in range(100):
        rng = Random(seed)
        graph = networkx.gnm_random_graph(9, rng.randint(5, 16), seed=seed)
        expected = networkx.single_source_shortest_path_length(graph, 0)
        found = list(layers(0, graph.neighbors))
        assert {state: steps for steps, layer in enumerate(found) for state in layer} == expected
        assert sum(map(len, found)) == len(expected)
        for goal in graph:
            if goal in expected:
                assert distance(0, goal, graph.neighbors) == distance(goal, 0, graph.neighbors) == expected[goal]
            else:
                with pytest.raises(ValueError, match=f"from 0 to {goal}"):
                    distance(0, goal, graph.neighbors)


def test_both_ends_meet_far_away():
    """On a ladder of numbers from both ends: the middle is reached from either, and both ways are tried."""
    assert distance(-500, 501, lambda at: (at - 1, at + 1)) == 1001
    assert distance("", "abab", lambda text: ([text[:-1]] if text else []) + [text + "a", text + "b"]) == 4
