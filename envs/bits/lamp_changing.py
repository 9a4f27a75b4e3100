"""Predict one lamp of a circle of lamps that repeatedly take the xor with their neighbours.

The answers are drawn evenly. The bound on lamps and steps stops growing at 20,000 (level 20), since the prompt lists
every lamp.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Choice, Problem, exact, scale


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
        "{self.lamps:spaces}\n"
        "What is the state of lamp {self.lamp} after {self.steps} steps?"
    )
    answer = Choice(("ON", "OFF"))
    difficulty = {"largest": scale(8, "1.5", cap=20_000)}
    version = 2

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        """The lamps are fair coins, and so is the answer: a xor of some of them.

        It is never one of none, two or all of them, which a glance at the lamps would tell. How many count is seen from
        what becomes of a single lamp that is ON.
        """
        while True:
            n, steps = rng.randint(3, largest), rng.randint(2, largest)
            if cls("1" + "0" * (n - 1), steps, 1)._after().bit_count() not in (0, 2, n):
                return cls(f"{rng.getrandbits(n):0{n}b}", steps, rng.randint(1, n))

    @property
    def n(self) -> int:
        return len(self.lamps)

    def solve(self) -> str:
        return "ON" if self._after() >> (self.lamp - 1) & 1 else "OFF"

    def _after(self) -> int:
        """The states after all steps, lamp 1 in the lowest bit.

        Over GF(2), (1 + s)**(2**j) = 1 + s**(2**j) for the cyclic shift s: a xor for each binary one of `steps`.
        """
        state, all_on = int(self.lamps[::-1], 2), (1 << self.n) - 1
        for j in range(self.steps.bit_length()):
            if self.steps >> j & 1:
                shift = pow(2, j, self.n)
                state ^= state >> shift | state << (self.n - shift) & all_on
        return state

    def brute(self) -> str:
        """Simulation, step by step."""
        on = [digit == "1" for digit in self.lamps]
        for _ in range(self.steps):
            on = [this != following for this, following in zip(on, [*on[1:], on[0]])]
        return "ON" if on[self.lamp - 1] else "OFF"

    def score(self, answer: str) -> float:
        return exact(self.reference, answer)
