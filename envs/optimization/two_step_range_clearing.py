"""Clear an array by adding +-A or +-B to ranges, in the fewest operations.

The array's length stops growing at 500 (level 45), since the prompt lists every entry.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge
from itertools import islice, pairwise
from math import gcd
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, exact, grow
from rlve_gym.kit.search import distance


@dataclass(frozen=True)
class TwoStepRangeClearing(Problem):
    """`numbers` are sums of multiples of `a` and `b`, which are positive and different."""

    numbers: list[int]
    a: int
    b: int

    template = (
        "In one operation on an array of integers you choose a contiguous, non-empty range of its entries and one of"
        " the four numbers {self.a}, -{self.a}, {self.b}, -{self.b}, and add that number to every entry in the range."
        " What is the least number of operations that turns the following array into all zeros?\n{self.numbers:spaces}"
    )
    answer = Integer()
    difficulty = {"n": grow(2, cap=500)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        a, b = rng.randint(1, 2 * n), rng.randint(1, 2 * n - 1)
        b += b >= a
        negative_x, negative_y = rng.random(), rng.random()

        def count(negative: float) -> int:
            size = rng.randint(0, 2 * n)
            return -size if rng.random() < negative else size

        return cls([a * count(negative_x) + b * count(negative_y) for _ in range(n)], a, b)

    def solve(self) -> int:
        """Separable convex minimisation over the differences of neighbours.

        Let d_0, ..., d_n be the differences of the array with a 0 before and a 0 behind it; they sum to 0. An operation
        adds c to one of them and takes c from a later one, for c in {A, -A, B, -B}: so it moves an A or a B from any
        one to any other. If A x_i + B y_i = d_i and the x_i sum to 0 (hence the y_i too), sum(|x_i| + |y_i|) / 2
        operations are enough, and for the best such x and y they are needed.

        With g = gcd(A, B) all solutions for one i are (x - t B / g, y + t A / g), and |x| + |y| is convex in t. So from
        the best pair of each i, the sum of the y_i is brought to 0 by steps in one direction, and it is optimal to take
        the cheapest step each time. With A > B the best y_i lies in -A/g..A/g - 1, because y changes faster than x;
        hence n + 1 steps are enough. O(n log n).
        """
        g, (small, large) = gcd(self.a, self.b), sorted((self.a, self.b))
        small, large = small // g, large // g
        targets = [(after - before) // g for before, after in pairwise([0, *self.numbers, 0])]
        inverse = pow(small, -1, large)

        def cost(target: int, y: int) -> int:
            return abs(target - small * y) // large + abs(y)

        residues = [target * inverse % large for target in targets]
        best = [min(y, y - large, key=lambda y: cost(target, y)) for target, y in zip(targets, residues)]
        steps, direction = abs(sum(best)) // large, -large if sum(best) > 0 else large

        def extra(target: int, y: int) -> Iterator[int]:
            """What one step more costs, again and again; it never falls, as the cost is convex."""
            while True:
                yield cost(target, y + direction) - cost(target, y)
                y += direction

        cheapest = islice(merge(*map(extra, targets, best)), steps)
        return (sum(map(cost, targets, best)) + sum(cheapest)) // 2

    def brute(self) -> int:
        """Breadth-first search over whole arrays, from both ends. For 2 or 3 entries that need few operations."""
        n, changes = len(self.numbers), (self.a, -self.a, self.b, -self.b)
        moves = [[c * (i <= k <= j) for k in range(n)] for i in range(n) for j in range(i, n) for c in changes]

        def onward(array: tuple[int, ...]) -> list[tuple[int, ...]]:
            return [tuple(map(int.__add__, array, move)) for move in moves]

        return distance(tuple(self.numbers), (0,) * n, onward)

    def score(self, answer: int) -> float:
        return exact(self.reference, answer)
