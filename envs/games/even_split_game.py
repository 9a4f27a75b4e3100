"""Name the winner of a game of splitting heaps into nearly equal ones. Public name: StoneGame.

The winners are drawn evenly. A heap has at most 1,000 stones (level 21), as the values of all smaller heaps are
computed; of the heaps, at most 100 can be split and 50 cannot (level 47).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from operator import xor
from random import Random
from typing import Self

from rlve_gym import Choice, Problem, exact, step
from rlve_gym.difficulty import Schedule


@dataclass(frozen=True)
class EvenSplitGame(Problem):
    heaps: list[int]
    least: int

    template = (
        "Stan and Ollie take turns; Stan moves first. There are heaps of stones of these sizes: {self.heaps:commas}. In"
        " a move, the player takes a heap of at least {self.least} stones and splits it into two or more heaps of one"
        " stone or more, as evenly as possible: any two of the new heaps differ by at most one stone. Who cannot move"
        " loses. Who wins if both play optimally?"
    )
    answer = Choice(("Stan", "Ollie"))
    difficulty = {"largest": Schedule(20, Fraction(6, 5), 1, 1_000), "pairs": step(3, cap=50)}
    version = 2

    @classmethod
    def generate(cls, rng: Random, largest: int, pairs: int) -> Self:
        """The winner is a fair coin's, and only the size of one heap depends on it.

        An even number of heaps can be split, as their parity would nearly always tell the winner. All but one are drawn
        from all sizes; that one has a size of one parity from a short stretch in which both winners are possible.
        """
        while True:
            least = rng.randint(2, largest // 3)
            values = _values(least, largest)
            heaps = [rng.randint(least, largest) for _ in range(2 * rng.randint(1, pairs) - 1)]
            others, start = reduce(xor, (values[heap] for heap in heaps)), rng.randint(least, largest)
            stretch = set(range(start, min(start + max(least, 4), largest) + 1, 2)) - set(heaps)
            lost = sorted(size for size in stretch if values[size] == others)
            won = sorted(stretch - set(lost))
            if lost and won:
                break
        heaps.append(rng.choice(won if rng.random() < 0.5 else lost))
        heaps += [rng.randint(1, least - 1) for _ in range(rng.randint(0, pairs))]
        rng.shuffle(heaps)
        return cls(heaps, least)

    def solve(self) -> str:
        values = _values(self.least, max(self.heaps))
        return "Stan" if reduce(xor, (values[heap] for heap in self.heaps)) else "Ollie"

    def brute(self) -> str:
        """Search of the whole game, without heaps that cannot be split and without two of a size: what a player does
        to one of these, the other one does to the other."""

        def position(heaps: list[int]) -> tuple[int, ...]:
            sizes = {heap for heap in heaps if heap >= max(self.least, 2)}
            return tuple(sorted(size for size in sizes if heaps.count(size) % 2))

        @cache
        def wins(heaps: tuple[int, ...]) -> bool:
            for at, size in enumerate(heaps):
                for parts in range(2, size + 1):
                    new = [size // parts + (place < size % parts) for place in range(parts)]
                    if not wins(position([*heaps[:at], *new, *heaps[at + 1 :]])):
                        return True
            return False

        return "Stan" if wins(position(self.heaps)) else "Ollie"

    def score(self, answer: str) -> float:
        return exact(self.reference, answer)


def _values(least: int, largest: int) -> list[int]:
    """Sprague-Grundy values of heaps of 0 to `largest` stones: the least that no move has. Heaps add by xor."""
    values = [0] * (largest + 1)
    for size in range(max(least, 2), len(values)):
        found = {_after(size, parts, values) for parts in _parts(size)}
        values[size] = next(value for value in range(size) if value not in found)
    return values


def _after(size: int, parts: int, values: list[int]) -> int:
    """The value of what a heap is split into: equal heaps cancel in pairs."""
    each, larger = divmod(size, parts)
    return (values[each + 1] if larger % 2 else 0) ^ (values[each] if (parts - larger) % 2 else 0)


def _parts(size: int) -> set[int]:
    """Numbers of parts that reach every value: where size // parts stays the same, so do the parities of how many
    heaps there are of each size for every second number of parts, and two of them are enough."""
    found, parts = set(), 2
    while parts <= size:
        last = size // (size // parts)
        found |= {parts, min(parts + 1, last)}
        parts = last + 1
    return found
