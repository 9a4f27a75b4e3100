"""Press buttons whose effect on a number depends on a bit that every press flips, until the number is the target.

Buttons stop growing at 60 (level 58).
"""

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, exact, step
from rlve_gym.kit.search import shortest_moves

STEPS = (2, 11)
Rule = list[str | int]
"""[sign, operand], the sign one of + - *."""
State = tuple[int, int]
"""X and Y."""


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
    most = 500
    """Presses that an answer may have."""

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        while True:
            start = rng.randint(-n, n)
            buttons = [[_rule(rng, n), _rule(rng, n)] for _ in range(n)]
            state, values, presses, last = (0, start), [start], [], 0
            for press in range(1, rng.randint(*STEPS) + 1):
                presses.append(rng.randrange(n))
                state = _pressed(buttons, state, presses[-1])
                if state[1] not in values:
                    last = press
                values.append(state[1])
            if last:
                return cls(start, values[last], buttons, presses[:last])

    @property
    def listed(self) -> str:
        return "\n".join(
            f"Button {number}: Y {zero[0]} {zero[1]} if X = 0, Y {one[0]} {one[1]} if X = 1"
            for number, (zero, one) in enumerate(self.buttons)
        )

    def solve(self) -> list[int]:
        return self.planted

    def brute(self) -> list[int]:
        """Breadth-first search of all states. For few buttons."""
        start: State = (0, self.start)
        every = range(len(self.buttons))
        return shortest_moves(start, every, partial(_pressed, self.buttons), lambda state: state[1] == self.target)

    def score(self, answer: list[int]) -> float:
        if len(answer) > self.most:
            raise Invalid(f"{len(answer)} presses, more than {self.most}")
        state = 0, self.start
        for button in answer:
            if not 0 <= button < len(self.buttons):
                raise Invalid(f"there is no button {button}")
            state = _pressed(self.buttons, state, button)
        return exact(self.target, state[1])


def _rule(rng: Random, n: int) -> Rule:
    sign = rng.choice("++--*")
    return [sign, rng.randint(2, 3) if sign == "*" else rng.randint(1, n)]


def _pressed(buttons: list[list[Rule]], state: State, button: int) -> State:
    x, y = state
    sign, operand = buttons[button][x][0], int(buttons[button][x][1])
    return 1 - x, y + operand if sign == "+" else y - operand if sign == "-" else y * operand
