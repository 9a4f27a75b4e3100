"""Curricula: which environment and level the next problem comes from, and how that follows what the model can do.

A curriculum draws specs, observes every finished rollout **before any filter**, and moves its windows of levels once
a step. Filtered data would mislead it: a filter that keeps groups with 0 < correct < G leaves at most (G - 1) / G
correct, 7/8 at G = 8, so a threshold of 0.9 could never be reached.

Rules: `SlidingWindow` (RLVE, arXiv 2511.07317, as its code has it; the default), `Static`, `TargetRate`. There is no
random state: the n-th draw is a pure function of the seed, n, the environments and their windows at that moment.

Left out: RLVE draws parameters with the process's global generator and counts seeds per attempt; here each draw has
its own stream, so that a schedule depends neither on what generators do nor on when a run was interrupted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from inspect import signature
from typing import Any, ClassVar, Protocol

from rlve_gym.problem import HELD_OUT, Spec, random_stream
from rlve_gym.registry import UnknownName, resolve
from rlve_gym.verdict import Verdict

_COUNTER_BITS = 32
_SALT_BITS = HELD_OUT.bit_length() - 1 - _COUNTER_BITS


class Judged(Protocol):
    """What a curriculum looks at in a rollout."""

    @property
    def spec(self) -> Spec: ...

    @property
    def verdict(self) -> Verdict: ...


class Curriculum(Protocol):
    """Chooses specs and learns from every finished rollout."""

    def draw(self) -> Spec:
        """The next spec. Its seed is unique in the run and below HELD_OUT."""
        ...

    def observe(self, rollouts: Iterable[Judged]) -> None:
        """Take in finished rollouts, unfiltered, in any order."""
        ...

    def advance(self) -> dict[str, int]:
        """Check the windows; call it once a step. Returns the environments that moved, with their new top levels."""
        ...

    def levels(self, env: str) -> tuple[int, int]:
        """The lowest and the highest level that `env` is drawn from at present."""
        ...

    def state_dict(self) -> dict[str, Any]:
        """The whole state as a JSON value."""
        ...

    def load_state_dict(self, state: dict[str, Any]) -> list[str]:
        """Continue from a state. Returns notes on what differs from the run that wrote it; ValueError if it cannot."""
        ...

    def metrics(self) -> dict[str, float]:
        """Scalars under `curriculum/`."""
        ...


@dataclass
class Tally:
    """How many verdicts there were, and how many were correct."""

    correct: int = 0
    count: int = 0

    def add(self, correct: bool) -> None:
        self.correct += correct
        self.count += 1


@dataclass
class Progress:
    """Where one environment stands. `pending` is counted since the last check, `levels` since the run began."""

    position: float
    pending: Tally = field(default_factory=Tally)
    levels: dict[int, Tally] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        levels = {str(level): [tally.correct, tally.count] for level, tally in sorted(self.levels.items())}
        return {"position": self.position, "pending": [self.pending.correct, self.pending.count], "levels": levels}

    @staticmethod
    def from_json(value: dict[str, Any]) -> "Progress":
        levels = {int(level): Tally(*tally) for level, tally in value["levels"].items()}
        return Progress(value["position"], Tally(*value["pending"]), levels)


class _Windows:
    """What the rules share: drawing, counting, state. A rule adds `levels`, `_counts` and `advance`."""

    rule: ClassVar[str]

    def __init__(self, environments: Sequence[str], seed: int, start: float, options: dict[str, Any]):
        _require(not isinstance(environments, str), "environments: give a list of ids, not one string")
        _require(len(environments) > 0, "environments: give at least one id")
        twice = sorted({env for env in environments if list(environments).count(env) > 1})
        _require(not twice, f"environments: {', '.join(twice)} given more than once")
        self.environments = tuple(sorted(environments))
        self.seed = seed
        self.draws = 0
        self._start = start
        self._options = options
        self._progress = {env: Progress(start) for env in self.environments}
        self._aside: dict[str, Progress] = {}

    def levels(self, env: str) -> tuple[int, int]:
        raise NotImplementedError

    def advance(self) -> dict[str, int]:
        raise NotImplementedError

    def _counts(self, env: str, level: int) -> bool:
        """Whether a rollout at this level counts for the next check: by default, only at the top."""
        return level == self.levels(env)[1]

    def draw(self) -> Spec:
        stream = random_stream("curriculum", self.seed, self.draws)
        salt = stream.getrandbits(_SALT_BITS)
        env = stream.choice(self.environments)
        level = stream.randint(*self.levels(env))
        spec = Spec(env, level, salt << _COUNTER_BITS | self.draws)
        self.draws += 1
        assert self.draws < 1 << _COUNTER_BITS
        return spec

    def observe(self, rollouts: Iterable[Judged]) -> None:
        """Count rollouts. Verdicts about us (timeout, error) do not count; nor do environments that left the run.

        Raises ValueError on an environment the run never had.
        """
        for rollout in rollouts:
            env, level = rollout.spec.env, rollout.spec.level
            if env not in self._progress:
                _require(env in self._aside, f"the curriculum has no environment {env!r}: observe only what it drew")
                continue
            if rollout.verdict.outcome.ours:
                continue
            progress = self._progress[env]
            progress.levels.setdefault(level, Tally()).add(rollout.verdict.correct)
            if self._counts(env, level):
                progress.pending.add(rollout.verdict.correct)

    def statistics(self, env: str) -> dict[int, Tally]:
        """Level -> verdicts since the run began, for every level ever observed."""
        return dict(sorted(self._progress[env].levels.items()))

    def state_dict(self) -> dict[str, Any]:
        return {
            "rule": self.rule,
            "seed": self.seed,
            "draws": self.draws,
            "options": dict(self._options),
            "environments": {env: self._progress[env].to_json() for env in self.environments},
            "aside": {env: progress.to_json() for env, progress in sorted(self._aside.items())},
        }

    def load_state_dict(self, state: dict[str, Any]) -> list[str]:
        """Continue from a state. Returns notes in words on what differs from the run that wrote it.

        An environment that is new begins at `start`; one that has left is set aside and continues if it comes back.
        Changed options hold from here on: a max_level that is lower brings down what is above. Raises ValueError on
        another rule, another seed, or what is no state at all; the curriculum is unchanged then.
        """
        try:
            rule, seed, draws, options = state["rule"], state["seed"], int(state["draws"]), dict(state["options"])
            running = {env: Progress.from_json(value) for env, value in state["environments"].items()}
            aside = {env: Progress.from_json(value) for env, value in state["aside"].items()}
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise ValueError(
                f"this is not the state of a curriculum ({error!r}): resume from another checkpoint"
            ) from None
        if rule != self.rule:
            raise ValueError(
                f"the state is of rule {rule!r}, the run uses {self.rule!r}: set the rule back or start anew"
            )
        if seed != self.seed:
            raise ValueError(
                f"the state is of seed {seed}, the run has seed {self.seed}: set the seed back or start anew"
            )
        known = {**aside, **running}
        self.draws = draws
        self._progress = {env: known.get(env) or Progress(self._start) for env in self.environments}
        self._aside = {env: progress for env, progress in known.items() if env not in self._progress}
        self._lower(self._options.get("max_level"))
        return [*self._notes(set(running), set(aside)), *self._option_notes(options)]

    def _lower(self, max_level: int | None) -> None:
        """Bring environments above the highest level down to it; what was counted up there says nothing about it."""
        for progress in self._progress.values():
            if max_level is not None and progress.position > max_level:
                progress.position, progress.pending = max_level, Tally()

    def _notes(self, running: set[str], aside: set[str]) -> list[str]:
        notes = []
        for env in self.environments:
            if env not in running:
                verb = "is back" if env in aside else "is new"
                notes.append(f"environment {env} {verb}: it starts at level {self.levels(env)[1]}")
        for env in sorted(running - set(self.environments)):
            notes.append(f"environment {env} has left the run: its progress is set aside")
        return notes

    def _option_notes(self, before: dict[str, Any]) -> list[str]:
        return [
            f"curriculum option {name} was {before.get(name)}, is {value} from here on"
            for name, value in self._options.items()
            if before.get(name) != value
        ]

    def metrics(self) -> dict[str, float]:
        """Per environment: `level` (top), `low`, `count` and `accuracy` of the verdicts counted since the last check.

        `accuracy` is absent while nothing has been counted. `curriculum/level_mean` is the mean of the top levels.
        """
        found: dict[str, float] = {}
        for env in self.environments:
            low, high = self.levels(env)
            pending = self._progress[env].pending
            found[f"curriculum/{env}/level"] = float(high)
            found[f"curriculum/{env}/low"] = float(low)
            found[f"curriculum/{env}/count"] = float(pending.count)
            if pending.count:
                found[f"curriculum/{env}/accuracy"] = pending.correct / pending.count
        tops = [self.levels(env)[1] for env in self.environments]
        found["curriculum/level_mean"] = sum(tops) / len(tops)
        return found


class SlidingWindow(_Windows):
    """RLVE's rule: levels max(0, h - window + 1) .. h, and h rises by one when the model masters level h.

    Once a step, each environment with at least prompts * samples verdicts at level h is checked: if the share of
    correct ones is >= threshold, h rises by one. The counts return to zero whether or not it passed. h never falls,
    unless a run is resumed with a lower max_level. Only rollouts whose level is h when they are observed count.

    window: how many levels it spans. threshold: compared exactly, as the decimal it is written as. prompts, samples:
    problems and rollouts per problem behind a check. start: the first h. max_level: h stops there (None: never).
    """

    rule = "sliding_window"

    def __init__(
        self,
        environments: Sequence[str],
        seed: int = 0,
        window: int = 4,
        threshold: float = 0.9,
        prompts: int = 8,
        samples: int = 16,
        start: int = 0,
        max_level: int | None = None,
    ):
        _require(window >= 1, f"window {window}: it spans at least one level")
        _require(0 < threshold <= 1, f"threshold {threshold}: a share of correct answers in (0, 1]")
        _require_check(prompts, samples, start, max_level)
        self.window, self.threshold, self.max_level = window, Fraction(str(threshold)), max_level
        self.needed = prompts * samples
        options = {"window": window, "threshold": threshold, "prompts": prompts, "samples": samples}
        super().__init__(environments, seed, start, {**options, "start": start, "max_level": max_level})

    def levels(self, env: str) -> tuple[int, int]:
        high = int(self._progress[env].position)
        return max(0, high - self.window + 1), high

    def advance(self) -> dict[str, int]:
        moved = {}
        for env, progress in self._progress.items():
            correct, count = progress.pending.correct, progress.pending.count
            if count < self.needed:
                continue
            progress.pending = Tally()
            if correct >= self.threshold * count and (self.max_level is None or progress.position < self.max_level):
                progress.position += 1
                moved[env] = int(progress.position)
        return moved


class Static(_Windows):
    """Levels low .. high, always: the baseline RLVE compares with. It still keeps statistics per level."""

    rule = "static"

    def __init__(self, environments: Sequence[str], seed: int = 0, low: int = 0, high: int = 20):
        _require(0 <= low <= high, f"levels {low} .. {high}: give 0 <= low <= high")
        self.low, self.high = low, high
        super().__init__(environments, seed, high, {"low": low, "high": high})

    def levels(self, env: str) -> tuple[int, int]:
        return self.low, self.high

    def advance(self) -> dict[str, int]:
        return {}


class TargetRate(_Windows):
    """Proportional control towards a pass rate: the window rises while more is passed, falls while less is.

    Each environment has a real-valued position x >= 0. Once a step, if at least prompts * samples verdicts within the
    window have been counted since the last check, with share of correct ones p,

        x <- clip(x + clip(gain * (p - target), -1, 1), 0, max_level)

    and the counts return to zero. The window is the levels max(0, h - window + 1) .. h with h = floor(x + 1/2). All
    levels of the window count, not only the top: the target is the pass rate of what is trained on. The update is the
    one of SCALER (arXiv 2601.04809), d <- clip(d + beta * (acc - tau)), with a bounded step.

    target: the wanted pass rate. gain: levels per unit of excess pass rate. The rest is as in SlidingWindow.
    """

    rule = "target_rate"

    def __init__(
        self,
        environments: Sequence[str],
        seed: int = 0,
        target: float = 0.5,
        gain: float = 2.0,
        window: int = 2,
        prompts: int = 8,
        samples: int = 16,
        start: int = 0,
        max_level: int | None = None,
    ):
        _require(0 < target < 1, f"target {target}: a pass rate in (0, 1)")
        _require(gain > 0, f"gain {gain}: levels per unit of pass rate, above 0")
        _require(window >= 1, f"window {window}: it spans at least one level")
        _require_check(prompts, samples, start, max_level)
        self.target, self.gain, self.window, self.max_level = target, gain, window, max_level
        self.needed = prompts * samples
        options = {"target": target, "gain": gain, "window": window, "prompts": prompts, "samples": samples}
        super().__init__(environments, seed, start, {**options, "start": start, "max_level": max_level})

    def levels(self, env: str) -> tuple[int, int]:
        high = int(self._progress[env].position + 0.5)
        return max(0, high - self.window + 1), high

    def _counts(self, env: str, level: int) -> bool:
        low, high = self.levels(env)
        return low <= level <= high

    def advance(self) -> dict[str, int]:
        moved = {}
        for env, progress in self._progress.items():
            if progress.pending.count < self.needed:
                continue
            before = self.levels(env)[1]
            excess = progress.pending.correct / progress.pending.count - self.target
            position = max(0.0, progress.position + max(-1.0, min(1.0, self.gain * excess)))
            progress.position = position if self.max_level is None else min(position, float(self.max_level))
            progress.pending = Tally()
            if self.levels(env)[1] != before:
                moved[env] = self.levels(env)[1]
        return moved


RULES: dict[str, type[SlidingWindow] | type[Static] | type[TargetRate]] = {
    rule.rule: rule for rule in (SlidingWindow, Static, TargetRate)
}


def make(rule: str, environments: Sequence[str], seed: int = 0, **options: Any) -> Curriculum:
    """The curriculum of a rule's name, over environments given by any of their names.

    Raises UnknownName (a ValueError, with the closest names) on an unknown rule, option or environment.
    """
    if rule not in RULES:
        raise UnknownName("curriculum rule", rule, RULES)
    known = [name for name in signature(RULES[rule]).parameters if name not in ("environments", "seed")]
    for name in options:
        if name not in known:
            raise UnknownName(f"option of the {rule} curriculum", name, known)
    return RULES[rule]([resolve(env) for env in environments], seed, **options)


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise ValueError(message)


def _require_check(prompts: int, samples: int, start: int, max_level: int | None) -> None:
    _require(prompts >= 1, f"prompts {prompts}: a check needs at least one problem")
    _require(samples >= 1, f"samples {samples}: a problem has at least one rollout")
    _require(start >= 0, f"start {start}: levels of difficulty start at 0")
    _require(max_level is None or max_level >= start, f"max_level {max_level} is below start {start}")
