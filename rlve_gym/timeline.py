"""Timeline: when the attempts of a step were generated, queued and verified, and when the weights were updated.

It answers whether generation and verification overlap, and which of them a step waits for. All of it are readings of a
clock, in seconds since the step began: they go into `timeline.jsonl` and metrics under `time/`, and nowhere else.

A line is bounded, however many attempts there are: rows (groups, or members of a population) beyond `ROWS` are put
together with their neighbours, curves have `POINTS` points, stages `SPANS` spans.

    step, seconds, attempts    which step, how long it took, how many attempts were generated in it
    generator_idle             share of the step in which nothing was generated
    stages                     name -> [[from, to], ...]: generate, verify (attempts wait for verdicts), update,
                               evaluate
    generated, verified        when the first, ..., the last attempt was; `places` says the how-manieth each point is
    rows                       columns: low, high (which rows), attempts, generated_first, generated_last, queued_last,
                               verified_first, verified_last (null if there was no verdict)
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Any, Protocol, runtime_checkable

from rlve_gym.engines.base import Completion, Request, Sampler, Sampling

ROWS, POINTS, SPANS = 32, 32, 12
Span = tuple[float, float]


class Stage(StrEnum):
    """What a step spends its time with."""

    GENERATE = "generate"
    VERIFY = "verify"
    UPDATE = "update"
    EVALUATE = "evaluate"


@runtime_checkable
class Telling(Protocol):
    """A judge that says when it has a verdict, however late somebody takes it."""

    def tell(self, hear: Callable[[int], None]) -> None:
        """Call `hear` with the key of each verdict, as soon as it is there, from any thread."""
        ...


@dataclass
class _Row:
    """The attempts of one row. Moments are in order of arrival."""

    generated: list[float] = field(default_factory=list)
    queued: list[float] = field(default_factory=list)
    verified: list[float] = field(default_factory=list)

    def __add__(self, other: "_Row") -> "_Row":
        return _Row(self.generated + other.generated, self.queued + other.queued, self.verified + other.verified)


class Timeline:
    """The step that is being done. For one thread, but for `hear`. judge: listened to, if it tells."""

    def __init__(self, judge: object = None, clock: Callable[[], float] = time.perf_counter):
        self._clock = clock
        self._heard: dict[int, float] = {}
        self.begin()
        if isinstance(judge, Telling):
            judge.tell(self.hear)

    def begin(self) -> None:
        """A new step begins."""
        self._zero = self._clock()
        self._first = 0
        self._rows: dict[int, _Row] = {}
        self._stages: dict[Stage, list[Span]] = {stage: [] for stage in Stage}
        self._heard.clear()

    def now(self) -> float:
        """Seconds since the step began."""
        return self._clock() - self._zero

    def rows_from(self, first: int) -> None:
        """Rows are counted from here on: what is called row 0 is `first`."""
        self._first = first

    def hear(self, key: int) -> None:
        """The judge has a verdict. Called from its threads."""
        self._heard[key] = self.now()

    def generated(self, row: int) -> float:
        """An attempt of this row has been generated. Returns the moment."""
        now = self.now()
        self._row(row).generated.append(now)
        return now

    def queued(self, row: int) -> None:
        """The judge has it."""
        self._row(row).queued.append(self.now())

    def verified(self, row: int, since: float, key: int | None = None) -> None:
        """The verdict on what was generated at `since` has been taken.

        It was there when the judge told so, by this key; if it did not, just now.
        """
        now = self.now()
        self._row(row).verified.append(now if key is None else max(since, self._heard.get(key, now)))

    def _row(self, row: int) -> _Row:
        return self._rows.setdefault(self._first + row, _Row())

    def span(self, stage: Stage, since: float, until: float) -> None:
        """This was going on from one moment to another."""
        self._stages[stage].append((since, until))

    @contextmanager
    def stage(self, stage: Stage) -> Iterator[None]:
        """It goes on inside."""
        since = self.now()
        try:
            yield
        finally:
            self.span(stage, since, self.now())

    def call(self, follow_s: float, perturb_s: float, generate_s: float) -> None:
        """A call of a worker has just ended, and says where its time went. To follow is to update its weights.

        Only durations are known of other machines. What a worker did before it was lost counts as nothing.
        """
        until = self.now()
        since = until - generate_s
        self.span(Stage.GENERATE, since, until)
        self.span(Stage.UPDATE, since - perturb_s - follow_s, since - perturb_s)

    def watching(self, engine: Sampler) -> Sampler:
        """The engine, with a note of when it was waited for: that is when it generates."""
        return _Watched(engine, self)

    def metrics(self) -> dict[str, float]:
        """Of the step until now: the share in which nothing was generated, and how long after the last attempt the last
        verdict came."""
        seconds = self.now()
        row = self._all()
        tail = max(row.verified) - max(row.generated) if row.verified and row.generated else 0.0
        return {"time/generator_idle": self._idle(seconds), "time/verdicts_after_s": max(0.0, tail)}

    def _idle(self, seconds: float) -> float:
        busy = sum(until - since for since, until in union(self._stages[Stage.GENERATE], seconds))
        return 1 - busy / seconds if seconds > 0 else 0.0

    def _all(self) -> _Row:
        every = _Row()
        for row in self._rows.values():
            every.generated += row.generated
            every.queued += row.queued
            every.verified += row.verified
        return every

    def line(self) -> dict[str, Any]:
        """The step until now, as it is written down."""
        seconds, row = self.now(), self._all()
        spans = {**self._stages, Stage.VERIFY: self._verifying()}
        stages = {str(stage): fewer(union(its, seconds)) for stage, its in spans.items()}
        return {
            "seconds": _round(seconds),
            "attempts": len(row.generated),
            "generator_idle": _round(self._idle(seconds)),
            "stages": {stage: its for stage, its in stages.items() if its},
            "places": places(len(row.generated)),
            "generated": _points(row.generated),
            "verified": _points(row.verified),
            "rows": self._columns(),
        }

    def _verifying(self) -> list[Span]:
        """When attempts waited for verdicts. Who finished first does not matter to how many were there."""
        changes = sorted(
            [(moment, 1) for row in self._rows.values() for moment in row.generated]
            + [(moment, -1) for row in self._rows.values() for moment in row.verified],
            key=lambda change: (change[0], -change[1]),
        )
        spans, waiting, since = [], 0, 0.0
        for moment, change in changes:
            if waiting == 0:
                since = moment
            waiting += change
            if waiting == 0:
                spans.append((since, moment))
        return [*spans, (since, self.now())] if waiting > 0 else spans

    def _columns(self) -> dict[str, list[Any]]:
        numbers = sorted(self._rows)
        size = max(1, -(-len(numbers) // ROWS))
        found: list[dict[str, Any]] = []
        for at in range(0, len(numbers), size):
            its = numbers[at : at + size]
            row = sum((self._rows[number] for number in its), _Row())
            found.append(
                {
                    "low": its[0],
                    "high": its[-1],
                    "attempts": len(row.generated),
                    "generated_first": _round(min(row.generated, default=None)),
                    "generated_last": _round(max(row.generated, default=None)),
                    "queued_last": _round(max(row.queued, default=None)),
                    "verified_first": _round(min(row.verified, default=None)),
                    "verified_last": _round(max(row.verified, default=None)),
                }
            )
        return {name: [row[name] for row in found] for name in (found[0] if found else ())}


class _Watched:
    def __init__(self, engine: Sampler, timeline: Timeline):
        self._engine, self._timeline = engine, timeline

    def generate(self, requests: Sequence[Request], sampling: Sampling) -> Iterator[tuple[int, Completion]]:
        """See `rlve_gym.engines.base.Sampler`."""
        found = iter(self._engine.generate(requests, sampling))
        while True:
            with self._timeline.stage(Stage.GENERATE):
                pair = next(found, None)
            if pair is None:
                return
            yield pair


def union(spans: Iterable[Span], end: float) -> list[Span]:
    """The same time as spans that do not touch, in order, cut to [0, end]."""
    found: list[Span] = []
    for since, until in sorted((max(0.0, since), min(until, end)) for since, until in spans):
        if until <= since:
            continue
        if found and since <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], until))
        else:
            found.append((since, until))
    return found


def fewer(spans: Sequence[Span], count: int = SPANS) -> list[list[float | None]]:
    """At most `count` of them: the widest gaps stay, those across narrow ones are joined. Rounded."""
    gaps = [after[0] - before[1] for before, after in pairwise(spans)]
    cuts = sorted(sorted(range(len(gaps)), key=lambda at: -gaps[at])[: count - 1])
    firsts, lasts = [0, *[cut + 1 for cut in cuts]], [*cuts, len(spans) - 1]
    return [[_round(spans[a][0]), _round(spans[b][1])] for a, b in zip(firsts, lasts, strict=True)] if spans else []


def places(count: int) -> list[int]:
    """Which of so many attempts, in order, a curve shows: at most POINTS of 1 to count, the first and the last too."""
    if count <= POINTS:
        return list(range(1, count + 1))
    return [1 + round(point * (count - 1) / (POINTS - 1)) for point in range(POINTS)]


def _points(moments: list[float]) -> list[float | None]:
    ordered = sorted(moments)
    return [_round(ordered[place - 1]) for place in places(len(ordered))]


def _round(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 4)
