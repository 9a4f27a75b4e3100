"""Grids: references against networkx, a MaxSAT solver and enumeration, rewards by hand, what is drawn."""

from importlib import import_module
from itertools import pairwise

import networkx
import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from scipy import ndimage

from rlve_gym import Reward, load
from rlve_gym.kit.grids import areas, beside, steps_from
from rlve_gym.problem import random_stream

GridBfs, Maze = load("grid_bfs"), load("maze")
LargestGridComponent, MinimumDominatingSetGrid = load("largest_grid_component"), load("minimum_dominating_set_grid")


def reward(problem, text):
    return Reward()(problem.judge(text), problem.beta)


def grid_graph(grid, wall):
    graph = networkx.grid_2d_graph(len(grid), len(grid[0]))
    graph.remove_nodes_from([(i, j) for i, line in enumerate(grid) for j, mark in enumerate(line) if mark == wall])
    return graph


def test_parameters_equal_the_catalogue():
    sizes = [4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18]
    assert [GridBfs.parameters(level)["side"] for level in range(11)] == sizes
    assert [Maze.parameters(level)["n"] for level in range(11)] == sizes
    assert [LargestGridComponent.parameters(level)["side"] for level in range(11)] == sizes
    assert [MinimumDominatingSetGrid.parameters(level)["side"] for level in range(8)] == [3, 4, 5, 6, 7, 8, 9, 10]
    assert [cls.beta for cls in (GridBfs, Maze, LargestGridComponent, MinimumDominatingSetGrid)] == [10, 3, 1, 5]


def test_beyond_its_cap_the_dominated_grid_stays():
    assert [MinimumDominatingSetGrid.parameters(level)["side"] for level in (7, 8, 20)] == [10, 10, 10]


def test_cells_beside_a_cell():
    assert sorted(beside((0, 0), 2, 3)) == [(0, 1), (1, 0)]
    assert sorted(beside((1, 1), 3, 3)) == [(0, 1), (1, 0), (1, 2), (2, 1)]
    assert list(beside((0, 0), 1, 1)) == []
    assert steps_from(["..#", "#.#", "..."], [(0, 0)], "#") == [[0, 1, -1], [-1, 2, -1], [4, 3, 4]]
    assert sorted(map(len, areas(["a.a", "aa."], "a"))) == [1, 3]


def test_grid_bfs_against_networkx():
    for seed in range(210):
        problem = GridBfs.draw(seed % 8, seed)
        graph = grid_graph(problem.grid, "X")
        marked = {cell for cell in graph if problem.grid[cell[0]][cell[1]] == "1"}
        found = networkx.multi_source_dijkstra_path_length(graph, marked)
        expected = [[found.get((i, j), -1) for j in range(problem.columns)] for i in range(problem.rows)]
        assert problem.solve() == expected
        if seed % 8 < 3:
            assert problem.brute() == expected


def test_every_grid_of_grid_bfs_has_different_entries():
    for seed in range(150):
        problem = GridBfs.draw(seed % 4, seed)
        assert len({number for line in problem.solve() for number in line}) > 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0 1 2\n-1 -1 3\n-1 0 -1", 1),
        ("[[0, 1, 2], [-1, -1, 3], [-1, 0, -1]]", 1),
        ("0 1 2\n-1 -1 3\n-1 0 1", (8 / 9) ** 10),
        ("0 1 2\n-1 -1 3", -0.5),
        ("0 1\n-1 -1\n-1 0", -0.5),
        ("0 1 2\n-1 3\n-1 0 -1", -1),
        ("0 1 2\n-1 X 3\n-1 0 -1", -1),
        ("", -1),
    ],
)
def test_rewards_of_grid_bfs(text, expected):
    """The 0 at the bottom left cannot leave its corner."""
    assert reward(GridBfs(["100", "XX0", "X1X"]), text) == pytest.approx(expected)


def test_maze_against_networkx():
    for seed in range(210):
        problem = Maze.draw(seed % 10, seed)
        goal = (problem.n - 1, problem.n - 1)
        expected = networkx.shortest_path_length(grid_graph(problem.grid, "#"), (0, 0), goal)
        assert len(problem.solve()) == problem.shortest == expected
        assert problem.score(problem.solve()) == 1


