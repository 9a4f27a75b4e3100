"""A linear inequality that is a non-negative combination of given ones, over the integers or the natural numbers.

A hidden point satisfies the hypotheses, those that are used with equality (Farkas' certificate), so the goal is tight
there and the hypotheses agree. They are written in several ways, as are strictness, negation and division by a literal
in the goal. Variables stop growing at 5 and hypotheses at 6 (level 12), coefficients at 9 (level 8): more would make
the decision procedure slow.

`omega` closes every level in one word, and is the reference; the family `sum_bounds` is the part that needs no decision
procedure.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import Self

from rlve_gym import step
from rlve_gym.kit.terms import Falsifiable, Tree, printed
from rlve_gym.kit.theorems import MODELS, binder, hypotheses, letters

FORMS = ["≤", "≥", "<", "¬ >"]
"""How `form ≤ bound` may be written; "=" says more than that."""


@dataclass(frozen=True)
class LinearArithmetic(Falsifiable):
    """facts and goal: [form, coefficients, bound] for `coefficients times names form bound`.

    divisor: both sides of the goal are divided by it (rounding down); 1 for nothing. point: satisfies all facts.
    """

    domain: str
    names: list[str]
    facts: list[list]
    goal: list
    divisor: int
    point: list[int]

    difficulty = {"size": step(0, cap=12)}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        count, largest = 2 + size // 4, min(1 + size, 9)
        domain = rng.choice(["Int", "Nat"])
        low = -9 if domain == "Int" else 0
        point = [rng.randint(low, 9) for _ in range(count)]
        coefficients, factors, facts, goal = [], [], [], [0] * count
        used = 2 + size // 6
        while not any(goal):
            coefficients = [_form(rng, count, largest) for _ in range(used + size // 6)]
            factors = [rng.randint(1, 1 + size // 3) for _ in range(used)] + [0] * (size // 6)
            goal = [sum(n * form[i] for n, form in zip(factors, coefficients, strict=True)) for i in range(count)]
        for form, factor in zip(coefficients, factors, strict=True):
            symbol = rng.choice(FORMS[: 1 + size]) if factor == 0 or size < 3 or rng.randrange(4) else "="
            facts.append([symbol, form, _value(form, point) + (0 if factor else rng.randrange(5))])
        rng.shuffle(facts)
        reached = _value(goal, point)
        bound = reached + rng.randrange(2) * rng.randrange(4)
        divisor = rng.randint(2, 5)
        if size < 4 or min(goal) < 0 or reached < divisor or rng.randrange(2):
            divisor = 1
        return cls(domain, letters(rng, count), facts, [rng.choice(FORMS[: 1 + size]), goal, bound], divisor, point)

    @property
    def signature(self) -> str:
        names = binder(sorted(self.names), self.domain)
        given = hypotheses(self._shown(form, coefficients, bound) for form, coefficients, bound in self.facts)
        return f"{names}{given}: {self._shown(*self.goal, divisor=self.divisor)}"

    def _shown(self, form: str, coefficients: list[int], bound: int, divisor: int = 1) -> str:
        """The inequality, what is negative on the other side: so it means the same for natural numbers."""
        bound += form == "<"
        left = [(c, name) for c, name in zip(coefficients, self.names, strict=True) if c > 0]
        right = [(-c, name) for c, name in zip(coefficients, self.names, strict=True) if c < 0]
        sides = [_sum(left, max(-bound, 0)), _sum(right, max(bound, 0))]
        if divisor > 1:
            sides = [["/", _sum(left, 0), divisor], bound // divisor + (form == "<" and bound % divisor != 0)]
        left_shown, right_shown = map(printed, sides)
        if form == "≥":
            return f"{right_shown} ≥ {left_shown}"
        return f"¬ {left_shown} > {right_shown}" if form == "¬ >" else f"{left_shown} {form} {right_shown}"

    def solve(self) -> str:
        return "omega"

    def falsified(self) -> Self:
        """The bound of the goal is one less than what is reached at the point."""
        form, coefficients, _ = self.goal
        reached = _value(coefficients, self.point)
        return replace(self, goal=[form, coefficients, (reached // self.divisor) * self.divisor - 1])

    def holds(self, rng: Random) -> bool:
        """Whether the goal is true at the point and at points around it where the hypotheses are."""
        low = -(10**9) if self.domain == "Int" else 0
        around = [[max(low, x + rng.randint(-2, 2)) for x in self.point] for _ in range(5 * MODELS)]
        assert all(_true(fact, self.point) for fact in self.facts)
        return all(self._reached(at) for at in [self.point, *around] if all(_true(fact, at) for fact in self.facts))

    def _reached(self, at: list[int]) -> bool:
        _, coefficients, bound = self.goal
        return _value(coefficients, at) // self.divisor <= bound // self.divisor


def _form(rng: Random, count: int, largest: int) -> list[int]:
    """Coefficients of a linear form with one to three variables."""
    form = [0] * count
    for i in rng.sample(range(count), min(count, rng.randint(1, 3))):
        form[i] = rng.choice([-1, 1]) * rng.randint(1, largest)
    return form


def _value(coefficients: list[int], point: list[int]) -> int:
    return sum(c * x for c, x in zip(coefficients, point, strict=True))


def _true(fact: list, at: list[int]) -> bool:
    form, coefficients, bound = fact
    return _value(coefficients, at) == bound if form == "=" else _value(coefficients, at) <= bound


def _sum(terms: list[tuple[int, str]], constant: int) -> Tree:
    trees: list[Tree] = [name if c == 1 else ["*", c, name] for c, name in terms]
    trees += [constant] if constant or not trees else []
    total = trees[0]
    for tree in trees[1:]:
        total = ["+", total, tree]
    return total
