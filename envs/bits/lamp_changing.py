"""Predict one lamp of a circle of lamps that repeatedly take the xor with their neighbours.

The bound on lamps and steps stops growing at 30,000 (level 21), since the prompt lists every lamp.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Choice, Problem, exact, scale

TRIES = 64


@dataclass(frozen=True)
class LampChanging(Problem):
    """`lamps` is a string of "1" (ON) and "0" (OFF), `lamp` counts from 1."""

    lamps: str
    steps: int
    lamp: int

    template = (
        "{self.n} lamps stand in a circle, numbered 1 to {self.n}. In every step all lamps change at the same time,"
        " by the states they had before the step: lamp i becomes ON if exactly one of lamp i and lamp i + 1 was ON,"
        " and OFF otherwise (for i = {self.n}, lamp i + 1 is lamp 1).\n"
        "The initial states of lamps 1 to {self.n}, where 1 is ON and 0 is OFF:\n"
        "{self.listed}\n"
        "What is the state of lamp {self.lamp} after {self.steps} steps?"
    )
    answer = Choice(("ON", "OFF"))
    difficulty = {"largest": scale(8, "1.5", cap=30_000)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        """The answer is a fair coin's; the rest is redrawn until it fits.

        A draw fits ON with probability 0.31 at level 0 and more at higher ones, so that the tries suffice but in one
        case of 10**10; the last resort, three lamps, only bounds the loop.
        """
        wanted = "ON" if rng.random() < 0.5 else "OFF"
        for _ in range(TRIES):
            n, density = rng.randint(3, largest), rng.random()
            lamps = "".join(["1" if rng.random() < density else "0" for _ in range(n)])
            problem = cls(lamps, rng.randint(2, largest), rng.randint(1, n))
            if problem.reference == wanted:
                return problem
        return cls("100" if wanted == "ON" else "000", 2, 1)

    @property
    def n(self) -> int:
        return len(self.lamps)

    @property
    def listed(self) -> str:
        return " ".join(self.lamps)

    def solve(self) -> str:
        """Over GF(2), (1 + s)**(2**j) = 1 + s**(2**j) for the cyclic shift s: a xor for each binary one of `steps`."""
        state, all_on = int(self.lamps[::-1], 2), (1 << self.n) - 1
        for j in range(self.steps.bit_length()):
            if self.steps >> j & 1:
                shift = pow(2, j, self.n)
                state ^= state >> shift | state << (self.n - shift) & all_on
        return "ON" if state >> (self.lamp - 1) & 1 else "OFF"

    def brute(self) -> str:
        """Simulation, step by step."""
        on = [digit == "1" for digit in self.lamps]
        for _ in range(self.steps):
            on = [this != following for this, following in zip(on, [*on[1:], on[0]])]
        return "ON" if on[self.lamp - 1] else "OFF"

    def score(self, answer: str) -> float:
        return exact(self.reference, answer)
