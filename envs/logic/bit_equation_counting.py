"""Count the assignments of bits that make an expression of AND, OR and XOR true, each bit occurring once.

The expression has at most 600 bits (level 47), as it is printed whole.
"""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, Self

from rlve_gym import Integer, Invalid, Problem, grow, ratio

GATES = ("AND", "OR", "XOR")


@dataclass(frozen=True)
class BitEquationCounting(Problem):
    """tree: None for a blank, or [gate, left, right]."""

    tree: Any

    template = (
        "Each of the {self.n} blanks _ in this expression is filled with 0 or 1, independently of the others; AND, OR"
        " and XOR work on bits.\n{self.printed}\nIn how many of the 2^{self.n} ways is the value of the expression 1?"
    )
    answer = Integer()
    difficulty = {"n": grow(2, cap=600)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        return cls(_tree(rng, n))

    @property
    def n(self) -> int:
        return self.printed.count("_")

    @property
    def printed(self) -> str:
        return _text(self.tree).removeprefix("(").removesuffix(")")

    def solve(self) -> int:
        return _counts(self.tree)[1]

    def brute(self) -> int:
        """All assignments. For up to 16 blanks."""
        return sum(_value(self.tree, iter(bits)) for bits in product((0, 1), repeat=self.n))

    def score(self, answer: int) -> float:
        if not 0 <= answer <= 2**self.n:
            raise Invalid(f"there are 2^{self.n} ways in all")
        return ratio(self.reference, answer)


def _tree(rng: Random, leaves: int) -> Any:
    if leaves == 1:
        return None
    left = rng.randint(1, leaves - 1)
    return [rng.choice(GATES), _tree(rng, left), _tree(rng, leaves - left)]


def _counts(tree: Any) -> tuple[int, int]:
    """How many assignments give 0, and 1."""
    if tree is None:
        return 1, 1
    (a, b), (c, d) = _counts(tree[1]), _counts(tree[2])
    true = {"AND": b * d, "OR": (a + b) * (c + d) - a * c, "XOR": a * d + b * c}[tree[0]]
    return (a + b) * (c + d) - true, true


def _value(tree: Any, bits: Any) -> int:
    if tree is None:
        return next(bits)
    a, b = _value(tree[1], bits), _value(tree[2], bits)
    return a & b if tree[0] == "AND" else a | b if tree[0] == "OR" else a ^ b


def _text(tree: Any) -> str:
    return "_" if tree is None else f"({_text(tree[1])} {tree[0]} {_text(tree[2])})"
