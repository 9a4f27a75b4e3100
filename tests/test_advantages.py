"""Advantages and length penalties, against numbers worked out by hand."""

from math import sqrt

import pytest

from rlve_gym.advantages import group_advantages, overlong_mask, soft_overlong_punishment
from rlve_gym.engines.base import Finish


def test_group_normalisation():
    """Rewards 1, 0, 0, 0: mean 1/4, unbiased variance (9 + 3) / 16 / 3 = 1/4, standard deviation 1/2."""
    found = group_advantages([[1.0, 0.0, 0.0, 0.0]])
    assert found.values_B == pytest.approx([0.75 / 0.500001, *[-0.25 / 0.500001] * 3], abs=1e-12)
    assert found.mask_B == [True] * 4


def test_each_group_is_normalised_by_itself():
    """-1, 1: mean 0, unbiased standard deviation sqrt(2). 0, 1, 2: mean 1, standard deviation 1."""
    found = group_advantages([[-1.0, 1.0], [0.0, 1.0, 2.0]])
    a, b = 1 / (sqrt(2) + 1e-6), 1 / 1.000001
    assert found.values_B == pytest.approx([-a, a, -b, 0.0, b], abs=1e-12)


def test_dr_grpo_does_not_divide():
    assert group_advantages([[1.0, 0.0, 0.0, 0.0], [0.0, 3.0]], std="none").values_B == [
        *[0.75, -0.25, -0.25, -0.25],
        *[-1.5, 1.5],
    ]


def test_batch_standard_deviation():
    """All rewards 1, 0, 1, 1, 1: mean 0.8, unbiased variance (0.64 + 4 * 0.04) / 4 = 0.2."""
    found = group_advantages([[1.0, 0.0], [1.0, 1.0, 1.0]], std="batch")
    a = 0.5 / (sqrt(0.2) + 1e-6)
    assert found.values_B == pytest.approx([a, -a, 0.0, 0.0, 0.0], abs=1e-12)
    assert found.values_B[2:] == [0.0, 0.0, 0.0]


def test_a_rollout_without_reward_is_left_out():
    """1, 0 among the others: mean 1/2, standard deviation sqrt(1/2)."""
    found = group_advantages([[1.0, None, 0.0], [None, None]])
    a = 0.5 / (sqrt(0.5) + 1e-6)
    assert found.values_B == pytest.approx([a, 0.0, -a, 0.0, 0.0], abs=1e-12)
    assert found.mask_B == [True, False, True, False, False]


@pytest.mark.parametrize("std", ["group", "batch", "none"])
@pytest.mark.parametrize("rewards_G", [[0.1] * 7, [0.5], [0.3, None], [0.3 - 1e-7, 0.3], []])
def test_degenerate_groups_are_exactly_zero(rewards_G, std):
    """Seven times 0.1 has a mean that is not 0.1 in floating point; dividing that by 1e-6 would make noise of it."""
    found = group_advantages([rewards_G, [0.0, 1.0]], std=std)
    assert found.values_B[:-2] == [0.0] * len(rewards_G)
    assert found.values_B[-1] > 0


def test_an_unknown_normalisation_is_refused():
    with pytest.raises(ValueError, match="choose one of group, batch, none"):
        group_advantages([[1.0]], std="groups")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "tokens, punishment",
    [(0, 0.0), (16384, 0.0), (16385, -1 / 4096), (18432, -0.5), (20479, -4095 / 4096), (20480, -1.0), (99999, -1.0)],
)
def test_soft_overlong_punishment_at_dapos_lengths(tokens, punishment):
    """L_max 20480, L_cache 4096: nothing up to 16384, half way at 18432, -1 from 20480."""
    assert soft_overlong_punishment(tokens, 20480, 4096) == punishment


@pytest.mark.parametrize("cache_tokens", [0, -1, 11])
def test_an_impossible_cache_is_refused(cache_tokens):
    with pytest.raises(ValueError, match="from 1 to max_tokens, 10"):
        soft_overlong_punishment(5, 10, cache_tokens)


def test_overlong_mask():
    assert overlong_mask([Finish.STOP, Finish.LENGTH, Finish.STOP]) == [True, False, True]
