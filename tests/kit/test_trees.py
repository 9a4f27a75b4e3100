"""Rooted trees against networkx."""

import networkx

from rlve_gym.kit.trees import children, depths, random_tree, rooted, subtree_sums
from rlve_gym.problem import random_stream


def test_children_depths_and_sums_against_networkx():
    rng = random_stream("rooted trees")
    for n in [*range(1, 12)] * 5:
        edges, root, values = random_tree(rng, n), rng.randrange(n), [rng.randint(-9, 9) for _ in range(n)]
        order, parent = rooted(n, edges, root)
        graph = networkx.Graph(edges)
        graph.add_node(root)
        directed = networkx.bfs_tree(graph, root)
        assert [set(found) for found in children(order, parent)] == [set(directed[v]) for v in range(n)]
        assert depths(order, parent) == [networkx.shortest_path_length(graph, root, v) for v in range(n)]
        below = [[v, *networkx.descendants(directed, v)] for v in range(n)]
        assert subtree_sums(order, parent, values) == [sum(values[v] for v in subtree) for subtree in below]
