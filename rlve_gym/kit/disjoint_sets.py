"""Disjoint sets, also called union-find: things that are joined into ever larger sets."""

from collections.abc import Hashable


class DisjointSets:
    """Every thing begins as a set of its own. Roots are found with path halving: O(log n) amortised."""

    def __init__(self) -> None:
        self._above: dict[Hashable, Hashable] = {}

    def root(self, thing: Hashable) -> Hashable:
        """The same for two things if and only if they are in one set."""
        above = self._above
        while above.setdefault(thing, thing) != thing:
            above[thing] = thing = above[above[thing]]
        return thing

    def join(self, one: Hashable, other: Hashable) -> None:
        """Make one set of the two that hold these things."""
        self._above[self.root(one)] = self.root(other)
