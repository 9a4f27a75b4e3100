"""Count the ways to sort a permutation by swapping aligned blocks, each size at most once.

Permutations of 4 elements, with which the public suite begins, have few answers; so this one begins with 8 elements. It
stops growing at 256 (level 5), since the prompt lists it.
"""

from dataclasses import dataclass
from itertools import combinations, permutations
from math import factorial
from random import Random
from typing import Self

from rlve_gym import Integer, Problem, ratio, step


@dataclass(frozen=True)
class SegmentTreeSortingCounting(Problem):
    numbers: list[int]

    template = (
        "Here is an array of {self.numbers:count} distinct integers, the numbers 1 to {self.numbers:count}:\n"
        "{self.numbers:spaces}\n\n"
        "For each i from 1 to {self.kinds} there is an operation of kind i: divide the array into consecutive blocks of"
        " 2^(i-1) elements, choose two different blocks and exchange them (each keeps its inner order). Every kind may"
        " be used at most once, and the kinds used may come in any order. How many different sequences of operations"
        " sort the array in increasing order? Two sequences differ if their lengths differ, or if at some step they"
        " have different kinds or exchange different pairs of places (the order of the two blocks does not matter). The"
        " empty sequence counts if the array is sorted."
    )
    answer = Integer(low=0)
    difficulty = {"kinds": step(3, cap=8)}
    beta = 10

    @classmethod
    def generate(cls, rng: Random, kinds: int) -> Self:
        """Apply some kinds of operations, at least one, to the sorted array."""
        numbers = list(range(1, 2**kinds + 1))
        while numbers == sorted(numbers):
            used = [kind for kind in range(1, kinds + 1) if rng.random() < 0.5]
            rng.shuffle(used)
            for kind in used:
                numbers = _swapped(numbers, 2 ** (kind - 1), *rng.sample(range(2 ** (kinds - kind + 1)), 2))
        return cls(numbers)

    @property
    def kinds(self) -> int:
        return len(self.numbers).bit_length() - 1

    def solve(self) -> int:
        """Operations can be brought into the order of their sizes: a larger one only carries the places of a smaller
        one along. So each choice of them counts with all orders of its kinds."""
        return _ways([number - 1 for number in self.numbers], 0)

    def brute(self) -> int:
        """Every sequence of operations. For up to 8 elements."""
        total = 0
        for kinds in (order for count in range(self.kinds + 1) for order in permutations(range(self.kinds), count)):
            reached = [self.numbers]
            for kind in kinds:
                pairs = list(combinations(range(2 ** (self.kinds - kind)), 2))
                reached = [_swapped(numbers, 2**kind, *pair) for numbers in reached for pair in pairs]
            total += reached.count(sorted(self.numbers))
        return total

    def score(self, answer: int) -> float:
        return ratio(self.reference, answer)


def _ways(blocks: list[int], used: int) -> int:
    """The sequences that sort blocks of one size, given how many kinds of smaller sizes are used.

    Blocks of this size are exchanged so that each pair of neighbours makes a block of twice the size. One exchange
    touches two pairs, so it must touch all those that are wrong, and no others.
    """
    if len(blocks) == 1:
        return factorial(used)
    wrong = [at for at in range(0, len(blocks), 2) if not _fits(blocks, at)]
    if not wrong:
        return _ways([first // 2 for first in blocks[::2]], used)
    if len(wrong) > 2:
        return 0
    places = [place for at in wrong for place in (at, at + 1)]
    exchanged = (_swapped(blocks, 1, a, b) for a, b in combinations(places, 2))
    mended = [blocks for blocks in exchanged if all(_fits(blocks, at) for at in wrong)]
    return sum(_ways([first // 2 for first in blocks[::2]], used + 1) for blocks in mended)


def _fits(blocks: list[int], at: int) -> bool:
    return blocks[at] % 2 == 0 and blocks[at + 1] == blocks[at] + 1


def _swapped(numbers: list[int], size: int, a: int, b: int) -> list[int]:
    """The blocks number a and b, counted from 0, exchanged."""
    a, b = min(a, b) * size, max(a, b) * size
    between = numbers[a + size : b]
    return numbers[:a] + numbers[b : b + size] + between + numbers[a : a + size] + numbers[b + size :]
