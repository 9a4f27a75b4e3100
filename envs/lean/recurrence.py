"""Recurrences: closed forms, bounds and residues of functions that the statement defines.

Induction proves each; some claims must be made stronger first. On a full toolchain `simp [f, ih]; omega` closes the
step where it is linear in the function's value, and no single tactic closes a problem. All kinds are known from level
7 on; coefficients stop growing at 60 (level 15).
"""

from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, Self

from rlve_gym import grow, step
from rlve_gym.kit.recurrences import KINDS, Case
from rlve_gym.kit.terms import Falsifiable, printed, value

NAMES = "cdfgjv"
"""No names that the proofs use."""
RECENT = 10
"""How many of the kinds that a level knows are drawn, the last ones: the first are left behind."""
TERMS = 50
"""How many values are computed to check a claim."""
NEAR = [sign * change for change in range(1, 20) for sign in (1, -1)]


@dataclass(frozen=True)
class Recurrence(Falsifiable):
    """kind: one of KINDS. numbers: the definitions' coefficients. claim: those of the conclusion.

    bound: whether n stands behind a quantifier, not before the colon.
    """

    kind: str
    names: list[str]
    numbers: dict[str, int]
    claim: dict[str, int]
    bound: bool

    difficulty = {"kinds": step(1, 2, cap=14), "size": grow(4, 2, cap=60)}

    @classmethod
    def generate(cls, rng: Random, kinds: int, size: int) -> Self:
        kind = rng.choice(list(KINDS)[max(0, kinds - RECENT) : kinds])
        numbers, claim = KINDS[kind].draw(rng, size)
        return cls(kind, rng.sample(NAMES, 2), numbers, claim, rng.random() < 0.5)

    @cached_property
    def case(self) -> Case:
        first, second = self.names
        return KINDS[self.kind].case(first, second, self.numbers, self.claim)

    @property
    def preamble(self) -> str:
        return "\n\n".join(definition.lean for definition in self.case.definitions)

    @property
    def signature(self) -> str:
        return f"{': ∀ n : Nat,' if self.bound else '(n : Nat) :'} {printed(self.case.goal)}"

    def solve(self) -> str:
        return ("intro n\n" if self.bound else "") + self.case.proof

    def falsified(self) -> Self:
        changes = ({**self.claim, name: max(0, old + near)} for name, old in self.claim.items() for near in NEAR)
        return next(false for claim in changes if not (false := replace(self, claim=claim))._true)

    @property
    def _true(self) -> bool:
        """Whether the conclusion holds for the first values."""
        functions: dict[str, Any] = {}
        for definition in self.case.definitions:
            functions[definition.name] = definition.function(dict(functions))
        return all(value(self.case.goal, {**functions, "n": n}) for n in range(TERMS))

    def holds(self, rng: Random) -> bool:
        return self._true
