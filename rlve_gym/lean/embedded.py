"""A Lean that pip installs: the elaborator and kernel of Lean 4.35 inside a wheel, over a small `Init` of our own.

Every source runs in a process of its own, forked from a server in which Lean is already initialised: about 15 ms, with
a wall clock, a bound on memory, an empty environment, and, where the kernel permits it to everyone, no network and no
files. `_embedded_library` says where the library comes from, `_embedded_worker` what the server does.

Left out: all of Lean's own library, which the wheel lacks. `prelude` is ours: logic, `Nat`, `Int`, `List`, `Option`,
`Bool`, `Fin`, `BitVec` and what their tactics need (`simp`, `omega`, `decide`, `ac_rfl`, `norm_cast`), but no
well-founded recursion, `grind`, arrays, `#eval` or metaprograms. What passes here is meant to pass a full Lean of that
version, and no more than that is claimed.
"""

import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from rlve_gym.lean._embedded_library import ENVIRONMENT, HEADER, SNAPSHOT, WORKER, compiled, library
from rlve_gym.lean.backend import About, Crashed, Limits, Message, Reply, TimedOut, Unavailable

START_TIMEOUT_S = 60.0
# The server kills a late child itself; this much later it must have said so.
ANSWER_SLACK_S = 20.0
_ARGUMENTS = ("--json", "--stdin", "-j1")
_FASTER = f"--incr-load={SNAPSHOT}"  # for sources that begin with HEADER
_SEVERITIES = {"error": "error", "warning": "warning", "information": "info"}
_FIELDS = {"severity", "pos", "endPos", "data", "caption", "fileName", "kind", "keepFullRange", "isSilent"}


class Embedded:
    """The backend. `parallel`: sources at a time, one core each; the cores of this process if not given.

    Raises ValueError, with the command that installs it, where the wheel is missing.
    """

    def __init__(self, parallel: int | None = None):
        self._library = library()
        self._parallel = parallel or len(os.sched_getaffinity(0))
        self._slots = threading.BoundedSemaphore(self._parallel)
        self._lock = threading.Lock()
        self._server: _Server | None = None
        self._about: About | None = None

    @property
    def parallel(self) -> int:
        """How many calls of `run` are in flight at most; more of them wait."""
        return self._parallel

    @property
    def about(self) -> About:
        """What it is; starts it, and compiles its library (2 s) where that has not been done yet."""
        if self._about is None:
            server = self._running()
            version = self._check("", Limits(), ("--short-version",)).output.decode().strip()
            self._about = About("embedded", version, frozenset({"core"}), _note(server))
        return self._about

    def run(self, source: str, limits: Limits, header_lines: int = 0) -> Reply:
        """Elaborate one file. `header_lines` is not used: what follows `import Init` is elaborated every time."""
        faster = (_FASTER,) if source.startswith(HEADER) else ()
        end = self._check(source, limits, (*faster, *_ARGUMENTS))
        messages = tuple(message for line in end.output.splitlines() if (message := _message(line)))
        if end.status not in (0, 1) or (end.status == 1) != any(m.severity == "error" for m in messages):
            raise Crashed(_death(end))
        return Reply(messages, end.wall_s)

    def close(self) -> None:
        """Kill the server and what runs in it."""
        with self._lock:
            if self._server is not None:
                self._server.stop()
                self._server = None

    def _check(self, source: str, limits: Limits, arguments: tuple[str, ...]) -> "_End":
        with self._slots:
            return self._running().run(source.encode("utf-8", "replace"), limits, arguments)

    def _running(self) -> "_Server":
        """The server, a new one if there is none or it has died."""
        with self._lock:
            if self._server is not None and not self._server.alive:
                self._server.stop()
                self._server = None
            if self._server is None:
                self._server = _Server(str(self._library), str(compiled(self._library)))
            return self._server


@dataclass(frozen=True)
class _End:
    """How a source ended: Lean's exit status (negative: a signal), what it wrote, and the seconds it took."""

    status: int
    output: bytes
    errors: bytes
    wall_s: float


