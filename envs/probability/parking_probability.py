"""The probability that guests who take the next free seat all find one: parking functions. Public name: Cinema.

Seats stop growing at 100 (level 9), as the answer has about log10(seats) digits for each guest.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Self

from rlve_gym import Problem, Rational, exact, scale


@dataclass(frozen=True)
class ParkingProbability(Problem):
    guests: int
    seats: int

    template = (
        "A cinema has a row of {self.seats} seats, numbered from 1 to {self.seats}, all of them free. {self.guests}"
        " guests come one after another, each with a ticket on which one of the {self.seats} numbers is printed; all"
        " numbers are equally likely, and tickets are independent of each other. A guest goes to the seat of the"
        " ticket, and if it is taken, on towards higher numbers to the first free seat; if there is none up to seat"
        " {self.seats}, the guest has to stand. What is the probability that nobody has to stand?"
    )
    answer = Rational()
    unique = True
    difficulty = {"largest": scale(4, "1.5", cap=100)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        guests = rng.randint(2, largest)
        return cls(guests, rng.randint(guests, largest))

    def solve(self) -> Fraction:
        """With one more seat, and the row closed to a circle, all seats are equally likely to stay free; nobody stands
        if the seat that was added does."""
        free = self.seats + 1 - self.guests
        return Fraction(free * (self.seats + 1) ** (self.guests - 1), self.seats**self.guests)

    def brute(self) -> Fraction:
        """All tickets. For small rows."""
        seated = sum(map(self._all_seated, product(range(self.seats), repeat=self.guests)))
        return Fraction(seated, self.seats**self.guests)

    def _all_seated(self, tickets: tuple[int, ...]) -> bool:
        free = [True] * self.seats
        for seat in tickets:
            while seat < self.seats and not free[seat]:
                seat += 1
            if seat == self.seats:
                return False
            free[seat] = False
        return True

    def score(self, answer: Fraction) -> float:
        return exact(self.reference, answer)
