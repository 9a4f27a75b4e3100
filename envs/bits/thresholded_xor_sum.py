"""Sum, over a table of exclusive ors, what exceeds a threshold. Public name: EnergyStorageMeter.

The public suite draws the threshold up to the size of the table, so that the sum is 0 in half of the problems of level
0; here it is at most a quarter of N + M, and problems with a sum of 0 are drawn again. The table's sides stop growing
at 10^60 (level 338).
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve_gym import Integer, Malformed, Problem, ratio, scale


@dataclass(frozen=True)
class ThresholdedXorSum(Problem):
    rows: int
    columns: int
    threshold: int

    template = (
        "A table has {self.rows} rows and {self.columns} columns, both counted from 0. The entry in row i and column j"
        " is the bitwise exclusive or of i and j, less {self.threshold}, or 0 where that would be negative. What is the"
        " sum of all entries?"
    )
    answer = Integer()
    difficulty = {"side": scale(4, "1.5", cap=10**60)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, side: int) -> Self:
        while True:
            rows, columns = rng.randint(2, side), rng.randint(2, side)
            problem = cls(rows, columns, rng.randint(0, (rows + columns) // 4))
            if problem.solve() > 0:
                return problem

    def solve(self) -> int:
        """By blocks: [0, N) falls into one run of 2^a numbers for each bit a of N, and the exclusive ors of two runs of
        lengths 2^a >= 2^b are 2^b times each number of a run of 2^a."""
        return sum(self._block(a, b) for a in _runs(self.rows) for b in _runs(self.columns))

    def _block(self, one: tuple[int, int], other: tuple[int, int]) -> int:
        (start, length), (start_2, length_2) = one, other
        large, small = max(length, length_2), min(length, length_2)
        low = (start ^ start_2) & -large
        first = max(low, self.threshold + 1) - self.threshold
        last = low + large - 1 - self.threshold
        return small * (first + last) * (last - first + 1) // 2 if last >= first else 0

    def brute(self) -> int:
        """All entries. For up to some thousand."""
        table = ((i ^ j) - self.threshold for i in range(self.rows) for j in range(self.columns))
        return sum(max(entry, 0) for entry in table)

    def score(self, answer: int) -> float:
        if answer < 0:
            raise Malformed("no entry is negative")
        return ratio(self.reference, answer)


def _runs(n: int) -> list[tuple[int, int]]:
    """(start, length) of aligned runs whose lengths are powers of 2 and that make up [0, n)."""
    return [(n >> bit + 1 << bit + 1, 1 << bit) for bit in range(n.bit_length()) if n >> bit & 1]
