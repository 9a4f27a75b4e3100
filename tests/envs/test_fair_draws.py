"""Draws that do not teach guessing: answers are even, no constant is right often, no cheap feature tells a winner."""

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from operator import xor

import pytest

from rlve_gym import load

TWO_OUTCOMES = ("euclid_game", "even_split_game", "lamp_changing", "ordered_nim")


def drawn(env, level, count):
    return [load(env).draw(level, seed) for seed in range(count)]


@pytest.mark.parametrize("env", TWO_OUTCOMES)
@pytest.mark.parametrize("level", [0, 3, 8])
def test_both_outcomes_are_drawn_evenly(env, level):
    count = 400
    answers = Counter(problem.reference for problem in drawn(env, level, count))
    assert set(answers) == set(load(env).answer.options)
    assert 0.4 * count < min(answers.values())


@pytest.mark.parametrize(
    ("env", "level", "most"),
    [
        ("pcp_permutation", 0, 0.3),
        ("pcp_permutation", 1, 0.2),
        ("pcp_permutation", 5, 0.1),
        ("shortest_path", 0, 0.3),
        ("shortest_path", 1, 0.2),
        ("subsequence_reversal_lnds", 0, 0.35),
        ("subsequence_reversal_lnds", 2, 0.3),
        ("subsequence_reversal_lnds", 5, 0.25),
        ("non_backtracking_walk_counting", 0, 0.3),
        ("non_backtracking_walk_counting", 5, 0.2),
    ],
)
def test_no_constant_is_right_often(env, level, most):
    problems = drawn(env, level, 300)
    texts = Counter(problem.answer.render(problem.reference) for problem in problems)
    for text, _ in texts.most_common(5):
        assert sum(problem.judge(text).correct for problem in problems) < most * len(problems)


@pytest.mark.parametrize("level", [0, 1, 3, 6])
def test_the_number_of_entries_is_seldom_the_longest_subsequence(level):
    problems = drawn("subsequence_reversal_lnds", level, 200)
    for less in range(4):
        assert sum(problem.reference == problem.n - less for problem in problems) < 0.35 * len(problems)


def of_list(numbers: Sequence[int]) -> dict[str, int]:
    """What a glance at a list of numbers tells."""
    ordered = sorted(numbers)
    return {
        "count": len(numbers),
        "first": numbers[0],
        "last": numbers[-1],
        "least": ordered[0],
        "greatest": ordered[-1],
        "median": ordered[len(ordered) // 2],
        "sum": sum(numbers),
        "xor": reduce(xor, numbers),
        "last step": numbers[-1] - numbers[-2],
        "greatest step": max(b - a for a, b in pairwise(ordered)),
        "odd ones": sum(number % 2 for number in numbers),
        "repeated": len(numbers) - len(set(numbers)),
        "neighbours alike": sum(a == b for a, b in pairwise(numbers)),
        "sum modulo 3": sum(numbers) % 3,
        "sum modulo 4": sum(numbers) % 4,
    }


def of_euclid(problem):
    """Not the ratio, which is the theory of the game."""
    numbers = problem.x, problem.y
    return of_list(numbers) | {"difference": abs(problem.x - problem.y), "product": problem.x * problem.y}


def of_even_split(problem):
    split = [heap for heap in problem.heaps if heap >= problem.least]
    more = {
        "can be split": len(split),
        "cannot be split": len(problem.heaps) - len(split),
        "twice the least": sum(heap >= 2 * problem.least for heap in split),
        "odd multiplicities": sum(count % 2 for count in Counter(split).values()),
        "splits of the greatest": max(split) // problem.least,
        "the least": problem.least,
    }
    return of_list(problem.heaps) | more | {f"split, {name}": value for name, value in of_list(split).items()}


def of_lamps(problem):
    lamps, at = [int(lamp) for lamp in problem.lamps], problem.lamp - 1
    own, following, reached = lamps[at], lamps[(at + 1) % problem.n], lamps[(at + problem.steps) % problem.n]
    return of_list(lamps) | {
        "own": own,
        "next": following,
        "reached": reached,
        "own and next": own ^ following,
        "own and reached": own ^ reached,
        "far from half": abs(2 * sum(lamps) - problem.n),
        "steps": problem.steps,
        "lamp": problem.lamp,
        "changes": sum(a != b for a, b in pairwise(lamps)),
    }


def of_ordered_nim(problem):
    """Of the differences, not those that count: they are the theory of the game."""
    others = {f"difference, {name}": value for name, value in of_list(problem.differences).items()}
    return of_list(problem.piles) | others


def best_stump(values: Sequence[int], outcomes: Sequence[bool]) -> float:
    """The share that is told by the best of all thresholds, and by the parity."""
    found, right = [], sum(outcomes)
    for modulus in (None, 2):
        sizes = Counter(values if modulus is None else [value % modulus for value in values])
        wins = Counter(value if modulus is None else value % modulus for value, won in zip(values, outcomes) if won)
        below = right  # right answers of "won if the value is at least ..."
        found.append(below)
        for value in sorted(sizes):
            below += sizes[value] - 2 * wins[value]
            found.append(below)
    return max(max(share, 1 - share) for share in (count / len(values) for count in found))


def test_a_stump_finds_thresholds_and_parities():
    assert best_stump([1, 2, 3, 4], [False, False, True, True]) == best_stump([5, 2, 7, 4], [True, False, True, False])
    assert best_stump([1, 2, 3, 4], [False, False, True, True]) == 1
    assert best_stump([1, 2, 3, 4, 5, 6, 7, 8], [True, True, False, False] * 2) == 3 / 4
    assert best_stump([4, 4, 4, 4], [True, False] * 2) == 1 / 2


FEATURES = {
    "euclid_game": of_euclid,
    "even_split_game": of_even_split,
    "lamp_changing": of_lamps,
    "ordered_nim": of_ordered_nim,
}


@pytest.mark.parametrize(
    ("env", "level"),
    [(env, level) for env in TWO_OUTCOMES for level in (0, 3, 6) if (env, level) != ("ordered_nim", 0)],
)
def test_no_cheap_feature_tells_the_winner(env, level):
    """57 % at most over many problems; the best of many thresholds over 800 adds some."""
    problems = drawn(env, level, 800)
    outcomes = [problem.reference == problem.answer.options[0] for problem in problems]
    told = [FEATURES[env](problem) for problem in problems]
    for name in told[0]:
        share = best_stump([each[name] for each in told], outcomes)
        assert share < 0.6, f"{env}, level {level}: {name} tells the winner in {share:.3f} of the problems"


def test_few_ordered_piles_are_the_theory_itself():
    """Here few differences count, and whether they are equal decides: no draw can hide it."""
    for seed in range(100):
        two, four = load("ordered_nim").draw(0, seed), load("ordered_nim").draw(2, seed)
        assert two.reference == ("Bob" if two.piles[0] == two.piles[1] else "Alice")
        assert four.reference == ("Bob" if four.differences[1] == four.differences[3] else "Alice")