class _Server:
    """One fork server, and the runs that it serves. Unavailable if it cannot be started."""

    def __init__(self, library: str, folder: str):
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, "-I", "-S", WORKER, "serve", library, str(theirs.fileno())]
            self._process = subprocess.Popen(
                command,
                env=ENVIRONMENT,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self._control.settimeout(START_TIMEOUT_S)
        try:
            hello = json.loads(self._control.recv(4096))
        except (OSError, ValueError) as error:
            self._process.kill()
            assert self._process.stderr is not None
            why = _tail(self._process.stderr)
            self.stop()
            raise Unavailable(f"the embedded Lean does not start: {why or error}") from error
        self.offline, self.landlock = bool(hello["offline"]), bool(hello["landlock"])

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def run(self, source: bytes, limits: Limits, arguments: tuple[str, ...]) -> _End:
        """One source in one child. Raises TimedOut, Crashed (too much output) or Unavailable (the server is gone)."""
        request = {"arguments": arguments, "timeout_s": limits.timeout_s, "memory_mib": limits.memory_mib}
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        outputs, outputs_end = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        errors, errors_end = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        text = os.memfd_create("source", os.MFD_CLOEXEC)
        try:
            os.write(text, source)
            os.lseek(text, 0, os.SEEK_SET)
            for descriptor in (outputs_end, errors_end):
                os.set_blocking(descriptor, True)
            socket.send_fds(
                self._control, [json.dumps(request).encode()], [text, outputs_end, errors_end, theirs.fileno()]
            )
        except OSError as error:
            os.close(outputs)
            os.close(errors)
            ours.close()
            raise Unavailable(f"the embedded Lean's server is gone: {error}") from error
        finally:
            os.close(text)
            os.close(outputs_end)
            os.close(errors_end)
            theirs.close()
        with ours, os.fdopen(outputs, "rb", buffering=0) as output, os.fdopen(errors, "rb", buffering=0) as error:
            return _Watch(ours, output, error, limits).end()

    def stop(self) -> None:
        """Kill it; its children die with it."""
        self._control.close()
        with suppress(ProcessLookupError):
            os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        if self._process.stderr is not None:
            self._process.stderr.close()


class _Watch:
    """Reads what a child writes until its server says how it ended. Hanging up on the channel kills the child."""

    def __init__(self, channel: socket.socket, output: IO[bytes], errors: IO[bytes], limits: Limits):
        self._channel, self._limits = channel, limits
        self._texts = {output: bytearray(), errors: bytearray()}
        self._output, self._errors = output, errors

    def end(self) -> _End:
        limit_s = self._limits.timeout_s + ANSWER_SLACK_S
        deadline = time.monotonic() + limit_s
        with selectors.DefaultSelector() as selector:
            for source in (self._channel, *self._texts):
                selector.register(source, selectors.EVENT_READ)
            while (left_s := deadline - time.monotonic()) > 0:
                for key, _ in selector.select(left_s):
                    if key.fileobj is self._channel:
                        return self._last()
                    if not self._read(key.fileobj):
                        selector.unregister(key.fileobj)
        raise Unavailable(f"the embedded Lean's server has not answered for {limit_s:.0f} s")

    def _read(self, source: object) -> bool:
        """Take what lies in a pipe; whether there may be more later."""
        pipe = self._output if source is self._output else self._errors
        piece = pipe.read(1 << 16)
        self._texts[pipe] += piece or b""
        if sum(map(len, self._texts.values())) > self._limits.output_bytes:
            raise Crashed(f"more than {self._limits.output_bytes} bytes of output")
        return piece != b""

    def _last(self) -> _End:
        try:
            message = self._channel.recv(4096)
        except OSError:
            message = b""
        if not message:
            raise Unavailable("the embedded Lean's server has died")
        end = json.loads(message)
        if end["timed_out"]:
            raise TimedOut(f"killed after {self._limits.timeout_s:g} s")
        for pipe, text in self._texts.items():
            while (before := len(text)) is not None and self._read(pipe) and len(text) > before:
                pass
        output, errors = (bytes(self._texts[pipe]) for pipe in (self._output, self._errors))
        return _End(end["status"], output, errors, end["wall_s"])


def _tail(stream: IO[bytes]) -> str:
    return stream.read()[-2000:].decode("utf-8", "replace").strip()


def _note(server: _Server) -> str:
    """What it is, and what a source could still reach, for people."""
    walls = [*(["the network"] if not server.offline else []), *(["files"] if not server.landlock else [])]
    reach = f" Not sandboxed here: {' and '.join(walls)}." if walls else ""
    return (
        "Lean's real elaborator and kernel over a small library of this project's own: an honest teacher for "
        f"core-only proofs, but a claim that counts needs a full toolchain.{reach}"
    )


def _message(line: bytes) -> Message | None:
    """One line of output as a message; None if Lean did not write it as one."""
    try:
        entry = json.loads(line)
        if not isinstance(entry, dict) or set(entry) != _FIELDS or entry["fileName"] != "<stdin>":
            return None
        line_, column = entry["pos"]["line"], entry["pos"]["column"]
        severity, text = _SEVERITIES[entry["severity"]], entry["data"]
        if not (isinstance(line_, int) and isinstance(column, int) and isinstance(text, str)):
            return None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    caption = entry["caption"]
    return Message(severity, line_, column, f"{caption}:\n{text}" if caption else text)


def _death(end: _End) -> str:
    """Why Lean died, in a line."""
    said = " ".join(end.errors[:1000].decode("utf-8", "replace").split())[:300]
    how = f"signal {signal.Signals(-end.status).name}" if end.status < 0 else f"exit status {end.status}"
    return f"{how}: {said}" if said else how
