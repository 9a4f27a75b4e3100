"""Remove whole heaps before a game of Nim, so that one is sure to win it. Public name: NewNimGame.

The public suite also has problems in which nothing need be removed, whose right answer is an empty line. Here heaps are
drawn again until something must be removed, and there are 5 at level 0 instead of 3, 500 at most (level 495).
"""

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, ratio, step
from rlve_gym.kit.xor_basis import XorBasis

NOT_WINNING = 0.4
"""Severity of a removal that is allowed and does not force a win."""


@dataclass(frozen=True)
class HeapRemovalNim(Problem):
    heaps: list[int]

    template = (
        "Here are heaps of matches, numbered 1 to {self.n}, of these sizes: {self.heaps:commas}. First you remove whole"
        " heaps, as many as you like, but not all of them. Then your opponent does the same with the heaps that are"
        " left (none, some, but not all). Then you two play Nim with the rest, and you move first: in a turn a player"
        " takes one or more matches from a single heap, and who takes the last match of all wins. Which heaps do you"
        " remove at first, so that you win whatever your opponent does, and remove as few matches in all as possible?"
    )
    answer = Integers("numbers of the heaps that you remove, in any order")
    difficulty = {"n": step(5, cap=500)}
    beta = 3

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        while True:
            problem = cls([rng.randint(1, 2 * n) for _ in range(n)])
            if problem.solve():
                return problem

    @property
    def n(self) -> int:
        return len(self.heaps)

    def solve(self) -> list[int]:
        """The opponent wins iff some of the heaps that are left have the exclusive or 0. Sets without such a subset are
        the independent sets of a matroid, so the most matches are kept by taking the largest heaps first."""
        basis = XorBasis()
        largest_first = sorted(range(1, self.n + 1), key=lambda place: -self.heaps[place - 1])
        return sorted(place for place in largest_first if not basis.add(self.heaps[place - 1]))

    def brute(self) -> list[int]:
        """All removals. For up to 10 heaps."""
        places = range(1, self.n + 1)
        removals = [list(chosen) for size in range(self.n) for chosen in combinations(places, size)]
        return min((removal for removal in removals if self._wins(removal)), key=self._matches)

    def _wins(self, removed: list[int]) -> bool:
        left = [heap for place, heap in enumerate(self.heaps, 1) if place not in removed]
        reached = {0}
        for heap in left:
            more = {value ^ heap for value in reached}
            if 0 in more or len(more | reached) < 2 * len(reached):
                return False
            reached |= more
        return True

    def _matches(self, removed: list[int]) -> int:
        return sum(self.heaps[place - 1] for place in removed)

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < len(answer) or not set(answer) < set(range(1, self.n + 1)):
            raise Invalid("not some of the heaps, each once and not all")
        basis = XorBasis()
        if not all(basis.add(heap) for place, heap in enumerate(self.heaps, 1) if place not in answer):
            raise Invalid("the opponent can win", NOT_WINNING)
        return ratio(self._matches(self.reference), self._matches(answer))
