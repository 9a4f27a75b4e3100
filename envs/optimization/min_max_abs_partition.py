"""Cut an array of +1 and -1 into parts whose largest sum, up to sign, is least. Public name: Minimum_MaxAbsSlicer.

Among the best cuts, the sequence of the labels of the last entries decides, so that one answer is right. There are 300
entries at most (level 37).
"""

from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise
from random import Random
from typing import Self

from rlve_gym import Integers, Invalid, Problem, agreement, grow, lexicographic, ratio


@dataclass(frozen=True)
class MinMaxAbsPartition(Problem):
    """labels: a permutation of 1 to n. values: +1 or -1 each. parts: how many, from 2 to n - 1."""

    labels: list[int]
    values: list[int]
    parts: int

    template = (
        'Here is a row of {self.n} entries. Each line "label value" is one of them, in order:\n{self.listed}\n\n'
        "Cut the row into exactly {self.parts} parts, each of one or more consecutive entries; every entry is in one"
        " part. The cost of a part is the absolute value of the sum of its values. Make the largest cost of any part as"
        " small as possible. Write down the label of the last entry of each part, in order of the parts; among all the"
        " best ways to cut, take the one for which this sequence of labels is lexicographically smallest."
    )
    answer = Integers("labels of the last entries, in order of the parts")
    difficulty = {"n": grow(4, cap=300)}
    unique = True

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        labels, share = rng.sample(range(1, n + 1), n), rng.random()
        return cls(labels, [1 if rng.random() < share else -1 for _ in range(n)], rng.randint(3, n - 1))

    @property
    def n(self) -> int:
        return len(self.labels)

    @property
    def listed(self) -> str:
        return "\n".join(f"{label} {value:+d}" for label, value in zip(self.labels, self.values))

    @property
    def sums(self) -> list[int]:
        """The sums of the first 0, 1, ... entries."""
        return [0, *accumulate(self.values)]

    @property
    def least(self) -> int:
        """The least largest cost: no less than the mean, and neighbouring sums differ by 1, so that a limit d >= 1 can
        be kept iff the total is at most d for each part. A limit 0 needs a place of sum 0 for the end of each part."""
        total = self.sums[-1]
        if total:
            return -(-abs(total) // self.parts)
        return 0 if self.sums.count(0) > self.parts else 1

    def solve(self) -> list[int]:
        """Each part ends at the smallest label after which the rest can still be cut. O(n parts)."""
        limit, sums, start, found = self.least, self.sums, 0, []
        zeros = [sums[place:].count(sums[-1]) for place in range(self.n + 1)]
        for left in range(self.parts - 1, -1, -1):
            ends = [
                end
                for end in range(start + 1 if left else self.n, self.n - left + 1)
                if abs(sums[end] - sums[start]) <= limit
                and abs(sums[-1] - sums[end]) <= limit * left
                and (zeros[end] > left or limit > 0)
            ]
            start = min(ends, key=lambda end: self.labels[end - 1])
            found.append(self.labels[start - 1])
        return found

    def brute(self) -> list[int]:
        """All cuts. For up to 14 entries."""
        cuts = ([*inner, self.n] for inner in combinations(range(1, self.n), self.parts - 1))
        return min((self._cost(ends), [self.labels[end - 1] for end in ends]) for ends in cuts)[1]

    def _cost(self, ends: list[int]) -> int:
        sums = self.sums
        return max(abs(sums[end] - sums[start]) for start, end in pairwise([0, *ends]))

    def score(self, answer: list[int]) -> float:
        """One half for the cost, and, if it is the least, the other for the right labels; both to the fifth power."""
        place = {label: end for end, label in enumerate(self.labels, 1)}
        if len(answer) != self.parts or not set(answer) <= place.keys():
            raise Invalid(f"not {self.parts} labels that exist")
        ends = [place[label] for label in answer]
        if ends[-1] != self.n or any(end <= start for start, end in pairwise(ends)):
            raise Invalid("the parts do not follow one another up to the last entry")
        return lexicographic(ratio(self.least, self._cost(ends)) ** 5, agreement(self.reference, answer) ** 5)
