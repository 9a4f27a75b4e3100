"""Processes of the Lean community's REPL: the imports are elaborated once a process, every proof starts from there.

Commands and replies are JSON, ended by a blank line, without numbers to tell which reply is whose; a proof that wrote
to standard output could answer for itself, or leave its reply to the next. So a reply is believed only if nothing else
has been said, and if its environment has the next number. Whatever is out of order costs the process.

Processes are replaced after `max_uses` proofs or above `max_memory_mib`, as the REPL never frees an environment.

Left out: tactic mode, which has accepted wrong proofs, and pickles.
"""

import json
import os
import threading
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from rlve_gym.lean import probe
from rlve_gym.lean.backend import About, Crashed, Limits, Message, Reply, TimedOut, Unavailable
from rlve_gym.lean.program import MAPPED_MATHLIB_MIB, MAPPED_MIB, has_mathlib, resolve
from rlve_gym.lean.sandbox import Child, Sandbox
from rlve_gym.lean.wire import loads, messages, refused, sorries, unsendable

_HEADERS_KEPT = 4  # different headers a process; each keeps its own environment in memory
_HEADER_BYTES = 1 << 22
_END = b"\n\n"


class Repl:
    """The backend. Raises ValueError, with what to do, if the command cannot be run.

    command: the REPL as one would call it, such as ("lake", "env", "repl"). cwd: the project's folder.
    processes: how many, one proof at a time each; by default one for every core of this process. `memory_mib` of the
    limits that a process is started for holds as long as it lives.
    max_memory_mib: resident memory, with the pages of Mathlib's files in it, above which a process is replaced.
    header_s: what elaborating the imports may take. offers: what statements may need (see About), if known.
    """

    def __init__(
        self,
        command: Sequence[str],
        cwd: str | Path | None = None,
        processes: int | None = None,
        max_uses: int = 200,
        max_memory_mib: int = 8192,
        header_s: float = 600.0,
        offers: Collection[str] | None = None,
    ):
        self._program = resolve(command, cwd)
        self._processes = processes or len(os.sched_getaffinity(0))
        self._max_uses, self._max_memory_mib, self._header_s = max_uses, max_memory_mib, header_s
        self._offers = offers
        self._mapped_mib = MAPPED_MATHLIB_MIB if has_mathlib(self._program) else MAPPED_MIB
        self._sandbox = Sandbox()
        self._free = threading.BoundedSemaphore(self._processes)
        self._lock, self._probing = threading.Lock(), threading.Lock()
        self._idle: list[_Worker] = []  # the one used last is last
        self._alive = 0
        self._about: About | None = None

    @property
    def parallel(self) -> int:
        """How many proofs are checked at a time; more calls of `run` wait."""
        return self._processes

    @property
    def about(self) -> About:
        """What it is; the first time, a small file is checked to find out. ValueError if that fails."""
        with self._probing:
            if self._about is None:
                self._about = self._probe()
            return self._about

    def run(self, source: str, limits: Limits, header_lines: int = 0) -> Reply:
        """Elaborate one file, its first `header_lines` lines once a process."""
        if reply := unsendable(source):
            return reply
        lines = source.split("\n")
        header, body = "\n".join(lines[:header_lines]), "\n".join(lines[header_lines:])
        with self._worker(header, limits) as worker:
            if header_lines and (broken := worker.load(header, self._header_s)):
                return Reply(broken, 0.0)
            return worker.check(header, body, limits, header_lines)

    def close(self) -> None:
        """Kill what runs."""
        self._sandbox.close()
        with self._lock:
            for worker in self._idle:
                worker.child.kill()
            self._idle.clear()

    @contextmanager
    def _worker(self, header: str, limits: Limits) -> Iterator["_Worker"]:
        """A process for one proof: one that knows the header if possible. It is given up if anything goes wrong."""
        with self._free:
            worker = self._idle_worker(header) or self._new_worker(limits)
            kept = False
            try:
                yield worker
                kept = self._fresh(worker)
            finally:
                with self._lock:
                    if kept:
                        self._idle.append(worker)
                    else:
                        self._give_up(worker)

    def _idle_worker(self, header: str) -> "_Worker | None":
        """One that waits and has said nothing unasked. None, and a place is taken, if a new one is to be started."""
        with self._lock:
            while True:
                fit = [worker for worker in self._idle if header in worker.environments]
                if not fit and (self._alive < self._processes or not self._idle):
                    self._alive += 1
                    return None
                worker = fit[-1] if fit else self._idle[0]
                self._idle.remove(worker)
                if worker.fit_for(header):
                    return worker
                self._give_up(worker)

    def _new_worker(self, limits: Limits) -> "_Worker":
        try:
            return _Worker(self._sandbox.start(self._program, (), self._mapped_mib + limits.memory_mib))
        except Unavailable:
            with self._lock:
                self._alive -= 1
            raise

    def _give_up(self, worker: "_Worker") -> None:
        worker.child.kill()
        self._alive -= 1

    def _fresh(self, worker: "_Worker") -> bool:
        """Whether a process may go on: neither used often enough to be replaced nor grown too large."""
        with suppress(Unavailable):
            return worker.uses < self._max_uses and worker.child.rss_mib() <= self._max_memory_mib
        return False

    def _probe(self) -> About:
        try:
            reply = self.run(probe.source(), probe.LIMITS, header_lines=1)
        except (TimedOut, Crashed, Unavailable) as error:
            raise ValueError(f"`{' '.join(self._program.command)}` does not check a small file: {error}") from error
        found = probe.read(reply.messages)
        if found.shift:
            raise ValueError(f"this REPL counts lines in another way ({found.shift:+d}): it is not the community's")
        offers = found.offers | ({"mathlib"} if has_mathlib(self._program) else set())
        offers = frozenset(offers if self._offers is None else self._offers)
        return About("repl", found.version, offers, self._sandbox.note)


