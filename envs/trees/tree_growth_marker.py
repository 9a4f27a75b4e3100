"""Find where a marker may be that follows the vertices of a growing tree.

The order in which the vertices are added is unknown, and every order is considered in which each new vertex has a
neighbour in the tree: the numbers of the vertices tell nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Invalid, Problem, Word, satisfied, step
from rlve_gym.kit.trees import children, depths, random_tree, rooted, subtree_sums
from rlve_gym.pictures import Tree


@dataclass(frozen=True)
class TreeGrowthMarker(Problem):
    n: int
    edges: list[list[int]]

    template = (
        'A tree has {self.n} vertices, numbered 0 to {self.n:last}. Each line "u v" is one of its edges:\n'
        "{self.edges:lines}\n\n"
        "It grew from vertex 0 alone: the other vertices were added one at a time, in an order that is not known, each"
        " with its edge to a vertex that was there already. A marker stood on vertex 0 at first; each time after a"
        " vertex was added, the marker moved along one edge towards the new vertex. On which vertices may the marker"
        " stand at the end? Write one letter for each of the vertices 0, 1, ..., in this order: T if there is an order"
        " of growth that ends with the marker on it, F if there is none."
    )
    answer = Word("TF", "string of letters")
    difficulty = {"n": step(4)}
    beta = 5
    unique = True

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        return cls(n, random_tree(rng, n))

    @property
    def picture(self) -> Tree:
        return Tree(0, self.edges)

    def solve(self) -> str:
        """Each new vertex costs the marker a step, and the steps beside the way to a vertex u must cancel out.

        So their number is even; and the largest branch beside that way or below u, if the marker has to go into it at
        least nearest[branch] steps deep, is balanced by the steps that the other branches ask for.
        """
        order, parent = rooted(self.n, self.edges, 0)
        depth, below = depths(order, parent), children(order, parent)
        # The branch -1 is none at all: its size and the least depth of a marker in it are the last entries, both 0.
        size = [*subtree_sums(order, parent, [1] * self.n), 0]
        nearest = [0] * (self.n + 1)

        def largest(branches: Iterable[int]) -> int:
            return max(branches, key=size.__getitem__, default=-1)

        heavy, beside = [largest(branches) for branches in below], [-1] * self.n
        for u in reversed(order):
            nearest[u] = 1 + _left_over(nearest[heavy[u]], size[u] - 1 - size[heavy[u]], size[u] - 1)
        for u in order:
            largest_two = sorted(below[u], key=size.__getitem__)[-2:]
            for child in below[u]:
                beside[child] = largest([beside[u], *(other for other in largest_two if other != child)])
        letters = ""
        for u in range(self.n):
            branch, free = largest([beside[u], heavy[u]]), self.n - 1 - depth[u]
            letters += "T" if free % 2 == 0 and nearest[branch] <= free - size[branch] else "F"
        return letters

    def brute(self) -> str:
        """All states (vertices that are there, place of the marker). For up to 10 vertices."""
        parents = [rooted(self.n, self.edges, root)[1] for root in range(self.n)]
        states = {(frozenset([0]), 0)}
        for _ in range(self.n - 1):
            states = {
                (there | new, parents[min(new)][at])
                for there, at in states
                for new in (frozenset(edge) - there for edge in self.edges)
                if len(new) == 1
            }
        ends = {at for _, at in states}
        return "".join("T" if u in ends else "F" for u in range(self.n))

    def score(self, answer: str) -> float:
        """The share, among the vertices marked T in either, of those marked T in both."""
        if len(answer) != self.n:
            raise Invalid(f"expected {self.n} letters, found {len(answer)}")
        pairs = list(zip(self.reference, answer))
        return satisfied(pairs.count(("T", "T")), self.n - pairs.count(("F", "F")))


def _left_over(deep: int, others: int, total: int) -> int:
    """How far away the marker stays, at best, if one branch draws it `deep` and others can draw it back."""
    return total % 2 if deep <= others else deep - others
