"""Order pairs of strings so that both rows, joined, spell the same text: Post's problem, each pair used once.

In the public suite nearly all orders may be right, as texts may consist of little but one letter: a constant order is
right in 0.6 of the problems of three pairs. Here one order of three pairs is right, and few of more pairs. The number
of pairs stops growing at 1,000 (level 997), since the prompt lists them.
"""

from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, agreement, step

TENTHS_OF_LENGTH = (12, 15, 20, 25, 30, 35, 40, 45, 50, 70, 100)
"""Longest average length of a piece, in tenths."""
ORDERS = 24


@dataclass(frozen=True)
class PcpPermutation(Problem):
    tops: list[str]
    bottoms: list[str]
    solution: list[int]

    template = (
        "Here are {self.n} pairs of strings, numbered 0 to {self.last}. "
        "Each line gives the number, the first string and the second string of a pair:\n{self.listed}\n\n"
        "Put all pairs, each used exactly once, in such an order that the first strings, joined in this order, "
        "spell the same text as the second strings, joined in this order."
    )
    answer = Integers("numbers of the pairs in order")
    difficulty = {"n": step(3, cap=1_000)}
    beta = 10
    version = 2

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        """Redrawn while more than one is right: of all orders of three pairs, of ORDERS random ones of more."""
        while True:
            problem = cls._drawn(rng, n)
            orders = permutations(range(n)) if n == 3 else (rng.sample(range(n), n) for _ in range(ORDERS))
            if sum(_joined(problem.tops, order) == _joined(problem.bottoms, order) for order in orders) <= 1:
                return problem

    @classmethod
    def _drawn(cls, rng: Random, n: int) -> Self:
        length = max(n + 1, rng.randint(n, n * rng.choice(TENTHS_OF_LENGTH) // 10))
        bias = rng.uniform(0.2, 0.8)
        text = "".join("a" if rng.random() < bias else "b" for _ in range(length))
        tops, bottoms = _pieces(rng, text, n), _pieces(rng, text, n)
        places = rng.sample(range(n), n)
        solution = sorted(range(n), key=places.__getitem__)
        return cls([tops[i] for i in places], [bottoms[i] for i in places], solution)

    @property
    def n(self) -> int:
        return len(self.tops)

    @property
    def last(self) -> int:
        return self.n - 1

    @property
    def listed(self) -> str:
        return "\n".join(f"{i}: {top} {bottom}" for i, (top, bottom) in enumerate(zip(self.tops, self.bottoms)))

    def solve(self) -> list[int]:
        return self.solution

    def brute(self) -> list[int]:
        """The first of all orders, in lexicographic order, that is right."""
        orders = permutations(range(self.n))
        return next(list(p) for p in orders if _joined(self.tops, p) == _joined(self.bottoms, p))

    def score(self, answer: list[int]) -> float:
        if len(answer) != self.n or set(answer) != set(range(self.n)):
            raise Invalid(f"each of the numbers 0 to {self.last} must be used exactly once")
        return agreement(_joined(self.tops, answer), _joined(self.bottoms, answer))


def _pieces(rng: Random, text: str, n: int) -> list[str]:
    """`text` cut at n - 1 random places into n strings that are not empty."""
    cuts = sorted(rng.sample(range(1, len(text)), n - 1))
    return [text[i:j] for i, j in zip([0, *cuts], [*cuts, len(text)])]


def _joined(strings: list[str], order: list[int] | tuple[int, ...]) -> str:
    return "".join(strings[i] for i in order)
