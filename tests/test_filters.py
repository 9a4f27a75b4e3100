"""Group filters and the effective prompt ratio."""

import pickle

import pytest

from rlve_gym import Outcome, Reward, Spec, Verdict
from rlve_gym.engines.base import Completion
from rlve_gym.filters import FILTERS, Reason, band, by_correctness, by_reward, effective_prompt_ratio, keep_all, make
from rlve_gym.rollout import Group, Rollout

SPEC = Spec("sorting", 0, 0)


def group(*verdicts: Verdict) -> Group:
    return Group(0, SPEC, [Rollout(SPEC, Completion(""), verdict, Reward()(verdict)) for verdict in verdicts])


RIGHT, WRONG = Verdict(Outcome.CORRECT, 1.0), Verdict(Outcome.WRONG)
PARTIAL, MALFORMED = Verdict(Outcome.PARTIAL, 0.5), Verdict(Outcome.MALFORMED)
TIMEOUT, ERROR = Verdict(Outcome.TIMEOUT), Verdict(Outcome.ERROR)


@pytest.mark.parametrize(
    "verdicts, correctness, reward",
    [
        ([RIGHT, WRONG], None, None),
        ([RIGHT, RIGHT], Reason.ALL_CORRECT, Reason.CONSTANT_REWARD),
        ([WRONG, WRONG], Reason.ALL_WRONG, Reason.CONSTANT_REWARD),
        ([WRONG, MALFORMED], Reason.ALL_WRONG, None),
        ([WRONG, PARTIAL], Reason.ALL_WRONG, None),
        ([RIGHT, TIMEOUT], Reason.ALL_CORRECT, Reason.CONSTANT_REWARD),
        ([WRONG, ERROR], Reason.ALL_WRONG, Reason.CONSTANT_REWARD),
        ([RIGHT, WRONG, ERROR], None, None),
        ([TIMEOUT, ERROR], Reason.NO_VERDICT, Reason.NO_VERDICT),
        ([], Reason.NO_VERDICT, Reason.NO_VERDICT),
    ],
)
def test_correctness_and_reward_are_different_filters(verdicts, correctness, reward):
    assert by_correctness(group(*verdicts)) is correctness
    assert by_reward(group(*verdicts)) is reward


def test_equal_rewards_are_constant_whatever_rounding_does():
    """The standard deviation of these seven equal rewards is about 1e-17 in double precision, and not 0."""
    rewards = [0.1] * 6 + [0.3 - 0.2]
    assert len(set(rewards)) == 2
    rollouts = [Rollout(SPEC, Completion(""), WRONG, reward) for reward in rewards]
    assert by_reward(Group(0, SPEC, rollouts)) is Reason.CONSTANT_REWARD
    assert by_reward(Group(0, SPEC, rollouts), eps=0.0) is None


@pytest.mark.parametrize(
    "correct, reason",
    [(0, Reason.TOO_HARD), (1, Reason.TOO_HARD), (2, None), (8, None), (9, Reason.TOO_EASY), (10, Reason.TOO_EASY)],
)
def test_band_is_closed(correct, reason):
    assert band(group(*[RIGHT] * correct, *[WRONG] * (10 - correct), TIMEOUT)) is reason


def test_keep_all_wants_one_verdict():
    assert keep_all(group(RIGHT, RIGHT)) is None
    assert keep_all(group(TIMEOUT, WRONG)) is None
    assert keep_all(group(TIMEOUT)) is Reason.NO_VERDICT


def test_effective_prompt_ratio_by_reward_and_by_correctness():
    """Of four judged groups one mixes right and wrong, and one more has rewards that differ: 2/4 and 1/4."""
    groups = [group(RIGHT, WRONG), group(WRONG, MALFORMED), group(RIGHT, RIGHT), group(WRONG, WRONG), group(TIMEOUT)]
    assert effective_prompt_ratio(groups) == (0.5, 0.25)
    assert effective_prompt_ratio([]) == (0.0, 0.0)
    assert effective_prompt_ratio([group(ERROR)]) == (0.0, 0.0)


def test_filters_are_made_by_name_and_cross_processes():
    assert sorted(FILTERS) == ["band", "by_correctness", "by_reward", "keep_all"]
    for name in FILTERS:
        assert pickle.loads(pickle.dumps(make(name)))(group(RIGHT, WRONG)) is None
    assert make("band", low=0.6)(group(RIGHT, WRONG)) is Reason.TOO_HARD
    assert make("by_reward", eps=1.0)(group(RIGHT, WRONG)) is Reason.CONSTANT_REWARD


@pytest.mark.parametrize(
    "name, options, message",
    [
        ("by_corectness", {}, "did you mean by_correctness"),
        ("band", {"lwo": 0.1}, "option of the filter band 'lwo', did you mean low"),
        ("band", {"low": 0.9}, "band 0.9 .. 0.8"),
        ("by_reward", {"eps": -1.0}, "at least 0"),
        ("keep_all", {"eps": 1.0}, "unknown option of the filter keep_all"),
    ],
)
def test_bad_choices_are_told(name, options, message):
    with pytest.raises(ValueError, match=message):
        make(name, **options)
