"""Spanning trees, against networkx."""

from random import Random

import networkx

from rlve_gym.kit.graphs import random_edges, spanning_tree


def test_spanning_trees_of_random_graphs():
    for seed in range(200):
        rng = Random(seed)
        n = rng.randint(1, 9)
        edges = [
            [*rng.sample(edge, 2), number] for number, edge in enumerate(random_edges(rng, n, rng.randint(0, 14), ()))
        ]
        edges += [edge[:] for edge in edges if rng.random() < 0.2]
        graph = networkx.Graph([(u, v) for u, v, _ in edges])
        graph.add_nodes_from(range(n))
        root = rng.randrange(n)
        tree, others = spanning_tree(n, edges, root)
        reached = [root]
        for parent, child, _ in tree:
            assert parent in reached and child not in reached
            reached.append(child)
        assert set(reached) == networkx.node_connected_component(graph, root)
        given = [[*sorted(edge[:2]), edge[2]] for edge in edges]
        assert sorted([*sorted(edge[:2]), edge[2]] for edge in [*tree, *others]) == sorted(given)
        assert all(any(edge is other for other in edges) for edge in others)
