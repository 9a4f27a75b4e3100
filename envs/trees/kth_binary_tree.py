"""Write the binary tree that has a number in the order by size, left subtree and right subtree.

The first levels have few problems: one for each number. The number stops growing at 10**60 (level 339), where trees
have about 100 nodes.
"""

from dataclasses import dataclass
from math import comb
from random import Random
from typing import Self

from rlve_gym import Problem, Word, exact, scale


@dataclass(frozen=True)
class KthBinaryTree(Problem):
    k: int

    template = (
        "Binary trees, in which left and right children are told apart, are numbered 0, 1, 2, ...: a tree with fewer"
        " nodes comes before one with more; of two trees with as many nodes, that comes first whose left subtree has"
        " the smaller number; if the left subtrees are equal, that comes first whose right subtree has the"
        " smaller number. So the empty tree has number 0, and the tree of one node has number 1.\n\n"
        "A tree is written as (L)X(R), where L and R are its left and right subtrees, written in the same way; an empty"
        " subtree is left out together with its parentheses. So a node without children is X.\n\n"
        "Write the tree that has number {self.k}."
    )
    answer = Word("X()", "written tree")
    difficulty = {"largest": scale(3, "1.5", cap=10**60)}
    unique = True

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        return cls(rng.randint(1, largest))

    @classmethod
    def variety(cls, level: int) -> int:
        return cls.parameters(level)["largest"]

    def solve(self) -> str:
        size, rank = 0, self.k
        while rank >= _catalan(size):
            rank -= _catalan(size)
            size += 1
        return _tree(size, rank)

    def brute(self) -> str:
        """All trees in their order, those of a size from all smaller ones. For numbers up to some thousands."""
        by_size: list[list[str]] = [[""]]
        while sum(map(len, by_size)) <= self.k:
            size = len(by_size)
            found = []
            for left in range(size):
                found += [_joined(a, b) for a in by_size[left] for b in by_size[size - 1 - left]]
            by_size.append(found)
        return [tree for trees in by_size for tree in trees][self.k]

    def score(self, answer: str) -> float:
        return exact(self.reference, answer)


def _catalan(size: int) -> int:
    """The number of binary trees with so many nodes."""
    return comb(2 * size, size) // (size + 1)


def _tree(size: int, rank: int) -> str:
    """The tree of a rank, from 0, among those of a size."""
    if size == 0:
        return ""
    left = 0
    while rank >= _catalan(left) * _catalan(size - 1 - left):
        rank -= _catalan(left) * _catalan(size - 1 - left)
        left += 1
    above, below = divmod(rank, _catalan(size - 1 - left))
    return _joined(_tree(left, above), _tree(size - 1 - left, below))


def _joined(left: str, right: str) -> str:
    return (f"({left})" if left else "") + "X" + (f"({right})" if right else "")
