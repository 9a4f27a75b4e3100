"""Rollouts: completions of problems, judged and rewarded, with generation and judging overlapped."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rlve_gym.engines.base import Completion, Engine, Finish, Request, Sampling
from rlve_gym.judging import Judge
from rlve_gym.problem import Spec, random_stream
from rlve_gym.registry import load
from rlve_gym.verdict import Outcome, Reward, Verdict


@dataclass(frozen=True)
class Rollout:
    """The record that travels: a spec, one completion of its prompt, the verdict on it and the reward (None if ours)."""

    spec: Spec
    completion: Completion
    verdict: Verdict
    reward: float | None


@dataclass(frozen=True)
class Group:
    """All rollouts of one spec, in sample order. `index` is the spec's place among those asked for."""

    index: int
    spec: Spec
    rollouts: list[Rollout] = field(default_factory=list)