def test_exactly_the_shortest_ways_are_right():
    moves = {(0, 1): "R", (0, -1): "L", (1, 0): "D", (-1, 0): "U"}
    for seed in range(60):
        problem = Maze.draw(seed % 3, seed)
        goal = (problem.n - 1, problem.n - 1)
        for way in networkx.all_shortest_paths(grid_graph(problem.grid, "#"), (0, 0), goal):
            text = "".join(moves[v[0] - u[0], v[1] - u[1]] for u, v in pairwise(way))
            assert problem.judge(text).correct
            assert not problem.judge(text + "UD").correct and not problem.judge(text[:-1]).correct


def test_a_maze_that_walls_close_is_opened():
    module = import_module(Maze.__module__)
    found = [Maze(module._opened(random_stream("opened", seed), [".####", *["#####"] * 4])) for seed in range(30)]
    assert all(problem.shortest == 8 for problem in found)
    assert len({tuple(problem.grid) for problem in found}) > 20


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RDDR", 1),
        ("LRDDR", -0.5),
        ("RDUDDR", (4 / 6) ** 3),
        ("RDDRLR", (4 / 6) ** 3),
        ("RDD", -0.2),
        ("DDRR", -0.5),
        ("RDDRR", -0.5),
        ("RDDX", -1),
        ("R D D R", -1),
        ("", -1),
    ],
)
def test_rewards_of_maze(text, expected):
    assert reward(Maze(["..#", "#.#", "..."]), text) == pytest.approx(expected)


def test_largest_component_against_scipy():
    for seed in range(210):
        problem = LargestGridComponent.draw(seed % 10, seed)
        names, count = ndimage.label([[int(mark) for mark in line] for line in problem.grid])
        assert problem.solve() == max((names == name).sum() for name in range(1, count + 1))
        if seed % 10 < 3:
            assert problem.brute() == problem.solve()


@pytest.mark.parametrize(("text", "expected"), [("3", 1), ("4", 0), ("0", 0), ("-3", 0), ("three", -1), ("", -1)])
def test_rewards_of_largest_component(text, expected):
    """Corners that touch do not connect."""
    assert reward(LargestGridComponent(["1101", "0101", "1010"]), text) == expected


def least_cost(problem):
    """Weighted partial MaxSAT: each cell has a neighbour or is chosen; not to choose is worth its cost."""
    names = {(i, j): 1 + i * problem.columns + j for i in range(problem.rows) for j in range(problem.columns)}
    formula = WCNF()
    for cell, name in names.items():
        formula.append([name, *(names[other] for other in beside(cell, problem.rows, problem.columns))])
        formula.append([-name], weight=problem.costs[cell[0]][cell[1]])
    with RC2(formula) as solver:
        assert solver.compute() is not None
        return solver.cost


def test_minimum_dominating_set_against_all_sets():
    for seed in range(200):
        problem = MinimumDominatingSetGrid.draw(0, seed)
        assert problem.least == problem._cost(problem.brute())


def test_minimum_dominating_set_against_a_maxsat_solver():
    for seed in range(200):
        problem = MinimumDominatingSetGrid.draw(seed % 4, seed)
        assert problem.score(problem.solve()) == 1
        assert problem.least == least_cost(problem)
    for rows, columns in ((8, 2), (2, 9), (5, 6)):
        rng = random_stream("dominated", rows)
        problem = MinimumDominatingSetGrid([[rng.randint(1, 20) for _ in range(columns)] for _ in range(rows)])
        assert problem.least == least_cost(problem)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 1\n2 3", 1),  # 2 + 2
        ("(2, 3), (1, 1)", 1),
        ("1 1\n2 3\n1 2", 0.8**5),
        ("1 2\n2 2", 0.4**5),  # 1 + 9
        ("1 1", -0.2),
        ("1 1\n1 1\n2 3", -0.5),
        ("0 1\n2 3", -0.5),
        ("1 1\n2 4", -0.5),
        ("1 1 2", -1),
        ("", -1),
    ],
)
def test_rewards_of_minimum_dominating_set(text, expected):
    assert reward(MinimumDominatingSetGrid([[2, 1, 9], [9, 9, 2]]), text) == pytest.approx(expected)
