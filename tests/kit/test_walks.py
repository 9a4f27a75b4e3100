"""Walks by weight, against a list of all of them up to a weight."""

from random import Random

import pytest

from rlve_gym.kit.walks import kth_walk_weight, walk_count


def listed(arcs, heaviest):
    """The weights of all walks up to a weight, ascending."""
    found, ends = [], [(w, v) for _, v, w in arcs]
    while ends := [end for end in ends if end[0] <= heaviest]:
        found += [weight for weight, _ in ends]
        ends = [(weight + w, v) for weight, at in ends for u, v, w in arcs if u == at]
    return sorted(found)


def test_every_walk_of_random_graphs():
    for seed in range(60):
        rng = Random(seed)
        n = rng.randint(1, 4)
        arcs = [[rng.randrange(n), rng.randrange(n), rng.randint(1, 5)] for _ in range(rng.randint(1, 4))]
        weights = listed(arcs, 10)
        for k in range(1, min(len(weights), 30) + 1):
            assert walk_count(n, arcs, k) == k and kth_walk_weight(n, arcs, k) == weights[k - 1]


def test_the_walks_of_an_acyclic_graph_end():
    """Of a path of 4 arcs: 4 + 3 + 2 + 1."""
    path = [[0, 1, 1], [1, 2, 1], [2, 3, 1], [3, 4, 2]]
    assert walk_count(5, path, 100) == 10 and kth_walk_weight(5, path, 10) == 5
    with pytest.raises(AssertionError, match="fewer than 11"):
        kth_walk_weight(5, path, 11)


def test_counts_beyond_machine_integers():
    """Two loops of weight 1: 2^w walks of weight w, so that 2^w - 2 are lighter than w."""
    loops = [[0, 0, 1], [0, 0, 1]]
    assert [kth_walk_weight(1, loops, 2**70 + more) for more in (-2, -1, 0)] == [69, 70, 70]
    assert walk_count(1, loops, 10**30) == 10**30
