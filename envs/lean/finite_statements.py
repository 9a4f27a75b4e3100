"""Statements about all numbers of a small range, some of them, or one for each: true by enumeration.

On a full toolchain `decide` closes all of them, in older versions (before bounded "there is" was decidable) those
without it. At most 60 cases are looked at, so that it stays quick; that cap is reached at level 11, the longest
expressions (7 terms) at level 6, the last prefix of quantifiers at level 8.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from random import Random
from typing import Any, Self

from rlve_gym import grow, step
from rlve_gym.kit.terms import Falsifiable, Tree, chain, places, printed, replaced, subtree, value

NAMES = "abcijkmnpqtuvxyz"
PREFIXES = ("∀", "∃", "∀∀", "∀∃", "∃∀", "∃∃", "∀∀∀", "∃∀∀", "∀∃∀")
"""By the level from which on they are drawn."""
TRIES = 40
NEAR = (1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6)


@dataclass(frozen=True)
class FiniteStatements(Falsifiable):
    """quantifiers: [sign, name, bound], the outermost first; every name stands for a number below its bound.

    fin: whether the names have the type `Fin bound`, or are numbers with a condition.
    """

    fin: bool
    quantifiers: list[list[str | int]]
    matrix: Tree

    difficulty = {"prefixes": step(1, cap=len(PREFIXES)), "points": grow(6, 3, cap=60), "terms": step(1, cap=7)}

    @classmethod
    def generate(cls, rng: Random, prefixes: int, points: int, terms: int) -> Self:
        for _ in range(TRIES):
            prefix = rng.choice(PREFIXES[max(0, prefixes - 6) : prefixes])
            largest = max(n for n in range(2, points + 1) if n == 2 or n ** len(prefix) <= points)
            names = rng.sample(NAMES, len(prefix))
            quantifiers = [[sign, name, rng.randint(max(2, largest - 2), largest)] for sign, name in zip(prefix, names)]
            matrix = rng.choice(SHAPES)(rng, quantifiers, (terms + 1) // 2 if rng.random() < 0.5 else terms)
            problem = cls(rng.random() < 0.4, quantifiers, matrix)
            if problem._true and problem._false is not None:
                return problem
        return cls(False, [["∀", "x", rng.randint(3, 5)]], ["<", "x", 5])

    @property
    def signature(self) -> str:
        return f": {self._shown([self.fin] * len(self.quantifiers))}"

    def _shown(self, fins: list[bool]) -> str:
        """The statement; for every name whether it is of a type `Fin`."""
        typed = [str(name) for (_, name, _), fin in zip(self.quantifiers, fins) if fin]
        text = printed(_typed(self.matrix, typed), 25 if fins[-1] or self.quantifiers[-1][0] == "∀" else 35)
        for (sign, name, bound), fin in reversed(list(zip(self.quantifiers, fins))):
            condition = f"Nat, {name} < {bound} {'→' if sign == '∀' else '∧'}"
            text = f"{sign} {name} : Fin {bound}, {text}" if fin else f"{sign} {name} : {condition} {text}"
        return text

    def solve(self) -> str:
        """`decide` looks at all values; those of "there is" are given, as not every Lean can decide it."""
        signs = "".join(str(sign) for sign, _, _ in self.quantifiers)
        if signs.startswith("∀∃"):
            return self._by_cases()
        if signs.startswith("∃"):
            return f"exact {self._given([])}"
        return "decide"

    def _by_cases(self) -> str:
        _, name, bound = self.quantifiers[0]
        rows = [f"| {n}, _ => exact {self._given([n])}" for n in range(int(bound))]
        rows.append(f"| n + {bound}, h => exact absurd h (Nat.not_lt.2 (Nat.le_add_left {bound} n))")
        proof = "\n".join([f"intro {name} below", f"match {name}, below with", *rows])
        if not self.fin:
            return proof
        numbers = self._shown([False, *[True] * (len(self.quantifiers) - 1)])
        inner = proof.replace("\n", "\n  ")
        return f"have all : {numbers} := by\n  {inner}\nexact fun {name} => all {name}.val {name}.isLt"

    def _given(self, values: list[int]) -> str:
        """Numbers that exist after the first values, in brackets, with `decide` for what is claimed of them."""
        parts = []
        while len(values) < len(self.quantifiers) and self.quantifiers[len(values)][0] == "∃":
            bound = int(self.quantifiers[len(values)][2])
            values = [*values, next(n for n in range(bound) if self._from([*values, n]))]
            parts.append(
                f"⟨{values[-1]}, (by decide : {values[-1]} < {bound})⟩" if self.fin else f"{values[-1]}, by decide"
            )
        return f"⟨{', '.join([*parts, 'by decide'])}⟩"

    def falsified(self) -> Self:
        assert self._false is not None
        return self._false

    @cached_property
    def _false(self) -> Self | None:
        """The first of those with one number changed a little that is false."""
        numbers = [at for at in places(self.matrix) if isinstance(subtree(self.matrix, at), int)]
        for at, change in product(reversed(numbers), NEAR):
            number = subtree(self.matrix, at)
            assert isinstance(number, int)
            changed = replace(self, matrix=replaced(self.matrix, at, max(0, number + change)))
            if not changed._true:
                return changed
        return None

    @cached_property
    def _true(self) -> bool:
        return self._from([])

    def _from(self, values: list[int]) -> bool:
        """Whether the statement is true once its outer names have these values."""
        return bool(_game(self.quantifiers, lambda names: value(self.matrix, names), any, all, values))

    def holds(self, rng: Random) -> bool:
        return self._true


Quantifiers = Sequence[Sequence[str | int]]


def _game(
    quantifiers: Quantifiers,
    leaf: Callable[[dict[str, int]], Any],
    some: Callable[[Iterator[Any]], Any],
    every: Callable[[Iterator[Any]], Any],
    values: Sequence[int] = (),
) -> Any:
    """The leaves' values, put together by `some` where there is one number, by `every` where there are all."""
    if len(values) == len(quantifiers):
        return leaf({str(name): number for (_, name, _), number in zip(quantifiers, values)})
    sign, _, bound = quantifiers[len(values)]
    parts = (_game(quantifiers, leaf, some, every, [*values, number]) for number in range(int(bound)))
    return every(parts) if sign == "∀" else some(parts)


