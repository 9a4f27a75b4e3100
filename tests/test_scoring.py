"""Quality functions, verdicts and rewards: exactly 1 only for a right answer."""

import math
import pickle
from fractions import Fraction

import pytest

from rlve_gym import Invalid, Outcome, Reward, Verdict, agreement, exact, lexicographic, ratio, satisfied
from rlve_gym.scoring import BELOW_ONE, Malformed


def test_exact():
    assert exact([1, 2], [1, 2]) == 1.0
    assert exact([1, 2], [2, 1]) == 0.0


def test_agreement_is_the_share_of_equal_positions():
    assert agreement([1, 2, 3, 4], [1, 2, 4, 3]) == 0.5
    assert agreement("abc", "abc") == 1.0
    assert agreement([1], [2]) == 0.0


@pytest.mark.parametrize("answer", [[], [1], [1, 2, 3]])
def test_agreement_needs_equal_lengths(answer):
    with pytest.raises(Invalid, match=f"expected 2 entries, found {len(answer)}"):
        agreement([1, 2], answer)


def test_satisfied():
    assert satisfied(3, 4) == 0.75
    assert satisfied(0, 0) == 1.0
    assert satisfied(0, 5) == 0.0


def test_satisfied_of_very_many_stays_below_one():
    assert satisfied(10**20 - 1, 10**20) == BELOW_ONE < 1.0
    assert satisfied(10**20, 10**20) == 1.0


def test_a_later_aim_counts_only_if_those_before_it_are_met():
    assert lexicographic(1.0, 1.0) == lexicographic(1.0) == lexicographic(1.0, 1.0, 1.0) == 1.0
    assert lexicographic(1.0, 0.5) == 0.75 and lexicographic(0.5, 1.0) == 0.25 and lexicographic(0.0, 1.0) == 0.0
    assert lexicographic(1.0, BELOW_ONE) == lexicographic(1.0, 1.0, BELOW_ONE) == BELOW_ONE < 1.0


@pytest.mark.parametrize(
    "reference, answer, score",
    [
        (4, 2, 0.5),
        (2, 4, 0.5),
        (-4, -2, 0.5),
        (4, -4, 0.0),
        (0, 0, 1.0),
        (0, 5, 0.0),
        (5, 0, 0.0),
        (Fraction(1, 3), Fraction(1, 6), 0.5),
        (10**400, 10**400, 1.0),
        (10**400, 2 * 10**400, 0.5),
        (1, 10**400, 0.0),
    ],
)
def test_ratio(reference, answer, score):
    assert ratio(reference, answer) == pytest.approx(score, abs=1e-300)


def test_ratio_of_neighbours_stays_below_one():
    assert ratio(10**40, 10**40 + 1) == BELOW_ONE


@pytest.mark.parametrize(
    "score, outcome", [(1.0, "correct"), (1, "correct"), (BELOW_ONE, "partial"), (5e-324, "partial"), (0, "wrong")]
)
def test_the_outcome_of_a_score(score, outcome):
    verdict = Verdict.scored(score)
    assert verdict.outcome == outcome and verdict.score == score
    assert verdict.correct is (outcome == "correct")


@pytest.mark.parametrize("score", [-0.1, 1.0000001, math.nan, math.inf])
def test_a_score_outside_its_range_is_our_fault(score):
    with pytest.raises(AssertionError, match="outside"):
        Verdict.scored(score)


@pytest.mark.parametrize(
    "verdict, reward",
    [
        (Verdict.scored(1), 1.0),
        (Verdict.scored(0.5), 0.25),
        (Verdict.scored(0), 0.0),
        (Verdict(Outcome.INVALID), -0.5),
        (Verdict(Outcome.INVALID, severity=0.4), -0.2),
        (Verdict(Outcome.MALFORMED), -1.0),
        (Verdict(Outcome.TRUNCATED), -1.0),
        (Verdict(Outcome.TIMEOUT), None),
        (Verdict(Outcome.ERROR), None),
    ],
)
def test_rewards(verdict, reward):
    assert Reward()(verdict, beta=2) == (reward if reward is None else pytest.approx(reward))


@pytest.mark.parametrize("severity", [float("nan"), -1.0, 1.5])
def test_a_severity_outside_its_range_is_our_fault(severity):
    """It would be a reward outside [-1, 1], or none at all."""
    with pytest.raises(AssertionError, match="severity"):
        Invalid("no", severity)


def test_binary_rewards_pay_for_correct_answers_only():
    reward = Reward(malformed=-0.1, invalid=-0.1, binary=True)
    assert [reward(Verdict.scored(score)) for score in (1, BELOW_ONE, 0)] == [1.0, 0.0, 0.0]
    assert reward(Verdict(Outcome.MALFORMED)) == -0.1


@pytest.mark.parametrize("options", [{"malformed": -1.5}, {"invalid": 2.0}, {"invalid": math.nan}])
def test_rewards_stay_in_their_range(options):
    with pytest.raises(ValueError, match="rewards lie in"):
        Reward(**options)


def test_verdicts_and_rewards_travel():
    for value in (Verdict(Outcome.INVALID, why="no", severity=0.4), Reward(binary=True)):
        assert pickle.loads(pickle.dumps(value)) == value


def test_only_timeouts_and_errors_are_ours():
    assert {outcome for outcome in Outcome if outcome.ours} == {Outcome.TIMEOUT, Outcome.ERROR}


def test_malformed_is_a_value_error_and_invalid_is_not():
    assert issubclass(Malformed, ValueError) and not issubclass(Invalid, ValueError)
