"""Trees: random ones, and the order of their vertices from a root. Vertices are 0 to n - 1."""

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
