"""Lines [a, b] in the plane, for y = a x + b, with integers; exact."""

from collections.abc import Sequence
from fractions import Fraction

Line = list[int]


def crossing(one: Line, other: Line) -> Fraction:
    """The x at which two lines that are not parallel meet."""
    return Fraction(other[1] - one[1], one[0] - other[0])


def upper_envelope(lines: Sequence[Line]) -> list[int]:
    """The indices of the lines that are highest on an interval of positive length, from left to right.

    A stack by ascending slope: a line hides its predecessor if it overtakes it no later than that one overtook the one
    before. O(n log n). Of equal lines, the last one stands for all.
    """
    stack: list[int] = []
    for index in sorted(range(len(lines)), key=lines.__getitem__):
        line = lines[index]
        if stack and lines[stack[-1]][0] == line[0]:
            stack.pop()
        while len(stack) > 1 and crossing(lines[stack[-1]], line) <= crossing(lines[stack[-2]], lines[stack[-1]]):
            stack.pop()
        stack.append(index)
    return stack
