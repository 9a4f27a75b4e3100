"""Cases of data: functions on a small type given by tables, and chains of `Option.map` and `Option.bind`.

A case for every constructor proves each. On a full toolchain `cases c <;> rfl` closes statements about all values of a
type, `decide` does not (nothing makes the type finite); `simp` closes some chains, `grind` most. Types stop growing at
8 constructors (level 5), words at 12 functions and chains at 8 (level 10).
"""

# ruff: noqa: RUF001 - the signs are Lean's

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any, Self

from rlve_gym import step
from rlve_gym.kit.terms import Falsifiable

THEMES = {
    "Bird": "owl crow hawk wren robin swan heron finch",
    "Color": "red green blue white black amber gray pink",
    "Day": "mon tue wed thu fri sat sun rest",
    "Metal": "iron gold zinc lead tin silver copper nickel",
    "Plant": "oak elm ash fir pine birch maple cedar",
}
TOTAL, PARTIAL, VARIABLES = "fgkuvw", "pqrst", "abcdijmnxyz"
MODELS, POINTS = 150, 4


@dataclass(frozen=True)
class DataCases(Falsifiable):
    """kind: "words" (left and right are one function; a word's outermost function stands first), "some" and "never"
    (left takes the value `target`), "option" (left and right are chains of steps, the first one first).

    tables: for each function of a word the numbers of its values; for steps, nothing.
    nested: for each step of right whether what follows stands inside of it.
    """

    kind: str
    theme: str
    tables: dict[str, list[int]]
    left: list[str]
    right: list[str]
    nested: list[bool]
    target: int

    difficulty = {"size": step(3, cap=8), "letters": step(2, cap=12)}

    @classmethod
    def generate(cls, rng: Random, size: int, letters: int) -> Self:
        kind = rng.choice(["words", "words", "option", "some", "never"][: 2 * letters - 2])
        if kind == "option":
            return cls._chain(rng, 2 + letters // 2)
        theme, names = rng.choice(sorted(THEMES)), rng.sample(TOTAL, 1 + letters // 3)
        tables = {name: _table(rng, size) for name in names}
        left = [rng.choice(names) for _ in range(letters)]
        if kind == "words":
            new = next(name for name in TOTAL if name not in names)
            inner = [name for name in left[-1:] if len(set(tables[name])) == size]
            before = _values(tables, inner, size)
            tables[new] = [_values(tables, left, size)[before.index(value)] for value in range(size)]
            return cls(kind, theme, tables, left, [new, *inner], [False] * (1 + len(inner)), 0)
        tables[left[0]] = [value % (size - 1) for value in tables[left[0]]]  # the last value is not taken
        image = _values(tables, left, size)
        return cls(kind, theme, tables, left, [], [], size - 1 if kind == "never" else rng.choice(image))

    @classmethod
    def _chain(cls, rng: Random, length: int) -> Self:
        """Steps that may fail, one of them in the beginning, and others."""
        partial, total = rng.sample(PARTIAL, 1 + length // 3), rng.sample(TOTAL, 1 + length // 4)
        steps = [rng.choice(partial) if rng.random() < 0.6 else rng.choice(total) for _ in range(length)]
        first = rng.randrange(length - 1)
        steps[first] = partial[0]
        nested = [step in partial and (place == first or rng.random() < 0.6) for place, step in enumerate(steps)]
        return cls("option", "", {name: [] for name in sorted(set(steps))}, steps, steps, nested, 0)

    @property
    def preamble(self) -> str:
        if self.kind == "option":
            return ""
        cases = "\n".join(f"  | {name}" for name in self._constructors)
        functions = [f"def {name} : {self.theme} → {self.theme}\n{self._rows(name)}" for name in self.tables]
        return "\n\n".join([f"inductive {self.theme} where\n{cases}\n  deriving DecidableEq", *functions])

    @property
    def _constructors(self) -> list[str]:
        return THEMES[self.theme].split()[: self._size]

    @property
    def _size(self) -> int:
        return len(self.tables[self.left[0]])

    def _rows(self, name: str) -> str:
        names = self._constructors
        return "\n".join(f"  | .{names[place]} => .{names[value]}" for place, value in enumerate(self.tables[name]))

    @property
    def signature(self) -> str:
        if self.kind == "option":
            kinds = {"α → α": TOTAL, "α → Option α": PARTIAL}
            used = {kind: " ".join(name for name in self.tables if name in names) for kind, names in kinds.items()}
            binders = " ".join(f"({names} : {kind})" for kind, names in used.items() if names)
            left, right = _chained("o", self.left), _chained("o", self.right, self.nested)
            return f"(α : Type) {binders} (o : Option α) : {left} = {right}"
        left = _applied(self.left)
        if self.kind == "words":
            return f": ∀ c : {self.theme}, {left} = {_applied(self.right)}"
        sign, quantifier = ("=", "∃") if self.kind == "some" else ("≠", "∀")
        return f": {quantifier} c : {self.theme}, {left} {sign} .{self._constructors[self.target]}"

    def solve(self) -> str:
        if self.kind == "option":
            return "\n".join(_by_cases("o", self.left, self.nested))
        if self.kind == "some":
            place = _values(self.tables, self.left, self._size).index(self.target)
            return f"exact ⟨.{self._constructors[place]}, rfl⟩"
        return f"intro c\ncases c <;> {'rfl' if self.kind == 'words' else 'decide'}"

    def falsified(self) -> Self:
        """Another target, or another right side."""
        if self.kind in ("some", "never"):
            image = _values(self.tables, self.left, self._size)
            others = (value for value in range(self._size) if (value in image) == (self.kind == "never"))
            return replace(self, target=next(others))
        return next(problem for problem in self._changed() if not problem.holds(Random(0)))

    def _changed(self) -> Iterator[Self]:
        """Right sides with two steps exchanged, one replaced, one left out."""
        right, nested = self.right, self.nested
        for at in range(len(right) - 1):
            yield replace(self, right=_exchanged(right, at), nested=_exchanged(nested, at))
        if self.kind == "words":
            for at, name in product(range(len(right)), self.tables):
                yield replace(self, right=[*right[:at], name, *right[at + 1 :]])
        for at in range(len(right)):
            yield replace(self, right=right[:at] + right[at + 1 :], nested=nested[:at] + nested[at + 1 :])

    def holds(self, rng: Random) -> bool:
        if self.kind == "option":
            return all(self._in(_Model(rng, self.tables)) for _ in range(MODELS))
        left = _values(self.tables, self.left, self._size)
        if self.kind == "words":
            return left == _values(self.tables, self.right, self._size)
        return (self.target in left) == (self.kind == "some")

    def _in(self, model: "_Model") -> bool:
        return all(
            model.run(self.left, [False] * len(self.left), value) == model.run(self.right, self.nested, value)
            for value in [None, *range(POINTS)]
        )


def _table(rng: Random, size: int) -> list[int]:
    """The values of a function, most often a permutation, never the identity."""
    identity = list(range(size))
    while (table := rng.sample(identity, size) if rng.random() < 0.7 else rng.choices(identity, k=size)) == identity:
        pass
    return table


def _values(tables: dict[str, list[int]], word: list[str], size: int) -> list[int]:
    """The values of a word of functions."""
    values = list(range(size))
    for name in reversed(word):
        values = [tables[name][value] for value in values]
    return values


def _exchanged(items: list[Any], at: int) -> list[Any]:
    return [*items[:at], items[at + 1], items[at], *items[at + 2 :]]


def _applied(word: list[str]) -> str:
    """f (g c)."""
    return " (".join([*word[:-1], " ".join([*word[-1:], "c"])]) + ")" * (len(word) - 1)


def _bracketed(text: str) -> str:
    return text if text.isalnum() else f"({text})"


def _chained(start: str, steps: list[str], nested: Sequence[bool] = (), depth: int = 0) -> str:
    """((o.map f).bind p).map g, or, where a step is nested, (o.map f).bind fun x => (p x).map g."""
    text = start
    for place, name in enumerate(steps, 1):
        method = "bind" if name in PARTIAL else "map"
        if nested and nested[place - 1] and place < len(steps):
            x = VARIABLES[depth]
            body = _chained(f"{name} {x}", steps[place:], nested[place:], depth + 1)
            return f"{_bracketed(text)}.bind (fun {x} => {body})"
        text = f"{_bracketed(text)}.{method} {name}"
    return text


def _by_cases(start: str, steps: list[str], nested: list[bool], depth: int = 0) -> list[str]:
    """A proof: cases of what the chain starts with; the first step that may fail gives another chain to start with."""
    x = term = VARIABLES[depth]
    while steps and steps[0] in TOTAL:
        term, steps, nested = f"{steps[0]} {_bracketed(term)}", steps[1:], nested[1:]
    lines = [f"cases {start} with", "| none => rfl"]
    if not any(nested[1:-1]):
        return [*lines, f"| some {x} => rfl"]
    start = f"{steps[0]} {_bracketed(term)}"
    chains = [_chained(start, steps[1:]), _chained(start, steps[1:], nested[1:], depth + 1)]
    inner = [f"show {' = '.join(chains)}", *_by_cases(start, steps[1:], nested[1:], depth + 1)]
    return [*lines, f"| some {x} =>", *(f"  {line}" for line in inner)]


class _Model:
    """Random functions on the numbers below POINTS; None is what a step that fails gives."""

    def __init__(self, rng: Random, names: Iterable[str]):
        values = {True: [None, *range(POINTS), *range(POINTS)], False: list(range(POINTS))}
        self._tables = {name: rng.choices(values[name in PARTIAL], k=POINTS) for name in names}

    def run(self, steps: list[str], nested: list[bool], value: int | None) -> int | None:
        """What a chain gives: what stands inside of a step is a chain of its own."""
        for place, name in enumerate(steps, 1):
            after = None if value is None else self._tables[name][value]
            if nested[place - 1]:
                return None if value is None else self.run(steps[place:], nested[place:], after)
            value = after
        return value
