"""Equal by a chain of equations: `a = b`, `c = b` give `a = c`. The toy problem of Lean, in plain ASCII.

The equations are a hidden path from one side of the goal to the other, shuffled and from level 1 on turned around at
random, among equations that lead nowhere; from level 6 on the goal may stand under a function. The parameters stop
growing at level 24, where the names run out.

One word closes every level: `simp_all`, or `subst_vars` before `rfl`, or `omega` or `grind` where they exist.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import Self

from rlve_gym import step
from rlve_gym.kit.terms import Falsifiable
from rlve_gym.kit.theorems import MODELS, application, binder, hypotheses, letters


@dataclass(frozen=True)
class EqualityChain(Falsifiable):
    """equations and goal: pairs of indices of `names`. depth: how often f is applied to both sides of the goal."""

    names: list[str]
    equations: list[list[int]]
    goal: list[int]
    depth: int

    difficulty = {"size": step(0, cap=24)}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        links, distractors, flips = 2 + size // 2, size // 3, min(25 * size, 50)
        equations = [[i, i + 1] for i in range(links)] + _distractors(rng, links, distractors)
        rng.shuffle(equations)
        equations = [pair[::-1] if rng.randrange(100) < flips else pair for pair in equations]
        count = 1 + max(map(max, equations))
        return cls(letters(rng, count), equations, [0, links], rng.randint(0, min(size // 6, 3)))

    @property
    def signature(self) -> str:
        function = binder(["f"], "Nat -> Nat") if self.depth else ""
        given = hypotheses(f"{self.names[left]} = {self.names[right]}" for left, right in self.equations)
        left, right = (_iterated(self.names[i], self.depth) for i in self.goal)
        return f"{function}{binder(sorted(self.names), 'Nat')}{given}: {left} = {right}"

    def solve(self) -> str:
        """A calculation: it says each value that is passed through, so that one step can be found after the other."""
        steps = [f"  _ = {self.names[here]} := {term}" for here, term in self._steps()]
        under = [f"refine {'congrArg f <| ' * self.depth}?_"] if self.depth else []
        return "\n".join([*under, f"calc {self.names[self.goal[0]]}", *steps])

    def _steps(self) -> list[tuple[int, str]]:
        """Where the path goes, and the equations along it, each read in its direction. There is one way only."""
        start, end = self.goal
        reached: dict[int, list[tuple[int, str]]] = {start: []}
        queue = [start]
        for here in queue:
            for number, (left, right) in enumerate(self.equations, 1):
                for a, b, term in ((left, right, f"h{number}"), (right, left, f"h{number}.symm")):
                    if a == here and b not in reached:
                        reached[b] = [*reached[here], (b, term)]
                        queue.append(b)
        return reached[end]

    def falsified(self) -> Self:
        """One link in the middle of the path is replaced by a copy of its neighbour: the path is broken."""
        middle = self.goal[1] // 2
        copied = [middle - 1, middle]
        return replace(self, equations=[copied if {*pair} == {middle, middle + 1} else pair for pair in self.equations])

    def holds(self, rng: Random) -> bool:
        return all(self._holds_on(rng) for _ in range(MODELS))

    def _holds_on(self, rng: Random) -> bool:
        """Whether the goal is true on random numbers, changed until all equations are true, and a random function."""
        values = [rng.randrange(100) for _ in self.names]
        while any(values[a] != values[b] for a, b in self.equations):
            for a, b in self.equations:
                values[a] = values[b] = min(values[a], values[b])
        function = rng.sample(range(100), 100)
        left, right = (values[i] for i in self.goal)
        for _ in range(self.depth):
            left, right = function[left], function[right]
        return left == right


def _distractors(rng: Random, links: int, count: int) -> list[list[int]]:
    """Equations that lead to new variables, from any variable but the path's ends or from each other."""
    equations: list[list[int]] = []
    for new in range(links + 1, links + 1 + count):
        equations.append([rng.choice([*range(1, links), *range(links + 1, new)]), new])
    return equations


def _iterated(name: str, depth: int) -> str:
    """f of f of ... of a variable."""
    return name if depth == 0 else application("f", _iterated(name, depth - 1))
