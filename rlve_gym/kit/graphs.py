"""Graphs: random arcs and edges drawn without rejection, shortest paths, and the weight of a walk.

Vertices are 0 to n - 1. A weighted digraph is a list of arcs [tail, head, weight] with positive integer weights.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from random import Random
from typing import TypeVar

from rlve_gym.problem import Problem
from rlve_gym.scoring import Invalid, ratio

Pair = tuple[int, int]
Adjacency = list[list[Pair]]
Edge = TypeVar("Edge", bound=Sequence[int])

DIGRAPH = (
    "A directed graph has {self.n} vertices, numbered 0 to {self.n:last}. "
    'Each line "u v w" is an arc from vertex u to vertex v, in this direction only, of weight w:\n'
    "{self.arcs:lines}\n\n"
)
"""How a template shows a `WeightedDigraph`."""


@dataclass(frozen=True)
class WeightedDigraph(Problem):
    """Base of the problems whose data is a weighted digraph."""

    n: int
    arcs: list[list[int]]

    @property
    def last(self) -> int:
        return self.n - 1

    @cached_property
    def weights(self) -> dict[Pair, int]:
        return {(u, v): w for u, v, w in self.arcs}


@dataclass(frozen=True)
class CheapestWalk(WeightedDigraph):
    """Base of the problems that ask for a walk of least total weight among those that `cost` accepts."""

    def cost(self, walk: list[int]) -> int:
        """Total weight of a walk. Raises Invalid if it is not of the kind asked for."""
        raise NotImplementedError

    def score(self, answer: list[int]) -> float:
        best, cost = self.best, self.cost(answer)
        assert cost >= best
        return ratio(best, cost)

    @cached_property
    def best(self) -> int:
        return self.cost(self.reference)


def random_path(rng: Random, n: int) -> list[int]:
    """All vertices in random order."""
    return rng.sample(range(n), n)


def steps(walk: Sequence[int]) -> list[Pair]:
    """The consecutive pairs of a walk: one less than it has vertices."""
    return list(pairwise(walk))


def random_arcs(rng: Random, n: int, count: int, taken: Collection[Pair]) -> list[Pair]:
    """`count` distinct ordered pairs (u, v), u != v, drawn uniformly from those not in `taken`; all, if fewer exist."""
    free = [(u, v) for u in range(n) for v in range(n) if u != v and (u, v) not in taken]
    return rng.sample(free, max(0, min(count, len(free))))


def random_edges(rng: Random, n: int, count: int, taken: Collection[Pair]) -> list[Pair]:
    """`count` distinct pairs (u, v), u < v, drawn uniformly from those not in `taken`; all, if fewer exist."""
    free = [(u, v) for u in range(n) for v in range(u + 1, n) if (u, v) not in taken]
    return rng.sample(free, max(0, min(count, len(free))))


def adjacency(n: int, arcs: Sequence[Sequence[int]]) -> Adjacency:
    """For every vertex the list of (head, weight) of the arcs that leave it."""
    leaving: Adjacency = [[] for _ in range(n)]
    for u, v, weight in arcs:
        leaving[u].append((v, weight))
    return leaving


def spanning_tree(n: int, edges: Sequence[Edge], root: int) -> tuple[list[tuple[int, ...]], list[Edge]]:
    """A spanning tree of the component of the root: its edges, each from the end that is nearer to the root, which come
    before those behind them; and the edges (as they were given) that are not in it. Edges: (u, v) or more.
    """
    near: list[list[int]] = [[] for _ in range(n)]
    for index, edge in enumerate(edges):
        near[edge[0]].append(index)
        near[edge[1]].append(index)
    tree, used, seen, stack = [], set(), {root}, [root]
    while stack:
        vertex = stack.pop()
        for index in near[vertex]:
            edge = edges[index]
            other = edge[0] + edge[1] - vertex
            if other not in seen:
                seen.add(other)
                used.add(index)
                tree.append((vertex, other, *edge[2:]))
                stack.append(other)
    return tree, [edge for index, edge in enumerate(edges) if index not in used]


def dijkstra(graph: Adjacency, source: int) -> tuple[list[int | None], list[int]]:
    """Distances from `source` (None if unreachable) and, for every reached vertex, its predecessor on a shortest path.

    The source and unreached vertices have predecessor -1. O(m log m) for m arcs; weights must not be negative.
    """
    distance: list[int | None] = [None] * len(graph)
    parent = [-1] * len(graph)
    queue = [(0, source, -1)]
    while queue:
        reached, u, before = heappop(queue)
        if distance[u] is not None:
            continue
        distance[u], parent[u] = reached, before
        for v, weight in graph[u]:
            if distance[v] is None:
                heappush(queue, (reached + weight, v, u))
    return distance, parent


def path_to(parent: Sequence[int], target: int) -> list[int]:
    """The path that ends in `target`, source first, from the predecessors that `dijkstra` gives."""
    path = [target]
    while parent[path[-1]] >= 0:
        path.append(parent[path[-1]])
    return path[::-1]


def walk_weight(weights: Mapping[Pair, int], n: int, walk: Sequence[int]) -> int:
    """The total weight of a walk, each arc as often as it is used. Raises Invalid if a vertex or an arc is missing."""
    if not all(0 <= vertex < n for vertex in walk):
        raise Invalid(f"a vertex is not between 0 and {n - 1}")
    total = 0
    for step in pairwise(walk):
        if step not in weights:
            raise Invalid(f"there is no arc from {step[0]} to {step[1]}")
        total += weights[step]
    return total
