"""Boolean algebra: expressions over a few variables that are equal, follow from each other, or can be made true.

A case for every value of every variable proves it; a few variables keep that short (at most 5, from level 4 on, which
is 32 cases). Expressions stop growing at 40 signs (level 18), the laws that rewrite them at 14 (level 13). On a full
toolchain `decide`, once the variables are reverted, and `grind` close every level; the kind "some" needs its witness,
or `decide`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Self

from rlve_gym import step
from rlve_gym.kit.terms import Falsifiable, Tree, chain, places, printed, replaced, size, subtree, value

NAMES = "abcdpqrxyz"
TRIES = 8
"""Places tried for a law, for each that is to be used."""


@dataclass(frozen=True)
class BooleanAlgebra(Falsifiable):
    """kind: "equal" (left = right), "implies" (right is true where left is), "some" (left is true for some values).

    bound: whether the variables stand behind a quantifier, not before the colon.
    """

    kind: str
    names: list[str]
    left: Tree
    right: Tree
    bound: bool

    difficulty = {"variables": step(1, cap=5), "signs": step(4, 2, cap=40), "steps": step(1, cap=14)}

    @classmethod
    def generate(cls, rng: Random, variables: int, signs: int, steps: int) -> Self:
        names = sorted(rng.sample(NAMES, variables))
        kind = rng.choice(["equal", "equal", "implies", "some"]) if variables > 1 else "equal"
        if kind == "some":
            return cls(kind, names, _only(rng, names), "true", False)
        tree = _random(rng, names, signs // 2)
        if len(set(_column(tree, names))) == 1:
            tree = names[0]
        left = _rewritten(rng, tree, names, steps // 2, signs)
        right = _rewritten(rng, tree, names, steps, signs)
        if left == right:
            right = _padded(right, names[0])
        if kind == "implies":
            more = [_random(rng, names, rng.randint(1, signs // 3)) for _ in range(2)]
            stronger, weaker = ["&&", *_mixed(rng, left, more[0])], ["||", *_mixed(rng, right, more[1])]
            left = stronger if any(_column(stronger, names)) else left  # what is never true implies everything
            right = right if all(_column(weaker, names)) else weaker
        return cls(kind, names, left, right, rng.random() < 0.5)

    @property
    def signature(self) -> str:
        names = " ".join(self.names)
        if self.kind == "some":
            return f": ∃ {names} : Bool, {printed(['=', self.left, 'true'])}"
        if self.kind == "equal":
            goal = printed(["=", self.left, self.right])
        else:
            goal = printed(["→", ["=", self.left, "true"], ["=", self.right, "true"]])
        return f": ∀ {names} : Bool, {goal}" if self.bound else f"({names} : Bool) : {goal}"

    def solve(self) -> str:
        if self.kind == "some":
            return f"exact ⟨{', '.join('true' if bit else 'false' for bit in self._solutions[0])}, rfl⟩"
        cases = " <;> ".join(f"cases {name}" for name in self.names)
        end = "rfl" if self.kind == "equal" else "first | exact fun _ => rfl | exact fun h => absurd h (by decide)"
        return f"{'intro ' + ' '.join(self.names) + chr(10) if self.bound else ''}{cases} <;> {end}"

    @property
    def _solutions(self) -> list[tuple[bool, ...]]:
        """All values of the variables for which the left side is true."""
        return [bits for bits in _assignments(self.names) if value(self.left, dict(zip(self.names, bits)))]

    def falsified(self) -> Self:
        if self.kind == "some":
            return replace(
                self, left=["&&", self.left, ["!", self.names[0]] if self._solutions[0][0] else self.names[0]]
            )
        changed = (replace(self, right=right) for right in [*_near(self.right), ["!", self.right]])
        return next(problem for problem in changed if not problem._true)

    @property
    def _true(self) -> bool:
        """By the truth table."""
        if self.kind == "some":
            return bool(self._solutions)
        both = [(value(self.left, row), value(self.right, row)) for row in _rows(self.names)]
        return all(left == right if self.kind == "equal" else right or not left for left, right in both)

    def holds(self, rng: Random) -> bool:
        return self._true


def _assignments(names: list[str]) -> list[tuple[bool, ...]]:
    return list(product((False, True), repeat=len(names)))


def _rows(names: list[str]) -> list[dict[str, bool]]:
    return [dict(zip(names, bits)) for bits in _assignments(names)]


def _column(tree: Tree, names: list[str]) -> list[bool]:
    return [value(tree, row) for row in _rows(names)]


def _random(rng: Random, names: list[str], signs: int) -> Tree:
    """An expression of about so many operators and names."""
    if signs <= 1:
        return rng.choice(names)
    symbol = rng.choice(["&&", "||", "&&", "||", "!", "Bool.xor", "cond"])
    if symbol == "!":
        return ["!", _random(rng, names, signs - 1)]
    if symbol == "cond":
        return ["cond", *(_random(rng, names, signs // 3) for _ in range(3))]
    first = rng.randint(1, signs - 1)
    return [symbol, _random(rng, names, first), _random(rng, names, signs - first)]


def _rewritten(rng: Random, tree: Tree, names: list[str], steps: int, signs: int) -> Tree:
    """The expression after up to so many laws at random places, none of which makes it larger than `signs`."""
    for _ in range(TRIES * steps):
        at = rng.choice(list(places(tree)))
        new = replaced(tree, at, rng.choice(LAWS)(subtree(tree, at), rng.choice(names)))
        if new != tree and size(new) <= signs:
            tree, steps = new, steps - 1
        if not steps:
            break
    return tree


def _turned(tree: Tree, _: str) -> Tree:
    """Commutativity, or the branches of a choice."""
    match tree:
        case ["&&" | "||" | "Bool.xor" as symbol, a, b]:
            return [symbol, b, a]
        case ["cond", a, b, c]:
            return ["cond", ["!", a], c, b]
    return ["!", ["!", tree]]


def _regrouped(tree: Tree, _: str) -> Tree:
    match tree:
        case ["&&" | "||" as symbol, [inner, a, b], c] if inner == symbol:
            return [symbol, a, [symbol, b, c]]
        case ["&&", a, ["||", b, c]]:
            return ["||", ["&&", a, b], ["&&", a, c]]
        case ["||", a, ["&&", b, c]]:
            return ["&&", ["||", a, b], ["||", a, c]]
    return tree


def _negated(tree: Tree, _: str) -> Tree:
    """De Morgan's laws and double negation, both ways."""
    match tree:
        case ["!", ["!", a]]:
            return a
        case ["!", ["&&", a, b]]:
            return ["||", ["!", a], ["!", b]]
        case ["!", ["||", a, b]]:
            return ["&&", ["!", a], ["!", b]]
        case ["&&", a, b]:
            return ["!", ["||", ["!", a], ["!", b]]]
        case ["||", a, b]:
            return ["!", ["&&", ["!", a], ["!", b]]]
    return tree


