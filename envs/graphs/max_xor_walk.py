"""Find the largest exclusive or of the weights along a walk.

Walks, not only paths: the task says that edges and vertices may be repeated, on which the answer depends. Only the
component of the two ends is shown. The number of vertices stops at 60 (level 21): an instance grows with its square.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, exact, grow
from rlve_gym.kit.graphs import Pair, random_edges, spanning_tree
from rlve_gym.kit.xor_basis import XorBasis
from rlve_gym.pictures import Graph

DENSITIES = range(10, 100, 10)
"""Percent of all pairs of vertices that are edges; those that give at least n edges are drawn from."""


@dataclass(frozen=True)
class MaxXorWalk(Problem):
    n: int
    edges: list[list[int]]

    template = (
        'An undirected graph has {self.n} vertices, numbered 0 to {self.last}. Each line "u v w" is an edge between'
        " vertices u and v of weight w:\n{self.edges:lines}\n\n"
        "A walk leads from vertex 0 to vertex {self.last} along edges. It may visit vertices and use edges more than"
        " once. Its value is the bitwise exclusive or (XOR) of the weights of its edges, each taken as often as it is"
        " used. What is the largest value of a walk?"
    )
    answer = Integer(low=0)
    difficulty = {"n": grow(4, cap=60)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        """The rank of the cycles is drawn, so that some bits cannot be chosen; not all bits of the answer are 1, as
        that would often be so otherwise: half of the tries fail at most."""
        bits = max(3, (2 * n - 1).bit_length()) + rng.randrange(5)
        counts = [n * (n - 1) // 2 * density // 100 for density in DENSITIES]
        pairs = _around(rng, n, rng.choice([count for count in counts if count >= n]))
        while True:
            problem = cls(n, _weighted(rng, n, pairs, bits))
            if problem.reference < 2**bits - 1:
                rng.shuffle(problem.edges)
                return problem

    @property
    def last(self) -> int:
        return self.n - 1

    @property
    def picture(self) -> Graph:
        return Graph(self.n, self.edges)

    def solve(self) -> int:
        """Any path, with any of the cycles: those that a spanning tree leaves, reduced to a basis."""
        value, others = _values(self.n, self.edges)
        cycles = XorBasis(value[u] ^ value[v] ^ w for u, v, w in others)
        return cycles.largest(value[self.last])

    def brute(self) -> int:
        """All pairs of a vertex and a value that walks from 0 reach."""
        reached, frontier = {(0, 0)}, [(0, 0)]
        both = self.edges + [[v, u, w] for u, v, w in self.edges]
        while frontier:
            at, value = frontier.pop()
            found = {(v, value ^ w) for u, v, w in both if u == at} - reached
            reached |= found
            frontier += found
        return max(value for vertex, value in reached if vertex == self.last)

    def score(self, answer: int) -> float:
        return exact(self.reference, answer)


def _around(rng: Random, n: int, count: int) -> list[Pair]:
    """The component of an edge in a random graph, with names in which it holds the vertices 0 and n - 1."""
    edges = random_edges(rng, n, count, set())
    root = rng.choice(edges)[0]
    inside = {root}.union(*spanning_tree(n, edges, root)[0])
    start, end = rng.sample(sorted(inside), 2)
    others = [v for v in rng.sample(range(n), n) if v not in (start, end)]
    name = {vertex: place for place, vertex in enumerate([start, *others, end])}
    return [(name[u], name[v]) for u, v in edges if u in inside]


def _weighted(rng: Random, n: int, pairs: list[Pair], bits: int) -> list[list[int]]:
    """Random weights such that the values of cycles span a space of a rank that is drawn, below `bits`, or less."""
    rank, cycles = rng.randrange(bits), XorBasis()
    edges = [[u, v, rng.randrange(2**bits)] for u, v in pairs]
    value, others = _values(n, edges)
    for edge in others:
        u, v, w = edge
        if len(cycles.vectors) < rank:
            cycles.add(value[u] ^ value[v] ^ w)
        else:
            edge[2] = value[u] ^ value[v] ^ cycles.random(rng)
    return edges


def _values(n: int, edges: list[list[int]]) -> tuple[list[int], list[list[int]]]:
    """The value of the path from 0 to every vertex in a spanning tree, and the edges outside of the tree."""
    tree, others = spanning_tree(n, edges, 0)
    value = [0] * n
    for parent, child, weight in tree:
        value[child] = value[parent] ^ weight
    return value, others
