"""Count the partitions of a number into a given number of parts.

In the public suite most answers at level 0 are 1. Here the number is more than half of the largest one, and neither
one part nor almost as many as the number are asked for. The number stops growing at 2,000 (level 14), since the
reference costs its square.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, ratio, scale


@dataclass(frozen=True)
class NumberPartitionCounting(Problem):
    n: int
    k: int

    template = (
        "In how many ways can {self.n} be written as a sum of exactly {self.k} positive integers? Sums that differ only"
        " in the order of their terms count once."
    )
    answer = Integer(low=1)
    difficulty = {"max_n": scale(10, "1.5", cap=2_000)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, max_n: int) -> Self:
        n = rng.randint(max_n // 2 + 1, max_n)
        return cls(n, rng.randint(2, n - 2))

    def solve(self) -> int:
        """Less 1 from every part: the partitions of n - k into at most k parts, or into parts up to k."""
        rest = self.n - self.k
        ways = [1] + [0] * rest
        for part in range(1, min(self.k, rest) + 1):
            for total in range(part, rest + 1):
                ways[total] += ways[total - part]
        return ways[rest]

    def brute(self) -> int:
        """List them, largest part first. For n up to some 40."""
        return _listed(self.n, self.k, self.n)

    def score(self, answer: int) -> float:
        return ratio(self.reference, answer)


def _listed(total: int, parts: int, largest: int) -> int:
    """Partitions of `total` into so many parts, none above `largest`, one by one."""
    if parts == 0:
        return int(total == 0)
    return sum(_listed(total - part, parts - 1, part) for part in range(1, min(largest, total) + 1))
