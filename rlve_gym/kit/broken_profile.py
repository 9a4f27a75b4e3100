"""Cheapest states for the cells of a grid under rules about neighbours: dynamic programming over a broken profile.

Cells are placed row by row. All that later cells need to know of earlier ones is the profile: the state of the last
cell that was placed in every column. It is broken where the current row meets the one above.
"""

from collections.abc import Mapping, Sequence

import numpy as np

Pair = tuple[int, int]
NEVER = np.int32(1 << 28)
"""More than any cost: all costs together must stay below."""


def cheapest_states(
    costs: np.ndarray, rules: Mapping[Pair, Sequence[Pair]], outside: int, final: Sequence[int]
) -> np.ndarray:
    """The states in which the cells are placed at least total cost, an array (rows, columns).

    costs: integers (rows, columns, states), what each state costs in each cell. rules: for each (left, cell), states of
    the left neighbour and of the cell itself once this is placed, the pairs (left, above) of what its left and upper
    neighbours may have been before; a cell may change the state of the one on its left, as by covering it. outside: the
    state of what lies above the first row and left of the first column, which no cell changes. final: the states in
    which the last row may end. Time and memory are exponential in the columns: turn a grid so that these are few.
    """
    rows, columns, states = costs.shape
    costs = costs.astype(np.int32)
    assert states**2 <= 128, "a pair of states is one signed byte"
    least = np.full((states,) * columns, NEVER)
    least[(outside,) * columns] = 0
    before = []
    for row in range(rows):
        for column in range(columns):
            least, pairs = _placed(least, column, costs[row, column], rules, outside)
            before.append(pairs)
    end = least[np.ix_(*[final] * columns)]
    profile = [final[int(at)] for at in np.unravel_index(end.argmin(), end.shape)]
    placed = np.zeros((rows, columns), dtype=int)
    for row in reversed(range(rows)):
        for column in reversed(range(columns)):
            placed[row, column] = profile[column]
            left, profile[column] = divmod(int(before.pop()[tuple(profile)]), states)
            if column:
                profile[column - 1] = left
    return placed


def _placed(
    least: np.ndarray, column: int, costs: np.ndarray, rules: Mapping[Pair, Sequence[Pair]], outside: int
) -> tuple[np.ndarray, np.ndarray]:
    """Least costs by profiles after one more cell, and states * left + above: what its two neighbours were before."""
    states = len(costs)
    if column:
        old = np.moveaxis(least, (column - 1, column), (0, 1))
    else:
        old = np.full((states, *least.shape), NEVER)
        old[outside] = least
    new, pairs = np.full(old.shape, NEVER), np.zeros(old.shape, dtype=np.int8)
    for (left, cell), sources in rules.items():
        options = np.stack([old[source] for source in sources])
        best = options.argmin(axis=0)
        new[left, cell] = np.minimum(options.min(axis=0) + costs[cell], NEVER)
        pairs[left, cell] = np.array([states * a + b for a, b in sources], dtype=np.int8)[best]
    if column:
        return np.moveaxis(new, (0, 1), (column - 1, column)), np.moveaxis(pairs, (0, 1), (column - 1, column))
    return new[outside], pairs[outside]
