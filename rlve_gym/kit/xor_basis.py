"""Linear algebra over GF(2): the entries of a vector are the bits of an integer, and vectors add by exclusive or."""

from bisect import insort
from collections.abc import Iterable
from operator import neg
from random import Random


class XorBasis:
    """A linear basis of what some non-negative vectors span; no two of its vectors have the same leading bit.

    carried: that many of the lowest bits of each vector only go along with the others, and take no part in what is
    independent. They can tell of which vectors a sum is made.
    """

    def __init__(self, vectors: Iterable[int] = (), carried: int = 0):
        self.carried = carried
        self.vectors: list[int] = []
        """In the order in which they were added."""
        self._descending: list[int] = []
        for vector in vectors:
            self.add(vector)

    def add(self, vector: int) -> bool:
        """Add a vector, reduced by the others, unless it depends on them. Whether it was added."""
        for other in self._descending:
            if vector ^ other < vector:
                vector ^= other
        independent = vector >> self.carried > 0
        if independent:
            self.vectors.append(vector)
            insort(self._descending, vector, key=neg)
        return independent

    def largest(self, vector: int = 0) -> int:
        """The largest sum of a vector and any of those that the basis spans."""
        for other in self._descending:
            if vector ^ other > vector:
                vector ^= other
        return vector

    def random(self, rng: Random) -> int:
        """The sum of a random choice of the basis, in which each vector is with probability 1/2."""
        found = 0
        for vector in self.vectors:
            found ^= vector * rng.randrange(2)
        return found
