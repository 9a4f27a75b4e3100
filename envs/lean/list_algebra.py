"""Two expressions for one list: concatenations, reversals and maps of list variables, with one normal form.

Both sides are drawn from the same word, a sequence of letters such as `(xs.reverse).map f`, so they are equal. Kinds:
"words" as said; "lengths", where the letters of one side are permuted and changed, and only lengths are compared;
"defined", where a recursive function takes the place of the map, so that a lemma has to be found and proved by
induction. Letters stop growing at 9 (level 14).

`simp` closes most problems of the first kind; where there is `omega`, it should close those of the second after it.
No single word closes the third.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from rlve_gym import step
from rlve_gym.kit.terms import Falsifiable, Tree, places, replaced, subtree
from rlve_gym.kit.theorems import MODELS, binder

LISTS = ["xs", "ys", "zs", "us", "vs", "ws"]
ELEMENTS = ["a", "b"]
KINDS = ["words", "lengths", "defined"]
ENTRIES: dict[str, Callable[[int], int]] = {
    "x": lambda x: x,
    "(x + 1)": lambda x: x + 1,
    "(x + x)": lambda x: x + x,
    "0": lambda x: 0,
}
"""What a defined function may put in the place of an entry x."""

LEMMAS = {
    "++": "append_assoc",
    "nil": "nil_append append_nil",
    "one": "nil_append cons_append",
    "rev": "reverse_append reverse_reverse",
    "rev nil": "reverse_nil",
    "rev one": "reverse_cons reverse_nil",
    "map": "map_append",
    "map rev": "map_reverse",
    "map nil": "map_nil",
    "map one": "map_cons map_nil",
}
"""Operators -> the lemmas about lists that bring what is written with them into normal form."""

LENGTHS = {
    "++": "length_append",
    "nil": "length_nil",
    "one": "length_cons length_nil",
    "rev": "length_reverse",
    "map": "length_map",
}

SUM = "Nat.zero_add, Nat.add_zero, Nat.add_assoc, Nat.add_comm, Nat.add_left_comm"

Letter = tuple[str, bool, int]
"""A variable, whether it is reversed, and how often the function is applied to it."""


@dataclass(frozen=True)
class ListAlgebra(Falsifiable):
    """A side is a variable or [operator, ...]: "++", "rev", "map" (f or the defined function), "one" (a singleton),
    "nil". entries: what the defined function g puts in the place of x."""

    kind: str
    entries: list[str]
    left: Tree
    right: Tree

    difficulty = {"size": step(0, cap=14)}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        kind = rng.choice(KINDS[: 1 + size // 2])
        word = [_letter(rng, size, kind) for _ in range(2 + size // 2)]
        if kind == "defined":
            word[0] = (*word[0][:2], 1)
        other = word
        if kind == "lengths":
            other = [(name, rng.random() < 0.5, rng.randrange(2)) for name, _, _ in rng.sample(word, len(word))]
        left = right = _expression(rng, word, 1 + size // 3, kind)
        while left == right:
            right = _expression(rng, other, 1 + size // 3, kind)
        entries = rng.sample([*ENTRIES], rng.randint(2, 3)) if kind == "defined" else []
        return cls(kind, entries, left, right)

    @property
    def preamble(self) -> str:
        if not self.entries:
            return ""
        return f"def g : List Nat → List Nat\n  | [] => []\n  | x :: t => {' :: '.join([*self.entries, 'g t'])}"

    @property
    def signature(self) -> str:
        both = ["=", self.left, self.right]
        used = {tree for at in places(both) if isinstance(tree := subtree(both, at), str)}
        function = binder(["f"] if "map" in self.operators and not self.entries else [], "Nat → Nat")
        lists, elements = ([name for name in names if name in used] for names in (LISTS, ELEMENTS))
        left, right = (_printed(side, bool(self.entries)) for side in (self.left, self.right))
        if self.kind == "lengths":
            left, right = (f"{_bracketed(text)}.length" for text in (left, right))
        return f"{function}{binder(lists, 'List Nat')}{binder(elements, 'Nat')}: {left} = {right}"

    @property
    def operators(self) -> set[str]:
        """The operators of both sides."""
        both: Tree = ["++", self.left, self.right]
        return {tree[0] for at in places(both) if isinstance(tree := subtree(both, at), list)}

    def lemmas(self, table: dict[str, str]) -> str:
        """The lemmas that the statement's operators call for."""
        called = [names for operators, names in table.items() if {*operators.split()} <= self.operators]
        return ", ".join(f"List.{name}" for name in dict.fromkeys(" ".join(called).split()))

    def solve(self) -> str:
        if self.kind == "words":
            return f"simp only [{self.lemmas(LEMMAS)}]"
        if self.kind == "lengths":
            return f"simp only [{self.lemmas(LENGTHS)},\n  {SUM}]"
        lemmas = self.lemmas({operators: names for operators, names in LEMMAS.items() if "map" not in operators})
        return (
            "have app : ∀ u v : List Nat, g (u ++ v) = g u ++ g v := by\n"
            "  intro u v\n"
            "  induction u with\n"
            "  | nil => rfl\n"
            "  | cons x t ih => simp only [List.cons_append, g, ih]\n"
            f"simp only [app, g, {lemmas}]"
        )

    def falsified(self) -> Self:
        """The right side is changed in one place, so that it is another list, or one of another length."""
        wanted = self._normal(self.left)
        return replace(self, right=next(side for side in _changes(self.right) if self._normal(side) != wanted))

    def _normal(self, side: Tree) -> object:
        word = _word(side)
        if self.kind == "lengths":
            return Counter("" if name in ELEMENTS else name for name, _, _ in word)
        return word

    def holds(self, rng: Random) -> bool:
        return all(self._holds_on(rng) for _ in range(MODELS))

    def _holds_on(self, rng: Random) -> bool:
        """Whether both sides agree for random lists and a random function f."""
        lists = {name: [rng.randrange(10) for _ in range(rng.randrange(5))] for name in LISTS}
        lists |= {name: [rng.randrange(10)] for name in ELEMENTS}
        shift = rng.randrange(1, 10)
        f = (lambda x: [ENTRIES[entry](x) for entry in self.entries]) if self.entries else (lambda x: [x * x + shift])
        left, right = (_computed(side, lists, f) for side in (self.left, self.right))
        return len(left) == len(right) if self.kind == "lengths" else left == right


