"""The residue of a polynomial from the residues of its variables, modulo a divisor of their modulus.

The residues are written as remainders, as existence of a quotient, or as an equation with one; modulo 2 this is parity.
The polynomial is a sum of products of variables and numbers, one operation at level 0, 12 from level 11 on; the modulus
stops growing at 24 (level 9).

`simp [Nat.add_mod, Nat.mul_mod, *]` closes level 0 and few problems above; where there is `omega`, it should close
what is linear in one word; `decide` closes none. The reference computes the residue of every part, from the leaves up.
"""
# ruff: noqa: RUF001 - the signs are Lean's

from dataclasses import dataclass, replace
from random import Random
from typing import Self

from rlve_gym import step
from rlve_gym.kit.terms import Falsifiable, Tree, places, printed, subtree, value
from rlve_gym.kit.theorems import LETTERS, MODELS, binder, hypotheses

FORMS = ["remainder", "exists", "equation"]
BOUND = "k"
"""The name that `exists` binds."""


@dataclass(frozen=True)
class Residues(Falsifiable):
    """facts: [form, variable, residue, quotient (a variable, of an equation) or ""], all modulo `modulus`.

    The goal is that `number`, a tree of +, * over names and numbers, is `residue` modulo `divisor`.
    """

    modulus: int
    divisor: int
    facts: list[list]
    number: Tree
    residue: int

    difficulty = {"steps": step(1, cap=12)}
    heartbeats = 50_000

    @classmethod
    def generate(cls, rng: Random, steps: int) -> Self:
        modulus = rng.randint(2, 4 + 2 * min(steps, 10))
        divisors = [d for d in range(2, modulus + 1) if modulus % d == 0]
        divisor = rng.choice(divisors) if steps > 2 else modulus
        count, unused = 2 + steps // 3, steps // 4
        names = rng.sample([letter for letter in LETTERS if letter != BOUND], 2 * (count + unused))
        number = _polynomial(rng, names[:count], steps)
        used = [name for name in names[:count] if name in _leaves(number)]
        facts = []
        for name in used + names[count : count + unused]:
            form = rng.choice(FORMS) if steps > 2 else "remainder"
            facts.append([form, name, rng.randrange(modulus), names[-1 - len(facts)] if form == "equation" else ""])
        rng.shuffle(facts)
        residue = value(number, {name: residue for _, name, residue, _ in facts}) % divisor
        return cls(modulus, divisor, facts, number, residue)

    @property
    def signature(self) -> str:
        names = sorted({name for _, *some, quotient in self.facts for name in (some[0], quotient) if name})
        given = hypotheses(self._shown(fact) for fact in self.facts)
        return f"{binder(names, 'Nat')}{given}: {_is(self.number, self.divisor, self.residue)}"

    def _shown(self, fact: list) -> str:
        form, name, residue, quotient = fact
        if form == "remainder":
            return _is(name, self.modulus, residue)
        multiple: Tree = ["*", self.modulus, quotient or BOUND]
        equation = printed(["=", name, ["+", multiple, residue] if residue else multiple])
        return f"∃ {BOUND}, {equation}" if form == "exists" else equation

    def solve(self) -> str:
        lines, known = [], {}
        for i, fact in enumerate(self.facts, 1):
            if fact[1] in _leaves(self.number):
                steps, known[fact[1]] = self._residue(i, fact)
                lines += steps
        last = self._computed(self.number, known, lines)
        return "\n".join([*lines, last])

    def _residue(self, i: int, fact: list) -> tuple[list[str], str]:
        """Steps to the residue of fact i's variable modulo the divisor, and the name that it has then."""
        form, name, residue, quotient = fact
        lines, known, equation = [], f"h{i}", f"h{i}"
        if form == "exists":
            quotient, equation = f"k{i}", f"e{i}"
            lines.append(f"obtain ⟨{quotient}, {equation}⟩ := h{i}")
        if form != "remainder":
            known, arguments = f"m{i}", f"{self.modulus} {quotient} {residue or ''}".rstrip()
            lemma = "Nat.mul_add_mod" if residue else "Nat.mul_mod_right"
            lines.append(
                f"have {known} : {_is(name, self.modulus, residue)} := by rw [{equation}]; exact {lemma} {arguments}"
            )
        if self.divisor < self.modulus:
            divides = f"(⟨{self.modulus // self.divisor}, rfl⟩ : {self.divisor} ∣ {self.modulus})"
            claim = _is(name, self.divisor, residue % self.divisor)
            lines.append(f"have r{i} : {claim} := by rw [← Nat.mod_mod_of_dvd {name} {divides}, {known}] <;> rfl")
            known = f"r{i}"
        return lines, known

    def _computed(self, tree: Tree, known: dict[str, str], lines: list[str]) -> str:
        """The step to the residue of an operation; those to the residues of its operands are added to `lines`."""
        assert isinstance(tree, list)
        symbol, *parts = tree
        for part in parts:
            if isinstance(part, list) and printed(part) not in known:
                step = self._computed(part, known, lines)
                known[printed(part)] = f"s{len(known)}"
                claim = _is(part, self.divisor, value(part, self._values(Random(0))) % self.divisor)
                lines.append(f"have {known[printed(part)]} : {claim} := by {step}")
        names = [known[printed(part)] for part in parts if not isinstance(part, int)]
        lemma = {"+": "Nat.add_mod", "*": "Nat.mul_mod"}[symbol]
        return f"rw [{', '.join([lemma, *dict.fromkeys(names)])}] <;> rfl"

    def falsified(self) -> Self:
        """The residue is the next one."""
        return replace(self, residue=(self.residue + 1) % self.divisor)

    def holds(self, rng: Random) -> bool:
        """Whether the goal is true for random numbers that satisfy the facts."""
        return all(value(self.number, self._values(rng)) % self.divisor == self.residue for _ in range(MODELS))

    def _values(self, rng: Random) -> dict[str, int]:
        values: dict[str, int] = {}
        for _, name, residue, quotient in self.facts:
            quotient = quotient or BOUND
            values[quotient] = rng.randrange(20)
            values[name] = self.modulus * values[quotient] + residue
        return values


def _is(tree: Tree, modulus: int, residue: int) -> str:
    return printed(["=", ["%", tree, modulus], residue])


def _leaves(tree: Tree) -> set[str]:
    return {leaf for at in places(tree) if isinstance(leaf := subtree(tree, at), str)}


def _polynomial(rng: Random, names: list[str], operations: int) -> Tree:
    """A random tree with that many operations, with a variable in every one."""
    if operations == 0:
        return rng.choice(names)
    share, symbol = rng.randint(0, operations - 1), rng.choice("+*")
    left, right = _polynomial(rng, names, share), _polynomial(rng, names, operations - 1 - share)
    if share == 0 and rng.randrange(3) == 0:
        constant = rng.randint(2, 9)
        return [symbol, *((constant, right) if symbol == "*" else (right, constant))]
    return [symbol, left, right]
