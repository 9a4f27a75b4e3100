"""Name the winner of a game of splitting heaps into nearly equal ones. Public name: StoneGame.

The number of stones stops growing at 1,000 (level 27), as the values of all smaller heaps are computed.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from operator import xor
from random import Random
from typing import Self

from rlve_gym import Choice, Problem, exact
from rlve_gym.difficulty import Schedule


@dataclass(frozen=True)
class EvenSplitGame(Problem):
    heaps: list[int]
    least: int

    template = (
        "Stan and Ollie take turns; Stan moves first. There are heaps of stones of these sizes: {self.listed}. In a"
        " move, the player takes a heap of at least {self.least} stones and splits it into two or more heaps of one"
        " stone or more, as evenly as possible: any two of the new heaps differ by at most one stone. Who cannot move"
        " loses. Who wins if both play optimally?"
    )
    answer = Choice(("Stan", "Ollie"))
    difficulty = {"stones": Schedule(5, Fraction(6, 5), 1, 1_000)}

    @classmethod
    def generate(cls, rng: Random, stones: int) -> Self:
        """The winner is a fair coin's."""
        winner = rng.choice(("Stan", "Ollie"))
        while True:
            total = rng.randint(2, stones)
            cuts = sorted(rng.sample(range(1, total), rng.randint(1, min(total // 2, 100)) - 1))
            heaps = [after - before for before, after in zip([0, *cuts], [*cuts, total])]
            problem = cls(heaps, rng.randint(1, max(heaps) + 1))
            if problem.solve() == winner:
                return problem

    @property
    def listed(self) -> str:
        return ", ".join(map(str, self.heaps))

    def solve(self) -> str:
        """Sprague-Grundy: a heap's value is the least that no move from it has, and heaps add by exclusive or."""
        values = [0] * (max(self.heaps) + 1)
        for size in range(max(self.least, 2), len(values)):
            found = {self._after(size, parts, values) for parts in _parts(size)}
            values[size] = next(value for value in range(size) if value not in found)
        return "Stan" if reduce(xor, (values[heap] for heap in self.heaps)) else "Ollie"

    def _after(self, size: int, parts: int, values: list[int]) -> int:
        """The value of what a heap is split into: equal heaps cancel in pairs."""
        each, larger = divmod(size, parts)
        return (values[each + 1] if larger % 2 else 0) ^ (values[each] if (parts - larger) % 2 else 0)

    def brute(self) -> str:
        """Search of the whole game. For up to some 12 stones."""

        @cache
        def wins(heaps: tuple[int, ...]) -> bool:
            for at, size in enumerate(heaps):
                for parts in range(2, size + 1) if size >= self.least else ():
                    new = [size // parts + (place < size % parts) for place in range(parts)]
                    if not wins(tuple(sorted([*heaps[:at], *new, *heaps[at + 1 :]]))):
                        return True
            return False

        return "Stan" if wins(tuple(sorted(self.heaps))) else "Ollie"

    def score(self, answer: str) -> float:
        return exact(self.reference, answer)


def _parts(size: int) -> set[int]:
    """Numbers of parts that reach every value: where size // parts stays the same, so do the parities of how many
    heaps there are of each size for every second number of parts, and two of them are enough."""
    found, parts = set(), 2
    while parts <= size:
        last = size // (size // parts)
        found |= {parts, min(parts + 1, last)}
        parts = last + 1
    return found
