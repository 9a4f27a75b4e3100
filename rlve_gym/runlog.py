"""What a run has written, read back for reports: figures per step, and a few rollouts worth looking at.

Works on a run in progress and on one that was killed: a line that was cut off is left out. Memory stays small on long
runs, since figures are kept as plain arrays and rollouts are looked at one by one.
"""

import json
from array import array
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

TIMELINES = 1000
"""Of the newest timelines so many are looked at."""
HEAD_BYTES, TAIL_BYTES = 64 << 20, 192 << 20
"""How much of a very large rollouts.jsonl is read, at its beginning and at its end."""
LARGEST = 1e100
"""Figures beyond this are left out."""
OURS = ("timeout", "error")
UNREAD = ("malformed", "truncated", "invalid")


@dataclass
class Series:
    """One figure over the steps at which it was logged."""

    steps: array = field(default_factory=lambda: array("d"))
    values: array = field(default_factory=lambda: array("d"))

    @property
    def xy(self) -> tuple[np.ndarray, np.ndarray]:
        """Steps and values, in order of steps."""
        return np.asarray(self.steps), np.asarray(self.values)

    def cut(self, step: int) -> None:
        """Remove `step` and all steps after it."""
        while self.steps and self.steps[-1] >= step:
            self.steps.pop()
            self.values.pop()

    def mean_of_last(self, share: float = 0.1) -> float:
        """The mean over the last `share` of the steps, at least one of them."""
        return float(np.mean(self.values[-max(1, round(share * len(self.values))) :]))


@dataclass
class History:
    """metrics.jsonl by column. `shorts` counts the reasons why batches were short."""

    first: int | None = None
    last: int = -1
    columns: dict[str, Series] = field(default_factory=dict)
    shorts: Counter = field(default_factory=Counter)

    @property
    def steps(self) -> int:
        """How many steps are finished, whether the run counts them from 0 or from 1."""
        return 0 if self.first is None else self.last - self.first + 1

    def get(self, key: str) -> Series | None:
        """The series of a key that was logged at least once, else None."""
        return self.columns.get(key)

    @property
    def environments(self) -> list[str]:
        """Those with figures of their own, sorted."""
        parts = [key.split("/") for key in self.columns]
        return sorted({part[1] for part in parts if len(part) == 3 and part[0] in ("curriculum", "env")})

    def add(self, row: dict[str, Any]) -> None:
        """Append one step. A step that is there already is replaced, with all after it."""
        step = row.get("step")
        if _finite(step) is None or not isinstance(step, int):
            return
        if self.first is None:
            self.first = step
        if step <= self.last:
            for series in self.columns.values():
                series.cut(step)
        for key, value in row.items():
            if key == "short" and value:
                self.shorts[str(value)] += 1
            elif key != "step" and (figure := _finite(value)) is not None:
                series = self.columns.setdefault(key, Series())
                series.steps.append(step)
                series.values.append(figure)
        self.last = step


def read_history(run: Path) -> History:
    """The figures of a run folder; empty if there are none yet."""
    history = History()
    for row in json_lines(run / "metrics.jsonl"):
        history.add(row)
    return history


def read_timelines(run: Path) -> dict[str, dict[str, Any]]:
    """The timelines worth showing, by why they are: the newest, those of the median and of the longest step."""
    newest: deque[dict[str, Any]] = deque(maxlen=TIMELINES)
    for line in json_lines(run / "timeline.jsonl"):
        if _finite(line.get("seconds")) is not None and isinstance(line.get("step"), int):
            newest.append(line)
    if not newest:
        return {}
    by_length = sorted(newest, key=lambda line: line["seconds"])
    picked = {"median": by_length[(len(by_length) - 1) // 2], "longest": by_length[-1], "last": newest[-1]}
    reasons: dict[int, list[str]] = {}
    for reason, line in picked.items():
        reasons.setdefault(id(line), []).append(reason)
    unique = {id(line): line for line in picked.values()}
    return {", ".join(reasons[key]): line for key, line in unique.items()}


def json_lines(path: Path, limited: bool = False) -> Iterator[dict[str, Any]]:
    """The objects of a .jsonl file that are whole. `limited`: of a very large file only the beginning and the end."""
    if not path.is_file():
        return
    size = path.stat().st_size
    with path.open("rb") as file:
        for line in file:
            if limited and HEAD_BYTES < file.tell() < size - TAIL_BYTES:
                file.seek(size - TAIL_BYTES)
                file.readline()
                continue
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(row, dict):
                yield row


@dataclass
class Examples:
    """The rollouts of one environment and level that are worth showing, by why they are."""

    count: int = 0
    correct: int = 0
    picked: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add(self, rollout: dict[str, Any]) -> None:
        """Look at one more rollout, in the order in which they were written."""
        self.count += 1
        self.correct += rollout.get("outcome") == "correct"
        self.picked.setdefault("first", rollout)
        self.picked["last"] = rollout
        if rollout.get("outcome") in OURS:
            self.picked["failed"] = rollout
            return
        if rollout.get("outcome") in UNREAD:
            self.picked["no valid answer"] = rollout
        quality = number(rollout.get("score"))
        if "best" not in self.picked or quality > number(self.picked["best"].get("score")):
            self.picked["best"] = rollout
        reward = number(rollout.get("reward"))
        if "worst" not in self.picked or reward < number(self.picked["worst"].get("reward")):
            self.picked["worst"] = rollout

    def shown(self) -> list[tuple[str, dict[str, Any]]]:
        """(why it is shown, rollout), each rollout once, in order of steps."""
        reasons: dict[int, list[str]] = {}
        for reason, rollout in self.picked.items():
            reasons.setdefault(id(rollout), []).append(reason)
        unique = {id(rollout): rollout for rollout in self.picked.values()}
        pairs = [(", ".join(reasons[key]), rollout) for key, rollout in unique.items()]
        return sorted(pairs, key=lambda pair: number(pair[1].get("step")))


def read_examples(run: Path) -> dict[str, dict[int, Examples]]:
    """Environment -> level -> its examples, sorted."""
    found: dict[str, dict[int, Examples]] = {}
    for rollout in json_lines(run / "rollouts.jsonl", limited=True):
        env, level = rollout.get("env"), rollout.get("level")
        if isinstance(env, str) and isinstance(level, int):
            found.setdefault(env, {}).setdefault(level, Examples()).add(rollout)
    return {env: dict(sorted(levels.items())) for env, levels in sorted(found.items())}


def _finite(value: object) -> float | None:
    """A number that can be drawn, else None: a file may have been edited, or written by another program."""
    if not isinstance(value, int | float) or not abs(value) < LARGEST:
        return None
    return float(value)


def number(value: object) -> float:
    """The number, or 0 of anything else."""
    return _finite(value) or 0.0
