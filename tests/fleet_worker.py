"""A worker for tests of fleets: does sums, and fails on request. Files tell what has happened already."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class Worker:
    """What a fleet's recipe makes in tests. broken: how making it fails, if it does."""

    def __init__(self, add: int = 0, device: str | None = None, broken: str = ""):
        if broken == "value":
            raise ValueError("there is no such model")
        if broken:
            os._exit(3)
        self.add, self.device, self.calls = add, device, 0

    def times(self, argument: int, common: int) -> Iterator[tuple[int, int]]:
        for part in range(3):
            yield part, argument * common + part + self.add

    def about(self, argument: None, common: None) -> Iterator[tuple[str, Any]]:
        self.calls += 1
        yield "pid", os.getpid()
        yield "device", self.device
        yield "calls", self.calls

    def refuse(self, argument: str, common: None) -> Iterator[tuple[int, int]]:
        yield 0, 0
        raise ValueError(argument)

    def wait(self, path: str, common: None) -> Iterator[tuple[str, int]]:
        """Says "begun", and ends when the file is there."""
        yield "begun", os.getpid()
        until = time.monotonic() + 60
        while path and not Path(path).exists():
            assert time.monotonic() < until
            time.sleep(0.005)
        yield "ended", os.getpid()

    def trouble(self, argument: tuple[int, str, str], folder: str) -> Iterator[tuple[int, int]]:
        """Two parts; between them some trouble, as often as `times` says for each `name`."""
        times, name, kind = argument
        yield 0, 10
        marks = sorted(Path(folder).glob(f"{name}-*"))
        if len(marks) < times:
            Path(folder, f"{name}-{len(marks)}").touch()
            if kind == "exit":
                os._exit(7)
            if kind == "hang":
                time.sleep(600)
            raise RuntimeError("out of memory, say")
        yield 1, 11