def _expanded(tree: Tree, name: str) -> Tree:
    """Exclusive or and choice in terms of the rest; a name as a choice."""
    match tree:
        case ["Bool.xor", a, b]:
            return ["||", ["&&", a, ["!", b]], ["&&", ["!", a], b]]
        case ["cond", a, b, c]:
            return ["||", ["&&", a, b], ["&&", ["!", a], c]]
        case ["!", a]:
            return ["Bool.xor", a, "true"]
    return ["cond", name, tree, tree]


def _absorbed(tree: Tree, name: str) -> Tree:
    return ["||", tree, ["&&", tree, name]] if size(tree) % 2 else ["&&", tree, ["||", name, tree]]


def _padded(tree: Tree, name: str) -> Tree:
    return ["&&", tree, ["||", ["!", name], name]] if size(tree) % 2 else ["||", ["&&", name, ["!", name]], tree]


LAWS: list[Callable[[Tree, str], Tree]] = [
    _turned,
    _regrouped,
    _negated,
    _expanded,
    _turned,
    _regrouped,
    _negated,
    _absorbed,
    _padded,
]
"""Each gives an expression that is equal, maybe the same; a name may be used freely."""


def _mixed(rng: Random, one: Tree, other: Tree) -> list[Tree]:
    return [one, other] if rng.random() < 0.5 else [other, one]


def _near(tree: Tree) -> list[Tree]:
    """The expression with one operator turned into its dual, one negation dropped, or one name negated."""
    found = []
    for at in places(tree):
        match part := subtree(tree, at):
            case ["&&" | "||" as symbol, a, b]:
                found.append(replaced(tree, at, ["||" if symbol == "&&" else "&&", a, b]))
            case ["!", a]:
                found.append(replaced(tree, at, a))
            case str():
                found.append(replaced(tree, at, ["!", part]))
    return found


def _only(rng: Random, names: list[str]) -> Tree:
    """A conjunction of clauses that is true for one choice of values only."""
    planted = {name: rng.random() < 0.5 for name in names}
    left, clauses = [row for row in _rows(names) if row != planted], []
    while left:
        chosen = rng.sample(names, min(len(names), rng.choice([2, 2, 3])))
        signs = [planted[name] if place == 0 else rng.random() < 0.5 for place, name in enumerate(chosen)]
        parts: list[Tree] = [name if sign else ["!", name] for name, sign in zip(chosen, signs)]
        rng.shuffle(parts)
        clause = chain("||", parts)
        if not all(value(clause, row) for row in left):
            clauses.append(clause)
            left = [row for row in left if value(clause, row)]
    return chain("&&", clauses)
