"""Counting: references against enumeration and known sequences, answers by hand."""

from itertools import combinations, permutations, product

import networkx as nx
import pytest
from rlve_gym.envs.counting.most_edges_asymmetric_graph import asymmetric_trees

from rlve_gym import load

MostEdges, NumberPartitionCounting = load("most_edges_asymmetric_graph"), load("number_partition_counting")
SegmentTreeSortingCounting = load("segment_tree_sorting_counting")
BoundedDisplacementCounting, DigitLisCounting = load("bounded_displacement_counting"), load("digit_lis_counting")


def outcome(problem, text):
    return problem.judge(text).outcome


def sizes(cls):
    """The only parameter at levels 0 to 10."""
    return [next(iter(cls.parameters(level).values())) for level in range(11)]


def test_arrangements_against_all_orders():
    for bits in map("".join, product("01", repeat=6)):
        for delay in (1, 2, 3, 4):
            problem = BoundedDisplacementCounting(bits, delay)
            assert problem.solve() == problem.brute()


def test_what_is_drawn_of_arrangements():
    assert sizes(BoundedDisplacementCounting) == list(range(8, 19))
    for seed in range(200):
        problem = BoundedDisplacementCounting.draw(seed % 3, seed)
        assert 2 <= problem.bits.count("1") <= problem.n - 2
        assert problem.solve() > 1


def test_long_strings_have_exact_counts():
    # With one position of delay a one that stands alone has three places.
    assert BoundedDisplacementCounting("01000000", 1).solve() == 3
    assert BoundedDisplacementCounting("00100" * 40, 1).solve() == 3**40


@pytest.mark.parametrize("text, found", [("2", "correct"), ("3", "partial"), ("0", "wrong"), ("-2", "wrong")])
def test_answers_of_arrangements(text, found):
    assert outcome(BoundedDisplacementCounting("0011", 1), text) == found


def longest_increasing(digits):
    sizes = range(len(digits), 0, -1)
    return next(k for k in sizes if any(list(c) == sorted(set(c)) for c in combinations(digits, k)))


def test_digit_subsequences_against_enumeration():
    lengths = [longest_increasing(str(number)) for number in range(3000)]
    for low in (0, 1, 9, 10, 99, 100, 555, 1000, 1234):
        for high in range(low, 3000, 397):
            for k in (1, 2, 3, 4, 5):
                assert DigitLisCounting(low, high, k).solve() == lengths[low : high + 1].count(k)
    for seed in range(60):
        problem = DigitLisCounting.draw(seed % 4, seed)
        assert problem.solve() == problem.brute()


def test_all_lengths_together_are_the_whole_range():
    for low, high in ((0, 10**40), (12**20, 13**20), (0, 0), (0, 13)):
        assert sum(DigitLisCounting(low, high, k).solve() for k in range(1, 11)) == high - low + 1
    assert DigitLisCounting(123456789, 123456789, 9).solve() == 1
    assert DigitLisCounting(0, 10**10, 10).solve() == 0
    assert DigitLisCounting(10123456789, 10123456789, 10).solve() == 1


def test_what_is_drawn_of_digit_subsequences():
    assert sizes(DigitLisCounting) == list(range(2, 13))
    drawn = [DigitLisCounting.draw(level, seed) for level in (0, 1, 5, 12) for seed in range(50)]
    assert all(0 <= problem.low <= problem.high for problem in drawn)
    assert sum(problem.solve() == 0 for problem in drawn) < 40


@pytest.mark.parametrize("text, found", [("12", "correct"), ("11", "partial"), ("-12", "malformed"), ("0", "wrong")])
def test_zero_is_a_number(text, found):
    # 0 to 9, 10 and 11; 12 and 13 increase.
    assert outcome(DigitLisCounting(0, 13, 1), text) == found


def symmetric(graph):
    """Whether an automorphism moves a vertex."""
    autos = nx.isomorphism.GraphMatcher(graph, graph).isomorphisms_iter()
    return any(any(u != v for u, v in auto.items()) for auto in autos)


