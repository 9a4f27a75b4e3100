"""Rewrite a row of tokens until no two hashes face each other.

In the public suite many problems are finished already or end with nothing; here at least one pair is rewritten and at
least one token is left. The length stops growing at 200 (level 33), the bound of the steps at 400 (level 34).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Choices, Problem, exact, grow

TOKENS: tuple[str, ...] = ("A#", "#A", "B#", "#B")


@dataclass(frozen=True)
class AbProgramSimulation(Problem):
    tokens: list[str]

    template = (
        "A program is a row of tokens, each of them A#, #A, B# or #B. It runs by rewriting two neighbouring tokens"
        " whose hashes face each other, by these rules:\n"
        "A# #A -> nothing (both vanish)\n"
        "B# #B -> nothing (both vanish)\n"
        "A# #B -> #B A#\n"
        "B# #A -> #A B#\n"
        "It stops when no rule applies anywhere. The result does not depend on which pair is rewritten first. What does"
        " this program end as?\n\n{self.tokens:spaces}"
    )
    answer = Choices(TOKENS, "tokens of the result in order")
    difficulty = {"n": grow(4, cap=200), "max_steps": grow(10, cap=400)}
    unique = True

    @classmethod
    def generate(cls, rng: Random, n: int, max_steps: int) -> Self:
        """Uneven weights of the tokens make short runs of long programs."""
        while True:
            weights = [rng.randint(1, n) for _ in TOKENS]
            tokens = rng.choices(TOKENS, weights, k=n)
            result, steps = _run(tokens)
            if result and 0 < steps < max_steps:
                return cls(tokens)

    def solve(self) -> list[str]:
        return _run(self.tokens)[0]

    def brute(self) -> list[str]:
        """Apply the rules to the leftmost pair, again and again."""
        tokens = list(self.tokens)
        while pairs := [at for at in range(len(tokens) - 1) if tokens[at][1] == tokens[at + 1][0] == "#"]:
            left, right = tokens[pairs[0] : pairs[0] + 2]
            tokens[pairs[0] : pairs[0] + 2] = [] if left[0] == right[1] else [right, left]
        return tokens

    def score(self, answer: list[str]) -> float:
        return exact(self.reference, answer)


def _run(tokens: list[str]) -> tuple[list[str], int]:
    """The result and the number of rewritings. A token with its hash in front moves to the left through all that face
    it, up to the first one of its own letter, with which it vanishes."""
    front: list[str] = []
    facing: list[str] = []
    steps = 0
    for token in tokens:
        if token[1] == "#":
            facing.append(token)
            continue
        mate = max((at for at, other in enumerate(facing) if other[0] == token[1]), default=-1)
        steps += len(facing) - max(mate, 0)
        if mate >= 0:
            del facing[mate]
        else:
            front.append(token)
    return front + facing, steps
