"""Name the winner of Nim with piles that must stay in order. Public name: DeltaNimGame.

There are at most 200 piles (level 198).
"""

from dataclasses import dataclass
from functools import cache, reduce
from operator import xor
from random import Random
from typing import Self

from rlve_gym import Choice, Problem, exact, step


@dataclass(frozen=True)
class OrderedNim(Problem):
    """differences: by how much each pile is larger than the one before it; the first one is that pile's size."""

    differences: list[int]

    template = (
        "Alice and Bob take turns; Alice moves first. There are {self.n} piles of stones in a row, of these sizes:"
        " {self.listed}. In a move, the player takes one or more stones from one pile, so that afterwards no pile is"
        " smaller than the pile before it. Who cannot move loses. Who wins if both play optimally?"
    )
    answer = Choice(("Alice", "Bob"))
    difficulty = {"n": step(2, cap=200)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        """The winner is a fair coin's."""
        differences = [rng.randint(int(i == 0), n) for i in range(n)]
        others = reduce(xor, differences[-3::-2], 0)
        if rng.random() < 0.5:
            differences[-1] = others
        else:
            differences[-1] = rng.choice([d for d in range(n + 1) if d != others])
        return cls(differences)

    @property
    def n(self) -> int:
        return len(self.differences)

    @property
    def piles(self) -> list[int]:
        return [sum(self.differences[: i + 1]) for i in range(self.n)]

    @property
    def listed(self) -> str:
        return ", ".join(map(str, self.piles))

    def solve(self) -> str:
        """Taking k stones from a pile moves k from its difference to the next one, and out of the game from the last:
        staircase Nim. Only every second difference counts, the last one included."""
        return "Alice" if reduce(xor, self.differences[::-2]) else "Bob"

    def brute(self) -> str:
        """Search of the whole game."""

        @cache
        def wins(piles: tuple[int, ...]) -> bool:
            return any(
                not wins((*piles[:i], size, *piles[i + 1 :]))
                for i in range(len(piles))
                for size in range(piles[i - 1] if i else 0, piles[i])
            )

        return "Alice" if wins(tuple(self.piles)) else "Bob"

    def score(self, answer: str) -> float:
        return exact(self.reference, answer)
