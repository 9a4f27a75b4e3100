"""Progress of long work on stderr: one bar with an ETA on a terminal, else a plain line every half minute.

>>> with progress("training", total=300) as bar:
...     bar.advance(level=2, accuracy=0.31)
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

Figure = str | int | float | None
QUIET_S = 30.0
"""Seconds between two plain lines."""


class Bar(Protocol):
    """What `progress` gives: call `advance` whenever `n` more units of work are done."""

    def advance(self, n: float = 1, **figures: Figure) -> None:
        """`figures` are shown behind the bar; one that is not given keeps its last value, None removes it."""
        ...


@contextmanager
def progress(description: str, total: float | None = None, done: float = 0) -> Iterator[Bar]:
    """A bar for work of `total` units (None: unknown), of which `done` are done already, as in a resumed run."""
    if not sys.stderr.isatty():
        bar = PlainBar(description, total, done)
        yield bar
        bar.finish()
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("eta"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[figures]}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), speed_estimate_period=120) as shown:
        task = shown.add_task(description, total=total, completed=int(done), figures="")
        yield _RichBar(lambda n, text: shown.update(task, advance=n, figures=text))


class _RichBar:
    def __init__(self, update):
        self._update = update
        self._figures: dict[str, Figure] = {}

    def advance(self, n: float = 1, **figures: Figure) -> None:
        self._figures |= figures
        self._update(n, _text(self._figures))


class PlainBar:
    """Writes lines such as `training: 120/300 (40 %), eta 3:12, level 2, accuracy 0.31`."""

    def __init__(self, description: str, total: float | None, done: float = 0):
        self._description, self._total, self._done = description, total, done
        self._already = done
        self._figures: dict[str, Figure] = {}
        self._began = self._last = time.monotonic()

    def advance(self, n: float = 1, **figures: Figure) -> None:
        self._done += n
        self._figures |= figures
        if time.monotonic() - self._last >= QUIET_S:
            self._write()

    def finish(self) -> None:
        """A last line, if the work was long enough to have had others."""
        if self._last > self._began:
            self._write()

    def _write(self) -> None:
        self._last = time.monotonic()
        parts = [f"{self._description}: {self._place()}", _text(self._figures)]
        print(", ".join(part for part in parts if part), file=sys.stderr, flush=True)

    def _place(self) -> str:
        if not self._total:
            return f"{self._done:g}"
        place = f"{self._done:g}/{self._total:g} ({self._done / self._total:.0%})"
        fresh = self._done - self._already
        if fresh <= 0 or self._done >= self._total:
            return place
        return f"{place}, eta {clock((self._last - self._began) / fresh * (self._total - self._done))}"


def clock(seconds: float) -> str:
    """Seconds as 0:42, 12:05 or 3:07:00."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _text(figures: dict[str, Figure]) -> str:
    shown = {name: value for name, value in figures.items() if value is not None}
    return ", ".join(
        f"{name} {value:.3g}" if isinstance(value, float) else f"{name} {value}" for name, value in shown.items()
    )
