"""Trees: references against searches and networkx, rewards by hand, what is drawn."""

from itertools import product

import networkx
import pytest

from rlve_gym import Reward, load
from rlve_gym.kit.trees import random_tree, rooted
from rlve_gym.problem import random_stream

TreeGrowthMarker, SegmentTreePostorder = load("tree_growth_marker"), load("segment_tree_postorder")
TreeMedian, KthBinaryTree = load("tree_median"), load("kth_binary_tree")


def reward(problem, text):
    return Reward()(problem.judge(text), problem.beta)


def test_parameters_equal_the_catalogue_but_for_small_trees():
    assert [TreeGrowthMarker.parameters(level)["n"] for level in range(11)] == list(range(4, 15))
    assert [TreeMedian.parameters(level)["n"] for level in range(11)] == list(range(6, 17))
    assert [SegmentTreePostorder.parameters(level)["depth"] for level in range(9)] == list(range(2, 11))
    assert [KthBinaryTree.parameters(level)["largest"] for level in range(8)] == [3, 4, 6, 9, 13, 19, 28, 42]
    found = [cls.beta for cls in (TreeGrowthMarker, SegmentTreePostorder, TreeMedian, KthBinaryTree)]
    assert found == [5, 5, 8, 1]


def test_the_tree_of_segments_stops_growing():
    assert [SegmentTreePostorder.parameters(level)["depth"] for level in (8, 9, 20)] == [10, 10, 10]


def test_random_trees_are_trees_with_names_in_any_order():
    rng, found = random_stream("trees"), set()
    for _ in range(400):
        edges = random_tree(rng, 4)
        assert networkx.is_tree(networkx.Graph(edges))
        found.add(frozenset(map(frozenset, edges)))
    assert len(found) == 16  # Cayley's formula
    assert rooted(4, [[0, 1, 7], [2, 0, 7], [3, 2, 7]], 2) == ([2, 0, 3, 1], [2, 0, -1, 2])


def test_tree_growth_marker_against_all_orders_of_growth():
    for seed in range(210):
        problem = TreeGrowthMarker(n := 2 + seed % 7, random_tree(random_stream("marker", seed), n))
        assert problem.solve() == problem.brute()
    for seed in range(6):
        problem = TreeGrowthMarker(10, random_tree(random_stream("larger", seed), 10))
        assert problem.solve() == problem.brute()


def test_tree_growth_marker_of_every_small_tree():
    """All trees of up to five vertices, by the parents of the vertices."""
    for n in (2, 3, 4, 5):
        for parents in product(*(range(v) for v in range(1, n))):
            problem = TreeGrowthMarker(n, [[v, p] for v, p in enumerate(parents, 1)])
            assert problem.solve() == problem.brute()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("TFFFT", 1),
        ("TFFFF", 0.5**5),
        ("TTTTT", 0.4**5),
        ("FTTTF", 0),
        ("FFFFF", 0),
        ("TFFF", -0.5),
        ("TFFFTT", -0.5),
        ("TFFFX", -1),
        ("tffft", -1),
        ("", -1),
    ],
)
def test_rewards_of_tree_growth_marker(text, expected):
    """0 with the leaves 1, 2 and 3, and 4 below 3: the marker ends on 0 or on 4 if 4 comes last."""
    problem = TreeGrowthMarker(5, [[0, 1], [2, 0], [0, 3], [3, 4]])
    assert problem.solve() == problem.brute() == "TFFFT"
    assert reward(problem, text) == pytest.approx(expected)


def test_segment_trees_against_blocks_by_their_ends():
    for seed in range(210):
        problem = SegmentTreePostorder.draw(seed % 7, seed)
        assert problem.solve() == problem.brute()
        assert len(problem.solve()) == 2 * problem.n - 1
        assert set(problem.bits) == {"0", "1"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BBBIBFF", 1),
        ("B B B I B F F", -1),
        ("BBBIBFB", (6 / 7) ** 5),
        ("BBBIBF", -0.5),
        ("BBBIBFFF", -0.5),
        ("0001011", -1),
        ("", -1),
    ],
)
def test_rewards_of_segment_trees(text, expected):
    assert reward(SegmentTreePostorder("0010"), text) == pytest.approx(expected)


def weighted_sums(problem):
    graph = networkx.Graph()
    graph.add_weighted_edges_from(problem.edges)
    far = dict(networkx.all_pairs_dijkstra_path_length(graph))
    return [sum(cost * far[v][r] for v, cost in enumerate(problem.costs)) for r in range(problem.n)]


def test_tree_median_against_networkx_and_shortest_paths():
    for seed in range(210):
        problem = TreeMedian.draw(seed % 9, seed)
        assert problem.sums == weighted_sums(problem)
        assert problem.sums[problem.brute()] == min(problem.sums) == problem.sums[problem.solve()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1", 1), ("2", 1), ("0", (12 / 16) ** 8), ("3", 0.6**8), ("4", -0.5), ("-1", -1), ("1 2", -1), ("", -1)],
)
def test_rewards_of_tree_median(text, expected):
    """A path of lengths 2, 3 and 4: the sums are 16, 12, 12 and 20."""
    problem = TreeMedian([1, 1, 1, 1], [[0, 1, 2], [2, 1, 3], [2, 3, 4]])
    assert problem.sums == [16, 12, 12, 20]
    assert reward(problem, text) == pytest.approx(expected)


def test_kth_binary_tree_against_all_trees_in_order():
    for k in range(1, 240):
        assert KthBinaryTree(k).solve() == KthBinaryTree(k).brute()


def test_kth_binary_tree_by_hand():
    assert [KthBinaryTree(k).solve() for k in range(1, 9)] == [
        "X",
        "X(X)",
        "(X)X",
        "X(X(X))",
        "X((X)X)",
        "(X)X(X)",
        "(X(X))X",
        "((X)X)X",
    ]


def test_a_tree_of_a_huge_number_has_balanced_parentheses():
    text = KthBinaryTree(10**60).solve()
    depths = [text[: at + 1].count("(") - text[: at + 1].count(")") for at in range(len(text))]
    assert min(depths) >= 0 and depths[-1] == 0 and 95 < text.count("X") < 110


@pytest.mark.parametrize(
    ("text", "expected"), [("(X)X(X)", 1), (" (X)X(X)\n", 1), ("(X)X", 0), ("X(X(X))", 0), ("(Y)X", -1), ("", -1)]
)
def test_rewards_of_kth_binary_tree(text, expected):
    assert reward(KthBinaryTree(6), text) == expected
