"""Build the binary tree of the blocks of a bit string and read its labels in postorder.

A string of equal bits, which would be drawn often, is complemented from a random place on. The tree stops growing at
1,024 leaves (level 8), since the answer is twice as long as the string.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Problem, Word, agreement, step
from rlve_gym.pictures import Cells

KEEP = 0.7
"""Probability that a bit is a copy of the one before, drawn as it is."""


@dataclass(frozen=True)
class SegmentTreePostorder(Problem):
    bits: str

    template = (
        "A binary tree is built from this string of {self.n} bits:\n{self.bits}\n\n"
        "Its root stands for the whole string. A node that stands for more than one bit has a left child, which stands"
        " for the first half of the node's bits, and a right child, which stands for the second half. The letter of a"
        " node is B if all of its bits are 0, I if all of them are 1, and F otherwise. Write the letters of all"
        " nodes in"
        " postorder: all nodes of the left child's subtree, then those of the right child's subtree, then the node."
    )
    answer = Word("BIF", "string of letters")
    difficulty = {"depth": step(2, cap=10)}
    beta = 5
    unique = True

    @classmethod
    def generate(cls, rng: Random, depth: int) -> Self:
        bits = [rng.randrange(2)]
        while len(bits) < 2**depth:
            bits.append(bits[-1] if rng.random() < KEEP else rng.randrange(2))
        if len(set(bits)) == 1:
            place = rng.randrange(1, len(bits))
            bits[place:] = [1 - bit for bit in bits[place:]]
        return cls("".join(map(str, bits)))

    @property
    def n(self) -> int:
        return len(self.bits)

    @property
    def picture(self) -> Cells:
        return Cells([self.bits[place : place + 32] for place in range(0, self.n, 32)])

    def solve(self) -> str:
        return _postorder(self.bits)

    def brute(self) -> str:
        """After a bit come all blocks that end with it, from the shortest on."""
        letters = []
        for end in range(1, self.n + 1):
            size = 1
            while end % size == 0 and size <= self.n:
                block = set(self.bits[end - size : end])
                letters.append("F" if len(block) == 2 else "BI"[int(block.pop())])
                size *= 2
        return "".join(letters)

    def score(self, answer: str) -> float:
        return agreement(self.reference, answer)


def _postorder(bits: str) -> str:
    if len(bits) == 1:
        return "BI"[int(bits)]
    left, right = _postorder(bits[: len(bits) // 2]), _postorder(bits[len(bits) // 2 :])
    return left + right + (left[-1] if left[-1] == right[-1] else "F")