def _typed(tree: Tree, names: list[str]) -> Tree:
    """The tree with the numbers that elements of `Fin` are."""
    if isinstance(tree, list):
        return [tree[0], *(_typed(operand, names) for operand in tree[1:])]
    return f"{tree}.val" if tree in names else tree


def _expression(rng: Random, quantifiers: Quantifiers, terms: int) -> Tree:
    """A polynomial in the names with small coefficients; sometimes something is subtracted, as far as possible."""
    names = [str(name) for _, name, _ in quantifiers]
    powers = [[one, other] for place, one in enumerate(names) for other in names[place:]]
    powers += [[name] * 3 for name in names]
    others = rng.sample(powers, min(terms - 1, len(powers)))
    monomials = [*rng.sample([[name] for name in names], 1 if others else len(names)), *others]
    for name in names:
        if all(name not in monomial for monomial in monomials):
            monomials.append([name])
    numbers = [rng.randint(1, 2 + terms) for _ in monomials]
    parts = [chain("*", [number, *factors] if number > 1 else factors) for number, factors in zip(numbers, monomials)]
    rng.shuffle(parts)
    total = chain("+", [*parts, rng.randint(1, 3 + terms)])
    return ["-", total, rng.choice(names)] if terms > 2 and rng.random() < 0.2 else total


def _remainder(rng: Random, quantifiers: Quantifiers, terms: int) -> tuple[Tree, int]:
    modulus = rng.randint(3, 7 + terms)
    return ["%", _expression(rng, quantifiers, terms), modulus], modulus


def _at_most(rng: Random, quantifiers: Quantifiers, terms: int) -> Tree:
    tree, modulus = _remainder(rng, quantifiers, terms)
    bound = _game(quantifiers, lambda names: value(tree, names), min, max)
    return ["≤", tree, bound] if bound < modulus - 1 else _never(rng, quantifiers, terms)


def _at_least(rng: Random, quantifiers: Quantifiers, terms: int) -> Tree:
    tree, _ = _remainder(rng, quantifiers, terms)
    bound = _game(quantifiers, lambda names: value(tree, names), max, min)
    return ["≥", tree, bound] if bound > 0 else _never(rng, quantifiers, terms)


def _comparison(rng: Random, quantifiers: Quantifiers, terms: int) -> Tree:
    """One expression is never further above another; that is so by the game's value, however it is found."""
    one, other = _expression(rng, quantifiers, terms), _expression(rng, quantifiers, (terms + 1) // 2)
    above = _game(quantifiers, lambda names: value(one, names) - value(other, names), min, max)
    return ["<", one, ["+", other, max(0, above) + 1]]


def _never(rng: Random, quantifiers: Quantifiers, terms: int) -> Tree:
    tree, modulus = _remainder(rng, quantifiers, terms)
    return ["≠", tree, rng.randrange(modulus)]


def _equation(rng: Random, quantifiers: Quantifiers, terms: int) -> Tree:
    tree, modulus = _remainder(rng, quantifiers, terms)
    return ["=", tree, rng.randrange(modulus)]


def _implication(rng: Random, quantifiers: Quantifiers, terms: int) -> Tree:
    if_so = _equation(rng, quantifiers, terms)
    return ["→", if_so, rng.choice([_never, _equation])(rng, quantifiers, (terms + 1) // 2)]


def _both(rng: Random, quantifiers: Quantifiers, terms: int) -> Tree:
    return ["∧", _at_most(rng, quantifiers, terms), _never(rng, quantifiers, (terms + 1) // 2)]


SHAPES = (_at_most, _at_least, _comparison, _never, _equation, _implication, _both)
