"""Find where a marker may be that follows the vertices of a growing tree.

The order in which the vertices are added is unknown, and every order is considered in which each new vertex has a
neighbour in the tree: the numbers of the vertices tell nothing.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Invalid, Problem, Word, satisfied, step
from rlve_gym.kit.trees import random_tree, rooted
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
        " vertex was added, the marker moved along one edge towards the new vertex. On which vertices may the"
        " marker stand"
        " at the end? Write one letter for each of the vertices 0, 1, ..., in this order: T if there is an order"
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
        size, depth, heavy = [1] * self.n, [1] * self.n, [-1] * self.n
        nearest, beside, letters = [0] * self.n, [-1] * self.n, [""] * self.n
        for u in order[1:]:
            depth[u] = depth[parent[u]] + 1
        for u in reversed(order[1:]):
            size[parent[u]] += size[u]

        def larger(one: int, other: int) -> int:
            return max(one, other, key=lambda branch: size[branch] if branch >= 0 else 0)

        children: list[list[int]] = [[] for _ in range(self.n)]
        for u in order[1:]:
            children[parent[u]].append(u)
            heavy[parent[u]] = larger(heavy[parent[u]], u)
        for u in reversed(order):
            nearest[u] = (
                1 + _left_over(nearest[heavy[u]], size[u] - 1 - size[heavy[u]], size[u] - 1) if children[u] else 1
            )
        for u in order:
            largest_two = sorted(children[u], key=size.__getitem__)[-2:]
            for child in children[u]:
                beside[child] = larger(beside[u], next((c for c in largest_two[::-1] if c != child), -1))
            branch, free = larger(beside[u], heavy[u]), self.n - depth[u]
            fits = branch < 0 or nearest[branch] <= free - size[branch]
            letters[u] = "T" if fits and free % 2 == 0 else "F"
        return "".join(letters)

    def brute(self) -> str:
        """All states (vertices that are there, place of the marker). For up to 10 vertices."""
        parents = [rooted(self.n, self.edges, root)[1] for root in range(self.n)]
        near = [[v for v in range(self.n) if [u, v] in self.edges or [v, u] in self.edges] for u in range(self.n)]
        states = {(frozenset([0]), 0)}
        for _ in range(self.n - 1):
            states = {
                (there | {new}, parents[new][at])
                for there, at in states
                for u in there
                for new in near[u]
                if new not in there
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
