"""Satisfy congruences whose moduli need not be coprime, as a hidden number does. Public name: CRT.

The hidden number stops growing at 10^40 (level 268), the congruences at 100 (level 294).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integer, Malformed, Problem, satisfied, scale, step
from rlve_gym.kit.numbers import merged


@dataclass(frozen=True)
class Crt(Problem):
    congruences: list[list[int]]

    template = "Find an integer x >= 0 that leaves each of these remainders:\n{self.listed}"
    answer = Integer()
    difficulty = {"largest": scale(10, "1.4", cap=10**40), "thirds": step(6, cap=300)}
    beta = 10
    unique = False

    @classmethod
    def generate(cls, rng: Random, largest: int, thirds: int) -> Self:
        """x is not below the largest modulus, or it would stand among the remainders."""
        x = rng.randint(4, largest)
        count = min(rng.randint(2, thirds // 3), (x - 1) // 2)
        moduli: list[int] = []
        while len(moduli) < max(2, count):
            if (modulus := rng.randint(2, x - 1)) not in moduli:
                moduli.append(modulus)
        return cls([[modulus, x % modulus] for modulus in moduli])

    @property
    def listed(self) -> str:
        return "\n".join(f"x divided by {modulus} leaves {rest}" for modulus, rest in self.congruences)

    def solve(self) -> int:
        found = (0, 1)
        for modulus, rest in self.congruences:
            both = merged(found, (rest, modulus))
            assert both is not None, "a hidden number satisfies all"
            found = both
        return found[0]

    def brute(self) -> int:
        x = 0
        while any(x % modulus != rest for modulus, rest in self.congruences):
            x += 1
        return x

    def score(self, answer: int) -> float:
        if answer < 0:
            raise Malformed("x is negative")
        return satisfied(sum(answer % modulus == rest for modulus, rest in self.congruences), len(self.congruences))
