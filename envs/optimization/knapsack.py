"""Fill a knapsack with the items of largest value. Public name: Knapsack.

At least one item has to stay behind. There are 100 items at most (level 27).
"""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, grow, ratio


@dataclass(frozen=True)
class Knapsack(Problem):
    """items: [weight, value]. capacity: room for at least one of them."""

    items: list[list[int]]
    capacity: int

    template = (
        'Here are {self.n} items, numbered 0 to {self.n:last}. Each line "weight value" is one of them, in order:\n'
        "{self.items:lines}\n\n"
        "Choose some of them with a total weight of at most {self.capacity}, so that their total value is as large as"
        " possible. Each item can be chosen once."
    )
    answer = Integers("numbers of the chosen items in any order")
    difficulty = {"n": grow(3, cap=100)}
    beta = 5

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        weights = [rng.randint(1, n) for _ in range(n)]
        items = [[weight, rng.randint(1, 2 * weight)] for weight in weights]
        return cls(items, rng.randint(min(weights), sum(weights) - 1))

    @property
    def n(self) -> int:
        return len(self.items)

    def solve(self) -> list[int]:
        """By the number of items considered and the capacity; O(n capacity)."""
        rows = [[0] * (self.capacity + 1)]
        for weight, value in self.items:
            old = rows[-1]
            rows.append(old[:weight] + [max(out, into + value) for out, into in zip(old[weight:], old)])
        chosen, room = [], self.capacity
        for number in range(self.n - 1, -1, -1):
            if rows[number + 1][room] > rows[number][room]:
                chosen.append(number)
                room -= self.items[number][0]
        return chosen[::-1]

    def brute(self) -> list[int]:
        """All choices. For up to 14 items."""
        choices = ([i for i, bit in enumerate(bits) if bit] for bits in product((0, 1), repeat=self.n))
        return max((chosen for chosen in choices if self._total(0, chosen) <= self.capacity), key=self._value)

    def _total(self, part: int, chosen: list[int]) -> int:
        return sum(self.items[number][part] for number in chosen)

    def _value(self, chosen: list[int]) -> int:
        return self._total(1, chosen)

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < len(answer) or not all(0 <= number < self.n for number in answer):
            raise Invalid("an item that does not exist, or twice the same")
        if (weight := self._total(0, answer)) > self.capacity:
            raise Invalid(f"the items weigh {weight}, more than {self.capacity}")
        return ratio(self._value(self.reference), self._value(answer))
