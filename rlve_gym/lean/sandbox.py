"""Lean programs as child processes that hostile input cannot turn against us. What starts them is `_launcher`.

A program has a session of its own and is killed with all that it started: when its time is over, when it writes too
much, when we let go of it, when we die. It has an environment of a few named variables, bounded memory, cannot write
files, and, where the machine permits, sees no network and no other process.

Left out: other systems than Linux; walls against reading files and against fork bombs (a container's business).
"""

import json
import os
import select
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path

from rlve_gym.lean.backend import Crashed, TimedOut, Unavailable

START_S = 30.0
"""What the launcher may take to start, and to start a program."""
_LAUNCHER = str(Path(__file__).with_name("_launcher.py"))
_BWRAP = ("--unshare-all", "--as-pid-1", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc")
_SCRATCH = "/dev/scratch"
_ERRORS_KEPT = 4096
_READ_BYTES = 1 << 16
_chosen: list[str] = []  # the mode that has worked in this process
_choosing = threading.Lock()


@dataclass(frozen=True)
class Program:
    """What to start. `command` begins with an absolute path; `environment` is the whole of it."""

    command: tuple[str, ...]
    cwd: str
    environment: dict[str, str]


class Child:
    """A program that runs. Not thread-safe. `output`: what it wrote and nobody took yet; `code`: once it has ended."""

    def __init__(self, line: socket.socket, pipes: tuple[int, int, int]):
        self._line = line
        self._input, self._output, self._errors = pipes
        for pipe in pipes:
            os.set_blocking(pipe, False)
        self.output = bytearray()
        self._said = bytearray()
        self.code: int | None = None
        self._failure = ""
        self._read_bytes = 0

    def talk(self, text: bytes, limit_s: float, most_bytes: int, until: bytes = b"") -> None:
        """Write `text`, then read until `until` has come, or the program has ended (always so if `until` is empty; then
        its input is closed behind `text`).

        Raises TimedOut, Crashed (more than `most_bytes` of output) and Unavailable (it could not be run).
        """
        deadline = time.monotonic() + limit_s
        unsent = memoryview(text)
        most_bytes += self._read_bytes
        with selectors.DefaultSelector() as selector:
            for source in (self._line, self._output, self._errors):
                selector.register(source, selectors.EVENT_READ)
            selector.register(self._input, selectors.EVENT_WRITE)
            while self.code is None and not (until and until in self.output):
                if (left_s := deadline - time.monotonic()) <= 0:
                    raise TimedOut(f"killed after {limit_s:g} s")
                for key, _ in selector.select(left_s):
                    if key.fileobj is self._line:
                        self._hear()
                    elif key.fd != self._input:
                        if not self._read(key.fd, most_bytes):
                            selector.unregister(key.fd)
                    elif not (unsent := self._write(unsent)):
                        selector.unregister(self._input)
                        if not until:
                            self._close_input()
        if self.code is not None:
            self._read_rest(most_bytes)

    def quiet(self) -> bool:
        """Whether it lives and has said nothing that was not asked for."""
        news = select.poll()
        news.register(self._line, select.POLLIN)
        if self.code is None and news.poll(0):
            self._hear()
        self._read(self._output)
        return self.code is None and not self.output

    def rss_mib(self) -> float:
        """Resident memory; 0 if it has just ended."""
        try:
            self._line.send(b"?")
        except OSError:
            return 0.0
        return self._hear().get("rss_kib", 0) / 1024

    @property
    def errors(self) -> str:
        """The end of what it wrote to its standard error, on one line."""
        self._read(self._errors)
        return " ".join(self._said.decode("utf-8", "replace").split())[-400:]

    def ending(self) -> str:
        """How it ended, in words."""
        code = self.code or 0
        names = {-number: f"signal {number.name}" for number in signal.Signals}
        how = names.get(code, f"exit code {code}")
        return f"{how}: {self.errors}" if self.errors else how

    def kill(self) -> None:
        """End it and all it has started; release everything. May be called again."""
        self._line.close()
        self._close_input()
        for pipe in (self._output, self._errors):
            if pipe >= 0:
                os.close(pipe)
        self._output = self._errors = -1

    def _close_input(self) -> None:
        if self._input >= 0:
            os.close(self._input)
            self._input = -1

    def _write(self, unsent: memoryview) -> memoryview:
        """Write what the pipe takes. A program that no longer listens shows when it ends."""
        try:
            return unsent[os.write(self._input, unsent) :] if unsent else unsent
        except BlockingIOError:
            return unsent
        except BrokenPipeError:
            return unsent[:0]

    def _hear(self) -> dict:
        """What the launcher says of it."""
        try:
            said = self._line.recv(4096)
            news: dict = json.loads(said) if said else {"error": "its launcher has died"}
        except (ConnectionError, TimeoutError) as error:
            news = {"error": str(error)}
        self.code = news.get("code", self.code)
        if "error" in news:
            raise Unavailable(f"the program does not run: {news['error']}")
        return news

    def _read(self, pipe: int, most_bytes: float = inf) -> bool:
        """Take a piece of what lies in a pipe; False at its end. Crashed if that makes more than `most_bytes`."""
        try:
            piece = os.read(pipe, _READ_BYTES) if pipe >= 0 else b""
        except BlockingIOError:
            return True
        self._read_bytes += len(piece)
        if self._read_bytes > most_bytes:
            raise Crashed("more output than allowed")
        if pipe == self._output:
            self.output += piece
        else:
            self._said += piece
            del self._said[:-_ERRORS_KEPT]
        return bool(piece)

    def _read_rest(self, most_bytes: int) -> None:
        """What an ended program has left in its pipes."""
        for pipe in (self._output, self._errors):
            before = -1
            while before != self._read_bytes:
                before = self._read_bytes
                self._read(pipe, most_bytes)


class Sandbox:
    """Starts programs through one launcher process, which itself starts at first use. Thread-safe.

    modes: kinds of walls to try, in this order; by default the strongest that works on this machine.
    scratch_mib: size of a folder that programs can write to, and see of each other; its path is `scratch`.
    """

    def __init__(self, modes: Sequence[str] = (), scratch_mib: int = 0):
        self._modes, self._scratch_mib = modes, scratch_mib
        if sys.platform != "linux":
            raise ValueError("Lean programs are started on Linux only: use a Kimina server instead")
        self._lock = threading.Lock()
        self._launcher: _Launcher | None = None
        self._closed = False

    @property
    def note(self) -> str:
        """For people: what holds a program back here, and what does not."""
        walls = self._running().walls
        if "no network" in walls:
            return f"Sandboxed: {', '.join(walls)}. Files can be read."
        what = ", ".join(["no writing to files", *walls])
        return f"Not sandboxed: no namespaces here, so files can be read and deleted, processes signalled ({what})."

    @property
    def scratch(self) -> str:
        """The folder that programs can write to. It is gone with the launcher."""
        return self._running().scratch

    @property
    def pid(self) -> int:
        """The launcher's process."""
        return self._running().process.pid

    def start(self, program: Program, arguments: Sequence[str], memory_mib: int) -> Child:
        """Start a program with that much address space. Raises Unavailable if it cannot be started."""
        request = {
            "command": [*program.command, *arguments],
            "cwd": program.cwd,
            "environment": program.environment,
            "memory_mib": memory_mib,
        }
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        input_end, input_ = os.pipe()
        output, output_end = os.pipe()
        errors, errors_end = os.pipe()
        ours.settimeout(START_S)
        child = Child(ours, (input_, output, errors))
        try:
            with theirs:
                self._running().send(json.dumps(request).encode(), [input_end, output_end, errors_end, theirs.fileno()])
            if ours.recv(1) != b"+":
                raise Unavailable("the launcher of Lean has died")
        except (OSError, Unavailable) as error:
            child.kill()
            raise Unavailable(f"Lean cannot be started: {error}", wait_s=1.0) from error
        finally:
            for end in (input_end, output_end, errors_end):
                os.close(end)
        return child

    def close(self) -> None:
        """Kill everything, for good."""
        with self._lock:
            self._closed = True
            if self._launcher is not None:
                self._launcher.stop()
                self._launcher = None

    def _running(self) -> "_Launcher":
        with self._lock:
            if self._closed:
                raise Unavailable("closed")
            if self._launcher is not None and self._launcher.process.poll() is not None:
                self._launcher.stop()
                self._launcher = None
            if self._launcher is None:
                scratch_mib = self._scratch_mib
                self._launcher = _begin(self._modes, scratch_mib) if self._modes else _begin_default(scratch_mib)
            return self._launcher


class _Launcher:
    """The launcher process in one mode. OSError if it does not start."""

    def __init__(self, mode: str, scratch_mib: int):
        self.mode = mode
        # Behind walls the folder lies in memory and nobody else sees it; without, it is an ordinary temporary one.
        self._folder = tempfile.TemporaryDirectory() if mode == "plain" and scratch_mib else None
        self.scratch = self._folder.name if self._folder else _SCRATCH
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-I", "-S", _LAUNCHER, str(theirs.fileno()), mode, str(scratch_mib)]
        if mode == "bwrap":
            folder = ("--size", str(scratch_mib << 20), "--tmpfs", _SCRATCH) if scratch_mib else ()
            command = ["bwrap", *_BWRAP, *folder, "--", *command]
        with theirs:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self._control.settimeout(START_S)
        self.walls = self._hello()

    def _hello(self) -> list[str]:
        try:
            if said := self._control.recv(4096):
                return json.loads(said)["walls"]
        except OSError:
            pass
        self.process.kill()
        _, errors = self.process.communicate()
        self._control.close()
        raise OSError(errors.decode("utf-8", "replace").strip()[-400:] or "no answer")

    def send(self, message: bytes, descriptors: list[int]) -> None:
        socket.send_fds(self._control, [message], descriptors)

    def stop(self) -> None:
        """Hang up, upon which it kills what it has started; kill it if it does not leave by itself."""
        self._control.close()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stderr:
            self.process.stderr.close()
        if self._folder:
            self._folder.cleanup()


def _begin(modes: Sequence[str], scratch_mib: int) -> _Launcher:
    """A launcher in the first mode that works. Unavailable if none does."""
    why = ""
    for mode in modes:
        try:
            return _Launcher(mode, scratch_mib)
        except OSError as error:
            why = str(error)
    raise Unavailable(f"the launcher of Lean does not start: {why}")


def _begin_default(scratch_mib: int) -> _Launcher:
    """A launcher in the strongest mode that this machine permits: bubblewrap, namespaces of our own, or none."""
    with _choosing:
        bwrap = ["bwrap"] if shutil.which("bwrap") else []
        launcher = _begin(_chosen or [*bwrap, "namespaces", "plain"], scratch_mib)
        _chosen[:] = [launcher.mode]
        return launcher
