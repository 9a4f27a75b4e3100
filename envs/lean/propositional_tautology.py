"""A propositional statement, proved by a term that is grown backwards from the goal.

Every step reaches a proposition from a hypothesis that is invented for it (an implication, a conjunction, a case
distinction, an equivalence), so the finished term is a proof; from level 4 on some steps need classical logic. The
hypotheses are shuffled, some stand in the goal as premises, some are of no use; together they are never contradictory.
Steps stop growing at 18 and atoms at 12 (level 17).

`simp_all` closes all of level 0 and 6 of 10 at level 10; `by_cases` on the right atoms before it, or `grind` where
there is one, should close the rest. `decide` closes none, as propositions are variables.
"""
# ruff: noqa: RUF001 - the signs are Lean's

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Self

from rlve_gym import step
from rlve_gym.kit.terms import Falsifiable, Tree, printed
from rlve_gym.kit.theorems import application, argument, binder, hypotheses

ATOMS = "pqrstuvwabcd"
CLASSICAL_STEPS = 5
TRIES = 120
"""Proofs grown at a time; the one with the most hypotheses that are needed, less those that are not, is taken."""


@dataclass(frozen=True)
class PropositionalTautology(Falsifiable):
    """given: all hypotheses; the first `named` have names, the others are premises in the goal. proof: a term."""

    atoms: int
    given: list[Tree]
    named: int
    goal: Tree
    proof: str

    difficulty = {"steps": step(1, cap=18)}

    @classmethod
    def generate(cls, rng: Random, steps: int) -> Self:
        atoms = min(3 + steps // 2, len(ATOMS))
        grown = (_Grower(rng, atoms, classical=steps >= CLASSICAL_STEPS).grown(steps) for _ in range(TRIES))
        grower = max(grown, key=_worth)
        goal, proof = grower.goal, grower.proof
        given = grower.given + _unused(rng, grower, steps // 4)
        order = rng.sample(range(len(given)), len(given))
        proof = re.sub(r"\bh(\d+)\b", lambda match: f"h{order.index(int(match[1]) - 1) + 1}", proof)
        named = len(given) if steps == 1 else rng.choice([len(given), rng.randrange(len(given))])
        return cls(atoms, [given[i] for i in order], named, goal, proof)

    @property
    def signature(self) -> str:
        target = self.goal
        for premise in reversed(self.given[self.named :]):
            target = ["→", premise, target]
        names = binder(ATOMS[: self.atoms], "Prop")
        return f"{names}{hypotheses(map(printed, self.given[: self.named]))}: {printed(target)}"

    def solve(self) -> str:
        premises = [f"h{i}" for i in range(self.named + 1, len(self.given) + 1)]
        return (f"intro {' '.join(premises)}\n" if premises else "") + f"exact {self.proof}"

    def falsified(self) -> Self:
        """One connective is changed, in a hypothesis if possible; if nothing helps, the goal is negated."""
        for i, proposition in enumerate(self.given):
            for changed in _changes(proposition):
                twin = replace(self, given=[*self.given[:i], changed, *self.given[i + 1 :]])
                if not twin.follows:
                    return twin
        twins = (replace(self, goal=changed) for changed in [*_changes(self.goal), ["¬", self.goal]])
        return next(twin for twin in twins if not twin.follows)

    @property
    def follows(self) -> bool:
        """Whether the goal is true in all rows of the truth table in which the hypotheses are."""
        return not _rows(self.given, self.atoms) & ~_rows([self.goal], self.atoms)

    def holds(self, rng: Random) -> bool:
        return self.follows


class _Grower:
    """Grows a proof backwards. `given`: the hypotheses invented so far; h1 is the first.

    known: propositions at hand at some place, with their names. steps: how many rules may be used there.
    """

    def __init__(self, rng: Random, atoms: int, classical: bool):
        self.rng, self.atoms, self.variables = rng, list(ATOMS[:atoms]), 0
        self.given: list[Tree] = []
        self.above: list[Tree] = []
        self.rules = [self.by_implication, self.by_conjunction, self.by_equivalence]
        self.branching = [self.by_cases, self.by_elimination, *([self.by_deciding, self.by_refuting] * classical)]

    def grown(self, steps: int) -> Self:
        """A goal and its proof."""
        self.goal = self.rng.choice(self.atoms) if steps == 1 else self.proposition()
        self.proof = self.proved(self.goal, [], steps)
        return self

    def proved(self, goal: Tree, known: "Known", steps: int) -> str:
        """A term of type `goal`."""
        if name := next((name for proposition, name in known if proposition == goal), ""):
            return name
        if steps <= 0:
            return self.hypothesis(goal)
        self.above.append(goal)
        if goal == "False":
            term = self.by_implication(goal, known, steps)
        elif isinstance(goal, list) and self.rng.random() < 0.7:
            term = self.introduced(goal, known, steps)
        else:
            term = self.rng.choice(self.rules + self.branching * (steps >= 3))(goal, known, steps)
        self.above.pop()
        return term

    def introduced(self, goal: list, known: "Known", steps: int) -> str:
        """A term that begins as the form of the goal says."""
        symbol, first, *rest = goal
        match symbol:
            case "∧":
                one = self.rng.randint(0, steps)
                return f"⟨{self.proved(first, known, one)}, {self.proved(rest[0], known, steps - one)}⟩"
            case "∨":
                side = self.rng.randrange(2)
                return application(("Or.inl", "Or.inr")[side], self.proved((first, *rest)[side], known, steps))
            case "→":
                return self.function(first, rest[0], known, steps)
            case _:
                return self.function(first, "False", known, steps)

    def hypothesis(self, proposition: Tree) -> str:
        """The name of a hypothesis, which is invented if there is none."""
        if proposition not in self.given:
            self.given.append(proposition)
        return f"h{self.given.index(proposition) + 1}"

    def reached(self, proposition: Tree, known: "Known", steps: int) -> str:
        """A hypothesis, or one applied to something."""
        if steps <= 0 or self.rng.random() < 0.2:
            return self.hypothesis(proposition)
        return self.by_implication(proposition, known, steps)

    def function(self, premise: Tree, goal: Tree, known: "Known", steps: int) -> str:
        self.variables += 1
        name = f"x{self.variables}"
        body = self.proved(goal, [(premise, name), *known], steps)
        head, _, last = body.rpartition(" ")
        shorter = head and last == name and name not in head and head == argument(head)
        return head if shorter else f"fun {name} => {body}"

    def by_implication(self, goal: Tree, known: "Known", steps: int) -> str:
        premise = self.aim(known, steps)
        name = self.hypothesis(["¬", premise] if goal == "False" else ["→", premise, goal])
        return application(name, self.proved(premise, known, steps - 1))

    def by_conjunction(self, goal: Tree, known: "Known", steps: int) -> str:
        both, side = [goal, self.proposition()], self.rng.randrange(2)
        return f"{argument(self.reached(['∧', both[side], both[1 - side]], known, steps - 1))}.{1 + side}"

    def by_equivalence(self, goal: Tree, known: "Known", steps: int) -> str:
        premise, side = self.aim(known, steps), self.rng.randrange(2)
        name = self.hypothesis(["↔", premise, goal] if side == 0 else ["↔", goal, premise])
        return application(f"{name}.{('mp', 'mpr')[side]}", self.proved(premise, known, steps - 1))

    def by_cases(self, goal: Tree, known: "Known", steps: int) -> str:
        one, other, share = self.aim(known, steps), self.aim(known, steps), self.rng.randint(0, steps - 3)
        either = self.reached(["∨", one, other], known, share)
        return self.split(either, one, other, goal, known, steps - 1 - share)

    def by_elimination(self, goal: Tree, known: "Known", steps: int) -> str:
        other, share = self.aim(known, steps), self.rng.randint(0, steps - 1)
        refuted = self.proved(["¬", other], known, share)
        either = self.reached(["∨", other, goal], known, steps - 1 - share)
        return application(f"{argument(either)}.elim", f"fun y => {application('absurd', 'y', refuted)}", "fun y => y")

    def by_deciding(self, goal: Tree, known: "Known", steps: int) -> str:
        atom = self.rng.choice(self.atoms)
        return self.split(f"Classical.em {atom}", atom, ["¬", atom], goal, known, steps - 1)

    def by_refuting(self, goal: Tree, known: "Known", steps: int) -> str:
        other = self.aim(known, steps)
        refuted = self.proved(["¬", other], known, steps - 1)
        term = application("absurd", f"{self.hypothesis(['→', ['¬', goal], other])} y", refuted)
        return f"Classical.byContradiction fun y => {term}"

    def split(self, either: str, one: Tree, other: Tree, goal: Tree, known: "Known", steps: int) -> str:
        """Two branches, in each of which at least one more step is made."""
        share = self.rng.randint(1, steps - 1)
        branches = [self.function(one, goal, known, share), self.function(other, goal, known, steps - share)]
        return application(f"{argument(either)}.elim", *branches)

    def aim(self, known: "Known", steps: int) -> Tree:
        """A proposition to reach something from: none that is being proved, and at the end one that is at hand."""
        near = 0.8 if steps <= 2 else 0.2
        proposition: Tree = ""
        for _ in range(8):
            proposition = self.rng.choice(known)[0] if known and self.rng.random() < near else self.proposition()
            if proposition not in self.above:
                break
        return proposition

    def proposition(self) -> Tree:
        first, second = self.rng.sample(self.atoms, 2)
        kind = self.rng.randrange(10)
        return [*[first] * 6, ["¬", first], *(["∧", first, second], ["∨", first, second], ["→", first, second])][kind]


Known = list[tuple[Tree, str]]


def _unused(rng: Random, grower: _Grower, count: int) -> list[Tree]:
    """Hypotheses of no use, true in one row of the truth table in which the others are."""
    atoms = len(grower.atoms)
    rows = _rows(grower.given, atoms)
    row = rng.choice([row for row in range(1 << atoms) if rows >> row & 1])
    found: list[Tree] = []
    for _ in range(count):
        proposition: Tree = [rng.choice("→∨"), grower.proposition(), grower.proposition()]
        true = _rows([proposition], atoms) >> row & 1
        found.append(proposition if true else ["¬", proposition])
    return [proposition for proposition in found if proposition not in grower.given]


def _worth(grower: _Grower) -> int:
    """How many hypotheses are needed, less those that are not; nothing is worse than a contradiction."""
    atoms, given = len(grower.atoms), grower.given
    if not _rows(given, atoms):
        return -len(given) - 1
    goal = _rows([grower.goal], atoms)
    return sum(1 if _rows(given[:i] + given[i + 1 :], atoms) & ~goal else -1 for i in range(len(given)))


def _rows(propositions: list[Tree], atoms: int) -> int:
    """The rows of the truth table in which all propositions are true, as the bits of a number."""
    columns, rows = _columns(atoms), (1 << (1 << atoms)) - 1
    for proposition in propositions:
        rows &= _table(proposition, columns)
    return rows


@cache
def _columns(atoms: int) -> dict[str, int]:
    """The rows in which each atom is true: row r if bit i of r is set, for atom i."""
    return {ATOMS[i]: sum(1 << row for row in range(1 << atoms) if row >> i & 1) for i in range(atoms)}


def _table(tree: Tree, columns: dict[str, int]) -> int:
    """The rows in which a proposition is true; a negative number has infinitely many."""
    if isinstance(tree, str):
        return columns[tree]
    assert isinstance(tree, list)
    symbol, *parts = tree
    first, *rest = (_table(part, columns) for part in parts)
    match symbol:
        case "¬":
            return ~first
        case "∧":
            return first & rest[0]
        case "∨":
            return first | rest[0]
        case "→":
            return ~first | rest[0]
        case _:
            return ~(first ^ rest[0])


def _changes(tree: Tree) -> Iterator[Tree]:
    """The proposition with one connective changed."""
    if not isinstance(tree, list):
        return
    symbol, *parts = tree
    if symbol == "¬":
        yield parts[0]
    else:
        others = {"→": ["→", *reversed(parts)], "∧": ["∨", *parts], "∨": ["→", *parts], "↔": ["→", *parts]}
        yield others[symbol]
        if symbol == "↔":
            yield ["→", *reversed(parts)]
    for i, part in enumerate(parts, 1):
        for changed in _changes(part):
            yield [*tree[:i], changed, *tree[i + 1 :]]
