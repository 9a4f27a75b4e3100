"""One `lean` process for every proof: the cleanest isolation there is, at the cost of the imports every time.

The source goes in by standard input, messages come back as lines of JSON. Lines that are none count as output, but say
nothing: Lean writes only messages there.

Left out: telling the imports' time apart from the proof's. `Limits.timeout_s` covers both; with Mathlib, allow for it.
"""

import os
import re
import threading
import time
from collections.abc import Collection, Sequence
from pathlib import Path

from rlve_gym.lean import probe
from rlve_gym.lean.backend import About, Crashed, Limits, Message, Reply, TimedOut, Unavailable
from rlve_gym.lean.program import MAPPED_MATHLIB_MIB, MAPPED_MIB, has_mathlib, resolve
from rlve_gym.lean.sandbox import Program, Sandbox
from rlve_gym.lean.wire import loads, message, unsendable

_ARGUMENTS = ("--stdin", "--json")
_VERSION = re.compile(r"version (\d+\.\d+\.\d+[-.\w]*)")


class Process:
    """The backend. Raises ValueError, with what to do, if the command cannot be run.

    command: Lean as one would call it, such as ("lake", "env", "lean"), with further options of Lean's if wanted.
    cwd: the project's folder. parallel: proofs at a time, by default one for every core of this process.
    offers: what statements may need of it (see About), if it should not be found out.
    """

    def __init__(
        self,
        command: Sequence[str] = ("lean",),
        cwd: str | Path | None = None,
        parallel: int | None = None,
        offers: Collection[str] | None = None,
    ):
        self._program = resolve(command, cwd)
        self._parallel = parallel or len(os.sched_getaffinity(0))
        self._offers = offers
        self._mapped_mib = MAPPED_MATHLIB_MIB if has_mathlib(self._program) else MAPPED_MIB
        self._sandbox = Sandbox()
        self._lock = threading.Lock()
        self._about: About | None = None

    @property
    def program(self) -> Program:
        """What is started, resolved."""
        return self._program

    @property
    def mapped_mib(self) -> int:
        """Address space that this Lean needs by itself."""
        return self._mapped_mib

    @property
    def parallel(self) -> int:
        """How many calls of `run` may usefully be in flight."""
        return self._parallel

    @property
    def about(self) -> About:
        """What it is; the first time, a small file is checked to find out. ValueError if that fails."""
        with self._lock:
            if self._about is None:
                self._about = self._probe()
            return self._about

    def run(self, source: str, limits: Limits, header_lines: int = 0) -> Reply:
        """Elaborate one file. `header_lines` is not used: every process imports for itself."""
        if reply := unsendable(source):
            return reply
        began = time.monotonic()
        code, output, ending = self._lean(_ARGUMENTS, source, limits)
        messages = tuple(found for line in output.split(b"\n") if (found := _message(line)))
        if code not in (0, 1) or (code == 1 and not any(found.severity == "error" for found in messages)):
            raise Crashed(ending)
        return Reply(messages, time.monotonic() - began)

    def close(self) -> None:
        """Kill what runs."""
        self._sandbox.close()

    def _lean(self, arguments: tuple[str, ...], text: str, limits: Limits) -> tuple[int, bytes, str]:
        """Exit code, output, and how it ended in words."""
        child = self._sandbox.start(self._program, arguments, self._mapped_mib + limits.memory_mib)
        try:
            child.talk(text.encode(), limits.timeout_s, limits.output_bytes)
            assert child.code is not None
            return child.code, bytes(child.output), child.ending()
        finally:
            child.kill()

    def _probe(self) -> About:
        try:
            _, output, ending = self._lean(("--version",), "", probe.LIMITS)
            reply = self.run(probe.source(), probe.LIMITS)
        except (TimedOut, Crashed, Unavailable) as error:
            raise ValueError(f"`{' '.join(self._program.command)}` does not check a small file: {error}") from error
        version = _VERSION.search(output.decode("utf-8", "replace"))
        if version is None:
            raise ValueError(f"`{' '.join(self._program.command)} --version` does not answer like Lean: {ending}")
        found = probe.read(reply.messages).offers | ({"mathlib"} if has_mathlib(self._program) else set())
        offers = frozenset(found if self._offers is None else self._offers)
        return About("process", version[1], offers, self._sandbox.note)


def _message(line: bytes) -> Message | None:
    """One line of output as a message; None if Lean did not write it as one."""
    try:
        return message(loads(line))
    except ValueError:
        return None
