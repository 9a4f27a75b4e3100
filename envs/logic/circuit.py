"""Find inputs for which a circuit of AND, OR and XOR gates gives 1.

There are at most 16 inputs (from level 12), as all assignments are checked at once. The public suite begins with 2
inputs and takes any circuit that can give 1, which random inputs hit in half of all cases; here there are 4 inputs or
more, and a circuit is drawn again while a quarter of all assignments or more are right, or all zeros or all ones are.
"""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, Self

from rlve_gym import Integers, Invalid, Problem, exact, step
from rlve_gym.kit.truth_tables import last_assignment, truth_tables

GATES = ("AND", "OR", "XOR", "XOR")
TENTHS_OF_LEAVES = range(20, 51)
"""Leaves of the circuit for each input, in tenths."""
FEW = 0.25


@dataclass(frozen=True)
class Circuit(Problem):
    """circuit: the number of an input, or [gate, left, right]."""

    n: int
    circuit: Any

    template = (
        "Give each of the inputs x0 to x{self.n:last} the value 0 or 1 so that this expression, in which AND, OR and"
        " XOR work on bits, is 1:\n{self.printed}"
    )
    answer = Integers("values (0 or 1) of all inputs in order, beginning with x0", allowed=(0, 1))
    difficulty = {"n": step(4, cap=16)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        while True:
            problem = cls(n, _circuit(rng, n, n * rng.choice(TENTHS_OF_LEAVES) // 10))
            right = problem._right()
            trivial = right & 1 or right >> (2**n - 1) & 1
            if right and not trivial and right.bit_count() < FEW * 2**n:
                return problem

    @property
    def printed(self) -> str:
        return _text(self.circuit).removeprefix("(").removesuffix(")")

    def _right(self) -> int:
        """The truth table of the circuit."""
        _, inputs = truth_tables(self.n)
        return _value(self.circuit, inputs)

    def solve(self) -> list[int]:
        return last_assignment(self._right(), self.n)

    def brute(self) -> list[int]:
        return next(list(bits) for bits in product((0, 1), repeat=self.n) if _value(self.circuit, bits))

    def score(self, answer: list[int]) -> float:
        if len(answer) != self.n:
            raise Invalid(f"expected {self.n} values, found {len(answer)}")
        return exact(_value(self.circuit, answer), 1)


def _circuit(rng: Random, n: int, leaves: int) -> Any:
    if leaves == 1:
        return rng.randrange(n)
    left = rng.randint(1, leaves - 1)
    return [rng.choice(GATES), _circuit(rng, n, left), _circuit(rng, n, leaves - left)]


def _value(circuit: Any, inputs: Any) -> int:
    if isinstance(circuit, int):
        return inputs[circuit]
    gate, a, b = circuit[0], _value(circuit[1], inputs), _value(circuit[2], inputs)
    return a & b if gate == "AND" else a | b if gate == "OR" else a ^ b


def _text(circuit: Any) -> str:
    return f"x{circuit}" if isinstance(circuit, int) else f"({_text(circuit[1])} {circuit[0]} {_text(circuit[2])})"
