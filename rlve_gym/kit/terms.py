"""Terms: statements about numbers, Booleans and functions as trees, to be printed in Lean and computed in Python.

A tree is a number, a name, or a list of an operator and its operands: ["+", ["*", 3, "x"], 1] is 3 * x + 1. An
operator that is none of OPERATORS is a function: ["f", "n"] is `f n`. Numbers are those of Lean's `Nat`: subtraction
stops at 0, x / 0 = 0, x % 0 = x. Quantifiers are left out: the families that have them hold them beside the tree.
"""

# ruff: noqa: RUF001 - the signs are Lean's

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Self

from rlve_gym.lean.theorem import Theorem

Tree = int | str | list[Any]
"""JSON: what a field may hold."""

MAX_LEVEL = 1024


@dataclass(frozen=True)
class Operator:
    """How tightly an operator binds in Lean, how tightly its operands must, and what it computes."""

    level: int
    operands: tuple[int, ...]
    compute: Callable[..., Any]


def _left(level: int, compute: Callable[..., Any]) -> Operator:
    return Operator(level, (level, level + 1), compute)


def _loose(level: int, compute: Callable[..., Any]) -> Operator:
    return Operator(level, (level + 1, level + 1), compute)


OPERATORS = {
    "^": Operator(75, (76, 75), lambda a, b: a**b),
    "*": _left(70, lambda a, b: a * b),
    "/": _left(70, lambda a, b: a // b if b else 0),
    "%": _left(70, lambda a, b: a % b if b else a),
    "&&&": _left(60, lambda a, b: a & b),
    "^^^": _left(58, lambda a, b: a ^ b),
    "|||": _left(55, lambda a, b: a | b),
    "~~~": Operator(100, (101,), lambda a: ~a),
    "+": _left(65, lambda a, b: a + b),
    "-": _left(65, lambda a, b: max(a - b, 0)),
    "=": _loose(50, lambda a, b: a == b),
    "≠": _loose(50, lambda a, b: a != b),
    "≤": _loose(50, lambda a, b: a <= b),
    "<": _loose(50, lambda a, b: a < b),
    "≥": _loose(50, lambda a, b: a >= b),
    ">": _loose(50, lambda a, b: a > b),
    "∣": _loose(50, lambda a, b: b % a == 0 if a else b == 0),
    "¬": Operator(40, (40,), lambda p: not p),
    "∧": Operator(35, (36, 35), lambda p, q: p and q),
    "∨": Operator(30, (31, 30), lambda p, q: p or q),
    "→": Operator(25, (26, 25), lambda p, q: not p or q),
    "↔": _loose(20, lambda p, q: p == q),
    "!": Operator(40, (MAX_LEVEL,), lambda a: not a),
    "&&": _left(35, lambda a, b: a and b),
    "||": _left(30, lambda a, b: a or b),
}
"""Operators of Lean's core by their symbols. All operands are computed: nothing here is costly or fails. The bits of a
negative number go on for ever, so that what is computed for bit vectors is right in its lowest bits."""

FUNCTIONS: dict[str, Any] = {
    "true": True,
    "false": False,
    "Bool.xor": lambda a, b: a != b,
    "cond": lambda a, b, c: b if a else c,
    "min": min,
    "max": max,
}
"""Names of Lean's core that a tree may use."""


def printed(tree: Tree, level: int = 0) -> str:
    """The tree in Lean, in brackets if it binds less tightly than `level`."""
    if not isinstance(tree, list):
        return str(tree)
    symbol, *operands = tree
    operator = OPERATORS.get(symbol)
    levels = operator.operands if operator else [MAX_LEVEL] * len(operands)
    parts = [printed(operand, its) for operand, its in zip(operands, levels, strict=True)]
    if operator is None:
        text = " ".join([symbol, *parts])
    elif len(parts) == 2:
        text = f" {symbol} ".join(parts)
    else:
        text = f"{symbol}{' ' if symbol == '¬' else ''}{parts[0]}"
    return f"({text})" if (operator.level if operator else MAX_LEVEL - 1) < level else text


def value(tree: Tree, names: Mapping[str, Any]) -> Any:
    """What the tree is worth where names (of values and of functions) mean what `names` says."""
    if isinstance(tree, int):
        return tree
    if isinstance(tree, str):
        return names[tree] if tree in names else FUNCTIONS[tree]
    symbol, *operands = tree
    operator = OPERATORS.get(symbol)
    function = operator.compute if operator else value(symbol, names)
    return function(*[value(operand, names) for operand in operands])


def size(tree: Tree) -> int:
    """The number of operators, numbers and names."""
    return 1 + sum(map(size, tree[1:])) if isinstance(tree, list) else 1


def places(tree: Tree, at: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The paths to all subtrees, the whole first."""
    yield at
    if isinstance(tree, list):
        for index, operand in enumerate(tree[1:], 1):
            yield from places(operand, (*at, index))


def subtree(tree: Tree, at: tuple[int, ...]) -> Tree:
    for index in at:
        assert isinstance(tree, list)
        tree = tree[index]
    return tree


def replaced(tree: Tree, at: tuple[int, ...], new: Tree) -> Tree:
    """The tree with another subtree at a path."""
    if not at:
        return new
    assert isinstance(tree, list)
    return [replaced(part, at[1:], new) if index == at[0] else part for index, part in enumerate(tree)]


def chain(symbol: str, trees: Sequence[Tree]) -> Tree:
    """Trees joined by an operator, in the way that needs the fewest brackets."""
    right = symbol in ("∧", "∨", "→", "^")
    ordered = trees[::-1] if right else trees
    joined = ordered[0]
    for tree in ordered[1:]:
        joined = [symbol, tree, joined] if right else [symbol, joined, tree]
    return joined


class Falsifiable(Theorem):
    """A theorem whose false twin is a problem of the same class, so that the models which refute it are the same."""

    def falsified(self) -> Self:
        """This problem with a conclusion that is changed a little, and false. A function of the fields alone."""
        raise NotImplementedError

    def twin(self) -> str:
        return self.falsified().signature

    def holds(self, rng: Random) -> bool:
        raise NotImplementedError
