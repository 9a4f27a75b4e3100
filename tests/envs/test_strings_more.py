"""Orders of strings and subsequences: references against enumeration, answers and rewards by hand."""

import pytest

from rlve_gym import Reward, load

MaxPermutation, KthSubsequence = load("max_permutation"), load("kth_subsequence")


def outcome(problem, text):
    return problem.judge(text).outcome


def reward(problem, text):
    return Reward()(problem.judge(text), problem.beta)


def test_parameters_equal_the_catalogue():
    sizes = [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16]
    for cls in (MaxPermutation, KthSubsequence):
        assert [cls.parameters(level)["n"] for level in range(11)] == sizes
    assert (MaxPermutation.beta, KthSubsequence.beta) == (5, 1)


def joined(problem, order):
    return "".join(problem.strings[i] for i in order)


def test_greatest_concatenations_against_all_orders():
    for seed in range(240):
        problem = MaxPermutation.draw(seed % 4, seed)
        assert joined(problem, problem.solve()) == joined(problem, problem.brute())
        assert not problem.judge(" ".join(map(str, range(problem.n)))).correct
        assert sorted(map(len, problem.strings))[3 * problem.n // 5 :] == [5] * (problem.n - 3 * problem.n // 5)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("1 0 2", 1),  # 2 21 12
        ("0 1 2", 0.2**5),  # 21212 agrees with 22112 in its first digit
        ("1 2 0", 0.2**5),
        ("2 1 0", 0),
        ("1 0", -0.5),
        ("1 0 0", -0.5),
        ("1 0 3", -0.5),
        ("2 21 12", -0.5),
        ("22112.5", -1),
    ],
)
def test_rewards_of_orders(text, expected):
    assert reward(MaxPermutation(["21", "2", "12"]), text) == pytest.approx(expected)


def test_orders_that_spell_the_same_are_right_and_late_mistakes_are_not():
    problem = MaxPermutation(["2"] * 3 + ["1212", "12121", "1"])
    assert outcome(problem, "2 0 1 3 4 5") == outcome(problem, "0 1 2 3 4 5") == "correct"
    assert outcome(problem, "0 1 2 4 3 5") == "partial"
    assert outcome(MaxPermutation(["2"] * 100 + ["12", "1"]), " ".join(map(str, [*range(100), 101, 100]))) == "partial"


def test_subsequences_against_enumeration():
    for seed in range(300):
        problem = KthSubsequence.draw(seed % 8, seed)
        assert problem.solve() == problem.brute()


def test_every_number_of_a_list():
    # aba: a, aa, ab, aba, b, ba.
    assert [KthSubsequence("aba", k).solve() for k in range(1, 7)] == ["a", "aa", "ab", "aba", "b", "ba"]


@pytest.mark.parametrize("text, found", [("ab", "correct"), ("a", "wrong"), ("AB", "malformed"), ("abc", "malformed")])
def test_answers_of_subsequences(text, found):
    assert outcome(KthSubsequence("aba", 3), text) == found
