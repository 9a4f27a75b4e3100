"""Games on heaps: winners and optimal removals against search of the whole game."""

from functools import cache, reduce
from operator import xor

import pytest

from rlve_gym import Reward, load
from rlve_gym.problem import random_stream

EvenSplitGame, PrimeSubtractionGame = load("even_split_game"), load("prime_subtraction_game")
OrderedNim, HeapRemovalNim = load("ordered_nim"), load("heap_removal_nim")


def outcome(problem, text):
    return problem.judge(text).outcome


def test_parameters():
    assert [EvenSplitGame.parameters(level)["largest"] for level in range(8)] == [20, 25, 31, 38, 46, 56, 68, 82]
    assert [EvenSplitGame.parameters(level) for level in (21, 47, 1000)] == [
        {"largest": 1000, "pairs": pairs} for pairs in (24, 50, 50)
    ]
    assert [PrimeSubtractionGame.parameters(level)["stones"] for level in range(4)] == [40, 45, 50, 56]
    assert [OrderedNim.parameters(level)["n"] for level in range(4)] == [2, 3, 4, 5]
    assert [HeapRemovalNim.parameters(level)["n"] for level in range(4)] == [5, 6, 7, 8]
    assert [cls.beta for cls in (EvenSplitGame, PrimeSubtractionGame, OrderedNim, HeapRemovalNim)] == [1, 1, 1, 3]


def test_even_split_against_search():
    rng, winners = random_stream("even split"), []
    for _ in range(240):
        problem = EvenSplitGame([rng.randint(1, 7) for _ in range(rng.randint(1, 3))], rng.randint(1, 5))
        winners.append(problem.solve())
        assert (
            winners[-1] == problem.brute() == ("Stan" if first_wins(tuple(problem.heaps), problem.least) else "Ollie")
        )
    assert 60 < winners.count("Ollie") < 180
    for seed in range(60):
        problem = EvenSplitGame.draw(seed % 2, seed)
        assert problem.solve() == problem.brute()


