"""Euclid's game and the circle of lamps: two-word answers, balanced by construction."""

from itertools import pairwise
from math import comb

import pytest

from rlve_gym import Problem, Reward, load

EuclidGame, LampChanging = load("euclid_game"), load("lamp_changing")


def reward(problem: Problem, text: str) -> float | None:
    return Reward()(problem.judge(text), problem.beta)


def test_levels():
    assert [EuclidGame.parameters(level)["largest"] for level in range(11)] == [
        *(128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072)
    ]
    assert [LampChanging.parameters(level)["largest"] for level in range(11)] == [
        *(8, 12, 18, 27, 40, 60, 90, 135, 202, 303, 454)
    ]
    assert [LampChanging.parameters(level)["largest"] for level in (19, 20, 21, 1000)] == [17434, 20000, 20000, 20000]
    assert EuclidGame.parameters(993)["largest"] == EuclidGame.parameters(2000)["largest"] == 2**1000


def test_euclid_game_agrees_with_search_of_the_whole_game():
    for x in range(1, 35):
        for y in range(1, 35):
            problem = EuclidGame(x, y)
            assert problem.solve() == problem.brute(), (x, y)


@pytest.mark.parametrize(
    ("x", "y", "winner"),
    [(1, 1, "Stan"), (6, 6, "Stan"), (2, 1, "Stan"), (1, 9, "Stan"), (3, 2, "Ollie"), (2, 3, "Ollie"), (8, 5, "Ollie")],
)
def test_euclid_game_by_hand(x, y, winner):
    problem, loser = EuclidGame(x, y), {"Stan": "Ollie", "Ollie": "Stan"}[winner]
    assert reward(problem, winner) == 1.0
    assert reward(problem, loser) == 0.0
    assert reward(problem, "Nobody") == reward(problem, f"{winner} and {loser}") == -0.5
    assert reward(problem, "") == -1.0


def test_neighbouring_fibonacci_numbers_lie_on_both_sides_of_the_golden_ratio():
    numbers = [1, 2]
    while len(numbers) < 90:
        numbers.append(sum(numbers[-2:]))
    winners = [EuclidGame(high, low).solve() for low, high in pairwise(numbers)]
    assert winners == ["Stan", "Ollie"] * 44 + ["Stan"]


def test_lamps_agree_with_simulation():
    for seed in range(250):
        problem = LampChanging.draw(seed % 5, seed)
        assert problem.solve() == problem.brute(), problem


def test_lamps_agree_with_binomial_coefficients():
    for seed in range(100):
        problem = LampChanging.draw(3, seed)
        terms = [comb(problem.steps, i) * int(problem.lamps[(problem.lamp - 1 + i) % problem.n]) for i in range(28)]
        assert problem.solve() == ("ON" if sum(terms) % 2 else "OFF")


@pytest.mark.parametrize(
    ("lamps", "steps", "lamp", "state"),
    [
        ("100", 1, 1, "ON"),
        ("100", 1, 2, "OFF"),
        ("100", 1, 3, "ON"),
        ("100", 2, 1, "ON"),
        ("000", 5, 2, "OFF"),
        ("1111", 1, 4, "OFF"),
        ("1000", 4, 1, "OFF"),
        ("0110", 2, 1, "ON"),
    ],
)
def test_lamps_by_hand(lamps, steps, lamp, state):
    problem, other = LampChanging(lamps, steps, lamp), {"ON": "OFF", "OFF": "ON"}[state]
    assert problem.solve() == problem.brute() == state
    assert reward(problem, state) == 1.0
    assert reward(problem, other) == 0.0
    assert reward(problem, "1") == reward(problem, "ON OFF") == -0.5
    assert reward(problem, "") == -1.0


@pytest.mark.parametrize(("cls", "word"), [(EuclidGame, "Stan"), (LampChanging, "ON")])
def test_both_answers_are_equally_frequent(cls, word):
    for level in (0, 4):
        count = sum(cls.draw(level, seed).reference == word for seed in range(1000))
        assert 440 <= count <= 560


def test_draws_stay_in_range():
    for seed in range(300):
        game, lamps = EuclidGame.draw(seed % 3, seed), LampChanging.draw(0, seed)
        assert 1 <= min(game.x, game.y) < max(game.x, game.y) <= 128 * 2 ** (seed % 3)
        assert 3 <= lamps.n <= 8 and 2 <= lamps.steps <= 8 and 1 <= lamps.lamp <= lamps.n


def test_pairs_of_euclid_lie_as_far_on_either_side_of_the_golden_ratio():
    for level in (0, 5, 1000):
        largest, found = EuclidGame.parameters(level)["largest"], set()
        for seed in range(200):
            problem = EuclidGame.draw(level, seed)
            low, high = sorted((problem.x, problem.y))
            assert high <= largest and largest // 16 <= high - low
            assert problem.reference == ("Stan" if high * (high - low) > low * low else "Ollie")
            assert 1.3 < high / low < 2.2
            found.add((problem.reference, problem.x < problem.y))
        assert len(found) == 4


def test_what_few_lamps_tell_is_not_asked():
    """The answer is a xor of lamps: flipping a lamp changes it or not. Some three or more lamps count, but not all."""
    for seed in range(200):
        problem = LampChanging.draw(seed % 4, seed)
        count = 0
        for at in range(problem.n):
            flipped = "10"[int(problem.lamps[at])]
            other = LampChanging(problem.lamps[:at] + flipped + problem.lamps[at + 1 :], problem.steps, problem.lamp)
            count += other.brute() != problem.reference
        assert 3 <= count < problem.n
