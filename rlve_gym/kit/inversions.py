"""Inversions: the pairs of entries of a list that are out of order."""

from collections.abc import Sequence


def inversions(values: Sequence[int]) -> int:
    """How many pairs i < j have values[i] > values[j]; as many swaps of neighbours sort. By merging, O(n log n)."""
    return _sorted(list(values))[0]


def _sorted(values: list[int]) -> tuple[int, list[int]]:
    """The number of inversions, and the sorted values."""
    if len(values) < 2:
        return 0, values
    (count, left), (more, right) = _sorted(values[: len(values) // 2]), _sorted(values[len(values) // 2 :])
    count, merged, i = count + more, [], 0
    for value in right:
        while i < len(left) and left[i] <= value:
            merged.append(left[i])
            i += 1
        merged.append(value)
        count += len(left) - i
    return count, merged + left[i:]
