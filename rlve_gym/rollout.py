"""Rollouts: completions of problems, judged and rewarded, with generation and judging overlapped.

The engine samples in the calling thread while the judge verifies in other processes, so a collection takes about as
long as the slower of the two. What is sampled depends on seeds alone, never on batching or on the order of finishing.
"""

import itertools
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Self

from rlve_gym.engines.base import Completion, Finish, Request, Sampler, Sampling
from rlve_gym.judging import Verifier
from rlve_gym.problem import Spec
from rlve_gym.registry import load
from rlve_gym.timeline import Timeline
from rlve_gym.verdict import Outcome, Reward, Verdict

judge_keys = itertools.count()
"""Keys for the judge, never used twice in a process: a late verdict cannot be taken for that of another rollout."""


@dataclass(frozen=True)
class Rollout:
    """The record that travels: a spec, one completion of its prompt, the verdict on it, the reward (None if ours)."""

    spec: Spec
    completion: Completion
    verdict: Verdict
    reward: float | None

    def to_json(self) -> str:
        """One line of ASCII without its newline. Every text survives, lone surrogates and line separators included."""
        parts = {name: vars(getattr(self, name)) for name in ("spec", "completion", "verdict")}
        return json.dumps({**parts, "reward": self.reward}, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Self:
        """The rollout of a line that `to_json` wrote. Raises ValueError if it is not one.

        Split a file at newlines only (as iterating over an open file does); `str.splitlines` knows other ends of lines.
        """
        try:
            value = json.loads(line)
            completion, verdict = value["completion"], value["verdict"]
            for name in ("tokens_T", "logprobs_T", "prompt_tokens"):
                completion[name] = tuple(completion[name])
            completion["finish"] = Finish(completion["finish"])
            verdict["outcome"] = Outcome(verdict["outcome"])
            return cls(Spec(**value["spec"]), Completion(**completion), Verdict(**verdict), value["reward"])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"not a rollout ({type(error).__name__}: {error}): {line[:80]!r}") from error


@dataclass(frozen=True)
class Group:
    """All rollouts of one spec, in sample order. `index` is the spec's place among those asked for."""

    index: int
    spec: Spec
    rollouts: list[Rollout] = field(default_factory=list)


def rejudge(rollout: Rollout, reward: Reward | None = None) -> Rollout:
    """The same completion judged again, in this process and without a deadline, and rewarded by `reward`."""
    completion = rollout.completion
    problem = rollout.spec.problem()
    verdict = problem.verify(completion.text, truncated=completion.finish is Finish.LENGTH)
    return Rollout(rollout.spec, completion, verdict, (reward or Reward())(verdict, problem.beta))


def sample_seed(seed_key: tuple, spec: Spec, sample: int) -> int:
    """The seed in [0, 2^63) of a sample, a pure function of the arguments. `seed_key`: JSON values."""
    key = json.dumps([*seed_key, spec.env, spec.level, spec.seed, sample]).encode()
    return int.from_bytes(blake2b(key, digest_size=8).digest()) >> 1


def rollouts(
    specs: Sequence[Spec],
    engine: Sampler,
    judge: Verifier,
    sampling: Sampling,
    samples: int,
    seed_key: tuple,
    reward: Reward,
    style: str = "tags",
    timeline: Timeline | None = None,
) -> Iterator[Group]:
    """Sample each spec's prompt `samples` times and judge the completions; yields each group when it is complete.

    Groups come in order of completion: sort by `index` where order must not matter. A spec that is asked for twice gets
    two groups of different samples. While the iterator runs the judge is its own. If the engine raises, or the iterator
    is closed early, what is pending is dropped and the judge can be used again. timeline: told when what happens, its
    rows are the groups.

    Raises ValueError on fewer than one sample, an unknown environment or an unknown style.
    """
    timeline = timeline or Timeline()
    collection = _Collection(specs, judge, samples, reward, timeline)
    requests = _requests(specs, samples, seed_key, style)
    try:
        for number, completion in timeline.watching(engine).generate(requests, sampling):
            collection.submit(number, completion)
            yield from collection.complete(0.0)
        assert collection.sampled == len(requests), (
            f"the engine completed {collection.sampled} of {len(requests)} requests"
        )
        while collection.open:
            yield from collection.complete(1.0)
    finally:
        judge.drop(collection.open)


def _requests(specs: Sequence[Spec], samples: int, seed_key: tuple, style: str) -> list[Request]:
    """One request per (spec, sample), numbered in this order."""
    if samples < 1:
        raise ValueError(f"samples={samples}: each prompt needs at least one")
    prompts = {spec: spec.problem().prompt(style) for spec in dict.fromkeys(specs)}
    asked: Counter[Spec] = Counter()
    requests = []
    for spec in specs:
        for sample in range(asked[spec], asked[spec] + samples):
            requests.append(Request(len(requests), prompts[spec], sample_seed(seed_key, spec, sample)))
        asked[spec] += samples
    return requests


class _Collection:
    """The state of one call of `rollouts`. `open`: the judge's key -> (request number, completion, when it came)."""

    def __init__(self, specs: Sequence[Spec], judge: Verifier, samples: int, reward: Reward, timeline: Timeline):
        self.specs, self.judge, self.samples, self.reward, self.timeline = specs, judge, samples, reward, timeline
        self.open: dict[int, tuple[int, Completion, float]] = {}
        self.sampled = 0
        self.betas = {env: load(env).beta for env in {spec.env for spec in specs}}
        self.groups: dict[int, dict[int, Rollout]] = {}

    def submit(self, number: int, completion: Completion) -> None:
        """Give the completion of a request to the judge."""
        key = next(judge_keys)
        group = number // self.samples
        self.open[key] = (number, completion, self.timeline.generated(group))
        self.sampled += 1
        self.judge.submit(key, self.specs[group], completion)
        self.timeline.queued(group)

    def complete(self, timeout_s: float) -> Iterator[Group]:
        """Take the verdicts that are there, and yield the groups that they complete."""
        assert not self.open or self.judge.pending, "another user of the judge has taken verdicts away"
        for key, verdict in self.judge.finished(timeout_s):
            if key in self.open:
                number, completion, since = self.open.pop(key)
                self.timeline.verified(number // self.samples, since, key)
                yield from self._add(number, completion, verdict)

    def _add(self, number: int, completion: Completion, verdict: Verdict) -> Iterator[Group]:
        index, sample = divmod(number, self.samples)
        spec = self.specs[index]
        group = self.groups.setdefault(index, {})
        group[sample] = Rollout(spec, completion, verdict, self.reward(verdict, self.betas[spec.env]))
        if len(group) == self.samples:
            del self.groups[index]
            yield Group(index, spec, [group[at] for at in range(self.samples)])
