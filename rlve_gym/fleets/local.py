"""Fleets on this machine: one worker in this process, or several in processes of their own.

Processes are started as commands, not forked: torch's threads do not survive a fork, and a script needs no main guard.
One that dies, raises anything but ValueError or says nothing for too long is killed and replaced; what it was at goes
to the front of the queue. All of them end with this process, however it ends.

Left out: sending work ahead. A call is a whole member, which takes far longer than the way to the process and back.
"""

import json
import os
import selectors
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Any, Self

from rlve_gym._judge_pool import _ending
from rlve_gym.fleets._process import frame, unframe
from rlve_gym.fleets.base import Key, Recipe
from rlve_gym.fleets.crew import Call, Crew

_READ_BYTES = 1 << 20
_BOOT = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); " + (
    "from rlve_gym.fleets._process import main; main(int(sys.argv[2]))"
)


class Inline:
    """A fleet of one worker, in this process. It cannot be lost: what it raises, `map` raises."""

    workers = 1

    def __init__(self, recipe: Recipe):
        self._recipe = recipe
        self.worker: Any = None

    def map(self, method: str, items: Iterable[tuple[Key, Any]], common: Any = None) -> Iterator[tuple[Key, Any, Any]]:
        """See `rlve_gym.fleets.base.Fleet`."""
        if self.worker is None:
            self.worker = self._recipe.make()
        for key, argument in items:
            for part, value in getattr(self.worker, method)(argument, common):
                yield key, part, value

    def losses(self) -> list[str]:
        return []

    def close(self) -> None:
        self.worker = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Process:
    """One process. call: what it is at, or None. common: the number of the common argument that it has."""

    def __init__(self, place: int, recipe: Recipe):
        path = json.dumps([str(entry) for entry in sys.path])
        self.place = place
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", _BOOT, path, str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        assert self.process.stdin and self.process.stdout
        self.sink, self.source = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.sink, False)
        os.set_blocking(self.source, False)
        self.ready = False
        self.call: Call | None = None
        self.common = 0
        self.clock = time.monotonic()
        self.received, self.unsent = bytearray(), bytearray(frame("make", recipe))

    @property
    def works(self) -> bool:
        return not self.ready or self.call is not None

    def begin(self, call: Call) -> None:
        self.call, self.clock = call, time.monotonic()
        self.unsent += call.argument

    def flush(self) -> None:
        """Write what the pipe takes. A process that is gone shows when it is read."""
        try:
            while self.unsent:
                del self.unsent[: os.write(self.sink, self.unsent)]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self.unsent.clear()

    def read(self) -> tuple[list[tuple], bool]:
        """The messages that have come, and whether no more will."""
        ended = False
        try:
            data = os.read(self.source, _READ_BYTES)
            self.received += data
            self.clock, ended = time.monotonic(), not data
        except BlockingIOError:
            pass
        return unframe(self.received), ended

    def end(self) -> int:
        """Kill the process and all it has started. Returns its exit code, negative for a signal."""
        if self.process.returncode is not None:
            return self.process.returncode
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait()


class Processes(Crew[_Process]):
    """A fleet of processes. devices: dealt to them in turn, as the option `device` of the recipe."""

    kind = "engine processes"

    def __init__(self, recipe: Recipe, workers: int, devices: Sequence[str] = (), silence_s: float = 3600.0):
        super().__init__(workers, silence_s)
        self._recipes = [
            recipe.but(device=devices[place % len(devices)]) if devices else recipe for place in range(workers)
        ]
        self._commons = 0
        self._digest = b""
        self.close = weakref.finalize(self, _end, self._pool, os.getpid())
        for place in range(workers):
            self._pool.append(self._hire(place))

    def map(self, method: str, items: Iterable[tuple[Key, Any]], common: Any = None) -> Iterator[tuple[Key, Any, Any]]:
        """See `rlve_gym.fleets.base.Fleet`."""
        shared = frame("common", common)
        if self._digest != (digest := blake2b(shared, digest_size=16).digest()):
            self._digest, self._commons = digest, self._commons + 1  # equal ones, as a step's weights, are sent once
        self._waiting.extend(Call(key, frame("call", method, argument)) for key, argument in items)
        left = len(self._waiting)
        try:
            while left:
                self._deal(shared)
                for process, message in self._messages():
                    kind, *content = message
                    call = process.call
                    if kind == "ready":
                        process.ready, self._failed_starts = True, 0
                    elif kind == "done":
                        process.call = None
                        left -= 1
                        self._deal(shared)  # before the caller is busy with what others have said
                    elif kind == "failed":
                        self._failed(process, *content)
                    elif call is not None and content[0] not in call.parts:
                        call.parts.add(content[0])
                        yield call.key, *content
        finally:
            self._give_up()

    def _deal(self, shared: bytes) -> None:
        """Give work to everybody who has none."""
        for process in self._pool:
            if process.ready and process.call is None and self._waiting:
                if process.common != self._commons:
                    process.common = self._commons
                    process.unsent += shared
                process.begin(self._waiting.popleft())
                process.flush()

    def _messages(self) -> Iterator[tuple[_Process, tuple]]:
        """Wait until a process has said something, or has been silent for too long."""
        with selectors.DefaultSelector() as selector:
            for process in self._pool:
                process.flush()
                selector.register(process.source, selectors.EVENT_READ, process)
                if process.unsent:
                    selector.register(process.sink, selectors.EVENT_WRITE, process)
            clocks = [process.clock for process in self._pool if process.works]
            patience_s = max(0.0, min(clocks) + self.silence_s - time.monotonic()) if clocks else None
            talking = dict.fromkeys(key.data for key, _ in selector.select(patience_s) if key.fd == key.data.source)
        for process in talking:
            messages, ended = process.read()
            for message in messages:
                if process in self._pool:
                    yield process, message
            if ended and process in self._pool:
                self._lose(process, _ending(process.end()))
        for process in list(self._pool):
            if process.works and time.monotonic() - process.clock >= self.silence_s:
                self._lose(process, f"silent for {self.silence_s:g} s")

    def _failed(self, process: _Process, is_the_users: bool, text: str) -> None:
        if is_the_users:
            process.call = None
            if not process.ready:
                self._replace(process)
            raise ValueError(text)
        self._lose(process, text.strip())

    def _hire(self, place: int) -> _Process:
        return _Process(place, self._recipes[place])

    def _dismiss(self, seat: _Process) -> None:
        seat.end()

    def _name(self, seat: _Process) -> str:
        return f"engine process {seat.place}"


def _end(pool: list[_Process], owner: int) -> None:
    """End all processes; in a fork of the one that owns them, none."""
    for process in pool if os.getpid() == owner else ():
        process.end()
    pool.clear()