@cache
def first_wins(heaps, least):
    """Search of the whole game, heap by heap."""
    for at, size in enumerate(heaps):
        for parts in range(2, size + 1) if size >= least else ():
            larger = size % parts
            new = (size // parts + 1,) * larger + (size // parts,) * (parts - larger)
            if not first_wins(tuple(sorted(heaps[:at] + new + heaps[at + 1 :])), least):
                return True
    return False


def test_what_is_drawn_of_even_splits():
    for seed in range(200):
        level = seed % 4
        problem, largest = EvenSplitGame.draw(level, seed), EvenSplitGame.parameters(level)["largest"]
        assert all(1 <= heap <= largest for heap in problem.heaps) and 2 <= problem.least <= largest // 3
        splittable = [heap for heap in problem.heaps if heap >= problem.least]
        assert len(splittable) in range(2, 2 * (level + 3) + 1, 2)
        assert len(problem.heaps) - len(splittable) <= level + 3


def test_even_split_values_against_all_numbers_of_parts():
    """One heap, by values that every number of parts goes into."""
    for least in (1, 2, 5, 20):
        values = [0] * 121
        for size in range(max(2, least), 121):
            found = set()
            for parts in range(2, size + 1):
                each, larger = divmod(size, parts)
                found.add(reduce(xor, [values[each + 1]] * larger + [values[each]] * (parts - larger)))
            values[size] = next(value for value in range(size) if value not in found)
        for size in range(1, 121):
            for other in (1, 7, 30):
                wanted = "Stan" if values[size] ^ values[other] else "Ollie"
                assert EvenSplitGame([size, other], least).solve() == wanted


def test_even_split_by_hand():
    # 3 stones can be split 2 + 1 or 1 + 1 + 1; with heaps of 2 or more to be split, 2 can become 1 + 1.
    assert EvenSplitGame([3], 2).solve() == "Stan" and EvenSplitGame([2, 2], 2).solve() == "Ollie"
    assert EvenSplitGame([2, 2], 3).solve() == "Ollie" and EvenSplitGame([1], 1).solve() == "Ollie"
    assert outcome(EvenSplitGame([3], 2), "stan") == "correct" and outcome(EvenSplitGame([3], 2), "Anna") == "invalid"


def test_prime_subtraction_against_search():
    for stones in range(1, 221):
        assert PrimeSubtractionGame(stones).solve() == PrimeSubtractionGame(stones).brute()


def test_prime_subtraction_by_hand():
    # From 0 and 1 nobody can move. 2 and 3 are won at once, as is 4 - 3; from 9 every prime leads to a won pile.
    assert [PrimeSubtractionGame(n).solve() for n in range(1, 11)] == [-1, 1, 1, 1, 1, 1, 1, 1, -1, -1]
    assert outcome(PrimeSubtractionGame(9), "-1") == "correct" and outcome(PrimeSubtractionGame(9), "3") == "wrong"


def test_answers_are_drawn_evenly():
    answers = [PrimeSubtractionGame.draw(3, seed).solve() for seed in range(400)]
    assert set(answers) == {-1, 1, 3, 5} and all(70 < answers.count(answer) < 130 for answer in set(answers))


def test_ordered_nim_against_search():
    rng, winners = random_stream("ordered"), []
    for seed in range(240):
        differences = [rng.randint(int(i == 0), 3) for i in range(1 + seed % 4)]
        problem = OrderedNim.draw(0, seed) if seed % 8 == 0 else OrderedNim(differences)
        winners.append(problem.solve())
        assert winners[-1] == problem.brute()
    assert 60 < winners.count("Bob") < 180


def test_what_is_drawn_of_ordered_nim():
    """The last difference alone depends on the winner: it is spread alike for both. The sum of the piles is even."""
    lasts = {"Alice": [], "Bob": []}
    for seed in range(1500):
        problem = OrderedNim.draw(3, seed)
        assert problem.n == 5 and problem.piles == sorted(problem.piles) and sum(problem.piles) % 2 == 0
        assert problem.piles[0] > 0 and max(problem.differences) < 16
        lasts[problem.reference].append(problem.differences[-1])
    for found in lasts.values():
        assert all(0.02 < found.count(last) / len(found) < 0.11 for last in range(16))
    for n, level in ((2, 0), (3, 1), (200, 1000)):
        assert OrderedNim.draw(level, 0).n == n


def test_ordered_nim_by_hand():
    assert "sizes: 2, 2. In" in OrderedNim([2, 0]).question and OrderedNim([2, 0]).solve() == "Bob"
    assert OrderedNim([1, 1]).solve() == "Alice" and OrderedNim([1, 0, 1]).solve() == "Bob"


def test_heap_removal_against_enumeration():
    for seed in range(200):
        problem = HeapRemovalNim.draw(seed % 4, seed)
        assert problem._wins(problem.solve()) and problem._matches(problem.solve()) == problem._matches(problem.brute())


def test_removals_that_win_against_the_whole_game():
    """The opponent's every removal, and then Nim by search."""

    def first_wins(heaps, known={}):  # noqa: B006 - a memory of the search
        if heaps not in known:
            known[heaps] = any(
                not first_wins(tuple(sorted([*heaps[:i], *([left] if left else []), *heaps[i + 1 :]])))
                for i, heap in enumerate(heaps)
                for left in range(heap)
            )
        return known[heaps]

    for seed in range(12):
        problem = HeapRemovalNim.generate(random_stream("removal", seed), 3 + seed % 2)
        for mask in range(2**problem.n - 1):
            removed = [place for place in range(1, problem.n + 1) if mask >> place - 1 & 1]
            left = [heap for place, heap in enumerate(problem.heaps, 1) if place not in removed]
            choices = range(1, 2 ** len(left))
            games = [tuple(sorted(heap for i, heap in enumerate(left) if chosen >> i & 1)) for chosen in choices]
            assert problem._wins(removed) == all(map(first_wins, games))


@pytest.mark.parametrize(
    "text, found, reward",
    [
        ("1", "correct", 1),
        ("3", "partial", (1 / 3) ** 3),
        ("2", "partial", 1 / 8),
        ("1 2 3", "invalid", -0.5),
        ("4", "invalid", -0.5),
        ("1 1", "invalid", -0.5),
        ("1 2", "partial", (1 / 3) ** 3),
        ("", "malformed", -1),
    ],
)
def test_answers_of_heap_removal(text, found, reward):
    problem = HeapRemovalNim([1, 2, 3])
    assert problem.solve() == [1]
    assert outcome(problem, text) == found and Reward()(problem.judge(text), problem.beta) == pytest.approx(reward)


def test_a_removal_that_does_not_win_costs_less_than_one_that_is_not_allowed():
    problem = HeapRemovalNim([1, 2, 3, 5])
    assert Reward()(problem.judge("4"), problem.beta) == pytest.approx(-0.2)
