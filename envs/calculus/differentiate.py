"""Differentiate a function of x.

An answer is right if its values are those of the derivative, to 245 digits, at 12 fixed points where the function is
real, of which it must be defined at half. The tolerance is relative, so small derivatives are judged like large ones,
and a right answer may have any form and length within the bounds of the judge. Functions start with 3 nodes instead of
2, where only ten problems have a derivative that depends on x, and stop growing at 20 nodes (level 17), as prompts and
derivatives grow with them.
"""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Self

from rlve_gym import Malformed, Problem, step
from rlve_gym.expressions import Expression
from rlve_gym.kit.calculus import ANSWER, random_pair
from rlve_gym.kit.duals import agrees, at_points, check_size, slopes
from rlve_gym.kit.functions import derivative, parsed, tree


@dataclass(frozen=True)
class Differentiate(Problem):
    function: str

    template = (
        "Differentiate this function of x:\n{self.function}\nlog is the natural logarithm, and exp(u) may be written as"
        " e^u. The derivative need not be simplified."
    )
    answer = ANSWER
    difficulty = {"nodes": step(3, cap=20)}

    @classmethod
    def generate(cls, rng: Random, nodes: int) -> Self:
        return cls(random_pair(rng, nodes)[0])

    @cached_property
    def _slopes(self) -> dict[Any, Any]:
        return slopes(parsed(self.function))

    def solve(self) -> Expression:
        return self.answer.parse(str(derivative(tree(parsed(self.function)))))

    def score(self, answer: Expression) -> float:
        """By dual numbers, which know no rule of differentiation that `solve` uses on trees."""
        try:
            check_size(answer)
        except ValueError as error:
            raise Malformed(str(error)) from None
        found = at_points(answer, self._slopes)
        return float(agrees(self._slopes, (dual and dual.value for dual in found)))
