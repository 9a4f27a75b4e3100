"""Count the moves of a game of taking prime numbers of stones from a pile. Public name: TakingPrimeGame.

Of the public suite's piles two in three are won in one move, or lost. Here the answer is drawn first, evenly among
those that piles of the level have, and a pile has up to 40 stones at level 0 instead of 8. It stops growing at 5,000
(level 50).
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, exact, grow
from rlve_gym.kit.numbers import primes

LARGEST = 5_000


@dataclass(frozen=True)
class PrimeSubtractionGame(Problem):
    stones: int

    template = (
        "Two players take turns. There is a pile of {self.stones} stones, and in a move the player takes away a prime"
        " number of stones. Who cannot move loses. Both play perfectly; besides, the one who can win wants to win in as"
        " few moves as possible, and the one who is going to lose wants to lose in as many as possible. If the first"
        " player wins, how many moves do both make in all? If the first player loses, answer -1."
    )
    answer = Integer()
    difficulty = {"stones": grow(40, cap=LARGEST)}

    @classmethod
    def generate(cls, rng: Random, stones: int) -> Self:
        piles: dict[int, list[int]] = {}
        for n in range(1, stones + 1):
            piles.setdefault(cls(n).solve(), []).append(n)
        return cls(rng.choice(piles[rng.choice(list(piles))]))

    @classmethod
    def variety(cls, level: int) -> int:
        return cls.parameters(level)["stones"] // 2

    def solve(self) -> int:
        wins, moves = _moves(self.stones)
        return moves if wins else -1

    def brute(self) -> int:
        """Search of the whole game, with primes found by trial division."""

        @cache
        def value(n: int) -> tuple[bool, int]:
            takes = [p for p in range(2, n + 1) if all(p % d for d in range(2, p) if d * d <= p)]
            after = [value(n - p) for p in takes]
            if any(not wins for wins, _ in after):
                return True, 1 + min(moves for wins, moves in after if not wins)
            return False, 1 + max((moves for _, moves in after), default=-1)

        wins, moves = value(self.stones)
        return moves if wins else -1

    def score(self, answer: int) -> float:
        return exact(self.reference, answer)


def _moves(stones: int) -> tuple[bool, int]:
    """Whether the player to move wins, and in how many moves the game ends."""
    return _table(next(limit for limit in (128, 512, 2_048, LARGEST) if stones <= limit))[stones]


@lru_cache(maxsize=4)
def _table(limit: int) -> list[tuple[bool, int]]:
    found: list[tuple[bool, int]] = []
    lost: list[int] = []
    is_prime = set(primes(limit))
    for n in range(limit + 1):
        best = min((found[k][1] for k in lost if n - k in is_prime), default=None)
        if best is not None:
            found.append((True, 1 + best))
            continue
        found.append((False, 1 + max((found[n - p][1] for p in primes(limit) if p <= n), default=-1)))
        lost.append(n)
    return found
