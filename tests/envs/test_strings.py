"""Post's problem over permutations: planted orders against enumeration, rewards by hand, what is drawn."""

from itertools import permutations

import pytest

from rlve_gym import Reward, load

PcpPermutation = load("pcp_permutation")

# In order 0 1 2 both rows spell abbab, in order 2 0 1 both spell ababb.
TWO_WAYS = PcpPermutation(["ab", "b", "ab"], ["a", "bb", "ab"], [0, 1, 2])


def reward(problem, text):
    return Reward()(problem.judge(text), problem.beta)


def joined(strings, order):
    return "".join(strings[i] for i in order)


def test_parameters_equal_the_catalogue():
    assert [PcpPermutation.parameters(level) for level in range(11)] == [{"n": n} for n in range(3, 14)]
    assert [PcpPermutation.parameters(level)["n"] for level in (100, 997, 2000)] == [103, 1000, 1000]
    assert PcpPermutation.beta == 10


def test_right_orders_are_those_that_enumeration_finds():
    for seed in range(200):
        problem = PcpPermutation.draw(seed % 4, seed)
        for order in permutations(range(problem.n)):
            right = joined(problem.tops, order) == joined(problem.bottoms, order)
            assert (problem.score(list(order)) == 1) == right
        assert problem.score(problem.solve()) == problem.score(problem.brute()) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0 1 2", 1),
        ("2 0 1", 1),  # not the planted order
        ("0 2 1", 0.0060466176),  # ababb, aabbb: 3 of 5 agree, 0.6^10
        ("1 0 2", 0.0060466176),  # babab, bbaab: 3 of 5 agree
        ("0 1", -0.5),
        ("0 1 1", -0.5),
        ("0 1 3", -0.5),
        ("1 2 3", -0.5),
        ("0 1 2 2", -0.5),
        ("-1 0 1", -0.5),
        ("", -1),
        ("ab b ab", -1),
    ],
)
def test_rewards(text, expected):
    assert reward(TWO_WAYS, text) == pytest.approx(expected)


def test_near_miss_of_a_long_text_is_not_correct():
    problem = PcpPermutation(["a" * 5000, "ab"], ["a" * 5000 + "a", "b"], [0, 1])
    assert problem.judge("0 1").correct
    verdict = problem.judge("1 0")
    assert 0.99 < verdict.score < 1 and not verdict.correct


def test_few_orders_are_right():
    for seed in range(150):
        problem = PcpPermutation.draw(seed % 3, seed)
        orders = list(permutations(range(problem.n)))
        right = sum(joined(problem.tops, order) == joined(problem.bottoms, order) for order in orders)
        assert right == 1 if problem.n == 3 else right <= len(orders) / 3


def test_prompts_stay_short():
    assert max(len(PcpPermutation.draw(100, seed).prompt()) for seed in range(20)) < 20_000
    assert len(PcpPermutation.draw(5000, 0).prompt()) < 50_000


@pytest.mark.parametrize("level", [0, 2, 10, 20])
def test_what_is_drawn(level):
    n = level + 3
    drawn = [PcpPermutation.draw(level, seed) for seed in range(150)]
    for problem in drawn:
        assert len(problem.tops) == len(problem.bottoms) == problem.n == n
        assert all(piece and set(piece) <= {"a", "b"} for piece in problem.tops + problem.bottoms)
        assert n + 1 <= len(joined(problem.tops, range(n))) == len(joined(problem.bottoms, range(n))) <= 10 * n
        assert sorted(problem.solution) == list(range(n))
    assert len({tuple(problem.solution) for problem in drawn}) >= (6 if level == 0 else 80)
