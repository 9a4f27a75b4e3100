"""Advantages: how much better each rollout of a group did than the group, and what being too long costs.

Plain Python in double precision: a batch has thousands of rewards, not millions.

Shapes: `_P` problems of a batch, `_G` rollouts of one problem (groups may differ in size), `_B` all rollouts of the
batch, group after group.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from rlve_gym.engines.base import Finish

EPSILON = 1e-6
"""Added to a standard deviation; rewards of a group that differ by no more than this are the same."""

Std = Literal["group", "batch", "none"]


@dataclass(frozen=True)
class Advantages:
    """One entry per rollout. mask_B: False where there is no reward, so that the rollout must not teach."""

    values_B: list[float]
    mask_B: list[bool]


def group_advantages(rewards_PG: Sequence[Sequence[float | None]], std: Std = "group") -> Advantages:
    """Rewards relative to their group: (R - mean) / (std + 1e-6), or R - mean.

    std: "group" divides by the group's unbiased standard deviation (GRPO, arXiv 2402.03300 section 4.1.2; DAPO, arXiv
    2503.14476 eq. 9; numerics as in RLVE's code); "batch" by that of all rewards of the batch (ScaleRL, arXiv
    2510.13786); "none" does not divide (Dr. GRPO, arXiv 2503.20783).

    A reward of None (timeout, error) is left out of the statistics, its advantage is 0 and its mask False. A group
    whose rewards are all the same gets exactly 0, and so does a group of one: it is its own baseline.
    """
    if std not in ("group", "batch", "none"):
        raise ValueError(f"std {std!r}: choose one of group, batch, none")
    batch_std = _std([reward for rewards_G in rewards_PG for reward in rewards_G if reward is not None])
    values_B: list[float] = []
    for rewards_G in rewards_PG:
        given = [reward for reward in rewards_G if reward is not None]
        if not given or max(given) - min(given) <= EPSILON:
            values_B += [0.0] * len(rewards_G)
            continue
        mean = sum(given) / len(given)
        scale = {"group": _std(given) + EPSILON, "batch": batch_std + EPSILON, "none": 1.0}[std]
        values_B += [0.0 if reward is None else (reward - mean) / scale for reward in rewards_G]
    return Advantages(values_B, [reward is not None for rewards_G in rewards_PG for reward in rewards_G])


def _std(values: Sequence[float]) -> float:
    """The unbiased standard deviation; 0 of fewer than two values."""
    if len(values) < 2:
        return 0.0
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))


def soft_overlong_punishment(tokens: int, max_tokens: int, cache_tokens: int) -> float:
    """What is added to the reward of a completion of this many tokens (DAPO, arXiv 2503.14476 eq. 13), in [-1, 0].

    0 up to max_tokens - cache_tokens, then linear, -1 at max_tokens and beyond. Raises ValueError unless
    0 < cache_tokens <= max_tokens.
    """
    if not 0 < cache_tokens <= max_tokens:
        raise ValueError(f"cache_tokens {cache_tokens}: give a number from 1 to max_tokens, {max_tokens}")
    over = tokens - (max_tokens - cache_tokens)
    return -min(1.0, max(0, over) / cache_tokens)


def overlong_mask(finishes_B: Sequence[Finish]) -> list[bool]:
    """Which rollouts teach under overlong filtering (DAPO, arXiv 2503.14476 section 3.4): those not cut off."""
    return [finish is not Finish.LENGTH for finish in finishes_B]