class _Worker:
    """One REPL process. `environments`: the number of the environment behind each header, and the header's messages."""

    def __init__(self, child: Child):
        self.child = child
        self.environments: dict[str, tuple[int, tuple[Message, ...]]] = {}
        self.uses = 0
        self._newest = -1

    def fit_for(self, header: str) -> bool:
        """Whether it lives, keeps silent, and has room for the header."""
        room = header in self.environments or len(self.environments) < _HEADERS_KEPT
        try:
            return room and self.child.quiet()
        except (Crashed, Unavailable):
            return False

    def load(self, header: str, limit_s: float) -> tuple[Message, ...]:
        """Elaborate a header if it is new. Returns its messages if it is broken, which then are the file's."""
        if header in self.environments:
            return ()
        try:
            reply = self._ask({"cmd": header}, limit_s, _HEADER_BYTES)
        except TimedOut as error:
            raise Unavailable(f"the imports took more than {limit_s:g} s") from error
        except Crashed as error:
            raise Unavailable(f"the REPL died over the imports: {error}") from error
        found, _ = _read(reply, 0)
        if any(message.severity == "error" for message in found):
            return found
        self.environments[header] = reply["env"], found
        return ()

    def check(self, header: str, body: str, limits: Limits, header_lines: int) -> Reply:
        """Elaborate a body behind its header, or a whole file if that has no lines."""
        began = time.monotonic()
        self.uses += 1
        environment, before = self.environments[header] if header_lines else (None, ())
        command = {"cmd": body} if environment is None else {"cmd": body, "env": environment}
        reply = self._ask(command, limits.timeout_s, limits.output_bytes)
        found, holes = _read(reply, header_lines)
        return Reply((*before, *found), time.monotonic() - began, holes)

    def _ask(self, command: dict, limit_s: float, most_bytes: int) -> dict:
        """One command, one reply. TimedOut, Crashed, or Unavailable."""
        text = json.dumps(command, ensure_ascii=False).encode() + _END
        self.child.talk(text, limit_s, most_bytes, until=_END)
        answer, end, more = bytes(self.child.output).partition(_END)
        if not end:
            raise Crashed(self.child.ending())
        self.child.output.clear()
        reply: object = None
        with suppress(ValueError):
            reply = loads(answer)
        if not isinstance(reply, dict) or more.strip():
            raise Crashed("the file has written to standard output, which is for replies")
        if "env" not in reply and isinstance(reply.get("message"), str):
            raise refused(reply["message"])
        if reply.get("env") != self._newest + 1:
            raise Unavailable("the REPL's replies are out of step")
        self._newest += 1
        return reply


def _read(reply: dict, shift: int) -> tuple[tuple[Message, ...], int]:
    """A reply's messages, and how many holes it names."""
    try:
        return messages(reply, shift), sorries(reply)
    except ValueError as error:
        raise Unavailable(f"the REPL's reply makes no sense: {error}") from error
