"""Intervals of a line, given as (low, high), both included, and points that stab them."""

from collections.abc import Sequence
from fractions import Fraction

Span = tuple[Fraction | int, Fraction | int]


def disjoint_stabbing(spans: Sequence[Span], most: int) -> list[int]:
    """The largest number of intervals that up to 0, 1, ..., `most` points stab in total, no interval twice.

    These numbers are concave, since a linear program with an interval matrix has integer optima: once they stop growing
    they stay. O(most * n) after a sweep of O(n^2), for n intervals.

    Places are numbered upward: the ends of intervals have the even numbers, what lies between two neighbours the odd
    ones. A point at the place i stabs all intervals that contain i. The one below it must be below all of their lower
    ends, and then no interval is stabbed twice, since one that two points stab is stabbed by those between them.
    """
    ends = sorted({end for span in spans for end in span})
    number = {end: 2 * rank for rank, end in enumerate(ends)}
    places = range(2 * len(ends) - 1)
    stabbed, lowest = [0] * len(places), list(places)
    for low, high in ((number[low], number[high]) for low, high in spans):
        for place in range(low, high + 1):
            stabbed[place] += 1
            lowest[place] = min(lowest[place], low)
    best, found = [0] * (len(places) + 1), [0]
    for _ in range(most):
        fewer, best = best, [0]
        for place, count in enumerate(stabbed):
            best.append(max(best[-1], fewer[lowest[place]] + count))
        found.append(best[-1])
        if found[-1] == found[-2]:
            break
    return found + found[-1:] * (most + 1 - len(found))
