"""Grids: side neighbours, distances and connected areas. A grid is a list of rows, strings of one character a cell."""

from collections.abc import Iterable, Iterator, Sequence

Cell = tuple[int, int]
SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


def beside(cell: Cell, rows: int, columns: int) -> Iterator[Cell]:
    """The cells that share a side with a cell: at most four."""
    for down, right in SIDES:
        row, column = cell[0] + down, cell[1] + right
        if 0 <= row < rows and 0 <= column < columns:
            yield row, column


def steps_from(grid: Sequence[str], sources: Iterable[Cell], wall: str) -> list[list[int]]:
    """The least number of steps over sides from any source to each cell, without walls; -1 where there is no way."""
    rows, columns = len(grid), len(grid[0])
    steps = [[-1] * columns for _ in range(rows)]
    queue = list(sources)
    for row, column in queue:
        steps[row][column] = 0
    for cell in queue:
        for row, column in beside(cell, rows, columns):
            if steps[row][column] < 0 and grid[row][column] != wall:
                steps[row][column] = steps[cell[0]][cell[1]] + 1
                queue.append((row, column))
    return steps


def areas(grid: Sequence[str], symbol: str) -> list[list[Cell]]:
    """The sets of cells of a symbol that hang together by their sides."""
    rows, columns = len(grid), len(grid[0])
    left = {(row, column) for row in range(rows) for column in range(columns) if grid[row][column] == symbol}
    found = []
    for start in sorted(left):
        if start in left:
            left.remove(start)
            area = [start]
            for cell in area:
                near = [other for other in beside(cell, rows, columns) if other in left]
                left.difference_update(near)
                area += near
            found.append(area)
    return found
