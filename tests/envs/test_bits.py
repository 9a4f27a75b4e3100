"""Bits: references against enumeration, rewards by hand."""

import pytest

from rlve_gym import load

MaxXorSet, MinXorPair = load("max_xor_set"), load("min_xor_pair")
MinPopcountDifference, ThresholdedXorSum = load("min_popcount_difference"), load("thresholded_xor_sum")


def outcome(problem, text):
    return problem.judge(text).outcome


def test_parameters_equal_the_catalogue():
    assert [MaxXorSet.parameters(level)["n"] for level in range(8)] == [3, 4, 5, 6, 7, 8, 9, 10]
    assert [MinXorPair.parameters(level)["n"] for level in range(8)] == [3, 4, 5, 6, 7, 8, 9, 10]
    assert [MinPopcountDifference.parameters(level)["digits"] for level in range(8)] == [6, 7, 8, 9, 10, 12, 14, 16]
    assert [ThresholdedXorSum.parameters(level)["side"] for level in range(8)] == [4, 6, 9, 13, 19, 28, 42, 63]
    assert [cls.beta for cls in (MaxXorSet, MinXorPair, MinPopcountDifference, ThresholdedXorSum)] == [5, 5, 1, 10]


def test_max_xor_set_against_enumeration():
    for seed in range(200):
        problem = MaxXorSet.draw(seed % 7, seed)
        assert problem._xor(problem.solve()) == problem._xor(problem.brute()) > 0


def test_no_larger_xor_by_any_other_basis():
    """The span of all numbers, vector by vector: its largest element."""
    for seed in range(40):
        problem = MaxXorSet.draw(12, seed)
        span = {0}
        for number in problem.numbers:
            span |= {value ^ number for value in span}
        assert problem._xor(problem.solve()) == max(span)


@pytest.mark.parametrize(
    "text, found",
    [
        ("0 1", "correct"),
        ("1 0", "correct"),
        ("2", "correct"),
        ("0", "partial"),
        ("0 0", "invalid"),
        ("3", "invalid"),
        ("", "malformed"),
    ],
)
def test_answers_of_max_xor_set(text, found):
    assert outcome(MaxXorSet([5, 2, 7]), text) == found


def test_min_xor_pair_against_enumeration():
    for seed in range(240):
        problem = MinXorPair.draw(seed % 12, seed)
        assert problem._difference(*problem.solve()) == problem._difference(*problem.brute())
        assert problem._difference(*problem.solve()) == problem._xor(tuple(problem.solve()))


@pytest.mark.parametrize(
    "text, found",
    [
        ("0 2", "correct"),
        ("2 0", "invalid"),
        ("0 1", "partial"),
        ("1 1", "invalid"),
        ("0 3", "invalid"),
        ("0", "invalid"),
    ],
)
def test_answers_of_min_xor_pair(text, found):
    assert outcome(MinXorPair([8, 1, 9]), text) == found


def test_min_popcount_difference_against_enumeration():
    for number in range(1, 260):
        problem = MinPopcountDifference(f"{number:b}")
        assert problem.solve() == problem.brute()


def test_every_answer_is_drawn_about_equally_often():
    answers = [MinPopcountDifference.draw(0, seed).solve() for seed in range(300)]
    assert set(answers) == {1, 2, 3} and max(map(answers.count, (1, 2, 3))) < 150
    assert {len(MinPopcountDifference.draw(3, seed).digits) for seed in range(50)} == {9}


def test_min_popcount_difference_by_hand():
    assert MinPopcountDifference("1111").solve() == 2  # 1 and 16
    assert MinPopcountDifference("1011").solve() == 3
    assert (
        outcome(MinPopcountDifference("1111"), "2") == "correct"
        and outcome(MinPopcountDifference("1111"), "4") == "wrong"
    )


def test_thresholded_xor_sum_against_enumeration():
    for seed in range(240):
        problem = ThresholdedXorSum.draw(seed % 8, seed)
        assert problem.solve() == problem.brute() > 0
    for rows in range(2, 12):
        for columns in range(2, 12):
            for threshold in range(0, 20, 3):
                problem = ThresholdedXorSum(rows, columns, threshold)
                assert problem.solve() == problem.brute()


@pytest.mark.parametrize("text, found", [("2", "correct"), ("1", "partial"), ("0", "wrong"), ("-2", "malformed")])
def test_answers_of_thresholded_xor_sum(text, found):
    assert outcome(ThresholdedXorSum(2, 2, 0), text) == found
