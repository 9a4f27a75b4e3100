"""Find out who always tells the truth and who always lies, from what each person says; there is one solution.

There are at most 16 people (from level 13), as all their 2^n kinds are checked at once for uniqueness. The public suite
looks for names inside names, so that Ella is found in Isabella and judged by her kind; here answers go by position.
"""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, Self

from rlve_gym import Choices, Malformed, Problem, satisfied, step
from rlve_gym.kit.truth_tables import last_assignment, truth_tables

NAMES = (
    *("Ada", "Ben", "Cleo", "Dan", "Elif", "Finn", "Greta", "Hugo", "Ines", "Jonas", "Kira", "Leon", "Mira", "Nils"),
    *("Olga", "Pavel", "Quinn", "Rosa", "Sami", "Tara", "Umar", "Vera", "Wim", "Xenia", "Yusuf", "Zoe", "Arne", "Bela"),
    *("Carla", "Dora", "Emil", "Flora", "Gita", "Hanna", "Igor", "Jana", "Kofi", "Lars", "Maya", "Nora", "Otto"),
)
WORDINGS = {
    "is": ("{0}.",),
    "not": ("It is not true that {0}.", "It is false that {0}."),
    "and": ("{0} and {1}.", "Both of these are true: {0}; {1}."),
    "or": ("{0} or {1}, or both.", "At least one of these is true: {0}; {1}."),
    "implies": ("If {0}, then {1}.", "{0} only if {1}."),
    "iff": ("{0} if and only if {1}.", "Either both of these are true or none is: {0}; {1}."),
}
KINDS = ("knave", "knight")


@dataclass(frozen=True)
class KnightsAndKnaves(Problem):
    """said[i]: [kind of statement, its wording, leaves] of person i; a leaf [j, 1] says that j is a knight, [j, 0] a
    knave."""

    names: list[str]
    said: list[list[Any]]

    template = (
        "Each of these {self.n} people is either a knight, who only says what is true, or a knave, who only says"
        " what is false: {self.names:commas}.\n{self.dialogue}\nWhat is each of them? List their kinds in this order:"
        " {self.names:commas}."
    )
    answer = Choices(KINDS, "kinds")
    difficulty = {"n": step(3, cap=16)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        names = rng.sample(NAMES, n)
        while True:
            problem = cls(names, [_statement(rng, n, speaker) for speaker in range(n)])
            if problem._consistent().bit_count() == 1:
                return problem

    @property
    def n(self) -> int:
        return len(self.names)

    @property
    def dialogue(self) -> str:
        return "\n".join(f'{name} says: "{self._says(*said)}"' for name, said in zip(self.names, self.said))

    def _says(self, kind: str, wording: int, leaves: list[list[int]]) -> str:
        text = WORDINGS[kind][wording].format(*(f"{self.names[who]} is a {KINDS[what]}" for who, what in leaves))
        return text[0].upper() + text[1:]

    def _consistent(self) -> int:
        """The truth table of: all statements fit, where variable i is that person i is a knight."""
        found, knight = truth_tables(self.n)
        for speaker, (kind, _, leaves) in enumerate(self.said):
            p, *rest = [knight[who] if what else ~knight[who] for who, what in leaves]
            q = rest[0] if rest else p
            said = {"is": p, "not": ~p, "and": p & q, "or": p | q, "implies": ~p | q, "iff": ~(p ^ q)}[kind]
            found &= ~(said ^ knight[speaker])
        return found

    def solve(self) -> list[str]:
        return [KINDS[knight] for knight in last_assignment(self._consistent(), self.n)]

    def brute(self) -> list[str]:
        """One assignment of kinds after the other."""
        return next(list(kinds) for kinds in product(KINDS, repeat=self.n) if self._fits(kinds))

    def _fits(self, kinds: tuple[str, ...]) -> bool:
        for mine, (kind, _, leaves) in zip(kinds, self.said):
            true = [kinds[who] == KINDS[what] for who, what in leaves]
            values = {"is": true[0], "not": not true[0], "and": all(true), "or": any(true)}
            values |= {"implies": not true[0] or true[-1], "iff": true[0] == true[-1]}
            if values[kind] != (mine == "knight"):
                return False
        return True

    def score(self, answer: list[str]) -> float:
        if len(answer) != self.n:
            raise Malformed(f"expected {self.n} kinds, found {len(answer)}")
        return satisfied(sum(a == b for a, b in zip(answer, self.reference)), self.n)


def _statement(rng: Random, n: int, speaker: int) -> list[Any]:
    """Nobody says "I am a knave" alone, which nobody can."""
    kind = rng.choice(list(WORDINGS))
    single = kind in ("is", "not")
    leaves = [[who, what] for who in range(n) for what in (0, 1) if not (single and who == speaker)]
    return [kind, rng.randrange(len(WORDINGS[kind])), rng.sample(leaves, 1 if single else 2)]
