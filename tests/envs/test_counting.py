"""Counting: references against enumeration and known sequences, answers by hand."""

from itertools import combinations, product

import pytest

from rlve_gym import load

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
