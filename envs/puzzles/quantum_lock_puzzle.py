"""Press buttons whose effect on a number depends on a bit that every press flips, until the number is the target.

Buttons stop growing at 60 (level 58).
"""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, exact, step

STEPS = (2, 11)
MOST = 500
"""Presses that an answer may have."""
Rule = list[str | int]
"""[sign, operand], the sign one of + - *."""


@dataclass(frozen=True)
class QuantumLockPuzzle(Problem):
    """buttons: for each its rules for X = 0 and for X = 1. planted: presses that lead to the target."""

    start: int
    target: int
    buttons: list[list[Rule]]
    planted: list[int]

    template = (
        "X is 0 or 1, and Y is an integer. At first X = 0 and Y = {self.start}. Pressing a button changes Y by the"
        " button's rule for the current X, and then flips X. The buttons:\n{self.listed}\n"
        "Find at most {self.most} presses after which Y = {self.target}; X does not matter then."
    )
    answer = Integers("numbers of the buttons in the order of pressing")
    difficulty = {"n": step(2, cap=60)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        while True:
            start = rng.randint(-n, n)
            buttons = [[_rule(rng, n), _rule(rng, n)] for _ in range(n)]
            values, presses = [start], []
            last = 0
            for press in range(1, rng.randint(*STEPS) + 1):
                presses.append(rng.randrange(n))
                values.append(_pressed(values[-1], buttons[presses[-1]][(press - 1) % 2]))
                if values[-1] not in values[:-1]:
                    last = press
            if last:
                return cls(start, values[last], buttons, presses[:last])

    @property
    def most(self) -> int:
        return MOST

    @property
    def listed(self) -> str:
        return "\n".join(
            f"Button {number}: Y {zero[0]} {zero[1]} if X = 0, Y {one[0]} {one[1]} if X = 1"
            for number, (zero, one) in enumerate(self.buttons)
        )

    def solve(self) -> list[int]:
        return self.planted

    def brute(self) -> list[int]:
        """The first shortest sequence that fits. For few buttons."""
        every = (
            list(presses) for n in range(1, STEPS[1] + 1) for presses in product(range(len(self.buttons)), repeat=n)
        )
        return next(presses for presses in every if self.score(presses) == 1)

    def score(self, answer: list[int]) -> float:
        if len(answer) > MOST:
            raise Invalid(f"{len(answer)} presses, more than {MOST}")
        y = self.start
        for press, button in enumerate(answer):
            if not 0 <= button < len(self.buttons):
                raise Invalid(f"there is no button {button}")
            y = _pressed(y, self.buttons[button][press % 2])
        return exact(self.target, y)


def _rule(rng: Random, n: int) -> Rule:
    sign = rng.choice("++--*")
    return [sign, rng.randint(2, 3) if sign == "*" else rng.randint(1, n)]


def _pressed(y: int, rule: Rule) -> int:
    sign, operand = rule[0], int(rule[1])
    return y + operand if sign == "+" else y - operand if sign == "-" else y * operand
