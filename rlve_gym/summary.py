"""Figures about groups of rollouts, for metrics and tables. Nothing here feeds back into training."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rlve_gym.engines.base import Finish
from rlve_gym.filters import effective_prompt_ratio
from rlve_gym.rollout import Group, Rollout
from rlve_gym.verdict import Outcome


def mean(values: Iterable[float]) -> float | None:
    """The mean, or None of nothing."""
    values = list(values)
    return sum(values) / len(values) if values else None


def summarize(groups: Sequence[Group]) -> dict[str, float]:
    """Metrics over every finished rollout, before any filter. Rollouts without a verdict count only as outcomes."""
    rollouts = [rollout for group in groups for rollout in group.rollouts]
    judged = [rollout for rollout in rollouts if rollout.reward is not None]
    ratio = effective_prompt_ratio(groups)
    figures: dict[str, float | None] = {
        "reward/mean": mean(rollout.reward for rollout in judged if rollout.reward is not None),
        "accuracy/mean": mean(rollout.verdict.correct for rollout in judged),
        "epr/reward": ratio.by_reward,
        "epr/correct": ratio.by_correctness,
        "length/mean": mean(len(rollout.completion.tokens_T) for rollout in rollouts),
        "length/truncated": mean(rollout.completion.finish is Finish.LENGTH for rollout in rollouts),
    }
    for outcome in Outcome:
        figures[f"outcome/{outcome}"] = mean(rollout.verdict.outcome is outcome for rollout in rollouts)
    for env, its in _by(judged, lambda rollout: rollout.spec.env).items():
        figures[f"env/{env}/accuracy"] = mean(rollout.verdict.correct for rollout in its)
        figures[f"env/{env}/reward"] = mean(rollout.reward for rollout in its if rollout.reward is not None)
    return {key: value for key, value in figures.items() if value is not None}


def accuracy_by_level(groups: Iterable[Group]) -> dict[tuple[str, int], float]:
    """(environment, level) -> share of correct rollouts among those with a verdict."""
    judged = [rollout for group in groups for rollout in group.rollouts if rollout.reward is not None]
    found = _by(judged, lambda rollout: (rollout.spec.env, rollout.spec.level))
    return {key: sum(rollout.verdict.correct for rollout in its) / len(its) for key, its in sorted(found.items())}


def rollout_lines(step: int, groups: Sequence[Group], kept: Iterable[int]) -> list[dict[str, Any]]:
    """Lines for rollouts.jsonl. `kept`: the indices of the groups that were trained on."""
    trained = set(kept)
    return [
        {
            "step": step,
            "group": group.index,
            "sample": sample,
            "env": group.spec.env,
            "level": group.spec.level,
            "seed": group.spec.seed,
            "text": rollout.completion.text,
            "outcome": str(rollout.verdict.outcome),
            "score": rollout.verdict.score,
            "why": rollout.verdict.why,
            "reward": rollout.reward,
            "finish": str(rollout.completion.finish),
            "tokens": len(rollout.completion.tokens_T),
            "kept": group.index in trained,
        }
        for group in groups
        for sample, rollout in enumerate(group.rollouts)
    ]


def _by(rollouts: Iterable[Rollout], key: Callable[[Rollout], Any]) -> dict[Any, list[Rollout]]:
    found: dict[Any, list[Rollout]] = defaultdict(list)
    for rollout in rollouts:
        found[key(rollout)].append(rollout)
    return found
