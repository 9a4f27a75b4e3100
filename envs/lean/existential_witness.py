"""Numbers that satisfy conditions: hard to search for, easy to check.

The witnesses must be found; then `decide` closes what remains. No single tactic of a full toolchain finds them (small
remainders and linear equations have been in reach of `grind` from 4.22 on). Numbers stop growing at 200,000 (level 25).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, product
from math import isqrt, lcm
from random import Random
from typing import Self

from rlve_gym import scale
from rlve_gym.kit.terms import Falsifiable, Tree, chain, printed, value

NAMES = "abcdkmnpqtuvwxyz"
KINDS = ("remainders", "linear", "squares", "factors", "pell")
PELL = {2: (3, 2), 3: (2, 1), 5: (9, 4), 6: (5, 2), 7: (8, 3), 8: (3, 1), 10: (19, 6), 11: (10, 3), 12: (7, 2)}
PELL |= {13: (649, 180), 14: (15, 4), 17: (33, 8), 18: (17, 4), 19: (170, 39), 20: (9, 2), 21: (55, 12), 22: (197, 42)}
PELL |= {23: (24, 5), 28: (127, 24), 29: (9801, 1820), 31: (1520, 273), 32: (17, 3), 33: (23, 4), 39: (25, 4)}
"""d: the least x > 1 and y with x x = d y y + 1."""
PELL_Y = 2_000
"""So many y are tried for a Pell equation."""


@dataclass(frozen=True)
class ExistentialWitness(Falsifiable):
    """kind and numbers: "remainders" (m1, r1, m2, r2, ... of x), "linear" (N, m, r, then the coefficients: they give N,
    and x % m = r), "squares" (N is their sum), "factors" (N is their product), "pell" (d)."""

    kind: str
    names: list[str]
    numbers: list[int]
    witness: list[int]

    difficulty = {"size": scale(12, "1.5", cap=200_000)}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        kind = rng.choice([*KINDS[:4], *KINDS[: 1 if size < 30 else 5]])
        numbers, witness = _DRAWS[kind](rng, size)
        return cls(kind, sorted(rng.sample(NAMES, len(witness))), numbers, witness)

    @cached_property
    def facts(self) -> list[Tree]:
        first, numbers = self.names[0], self.numbers
        if self.kind == "remainders":
            return [["=", ["%", first, m], r] for m, r in zip(numbers[::2], numbers[1::2])]
        if self.kind == "linear":
            total = chain("+", [["*", number, name] for number, name in zip(numbers[3:], self.names)])
            return [["=", total, numbers[0]], ["=", ["%", first, numbers[1]], numbers[2]]]
        if self.kind == "pell":
            x, y = self.names
            return [["=", ["*", x, x], ["+", ["*", ["*", numbers[0], y], y], 1]], ["<", 1, x]]
        if self.kind == "squares":
            return [["=", chain("+", [["*", name, name] for name in self.names]), numbers[0]]]
        return [["=", chain("*", self.names), numbers[0]], *(["<", 1, name] for name in self.names)]

    @property
    def signature(self) -> str:
        return f": ∃ {' '.join(self.names)} : Nat, {printed(chain('∧', self.facts))}"

    def solve(self) -> str:
        return f"exact ⟨{', '.join(map(str, self.witness))}, by decide⟩"

    def falsified(self) -> Self:
        """Remainders that contradict each other, a sum that no common divisor divides, and so on: never true."""
        first, *rest = self.numbers
        if self.kind == "remainders":
            return replace(self, numbers=[first, (rest[0] + 1) % first, *rest[1:]])
        if self.kind == "linear":
            return replace(self, numbers=[first + 1, *rest])
        if self.kind == "pell":
            return replace(self, numbers=[isqrt(first) ** 2])
        if self.kind == "squares":  # neither 4 k + 3 is a sum of two nor 8 k + 7 of three
            step = 4 if len(self.names) == 2 else 8
            return replace(self, numbers=[first - first % step + step - 1])
        return replace(self, numbers=[next(n for n in count(first) if _prime(n))])

    def holds(self, rng: Random) -> bool:
        facts = chain("∧", self.facts)
        return any(value(facts, dict(zip(self.names, values))) for values in self._candidates())

    def _candidates(self) -> Iterator[tuple[int, ...]]:
        """All values that could be right; for "pell", the first of them."""
        first, *rest = self.numbers
        if self.kind == "remainders":
            return ((x,) for x in range(rest[0], lcm(*self.numbers[::2]), first))
        if self.kind == "pell":
            return ((isqrt(first * y * y + 1), y) for y in range(PELL_Y))
        if self.kind == "factors":
            return ((x, first // x) for x in range(2, isqrt(first) + 1))
        if self.kind == "linear":
            *steps, last = rest[2:]
            most = product(*(range(first // step + 1) for step in steps))
            sums = ((values, sum(map(int.__mul__, steps, values))) for values in most)
            return ((*values, left // last) for values, total in sums if (left := first - total) >= 0 == left % last)
        most = product(range(isqrt(first) + 1), repeat=len(self.names) - 1)
        sums = ((values, sum(x * x for x in values)) for values in most)
        return ((*values, isqrt(first - total)) for values, total in sums if total <= first)


def _prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, isqrt(n) + 1))


def _remainders(rng: Random, size: int) -> tuple[list[int], list[int]]:
    """Moduli with a divisor in common between the first two."""
    common = rng.randint(2, 3)
    x, largest = rng.randint(size // 2, size), 3 + isqrt(size) // 4
    moduli = [common * factor for factor in rng.sample(range(2, largest + 1), 2)]
    moduli += [rng.randint(5, 4 + largest) for _ in range(size > 100)]
    return [number for m in moduli for number in (m, x % m)], [x % lcm(*moduli)]


def _linear(rng: Random, size: int) -> tuple[list[int], list[int]]:
    """Coefficients with a divisor in common."""
    common, largest = rng.randint(2, 4), 3 + isqrt(size) // 8
    terms = 2 if size < 60 else rng.randint(2, 3)
    steps = [common * rng.randint(largest // 2 + 1, largest) for _ in range(terms)]
    witness = [rng.randint(1, min(40, 2 + isqrt(size))) for _ in steps]
    m = rng.randint(3, 9)
    return [sum(map(int.__mul__, steps, witness)), m, witness[0] % m, *steps], witness


def _squares(rng: Random, size: int) -> tuple[list[int], list[int]]:
    terms = 2 if size < 60 else rng.randint(2, 3)
    witness = [rng.randint(1, 2 + isqrt(size) // (terms - 1) ** 2) for _ in range(terms)]
    return [sum(x * x for x in witness)], witness


def _factors(rng: Random, size: int) -> tuple[list[int], list[int]]:
    witness = [next(n for n in count(rng.randint(2, 3 + isqrt(size))) if _prime(n)) for _ in range(2)]
    return [witness[0] * witness[1]], witness


def _pell(rng: Random, size: int) -> tuple[list[int], list[int]]:
    d, (x, y) = rng.choice([each for each in PELL.items() if each[1][0] <= size])
    return [d], [x, y]


_DRAWS: dict[str, Callable[[Random, int], tuple[list[int], list[int]]]] = dict(
    zip(KINDS, (_remainders, _linear, _squares, _factors, _pell))
)