def test_graphs_without_symmetry_against_all_graphs():
    most = {}
    for graph in nx.graph_atlas_g():
        n, m = graph.number_of_nodes(), graph.number_of_edges()
        if n >= 6 and m > most.get(n, -1) and not symmetric(graph):
            most[n] = m
    assert most == {n: MostEdges(n).solve() for n in (6, 7)} == {6: 9, 7: 15}


def test_trees_without_symmetry():
    counted = [sum(not symmetric(tree) for tree in nx.nonisomorphic_trees(n)) for n in range(2, 12)]
    assert asymmetric_trees(20)[2:12] == counted
    # OEIS A000220.
    assert asymmetric_trees(20)[:17] == [0, 1, 0, 0, 0, 0, 0, 1, 1, 3, 6, 15, 29, 67, 139, 310, 667]


def test_graphs_without_symmetry_against_a_knapsack():
    """The most different trees in all of n vertices, over all ways to choose them."""
    trees = [0, 1, 0, 0, 0, 0, 0, 1, 1, 3, 6, 15, 29, 67, 139, 310, 667]
    most = [0] + [-1000] * 250
    for size, count in enumerate(trees):
        for _ in range(min(count, 250 // size) if size else 0):
            for total in range(250, size - 1, -1):
                most[total] = max(most[total], most[total - size] + 1)
    for n in range(7, 251):
        best = max(most[m] for m in range(n + 1))  # the rest has cycles, as many as its vertices, or enlarges a tree
        assert MostEdges(n).solve() == n * (n - 1) // 2 - n + best
    assert sizes(MostEdges) == [10, 12, 14, 16, 18, 20, 23, 26, 29, 32, 36]


@pytest.mark.parametrize("text, found", [("9", "correct"), ("10", "wrong"), ("nine", "malformed")])
def test_six_vertices(text, found):
    assert outcome(MostEdges(6), text) == found


def test_partitions_against_lists():
    for n in range(4, 26):
        for k in range(1, n + 1):
            problem = NumberPartitionCounting(n, k)
            assert problem.solve() == problem.brute()
    assert sum(NumberPartitionCounting(100, k).solve() for k in range(1, 101)) == 190569292


def test_what_is_drawn_of_partitions():
    assert sizes(NumberPartitionCounting) == [10, 15, 22, 33, 49, 73, 109, 163, 244, 366, 549]
    for seed in range(200):
        problem = NumberPartitionCounting.draw(seed % 3, seed)
        assert problem.solve() > 1


@pytest.mark.parametrize("text, found", [("8", "correct"), ("7", "partial"), ("0", "malformed"), ("-8", "malformed")])
def test_answers_of_partitions(text, found):
    assert outcome(NumberPartitionCounting(10, 3), text) == found


def test_block_swaps_against_all_sequences():
    for seed in range(150):
        problem = SegmentTreeSortingCounting.draw(0, seed)
        assert problem.solve() == problem.brute()
    for numbers in permutations(range(1, 5)):
        problem = SegmentTreeSortingCounting(list(numbers))
        assert problem.solve() == problem.brute()
    for numbers in list(permutations(range(1, 9)))[::997]:
        problem = SegmentTreeSortingCounting(list(numbers))
        assert problem.solve() == problem.brute()


def test_block_swaps_by_hand():
    # 3 4 1 2: exchange the halves; nothing else, as two single swaps are not allowed.
    assert SegmentTreeSortingCounting([3, 4, 1, 2]).solve() == 1
    # 4 3 2 1: one swap of single elements never mends it.
    assert SegmentTreeSortingCounting([4, 3, 2, 1]).solve() == 0
    # 4 and 3 exchanged, 78 and 56 exchanged, the halves exchanged, in all 3! orders.
    assert SegmentTreeSortingCounting([7, 8, 5, 6, 1, 2, 4, 3]).solve() == 6
    assert sizes(SegmentTreeSortingCounting) == [3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8]
    assert all(SegmentTreeSortingCounting.draw(5, seed).solve() > 0 for seed in range(40))
