"""The probability of some draws from Polya's urn. Counts, colours and draws stop growing at 100 (level 27)."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Self

from rlve_gym import Problem, Rational, exact, grow


@dataclass(frozen=True)
class PolyaModel(Problem):
    """events: [draw, colour], both from 1, by draw."""

    counts: list[int]
    added: int
    draws: int
    events: list[list[int]]

    template = (
        "An urn holds balls of {self.colours} colours: {self.listed}. {self.draws} times, a ball is drawn, each ball in"
        " the urn being equally likely, and put back together with {self.added} new balls of its colour. What is the"
        " probability that all of these draws have the colour that is named?\n{self.wanted}"
    )
    answer = Rational()
    unique = True
    difficulty = {"largest": grow(3, cap=100)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        counts = [rng.randint(1, largest) for _ in range(rng.randint(2, largest))]
        draws = rng.randint(1, largest)
        chosen = sorted(rng.sample(range(1, draws + 1), rng.randint(1, draws)))
        events = [[draw, rng.randint(1, len(counts))] for draw in chosen]
        return cls(counts, rng.randint(1, largest), draws, events)

    @property
    def colours(self) -> int:
        return len(self.counts)

    @property
    def listed(self) -> str:
        return ", ".join(f"{count} of colour {colour}" for colour, count in enumerate(self.counts, 1))

    @property
    def wanted(self) -> str:
        return "\n".join(f"draw {draw}: colour {colour}" for draw, colour in self.events)

    def solve(self) -> Fraction:
        """The draws are exchangeable: those without a condition might as well come last."""
        counts, found = list(self.counts), Fraction(1)
        for _, colour in self.events:
            found *= Fraction(counts[colour - 1], sum(counts))
            counts[colour - 1] += self.added
        return found

    def brute(self) -> Fraction:
        """Every sequence of draws. For small urns."""
        return self._from(1, tuple(self.counts))

    def _from(self, draw: int, counts: tuple[int, ...]) -> Fraction:
        if draw > self.draws:
            return Fraction(1)
        named = {draw: colour for draw, colour in self.events}.get(draw)
        found = Fraction(0)
        for place, count in enumerate(counts):
            if named in (None, place + 1):
                after = (*counts[:place], count + self.added, *counts[place + 1 :])
                found += Fraction(count, sum(counts)) * self._from(draw + 1, after)
        return found

    def score(self, answer: Fraction) -> float:
        return exact(self.reference, answer)
