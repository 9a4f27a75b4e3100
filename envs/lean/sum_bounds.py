"""Inequalities between sums of natural numbers, added up: a <= b and c <= d give c + a <= b + d.

Some hypotheses are written the other way round or negated, some are used several times over, one may be strict; others
are of no use, and the goal may be slack by a variable. Hypotheses stop growing at 6 (level 9). It is the part of
linear arithmetic that needs no decision procedure. `simp_all` closes none; where there is `omega`, it should close all.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import Self

from rlve_gym import step
from rlve_gym.kit.terms import Falsifiable, Tree, chain, printed
from rlve_gym.kit.theorems import MODELS, application, binder, hypotheses, letters

FORMS = ["≤", "≥", "¬ <"]
AC = "Nat.add_assoc, Nat.add_comm, Nat.add_left_comm"


@dataclass(frozen=True)
class SumBounds(Falsifiable):
    """facts: [form, names on the smaller side, names on the larger side]; form "<" is strict. factors: how often each
    fact is added, 0 for those of no use. left, right: the sides of the goal, [factor, name] (1 stands for itself)."""

    facts: list[list]
    factors: list[int]
    left: list[list]
    right: list[list]

    difficulty = {"size": step(0, cap=9)}
    heartbeats = 50_000

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        used, unused = 2 + size // 3, size // 6
        count = used + unused
        factors = [1 + (rng.randrange(12) < min(size, 6)) * rng.randint(1, 2) for _ in range(used)] + [0] * unused
        rng.shuffle(factors)
        slack, *names = letters(rng, 3 + count // 2 + 2 * count)
        small, large = names[2 * count :], names[: 2 * count]
        facts = []
        for i in range(count):
            form = rng.choice(FORMS) if size > 0 else "≤"
            lefts, rights = rng.sample(small, 1 + rng.randrange(2)), large[2 * i : 2 * i + 1 + rng.randrange(2)]
            facts.append([form, lefts, rights])
        if size > 1 and rng.randrange(2) and 1 in factors:
            facts[factors.index(1)][0] = "<"
        sides = [[[n, name] for n, fact in zip(factors, facts, strict=True) if n for name in fact[at]] for at in (1, 2)]
        if size > 2 and rng.randrange(3) == 0:
            sides[1].append([1, slack])
        return cls(facts, factors, *(rng.sample(side, len(side)) for side in sides))

    @property
    def names(self) -> list[str]:
        named = {name for _, left, right in self.facts for name in left + right}
        return sorted(named | {name for _, name in self.left + self.right if isinstance(name, str)})

    @property
    def strict(self) -> bool:
        return any(n and form == "<" for n, (form, _, _) in zip(self.factors, self.facts, strict=True))

    @property
    def signature(self) -> str:
        symbol = "<" if self.strict else "≤"
        given = hypotheses(map(_shown, self.facts))
        return f"{binder(self.names, 'Nat')}{given}: {_side(self.left)} {symbol} {_side(self.right)}"

    def solve(self) -> str:
        lines, terms = [], []
        for i, (n, (form, left, right)) in enumerate(zip(self.factors, self.facts, strict=True), 1):
            term = f"Nat.not_lt.mp h{i}" if form == "¬ <" else f"h{i}"
            if n and form == "<":
                term = "strict"
                lines.append(f"have strict : {_sum([*left, 1])} ≤ {_sum(right)} := h{i}")
            if n:
                terms.append(term if n == 1 else application("Nat.mul_le_mul", f"Nat.le_refl {n}", term))
        total = terms[0]
        for term in terms[1:]:
            total = application("Nat.add_le_add", total, term)
        for slack in self.slack:
            total = application("Nat.le_trans", total, f"Nat.le_add_right _ {slack}")
        lines.append(f"have total := {total}")
        if self.strict:
            lines.append(f"show {_side(self.left)} + 1 ≤ _")
        spread = "Nat.mul_add, " * any(n > 1 for n in self.factors)
        return "\n".join([*lines, f"simpa only [{spread}{AC}] using total"])

    @property
    def slack(self) -> list[str]:
        """Variables that are in the goal only, on the larger side."""
        return [name for _, name in self.right if not any(name in right for _, _, right in self.facts)]

    def falsified(self) -> Self:
        """The smaller side of the goal is larger by 1."""
        return replace(self, left=[*self.left, [1, 1]])

    def holds(self, rng: Random) -> bool:
        return all(self._holds_on(rng) for _ in range(MODELS))

    def _holds_on(self, rng: Random) -> bool:
        """Whether the goal is true for random numbers, raised until the hypotheses are true, at times only just."""
        tight = rng.randrange(2)
        values = {name: rng.randrange(20) for name in self.names}
        for form, left, right in self.facts:
            *others, last = right
            values |= {name: 0 for name in others if tight}
            least = sum(values[name] for name in left) - sum(values[name] for name in others) + (form == "<")
            values[last] = max(0, least) + (0 if tight else rng.randrange(10))
        values |= {name: 0 for name in self.slack if tight}
        left, right = (sum(n * values.get(name, name) for n, name in side) for side in (self.left, self.right))
        return left < right if self.strict else left <= right


def _sum(terms: list[Tree]) -> str:
    return printed(chain("+", terms))


def _side(terms: list[list]) -> str:
    return _sum([name if n == 1 else ["*", n, name] for n, name in terms])


def _shown(fact: list) -> str:
    form, left, right = fact
    if form in ("≤", "<"):
        return f"{_sum(left)} {form} {_sum(right)}"
    return f"{_sum(right)} ≥ {_sum(left)}" if form == "≥" else f"¬ {_sum(right)} < {_sum(left)}"
