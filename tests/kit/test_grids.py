"""What the kit knows of grids, against networkx, scipy and what can be counted by hand."""

from itertools import product

import networkx
import pytest
from scipy.cluster.hierarchy import DisjointSet

from rlve_gym import load
from rlve_gym.kit.disjoint_sets import DisjointSets
from rlve_gym.kit.grids import (
    Holes,
    beside,
    in_rows,
    in_sight,
    inside,
    moved,
    random_entries,
    shortest_way,
    sides,
    steps_from,
    where,
)
from rlve_gym.problem import random_stream


def free_cells(grid, wall="#"):
    graph = networkx.grid_2d_graph(len(grid), len(grid[0]))
    graph.remove_nodes_from(where(grid, wall))
    return graph


def random_grid(rng, rows, columns, symbols):
    return ["".join(rng.choice(symbols) for _ in range(columns)) for _ in range(rows)]


def test_problems_on_grids_know_their_size_whatever_the_field_is_called():
    assert (load("grid_bfs")(["1X0", "000"]).rows, load("grid_bfs")(["1X0", "000"]).columns) == (2, 3)
    hitori = load("hitori_puzzle")([[1, 2, 3], [4, 5, 6]], [])
    assert (hitori.rows, hitori.columns) == (2, 3)
    assert set(hitori.value()) == {"numbers", "black"}


def test_sizes_and_entries_are_drawn_in_their_bounds():
    rng = random_stream("entries")
    grids = [random_entries(rng, 4) for _ in range(300)]
    assert {(len(grid), len(grid[0])) for grid in grids} == set(product((2, 3, 4), repeat=2))
    assert {sides(rng, 2) for _ in range(20)} == {(2, 2)}
    small = [number for grid in grids if (len(grid), len(grid[0])) == (2, 3) for row in grid for number in row]
    assert set(small) == {1, 2, 3, 4, 5, 6}


def test_cells_in_rows_and_back():
    assert in_rows("abcdef", 3) == ["abc", "def"] and in_rows([1, 2, 3, 4], 2) == [[1, 2], [3, 4]]
    assert where(["a.b", ".a."], "ab") == [(0, 0), (0, 2), (1, 1)]
    assert where([[7, 0], [0, 1]], [0]) == [(0, 1), (1, 0)]
    assert [moved((3, 5), move) for move in "UDLR"] == [(2, 5), (4, 5), (3, 4), (3, 6)]
    assert [cell for cell in product(range(-1, 4), repeat=2) if inside(cell, 2, 3)] == list(product(range(2), range(3)))
    assert list(beside((1, 1), 3, 3)) == [(0, 1), (1, 0), (1, 2), (2, 1)]


def test_shortest_ways_lead_to_a_source_without_detours():
    rng, ways = random_stream("ways"), 0
    for _ in range(200):
        grid = random_grid(rng, *sides(rng, 7), "...#")
        free = where(grid, ".")
        if len(free) < 2:
            continue
        source, start = rng.sample(free, 2)
        steps = steps_from(grid, [source], "#")
        graph = free_cells(grid)
        if not networkx.has_path(graph, start, source):
            assert steps[start[0]][start[1]] == -1
            continue
        way = shortest_way(steps, start, "LRUD")
        assert len(way) == networkx.shortest_path_length(graph, start, source)
        cell = start
        for move in way:
            cell = moved(cell, move)
            assert cell in graph
        assert cell == source
        ways += 1
    assert ways > 100


def test_of_several_shortest_ways_the_first_in_order_is_taken():
    steps = steps_from(["...", "...", "..."], [(2, 2)], "#")
    assert shortest_way(steps, (0, 0), "LRUD") == "RRDD" and shortest_way(steps, (0, 0), "DRUL") == "DDRR"
    assert shortest_way(steps, (2, 2), "LRUD") == ""


def test_lines_of_sight_end_at_what_is_not_clear():
    grid = ["..#.", ".#..", "...."]
    assert sorted(in_sight(grid, (0, 0), ".")) == [(0, 1), (1, 0), (2, 0)]
    assert sorted(in_sight(grid, (1, 2), ".")) == [(1, 3), (2, 2)]
    rng = random_stream("sight")
    for _ in range(200):
        grid = random_grid(rng, *sides(rng, 6), "ab#")
        for cell in product(range(len(grid)), range(len(grid[0]))):
            seen = set()
            for other in product(range(len(grid)), range(len(grid[0]))):
                (a, b), (c, d) = sorted([cell, other])
                between = [(r, s) for r in range(a, c + 1) for s in range(min(b, d), max(b, d) + 1) if (r, s) != cell]
                if (a == c) != (b == d) and all(grid[r][s] in "ab" for r, s in between):
                    seen.add(other)
            found = in_sight(grid, cell, "ab")
            assert set(found) == seen and len(found) == len(seen)


def test_disjoint_sets_against_scipy():
    rng = random_stream("disjoint sets")
    for _ in range(50):
        mine, theirs = DisjointSets(), DisjointSet(range(20))
        for _ in range(rng.randrange(25)):
            one, other = rng.randrange(20), rng.randrange(20)
            mine.join(one, other)
            theirs.merge(one, other)
        for one, other in product(range(20), repeat=2):
            assert (mine.root(one) == mine.root(other)) == theirs.connected(one, other)


@pytest.mark.parametrize("largest", [2, 3, 5, 9])
def test_holes_are_taken_exactly_where_nothing_is_cut_off(largest):
    taken, refused = 0, 0
    for seed in range(60):
        rng = random_stream("holes", largest, seed)
        rows, columns = sides(rng, largest)
        holes = Holes(rows, columns)
        graph = networkx.grid_2d_graph(rows, columns)
        for cell in rng.sample(sorted(graph), rows * columns):
            without = graph.copy()
            without.remove_node(cell)
            fits = holes.cells.isdisjoint(beside(cell, rows, columns)) and networkx.is_connected(without)
            assert holes.take(cell) == fits
            graph = without if fits else graph
            taken, refused = taken + fits, refused + (not fits)
        assert holes.cells.isdisjoint(graph)
    assert taken >= 60 and refused >= 60
