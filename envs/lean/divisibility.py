"""Divisibility of sums, products and multiples of natural numbers, from facts that are written in several ways.

The goal's number is grown together with the proof that the divisor (a variable, a number, or a product) divides it:
by chains, sums, multiples and products. A fact is divisibility of a variable, the equation behind it, or a
remainder of 0. The tree stops growing at 10 steps (level 9).

The limit of work is a quarter of Lean's: unifying products with literals can go wrong for a long time, and references
take a fiftieth of it. `simp_all` and `decide` close none; where there is `omega`, it should close what has numbers as
divisors and no products.
"""
# ruff: noqa: RUF001 - the signs are Lean's

import re
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from rlve_gym import step
from rlve_gym.kit.terms import Falsifiable, Tree, places, printed, subtree, value
from rlve_gym.kit.theorems import LETTERS, MODELS, application, binder, hypotheses

FORMS = ["divides", "divides", "exists", "equation", "remainder"]
PLAIN_STEPS = 2
"""Up to this many steps all facts are written as divisibility."""
BOUND, CROWDED = "k", 12
"""The name that `exists` binds; how many names there may be before equations bring no more of them."""


@dataclass(frozen=True)
class Divisibility(Falsifiable):
    """facts: [form, divisor, variable it divides, quotient (a variable, of an equation) or ""]. Each variable is
    divided in one fact at most. remainder: whether the goal is a remainder of 0. proof: a term."""

    facts: list[list]
    divisor: Tree
    number: Tree
    remainder: bool
    proof: str

    difficulty = {"steps": step(1, cap=10)}
    heartbeats = 50_000

    @classmethod
    def generate(cls, rng: Random, steps: int) -> Self:
        grower = _Grower(rng, steps)
        divisor = grower.divisor(steps)
        number, proof = grower.multiple(divisor, steps)
        for _ in range(steps // 3):
            grower.fact(rng.choice(grower.names))
        remainder = steps > PLAIN_STEPS and rng.randrange(3) == 0
        if remainder:
            proof = application("Nat.mod_eq_zero_of_dvd", proof)
        order = rng.sample(range(len(grower.facts)), len(grower.facts))
        proof = re.sub(r"\b([hke])(\d+)\b", lambda match: f"{match[1]}{order.index(int(match[2])) + 1}", proof)
        return cls([grower.facts[i] for i in order], divisor, number, remainder, proof)

    @property
    def names(self) -> list[str]:
        trees = [self.divisor, self.number, *(tree for _, divisor, *names in self.facts for tree in (divisor, *names))]
        leaves = (subtree(tree, at) for tree in trees for at in places(tree))
        return sorted({leaf for leaf in leaves if isinstance(leaf, str) and len(leaf) == 1 and leaf in LETTERS})

    @property
    def signature(self) -> str:
        given = hypotheses(_shown(fact) for fact in self.facts)
        goal: Tree = ["∣", self.divisor, self.number]
        if self.remainder:
            goal = ["=", ["%", self.number, self.divisor], 0]
        return f"{binder(self.names, 'Nat')}{given}: {printed(goal)}"

    def solve(self) -> str:
        opened = [i for i, fact in enumerate(self.facts, 1) if fact[0] == "exists" and f"e{i}⟩" in self.proof]
        return "".join(f"obtain ⟨k{i}, e{i}⟩ := h{i}\n" for i in opened) + f"exact {self.proof}"

    def falsified(self) -> Self:
        """The divisor is a few times as large. A number larger by 1 would do too, but refuting it costs Lean more."""
        d = self.divisor
        twins = (replace(self, divisor=d * n if isinstance(d, int) else ["*", d, n]) for n in (2, 3, 5, 7, 11))
        return next(twin for twin in twins if twin._refuted(Random(0)) > MODELS // 5)

    def _refuted(self, rng: Random) -> int:
        """On how many of MODELS random models the goal is false."""
        return sum(not self._holds_on(rng) for _ in range(MODELS))

    def holds(self, rng: Random) -> bool:
        return self._refuted(rng) == 0

    def _holds_on(self, rng: Random) -> bool:
        """Whether the goal is true for random numbers that satisfy the facts: any, small ones, or the smallest."""
        low, high = rng.choice([(0, 9), (1, 3), (1, 1)])
        values = {name: rng.randint(low, high) for name in self.names if all(name != fact[2] for fact in self.facts)}
        waiting = list(self.facts)
        while waiting:
            _, divisor, name, quotient = fact = waiting.pop(0)
            try:
                values[name] = value(divisor, values) * (values[quotient] if quotient else rng.randint(low, high))
            except KeyError:
                waiting.append(fact)
        return value(["∣", self.divisor, self.number], values)


class _Grower:
    """Grows numbers with proofs of what divides them. `facts`: those invented so far; the first is h0."""

    def __init__(self, rng: Random, steps: int):
        self.rng, self.facts, self.names = rng, list[list](), list[str]()
        names = [letter for letter in LETTERS if letter != BOUND]
        self.pool = iter(rng.sample(names, len(names)))
        self.forms = FORMS if steps > PLAIN_STEPS else FORMS[:1]

    def name(self) -> str:
        self.names.append(next(self.pool))
        return self.names[-1]

    def divisor(self, steps: int) -> Tree:
        kind = self.rng.randrange(3 if steps > 2 else 2)
        if kind == 0:
            return self.name()
        return self.rng.randint(2, 9) if kind == 1 else ["*", self.name(), self.rng.choice([self.name(), 2, 3])]

    def fact(self, divisor: Tree) -> tuple[str, str]:
        """A new variable that the divisor divides, and the proof."""
        name, form, number = self.name(), self.rng.choice(self.forms), len(self.facts)
        if form == "equation" and len(self.names) >= CROWDED:
            form = "exists"
        quotient = self.name() if form == "equation" else ""
        if isinstance(divisor, int) and form == "divides" and self.rng.randrange(2):
            factor = self.rng.randint(2, 5)
            self.facts.append([form, divisor * factor, name, quotient])
            return name, application(
                "Nat.dvd_trans", f"(⟨{factor}, rfl⟩ : {divisor} ∣ {divisor * factor})", f"h{number}"
            )
        self.facts.append([form, divisor, name, quotient])
        shown = printed(["∣", divisor, name])
        terms = {
            "divides": f"h{number}",
            "exists": f"(⟨k{number}, e{number}⟩ : {shown})",
            "equation": f"(⟨{quotient}, h{number}⟩ : {shown})",
            "remainder": f"(Nat.dvd_of_mod_eq_zero h{number})",
        }
        return name, terms[form]

    def multiple(self, divisor: Tree, steps: int) -> tuple[Tree, str]:
        """A number that the divisor divides, and the proof."""
        if steps <= 0:
            return self.fact(divisor)
        if isinstance(divisor, list) and self.rng.randrange(2):
            return self.product(divisor, steps - 1)
        return self.rng.choice([self.chain, self.sum, self.sum, self.scaled])(divisor, steps - 1)

    def literal(self, divisor: Tree) -> tuple[Tree, str]:
        assert isinstance(divisor, int)
        factor = self.rng.randint(2, 9)
        return divisor * factor, f"(⟨{factor}, rfl⟩ : {divisor} ∣ {divisor * factor})"

    def product(self, divisor: list, steps: int) -> tuple[Tree, str]:
        share = self.rng.randint(0, steps)
        (left, one), (right, other) = self.multiple(divisor[1], share), self.multiple(divisor[2], steps - share)
        return ["*", left, right], application("Nat.mul_dvd_mul", one, other)

    def chain(self, divisor: Tree, steps: int) -> tuple[Tree, str]:
        name, one = self.fact(divisor)
        number, other = self.multiple(name, steps)
        return number, application("Nat.dvd_trans", one, other)

    def sum(self, divisor: Tree, steps: int) -> tuple[Tree, str]:
        share = self.rng.randint(0, steps)
        left, one = self.fact(divisor) if share == 0 else self.multiple(divisor, share)
        literal = isinstance(divisor, int) and share == steps and self.rng.randrange(2)
        right, other = self.literal(divisor) if literal else self.multiple(divisor, steps - share)
        return ["+", left, right], application("Nat.dvd_add", one, other)

    def scaled(self, divisor: Tree, steps: int) -> tuple[Tree, str]:
        number, proof = self.multiple(divisor, steps)
        if self.rng.randrange(2):
            factor: Tree = self.rng.choice([self.rng.randint(2, 9), self.name()])
            return ["*", factor, number], application("Nat.dvd_trans", proof, "Nat.dvd_mul_left _ _")
        return ["*", number, self.name()], application("Nat.dvd_trans", proof, "Nat.dvd_mul_right _ _")


def _shown(fact: list) -> str:
    form, divisor, name, quotient = fact
    match form:
        case "divides":
            return printed(["∣", divisor, name])
        case "exists":
            return f"∃ {BOUND}, {printed(['=', name, ['*', divisor, BOUND]])}"
        case "equation":
            return printed(["=", name, ["*", divisor, quotient]])
        case _:
            return printed(["=", ["%", name, divisor], 0])
