"""Smallest rotations and nearly balanced brackets, against enumeration."""

from itertools import product

import pytest

from rlve_gym import load

MinimalCyclicShift, KthNearlyBalancedBrackets = load("minimal_cyclic_shift"), load("kth_nearly_balanced_brackets")


def outcome(problem, text):
    return problem.judge(text).outcome


def test_parameters():
    assert [MinimalCyclicShift.parameters(level)["n"] for level in (0, 1, 494, 600)] == [6, 7, 500, 500]
    assert [KthNearlyBalancedBrackets.parameters(level)["length"] for level in (0, 1, 98, 200)] == [5, 7, 201, 201]
    assert (MinimalCyclicShift.beta, KthNearlyBalancedBrackets.beta) == (10, 5)


def test_rotations_against_enumeration():
    for n in range(1, 12):
        for digits in product("01", repeat=n):
            problem = MinimalCyclicShift("".join(digits))
            assert problem.solve() == problem.brute()
    for seed in range(60):
        problem = MinimalCyclicShift.draw(seed, seed)
        assert problem.solve() == problem.brute() != problem.text


@pytest.mark.parametrize(
    "text, found",
    [("001011", "correct"), ("011001", "partial"), ("00101", "invalid"), ("0010112", "malformed"), ("110100", "wrong")],
)
def test_answers_of_rotations(text, found):
    assert outcome(MinimalCyclicShift("110010"), text) == found


def test_brackets_against_enumeration():
    for length in (1, 3, 5, 7, 9):
        strings = [
            "".join(text)
            for text in product("()", repeat=length)
            if any(_reduced("".join(text[:at] + text[at + 1 :])) == "" for at in range(length))
        ]
        assert [KthNearlyBalancedBrackets(length, k + 1).solve() for k in range(len(strings))] == strings
    for seed in range(30):
        problem = KthNearlyBalancedBrackets.draw(seed % 4, seed)
        assert problem.solve() == problem.brute()


def _reduced(text: str) -> str:
    """What is left when matching neighbours are taken away again and again."""
    while "()" in text:
        text = text.replace("()", "")
    return text


def test_the_number_of_brackets_by_hand():
    # 2 * (Cat(0) Cat(2) + Cat(1) Cat(1) + Cat(2) Cat(0)) = 2 * (2 + 1 + 2) strings of length 5.
    drawn = {KthNearlyBalancedBrackets.draw(0, seed).k for seed in range(200)}
    assert drawn == set(range(1, 11))


@pytest.mark.parametrize(
    "text, found", [("(()", "correct"), ("()(", "partial"), ("((", "invalid"), ("(()x", "malformed"), ("", "malformed")]
)
def test_answers_of_brackets(text, found):
    assert outcome(KthNearlyBalancedBrackets(3, 1), text) == found
