"""Name the winner of Nim with piles that must stay in order. Public name: DeltaNimGame.

The winners are drawn evenly. Two piles (level 0) are lost for Alice exactly if they are equal. There are at most 200
piles (level 198).
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
        " {self.piles:commas}. In a move, the player takes one or more stones from one pile, so that afterwards no pile"
        " is smaller than the pile before it. Who cannot move loses. Who wins if both play optimally?"
    )
    answer = Choice(("Alice", "Bob"))
    difficulty = {"n": step(2, cap=200)}
    version = 2

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        """The winner is a fair coin's, and only the size of the last pile depends on it.

        Bob's last difference is the exclusive or of the others that count, Alice's any other of the same parity: so the
        parity of the sum of all piles tells nothing. Both are below one power of two, as are the others: so the last
        one is spread alike for both. Of three piles the first and the last difference count; neither is 0.
        """
        size = 2 << n.bit_length()
        differences = [rng.randrange(int(i == 0), size) for i in range(n)]
        others = reduce(xor, differences[-3::-2], 0)
        won = [last for last in range(others % 2, size, 2) if last != others and (last or n != 3)]
        differences[-1] = rng.choice(won) if rng.random() < 0.5 else others
        return cls(differences)

    @property
    def n(self) -> int:
        return len(self.differences)

    @property
    def piles(self) -> list[int]:
        return [sum(self.differences[: i + 1]) for i in range(self.n)]

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
