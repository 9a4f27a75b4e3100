"""Measure out an amount of water with jugs that are filled, emptied and poured into each other.

The target is no capacity and no difference of two. The public suite asks for a plain capacity wherever a short random
play finds nothing else, which is 98 percent of its problems with 3 jugs and 3 actions; ours plays on until it does.
Jugs stop growing at 40 (level 37).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Invalid, Problem, exact, step
from rlve_gym.answers import plain, shown
from rlve_gym.layouts import lines

ACTIONS = (3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 35, 40, 45, 50)
FRUITLESS = 200
"""Actions after which a play without a find is given up."""
_ACTION = re.compile(r"(?:(fill|empty) +([0-9]{1,9})|(pour) +([0-9]{1,9}) +([0-9]{1,9}))", re.IGNORECASE | re.ASCII)

Action = list[str | int]
"""["Fill", jug], ["Empty", jug] or ["Pour", from, into]."""


@dataclass(frozen=True)
class Actions:
    """The answer type: one action on each line."""

    @property
    def instruction(self) -> str:
        return "Answer with the actions in order, one per line."

    def parse(self, text: str) -> list[Action]:
        return [self._action(line) for line in lines(plain(text), brackets=False)]

    def _action(self, line: str) -> Action:
        match = _ACTION.fullmatch(line)
        if not match:
            raise ValueError(f"not an action: {shown(line)}")
        return [match[1].capitalize(), int(match[2])] if match[1] else ["Pour", int(match[4]), int(match[5])]

    def render(self, value: Sequence[Action]) -> str:
        return "\n".join(" ".join(map(str, action)) for action in value)


@dataclass(frozen=True)
class JugPuzzle(Problem):
    """planted: actions that lead to the target."""

    capacities: list[int]
    target: int
    planted: list[Action]

    template = (
        "There are {self.n} jugs, numbered from 0, all empty. Their capacities in litres, in order: {self.listed}.\n"
        "Each action is one of these:\nFill i: fill jug i to the brim.\nEmpty i: pour away what is in jug i.\n"
        "Pour i j: pour from jug i into another jug j until i is empty or j is full.\n"
        "Find actions after the last of which some jug holds exactly {self.target} litres."
    )
    answer = Actions()
    difficulty = {"n": step(3, cap=40)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        while True:
            capacities = [rng.randint(2, 10 * n) for _ in range(n)]
            found = _played(capacities, rng.choice(ACTIONS), rng)
            if found:
                return cls(capacities, *found)

    @property
    def n(self) -> int:
        return len(self.capacities)

    @property
    def listed(self) -> str:
        return " ".join(map(str, self.capacities))

    def solve(self) -> list[Action]:
        return self.planted

    def brute(self) -> list[Action]:
        """Breadth-first search of all states. For up to 3 jugs."""
        empty: tuple[int, ...] = (0,) * self.n
        ways: dict[tuple[int, ...], list[Action]] = {empty: []}
        todo: list[tuple[int, ...]] = [empty]
        for state in todo:
            if self.target in state:
                return ways[state]
            for action in _possible(self.n):
                after = tuple(_done(list(state), self.capacities, action))
                if after not in ways:
                    ways[after] = [*ways[state], action]
                    todo.append(after)
        raise AssertionError("the target is out of reach")

    def score(self, answer: list[Action]) -> float:
        amounts = [0] * self.n
        for action in answer:
            if any(jug not in range(self.n) for jug in action[1:]) or len(set(action)) < len(action):
                raise Invalid(f"{self.answer.render([action])} is impossible: jugs are numbered 0 to {self.n - 1}")
            amounts = _done(amounts, self.capacities, action)
        return exact(True, self.target in amounts)


def _possible(n: int) -> list[Action]:
    """All actions with n jugs."""
    single: list[Action] = [[what, jug] for what in ("Fill", "Empty") for jug in range(n)]
    return single + [["Pour", i, j] for i in range(n) for j in range(n) if i != j]


def _done(amounts: list[int], capacities: list[int], action: Action) -> list[int]:
    """What the jugs hold after an action; the list given is changed."""
    what, i = action[0], int(action[1])
    if what == "Fill":
        amounts[i] = capacities[i]
    elif what == "Empty":
        amounts[i] = 0
    else:
        j = int(action[2])
        moved = min(amounts[i], capacities[j] - amounts[j])
        amounts[i] -= moved
        amounts[j] += moved
    return amounts


def _played(capacities: list[int], least: int, rng: Random) -> tuple[int, list[Action]] | None:
    """The last new amount of a random play of `least` actions, or more until there is one, and the actions up to it."""
    n, amounts, actions = len(capacities), [0] * len(capacities), []
    known = {0, *capacities, *(abs(a - b) for a in capacities for b in capacities)}
    found = None
    while len(actions) < least or not found:
        if len(actions) == FRUITLESS:
            return None
        what = rng.choice(["Fill", "Empty", *["Pour"] * 8])
        action: Action = [what, *rng.sample(range(n), 2 if what == "Pour" else 1)]
        after = _done(list(amounts), capacities, action)
        if after != amounts:
            actions.append(action)
            amounts = after
            if new := [amount for amount in amounts if amount not in known]:
                found = rng.choice(new), list(actions)
                known.update(new)
    return found
