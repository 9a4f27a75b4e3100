"""Drawings of characters, made of copies of a stamp."""

from collections.abc import Sequence


def painted(stamp: Sequence[str], corners: Sequence[tuple[int, int]], clear: str) -> list[str]:
    """A drawing in which later copies of a stamp cover earlier ones (the painter's algorithm), as lines from the top.

    stamp: lines of equal length, from the top. corners: for each copy, the columns between its left end and that of the
    drawing, and the lines below it. clear: this character of a stamp covers nothing; it fills the rest of the drawing,
    which reaches as far as the copies do.
    """
    height = max(bottom for _, bottom in corners) + len(stamp)
    width = max(left for left, _ in corners) + len(stamp[0])
    canvas = [[clear] * width for _ in range(height)]
    for left, bottom in corners:
        for up, line in enumerate(reversed(stamp)):
            for right, mark in enumerate(line):
                if mark != clear:
                    canvas[bottom + up][left + right] = mark
    return ["".join(line) for line in reversed(canvas)]
