"""Integrate a function of x: the derivative of a hidden function, which is the reference.

An answer is right if its derivative, by dual numbers, is the given function to 245 digits at 12 fixed points where the
hidden function is real; it must be defined at half of them. The length of an answer is bounded by what the judge can
evaluate, not by the hidden function, and a small integrand is judged like a large one. Hidden functions start with 3
nodes instead of 2, where there are only ten problems, and stop growing at 20 nodes (level 17), as prompts grow with
them.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, Self

from rlve_gym import Malformed, Problem, step
from rlve_gym.expressions import Expression
from rlve_gym.kit.calculus import ANSWER, random_pair
from rlve_gym.kit.duals import agrees, at_points, check_size, slopes
from rlve_gym.kit.functions import parsed


@dataclass(frozen=True)
class Integral(Problem):
    """`hidden`: an antiderivative of the integrand."""

    integrand: str
    hidden: str

    template = (
        "Find an antiderivative of this function of x, that is, a function whose derivative it is:\n{self.integrand}\n"
        "One antiderivative is enough, where it and your answer are both real; a constant C may be added. log is the"
        " natural logarithm, and in your answer log(u) counts as log(-u) where u is negative. exp(u) may be written as"
        " e^u."
    )
    answer = replace(ANSWER, names=(*ANSWER.names, "C"))
    difficulty = {"nodes": step(3, cap=20)}

    @classmethod
    def generate(cls, rng: Random, nodes: int) -> Self:
        hidden, integrand = random_pair(rng, nodes)
        return cls(integrand, hidden)

    @cached_property
    def _slopes(self) -> dict[Any, Any]:
        return slopes(parsed(self.hidden))

    def solve(self) -> Expression:
        return self.answer.parse(self.hidden)

    def score(self, answer: Expression) -> float:
        try:
            check_size(answer)
        except ValueError as error:
            raise Malformed(str(error)) from None
        found = at_points(answer, self._slopes, logs_of_negatives=True)
        return float(agrees(self._slopes, (dual and dual.slope for dual in found)))