def _letter(rng: Random, size: int, kind: str) -> Letter:
    if rng.randrange(20) < min(size, 6):
        return rng.choice(ELEMENTS), False, rng.randrange(2)
    return (
        rng.choice(LISTS[: 3 + size // 4]),
        rng.random() < 0.5,
        rng.randrange(2 if size > 1 or kind != "words" else 1),
    )


def _expression(rng: Random, word: list[Letter], extra: int, kind: str) -> Tree:
    """A random expression whose normal form is the word, with up to `extra` operators that are not needed."""
    if extra > 0:
        ways = ["empty", "split", "split"]
        ways += ["rev"] * 2 if kind != "defined" or not any(count for _, _, count in word) else []
        ways += ["map"] * 3 if all(count for _, _, count in word) else []
        way = rng.choice(ways)
        if way == "rev":
            inverse = [(name, not turned and name not in ELEMENTS, count) for name, turned, count in reversed(word)]
            return ["rev", _expression(rng, inverse, extra - 1, kind)]
        if way == "map":
            return ["map", _expression(rng, [(name, turned, n - 1) for name, turned, n in word], extra - 1, kind)]
        if way == "empty":
            both = [_expression(rng, word, extra - 1, kind), ["nil"]]
            return ["++", *rng.sample(both, 2)]
    if len(word) > 1:
        at, share = rng.randrange(1, len(word)), rng.randint(0, extra)
        return ["++", _expression(rng, word[:at], share, kind), _expression(rng, word[at:], extra - share, kind)]
    return _single(rng, word[0], kind)


def _single(rng: Random, letter: Letter, kind: str) -> Tree:
    name, turned, count = letter
    tree: Tree = ["one", name] if name in ELEMENTS else name
    operators = ["rev"] * turned + ["map"] * count
    for operator in operators if kind == "defined" else rng.sample(operators, len(operators)):
        tree = [operator, tree]
    return tree


def _word(tree: Tree) -> list[Letter]:
    """The normal form."""
    if isinstance(tree, str):
        return [(tree, False, 0)]
    assert isinstance(tree, list)
    symbol, *parts = tree
    if symbol == "++":
        return _word(parts[0]) + _word(parts[1])
    if symbol == "rev":
        return [(name, not turned and name not in ELEMENTS, n) for name, turned, n in reversed(_word(parts[0]))]
    if symbol == "map":
        return [(name, turned, count + 1) for name, turned, count in _word(parts[0])]
    return [(parts[0], False, 0)] if symbol == "one" else []


def _computed(tree: Tree, lists: dict[str, list[int]], f: Callable[[int], list[int]]) -> list[int]:
    if isinstance(tree, str):
        return lists[tree]
    assert isinstance(tree, list)
    symbol, *parts = tree
    first, *rest = [*(_computed(part, lists, f) for part in parts), []]
    if symbol == "++":
        return first + rest[0]
    if symbol == "rev":
        return first[::-1]
    return [value for entry in first for value in f(entry)] if symbol == "map" else first


def _printed(tree: Tree, defined: bool) -> str:
    if not isinstance(tree, list):
        return str(tree)
    symbol, *parts = tree
    if symbol == "nil":
        return "[]"
    first, *rest = (_printed(part, defined) for part in parts)
    match symbol:
        case "++":
            return f"{first} ++ {f'({rest[0]})' if parts[1][0] == '++' else rest[0]}"
        case "rev":
            return f"{_bracketed(first)}.reverse"
        case "map":
            return f"g {_bracketed(first)}" if defined else f"{_bracketed(first)}.map f"
        case _:
            return f"[{first}]"


def _bracketed(text: str) -> str:
    """In brackets, if there is a blank outside of brackets."""
    depth = 0
    for char in text:
        depth += (char in "([") - (char in ")]")
        if char == " " and depth == 0:
            return f"({text})"
    return text


def _changes(tree: Tree) -> Iterator[Tree]:
    """The expression changed in one place: operands swapped, an operator left out, another variable, or a list more."""
    for at in places(tree):
        part = subtree(tree, at)
        if isinstance(part, str):
            names = LISTS if part in LISTS else ELEMENTS
            yield replaced(tree, at, names[(names.index(part) + 1) % len(names)])
        elif isinstance(part, list) and part[0] == "++":
            yield replaced(tree, at, ["++", part[2], part[1]])
        elif isinstance(part, list) and part[0] in ("rev", "map"):
            yield replaced(tree, at, part[1])
    yield ["++", tree, LISTS[0]]
