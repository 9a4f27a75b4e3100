"""Bit vectors of a fixed width: closed computations, reordered expressions, laws at random places, chains of order.

The references are `decide`, `ac_rfl`, `simp` and `bv_omega`: each closes its kind in one word, and knowing which is
the task. (`grind` closes the chains and many of the others on a full toolchain.) Widths stop growing at 64 bits (level
15), expressions at 14 operators (level 12).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Self

from rlve_gym import step
from rlve_gym.kit.terms import Falsifiable, Tree, places, printed, replaced, subtree, value

NAMES = "abcdpqrsuvwxyz"
BITWISE = ("&&&", "|||", "^^^")
MODELS = 200
PROOFS = {"closed": "decide", "order": "ac_rfl", "law": "simp", "chain": "bv_omega"}


@dataclass(frozen=True)
class BitVector(Falsifiable):
    """kind: "closed" (numbers only), "order" (left and right differ in brackets and order), "law" (right is left,
    simpler), "chain" (facts, then the conclusion, as comparisons of names). In trees, numbers are vectors."""

    kind: str
    width: int
    names: list[str]
    given: list[list[str]]
    goal: list[Tree]

    difficulty = {"width": step(4, 4, cap=64), "size": step(2, cap=14)}

    @classmethod
    def generate(cls, rng: Random, width: int, size: int) -> Self:
        kind = rng.choice(["closed", "closed", "order", "law", "chain"][: 2 * size - 2])
        width = rng.randint(max(4, width // 2), width)
        names = sorted(rng.sample(NAMES, min(size + 1, len(NAMES))))
        if kind == "closed":
            tree = _closed(rng, width, size)
            return cls(kind, width, [], [], ["=", tree, value(tree, {}) % 2**width])
        if kind == "chain":
            signs = [rng.choice(["<", "≤"]) for _ in names[1:]]
            order = rng.sample(names, len(names))
            facts = [[sign, *pair] for sign, pair in zip(signs, pairwise(order))]
            rng.shuffle(facts)
            return cls(kind, width, names, facts, ["<" if "<" in signs else "≤", order[0], order[-1]])
        if kind == "order":
            symbol, parts = rng.choice([*BITWISE, "+"]), [rng.choice(names) for _ in range(size + 1)]
            parts[0] = next(name for name in names if name not in parts[1:])
            left, right = (_grouped(rng, symbol, rng.sample(parts, len(parts))) for _ in range(2))
            return cls(kind, width, sorted(set(parts)), [], ["=", left, right])
        right = left = _bitwise(rng, names, size)
        for _ in range(rng.randint(1, 1 + size // 2)):
            at = rng.choice(list(places(left)))
            left = replaced(left, at, rng.choice(LAWS)(subtree(left, at), rng.choice(names)))
        used = {tree for at in places(left) if isinstance(tree := subtree(left, at), str)}
        return cls(kind, width, sorted(used), [], ["=", left, right])

    @property
    def signature(self) -> str:
        given = "".join(f" (h{place} : {self._printed(fact)})" for place, fact in enumerate(self.given, 1))
        binder = f"({' '.join(self.names)} : BitVec {self.width})" if self.names else ""
        return f"{binder}{given} : {self._printed(self.goal)}".strip()

    def _printed(self, tree: Tree) -> str:
        for at in list(places(tree)):
            if isinstance(number := subtree(tree, at), int):
                tree = replaced(tree, at, f"{number:#x}#{self.width}")
        return printed(tree)

    def solve(self) -> str:
        return PROOFS[self.kind]

    def falsified(self) -> Self:
        """The goal with another result, one name or operator more, or turned round."""
        sign, left, right = self.goal
        if self.kind == "chain":
            return replace(self, goal=["<", right, left])
        if self.kind == "closed":
            return replace(self, goal=["=", left, value(right, {}) ^ 1])
        wrong = ([sign, left, [symbol, right, name]] for symbol in (*BITWISE, "+") for name in self.names)
        return next(false for goal in wrong if not (false := replace(self, goal=goal)).holds(Random(0)))

    def holds(self, rng: Random) -> bool:
        return all(self._true(self._model(rng)) for _ in range(MODELS))

    def _true(self, model: dict[str, int]) -> bool:
        sign, *sides = self.goal
        left, right = (value(side, model) % 2**self.width for side in sides)
        return value([sign, left, right], {})

    def _model(self, rng: Random) -> dict[str, int]:
        """Random values, raised until the given facts are true."""
        room = 2**self.width - len(self.given)
        model = {name: rng.randrange(room) for name in self.names}
        for _ in self.given:
            for sign, x, y in self.given:
                model[y] = max(model[y], model[x] + (sign == "<"))
        return model


def _closed(rng: Random, width: int, size: int) -> Tree:
    """An expression of numbers with so many operators."""
    if size == 0:
        return rng.randrange(2**width)
    if rng.random() < 0.2:
        return ["~~~", _closed(rng, width, size - 1)]
    first = rng.randrange(size)
    return [rng.choice([*BITWISE, "+", "*"]), _closed(rng, width, first), _closed(rng, width, size - 1 - first)]


def _bitwise(rng: Random, names: list[str], size: int) -> Tree:
    if size <= 1:
        return rng.choice(names)
    first = rng.randint(1, size - 1)
    return [rng.choice(BITWISE), _bitwise(rng, names, first), _bitwise(rng, names, size - first)]


def _grouped(rng: Random, symbol: str, parts: list[str]) -> Tree:
    """The parts in this order, in random brackets."""
    if len(parts) == 1:
        return parts[0]
    first = rng.randint(1, len(parts) - 1)
    return [symbol, _grouped(rng, symbol, parts[:first]), _grouped(rng, symbol, parts[first:])]


LAWS: list[Callable[[Tree, str], Tree]] = [
    lambda tree, _: ["&&&", tree, tree],
    lambda tree, _: ["|||", tree, tree],
    lambda tree, _: ["~~~", ["~~~", tree]],
    lambda tree, _: ["^^^", tree, 0],
    lambda tree, _: ["|||", 0, tree],
    lambda tree, _: ["+", tree, 0],
    lambda tree, name: ["^^^", tree, ["^^^", name, name]],
    lambda tree, name: ["|||", ["&&&", name, 0], tree],
]
"""Each gives an expression that is equal."""
