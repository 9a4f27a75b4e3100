"""Measure out an amount of water with jugs that are filled, emptied and poured into each other.

The target is no capacity and no difference of two. The public suite asks for a plain capacity wherever a short random
play finds nothing else, which is 98 percent of its problems with 3 jugs and 3 actions; ours plays on until it does.
Jugs stop growing at 40 (level 37).
"""

from dataclasses import dataclass
from functools import partial
from itertools import permutations
from random import Random
from typing import Any, Self

from rlve_gym import Invalid, Problem, exact, step
from rlve_gym.kit.search import shortest_moves
from rlve_gym.layouts import Actions

ACTIONS = (3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 35, 40, 45, 50)
FRUITLESS = 200
"""Actions after which a play without a find is given up."""
FORMS = (("Fill", 1), ("Empty", 1), ("Pour", 2))
WORDS = ("Fill", "Empty", *["Pour"] * 8)
Action = list[Any]
"""["Fill", jug], ["Empty", jug] or ["Pour", from, into]."""


@dataclass(frozen=True)
class JugPuzzle(Problem):
    """planted: actions that lead to the target."""

    capacities: list[int]
    target: int
    planted: list[Action]

    template = (
        "There are {self.capacities:count} jugs, numbered from 0, all empty. Their capacities in litres, in order:"
        " {self.capacities:spaces}.\nEach action is one of these:\n"
        "Fill i: fill jug i to the brim.\nEmpty i: pour away what is in jug i.\n"
        "Pour i j: pour from jug i into another jug j until i is empty or j is full.\n"
        "Find actions after the last of which some jug holds exactly {self.target} litres."
    )
    answer = Actions(FORMS)
    difficulty = {"n": step(3, cap=40)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        while True:
            capacities = [rng.randint(2, 10 * n) for _ in range(n)]
            found = _played(capacities, rng.choice(ACTIONS), rng)
            if found:
                return cls(capacities, *found)

    def solve(self) -> list[Action]:
        return self.planted

    def brute(self) -> list[Action]:
        """Breadth-first search of all states. For up to 3 jugs."""
        n, start = len(self.capacities), tuple(0 for _ in self.capacities)
        every = [[word, *jugs] for word, count in FORMS for jugs in permutations(range(n), count)]
        return shortest_moves(start, every, partial(_done, self.capacities), lambda amounts: self.target in amounts)

    def score(self, answer: list[Action]) -> float:
        n, amounts = len(self.capacities), tuple(0 for _ in self.capacities)
        for action in answer:
            if any(jug not in range(n) for jug in action[1:]) or len(set(action)) < len(action):
                raise Invalid(f"{self.answer.render([action])} is impossible: jugs are numbered 0 to {n - 1}")
            amounts = _done(self.capacities, amounts, action)
        return exact(True, self.target in amounts)


def _done(capacities: list[int], amounts: tuple[int, ...], action: Action) -> tuple[int, ...]:
    """What the jugs hold after an action."""
    after = list(amounts)
    what, i, *into = action
    if what == "Pour":
        (j,) = into
        poured = min(after[i], capacities[j] - after[j])
        after[i], after[j] = after[i] - poured, after[j] + poured
    else:
        after[i] = capacities[i] if what == "Fill" else 0
    return tuple(after)


def _played(capacities: list[int], least: int, rng: Random) -> tuple[int, list[Action]] | None:
    """The last new amount of a random play of `least` actions, or more until there is one, and the actions up to it."""
    amounts, actions, found = tuple(0 for _ in capacities), [], None
    known = {0, *capacities, *(abs(a - b) for a in capacities for b in capacities)}
    while len(actions) < least or not found:
        if len(actions) == FRUITLESS:
            return None
        what = rng.choice(WORDS)
        action = [what, *rng.sample(range(len(capacities)), 2 if what == "Pour" else 1)]
        after = _done(capacities, amounts, action)
        if after != amounts:
            actions.append(action)
            amounts = after
            if new := [amount for amount in amounts if amount not in known]:
                found = rng.choice(new), list(actions)
                known.update(new)
    return found
