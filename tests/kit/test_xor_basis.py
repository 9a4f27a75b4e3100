"""Bases over GF(2), against all sums of small sets of vectors."""

from functools import reduce
from itertools import product
from operator import xor
from random import Random

from rlve_gym.kit.xor_basis import XorBasis


def span(vectors):
    return {reduce(xor, (v * bit for v, bit in zip(vectors, bits)), 0) for bits in product((0, 1), repeat=len(vectors))}


def test_independence_and_the_largest_sum_against_the_whole_span():
    for seed in range(200):
        rng = Random(seed)
        vectors, basis, start = [rng.randrange(2 ** (1 + seed % 7)) for _ in range(6)], XorBasis(), rng.randrange(128)
        for count, vector in enumerate(vectors):
            assert basis.add(vector) == (vector not in span(vectors[:count]))
        assert span(basis.vectors) == span(vectors) and len(span(vectors)) == 2 ** len(basis.vectors)
        assert len({vector.bit_length() for vector in basis.vectors}) == len(basis.vectors)
        assert basis.largest() == max(span(vectors)) and basis.largest(start) == max(start ^ v for v in span(vectors))


def test_carried_bits_tell_what_a_sum_is_made_of():
    for seed in range(200):
        rng = Random(seed)
        vectors = [rng.randrange(64) for _ in range(8)]
        basis = XorBasis((vector << 8 | 1 << index for index, vector in enumerate(vectors)), carried=8)
        assert len(basis.vectors) == len(XorBasis(vectors).vectors) <= 6
        best = basis.largest()
        made_of = reduce(xor, (vector for index, vector in enumerate(vectors) if best >> index & 1), 0)
        assert best >> 8 == made_of == max(span(vectors))


def test_random_sums_are_all_of_the_span_and_in_the_order_of_adding():
    basis = XorBasis([4, 1, 6])
    assert basis.vectors == [4, 1, 2]
    assert {basis.random(Random(seed)) for seed in range(100)} == set(range(8))
    assert XorBasis([0]).random(Random(0)) == XorBasis([0]).largest() == 0
