"""Matchings: an assignment of least cost."""

from collections.abc import Sequence


def cheapest_assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row in a perfect matching of least total cost; a square matrix of integers of any sign.

    The Hungarian method with potentials, row by row: O(n^3).
    """
    n = len(costs)
    of_row, of_column = [0] * n, [0] * (n + 1)
    # Column n is where the row that is new starts from.
    row_at = [-1] * (n + 1)
    for new in range(n):
        row_at[n], tree, free = new, [n], set(range(n))
        slack, before = [cost - price for cost, price in zip(costs[new], of_column)], [n] * n
        while True:
            at = min(free, key=lambda column: (slack[column], column))
            delta = slack[at]
            for column in tree:
                of_row[row_at[column]] += delta
                of_column[column] -= delta
            for column in free:
                slack[column] -= delta
            free.remove(at)
            tree.append(at)
            if (row := row_at[at]) < 0:
                break
            for column in free:
                reduced = costs[row][column] - of_row[row] - of_column[column]
                if reduced < slack[column]:
                    slack[column], before[column] = reduced, at
        while at != n:
            row_at[at] = row_at[before[at]]
            at = before[at]
    return sorted(range(n), key=row_at.__getitem__)
