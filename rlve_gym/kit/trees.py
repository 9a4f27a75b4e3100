"""Trees: random ones, the order of their vertices from a root, and sums along it. Vertices are 0 to n - 1."""

from collections.abc import Sequence
from random import Random


def random_tree(rng: Random, n: int) -> list[list[int]]:
    """The edges of a tree in random order: vertices come in random order, each is joined to an even choice of earlier
    ones (a random recursive tree)."""
    order = rng.sample(range(n), n)
    edges = [rng.sample([order[place], order[rng.randrange(place)]], 2) for place in range(1, n)]
    rng.shuffle(edges)
    return edges


def rooted(n: int, edges: Sequence[Sequence[int]], root: int) -> tuple[list[int], list[int]]:
    """All vertices, parents before children, and the parent of each, -1 for the root. Edges: (u, v) or more."""
    near: list[list[int]] = [[] for _ in range(n)]
    for u, v, *_ in edges:
        near[u].append(v)
        near[v].append(u)
    order, parent = [root], [-1] * n
    for vertex in order:
        for other in near[vertex]:
            if other != parent[vertex]:
                parent[other] = vertex
                order.append(other)
    return order, parent


def children(order: Sequence[int], parent: Sequence[int]) -> list[list[int]]:
    """The children of every vertex, of a tree as `rooted` gives it."""
    found: list[list[int]] = [[] for _ in order]
    for vertex in order[1:]:
        found[parent[vertex]].append(vertex)
    return found


def depths(order: Sequence[int], parent: Sequence[int]) -> list[int]:
    """The number of edges from the root to every vertex, of a tree as `rooted` gives it."""
    found = [0] * len(order)
    for vertex in order[1:]:
        found[vertex] = found[parent[vertex]] + 1
    return found


def subtree_sums(order: Sequence[int], parent: Sequence[int], values: Sequence[int]) -> list[int]:
    """For every vertex the sum of the values of its subtree, itself included, of a tree as `rooted` gives it."""
    found = list(values)
    for vertex in reversed(order[1:]):
        found[parent[vertex]] += found[vertex]
    return found
