"""Filters: which groups are worth an update (dynamic sampling), and the share of those that are.

A filter takes a group and returns None to keep it, or the reason to drop it. Verdicts about us (timeout, error) are
left out of every count. A curriculum must see the groups before any filter does.

Correctness and reward are different filters: under a shaped reward a group without a correct answer may still have
rewards that differ, so `by_reward` keeps more groups than `by_correctness`.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import partial
from inspect import signature
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rlve_gym.registry import UnknownName

if TYPE_CHECKING:
    from rlve_gym.rollout import Group


class Reason(StrEnum):
    """Why a group is dropped."""

    ALL_CORRECT = "all_correct"
    ALL_WRONG = "all_wrong"
    CONSTANT_REWARD = "constant_reward"
    TOO_EASY = "too_easy"
    TOO_HARD = "too_hard"
    NO_VERDICT = "no_verdict"


class Filter(Protocol):
    """None keeps the group."""

    def __call__(self, group: "Group", /) -> Reason | None: ...


def keep_all(group: "Group") -> Reason | None:
    """Keep every group with at least one verdict on an answer."""
    return None if _correct(group) else Reason.NO_VERDICT


def by_correctness(group: "Group") -> Reason | None:
    """Keep groups with 0 < number correct < number judged (DAPO, arXiv 2503.14476 eq. 11)."""
    correct = _correct(group)
    if not correct:
        return Reason.NO_VERDICT
    if all(correct):
        return Reason.ALL_CORRECT
    return None if any(correct) else Reason.ALL_WRONG


def by_reward(group: "Group", eps: float = 1e-6) -> Reason | None:
    """Keep groups whose rewards differ by more than eps (RLVE's filter, as max - min > eps).

    Never std > 0: rounding gives equal rewards a standard deviation of about 1e-8.
    """
    rewards = [rollout.reward for rollout in group.rollouts if rollout.reward is not None]
    if not rewards:
        return Reason.NO_VERDICT
    return None if max(rewards) - min(rewards) > eps else Reason.CONSTANT_REWARD


def band(group: "Group", low: float = 0.2, high: float = 0.8) -> Reason | None:
    """Keep groups whose share of correct answers is within [low, high]."""
    correct = _correct(group)
    if not correct:
        return Reason.NO_VERDICT
    share = sum(correct) / len(correct)
    if share > high:
        return Reason.TOO_EASY
    return Reason.TOO_HARD if share < low else None


def _correct(group: "Group") -> list[bool]:
    return [rollout.verdict.correct for rollout in group.rollouts if not rollout.verdict.outcome.ours]


FILTERS = {function.__name__: function for function in (keep_all, by_correctness, by_reward, band)}


def make(name: str, **options: float) -> Filter:
    """The filter of a name, with its options set. Raises ValueError on an unknown name, option or an empty band."""
    if name not in FILTERS:
        raise UnknownName("filter", name, FILTERS)
    defaults: dict[str, Any] = {
        key: parameter.default for key, parameter in signature(FILTERS[name]).parameters.items() if key != "group"
    }
    for key in options:
        if key not in defaults:
            raise UnknownName(f"option of the filter {name}", key, defaults)
    chosen = {**defaults, **options}
    if name == "band" and not 0 <= chosen["low"] <= chosen["high"] <= 1:
        raise ValueError(f"band {chosen['low']} .. {chosen['high']}: give 0 <= low <= high <= 1")
    if name == "by_reward" and chosen["eps"] < 0:
        raise ValueError(f"eps {chosen['eps']}: a difference of rewards, at least 0")
    return partial(FILTERS[name], **options)


class EffectivePromptRatio(NamedTuple):
    """The share of prompts with a signal, counted both ways."""

    by_reward: float
    by_correctness: float


def effective_prompt_ratio(groups: Iterable["Group"]) -> EffectivePromptRatio:
    """The share of groups, before filtering, whose rollouts are not all alike (RLVE, arXiv 2511.07317): 1 / it is the
    number of prompts to sample for each one trained on. Groups without a verdict are left out; 0 if there are no
    others.
    """
    judged = [group for group in groups if keep_all(group) is None]
    if not judged:
        return EffectivePromptRatio(0.0, 0.0)
    shares = [sum(kept(group) is None for group in judged) / len(judged) for kept in (by_reward, by_correctness)]
    return EffectivePromptRatio(*shares)
