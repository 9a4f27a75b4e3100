"""The pool: how sandboxes with Lean servers come, serve and go. One thread keeps it as it should be.

At most `starting` sandboxes start at a time, `creates_per_s` a second, and after failures ever more slowly. Each is
asked to check a file with its imports before it counts as ready, and has `start_s` for all of that. It is replaced when
it has ended, when it fails time after time, and, by one that is ready, before its lifetime ends. An idle one hears from
us often enough to live on. If none has been ready for `give_up_s`, those who wait are told so.
"""

import logging
import random
import secrets
import threading
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from rlve_gym.lean._kimina_wire import NoAnswer, Outcome, Wire
from rlve_gym.lean._modal_sdk import Sdk, SetUp
from rlve_gym.lean._modal_way import Relay, tunnel
from rlve_gym.lean.backend import Crashed, TimedOut, Unavailable
from rlve_gym.lean.probe import Probed

if TYPE_CHECKING:
    from rlve_gym.lean.modal import SandboxSection

_log = logging.getLogger(__name__)
_TICK_S, _SETTLE_S = 0.25, 0.5
FIRST_HOLD_S, _LONGEST_HOLD_S = 0.5, 60.0  # between starts, after one failure and after many
_STRIKES = 5  # failures in a row after which a sandbox is replaced
_WRONG_STARTS = 3  # sandboxes that start but are not what is expected, before any is
_PING_BYTES = 1 << 16


class Phase(Enum):
    """Where a sandbox is in its life."""

    STARTING = "starting"
    READY = "ready"
    GONE = "gone"


@dataclass(eq=False)
class Sandbox:
    """One sandbox. `number`: of its creation. `busy`: places in use. `due`: when it should be replaced, `end`: when it
    takes no more work. `heard`: its last answer."""

    number: int
    born: float
    due: float
    end: float
    phase: Phase = Phase.STARTING
    handle: Any = None
    wire: Wire = field(init=False)
    busy: int = 0
    reserved: bool = False
    strikes: int = 0
    died: bool = False
    heard: float = 0.0
    pinged: bool = False


class Pool:
    """`counts`: of sandboxes "created", "ready", "failed" to start, "died", "replaced" as useless, "retired"."""

    def __init__(self, section: "SandboxSection", sdk: Sdk):
        self.section, self._sdk = section, sdk
        self.counts: Counter[str] = Counter()
        self._changed = threading.Condition()
        self._sandboxes: list[Sandbox] = []
        self._found: Probed | None = None
        self._fatal: ValueError | None = None
        self._closed = False
        self._random = random.Random(secrets.token_bytes(8))
        self._failures, self._wrong, self._why = 0, 0, "it has not been tried"
        self._next_create = 0.0
        self._served = time.monotonic()
        self._paid_s = 0.0
        threading.Thread(target=self._keep, name="lean-pool", daemon=True).start()

    def found(self) -> Probed | None:
        """What the first ready sandbox has shown; None if there was none yet. ValueError if there will be none."""
        if self._fatal is not None:
            raise self._fatal
        return self._found

    def ready(self) -> int:
        """How many can take work."""
        return sum(sandbox.phase is Phase.READY for sandbox in self._sandboxes)

    def sandboxes(self) -> list[Sandbox]:
        """Those that start or serve at this moment."""
        with self._changed:
            return list(self._sandboxes)

    def seconds(self) -> float:
        """Sandbox seconds up to now: what is paid for."""
        with self._changed:
            now = time.monotonic()
            return self._paid_s + sum(now - sandbox.born for sandbox in self._sandboxes)

    @contextmanager
    def lease(self, lanes: int, alone: bool, tried: Collection[Sandbox]) -> Iterator[Sandbox]:
        """A sandbox with so many free places, or with nothing else in it; waits for it. Rather not one of `tried`."""
        with self._changed:
            sandbox = self._picked_alone(tried) if alone else self._picked(lanes, tried)
            sandbox.busy += lanes
        try:
            yield sandbox
        finally:
            with self._changed:
                sandbox.busy -= lanes
                sandbox.reserved = sandbox.reserved and not alone
                self._changed.notify_all()

    def answered(self, sandbox: Sandbox, outcomes: Sequence[Outcome]) -> None:
        """A request was answered. A server that can do nothing any more answers too."""
        with self._changed:
            sandbox.heard = time.monotonic()
            useless = bool(outcomes) and all(
                isinstance(outcome, Unavailable) and not outcome.busy for outcome in outcomes
            )
            sandbox.strikes = sandbox.strikes + 1 if useless else 0
            if sandbox.strikes >= _STRIKES and sandbox.phase is Phase.READY:
                self._gone(sandbox, "replaced")

    def blame(self, sandbox: Sandbox, error: Unavailable) -> bool:
        """A request failed. Whether that was because the sandbox has ended by itself."""
        if error.busy:
            return False
        code = None
        if isinstance(error, NoAnswer) and sandbox.phase is Phase.READY:
            try:
                code = self._sdk.exit_code(sandbox.handle)
                if code is None:  # its end may not be known yet
                    time.sleep(_SETTLE_S)
                    code = self._sdk.exit_code(sandbox.handle)
            except (Unavailable, ValueError) as problem:
                _log.info(
                    "sandbox %d does not answer (%s), and Modal does not say why (%s)", sandbox.number, error, problem
                )
        with self._changed:
            sandbox.strikes += 1
            if sandbox.phase is Phase.READY and code is not None:
                sandbox.died = True
                _log.warning("sandbox %d has ended with code %d", sandbox.number, code)
                self._gone(sandbox, "died")
            elif sandbox.phase is Phase.READY and sandbox.strikes >= _STRIKES:
                _log.warning("sandbox %d is replaced: %s", sandbox.number, error)
                self._gone(sandbox, "replaced")
            return sandbox.died

    def close(self) -> None:
        """Terminate all sandboxes. Who waits for one is told."""
        with self._changed:
            self._closed = True
            for sandbox in list(self._sandboxes):
                self._gone(sandbox, "closed")
        self._sdk.close()

    def _picked(self, lanes: int, tried: Collection[Sandbox]) -> Sandbox:
        while True:
            fit = [one for one in self._open() if one.busy + lanes <= self.section.lanes]
            if fit:
                return min(fit, key=lambda one: (one in tried, one.busy))
            self._changed.wait(1.0)

    def _picked_alone(self, tried: Collection[Sandbox]) -> Sandbox:
        """One that is kept free of other work until it has none."""
        while True:
            fit = self._open()
            if not fit:
                self._changed.wait(1.0)
                continue
            sandbox = min(fit, key=lambda one: (one in tried, one.busy))
            sandbox.reserved = True
            while sandbox.busy and sandbox.phase is Phase.READY and not self._closed:
                self._changed.wait(1.0)
            if sandbox.phase is Phase.READY:
                return sandbox

    def _open(self) -> list[Sandbox]:
        """Those that take work. Raises if there will be none."""
        if self._closed:
            raise Unavailable("the pool of sandboxes is closed")
        if self._fatal is not None:
            raise self._fatal
        now = time.monotonic()
        return [one for one in self._sandboxes if one.phase is Phase.READY and not one.reserved and now < one.end]

    def _keep(self) -> None:
        """The keeper's thread. Should it ever fail, nobody waits for what it does not do any more."""
        try:
            going = self._prepared()
            while going:
                with self._changed:
                    now = time.monotonic()
                    self._judge(now)
                    self._retire(now)
                    self._create(now)
                    self._ping(now)
                    self._changed.wait(min(_TICK_S, max(0.01, self._next_create - now)))
                    going = not self._closed and self._fatal is None
        finally:
            with self._changed:
                if not self._closed and self._fatal is None:
                    self._end_all("what keeps the pool has failed")

    def _prepared(self) -> bool:
        until = time.monotonic() + self.section.give_up_s
        while not self._closed:
            try:
                self._sdk.prepare()
                self._served = time.monotonic()
                return True
            except (Unavailable, ValueError) as error:
                with self._changed:
                    self._failed_to_start(error)
                    if time.monotonic() > until and self._fatal is None:
                        self._end_all(str(error))
                    if self._fatal is not None:
                        return False
                    self._changed.wait(max(0.0, self._next_create - time.monotonic()))
        return False

    def _judge(self, now: float) -> None:
        """Give up what is too late, or everything."""
        for sandbox in list(self._sandboxes):
            if sandbox.phase is Phase.STARTING and now > sandbox.born + self.section.start_s + self.section.call_s:
                self._gone(sandbox, "failed")
                self._failed_to_start(Unavailable(f"not ready {self.section.start_s:g} s after its creation"))
        if self.ready():
            self._served = now
        elif now - self._served > self.section.give_up_s:
            self._end_all(self._why)

    def _retire(self, now: float) -> None:
        """Let go what is old, once there is something in its place or it has to go."""
        fresh = sum(one.phase is Phase.READY and now < one.due for one in self._sandboxes)
        for sandbox in sorted(self._sandboxes, key=lambda one: one.due):
            if sandbox.phase is Phase.READY and now >= sandbox.due:
                if fresh >= self.section.sandboxes:
                    sandbox.end = min(sandbox.end, now)
                if now >= sandbox.end and not sandbox.busy:
                    self._gone(sandbox, "retired")

    def _create(self, now: float) -> None:
        """Start one if one is missing, and it may be."""
        starting = sum(one.phase is Phase.STARTING for one in self._sandboxes)
        fresh = starting + sum(one.phase is Phase.READY and now < one.due for one in self._sandboxes)
        if self._closed or self._fatal is not None:
            return
        if fresh >= self.section.sandboxes or starting >= self.section.starting or now < self._next_create:
            return
        self._next_create = now + 1 / self.section.creates_per_s
        self.counts["created"] += 1
        life_s = self.section.lifetime_s
        due, end = now + life_s * self._random.uniform(0.6, 0.8), now + life_s - min(life_s / 10, 600.0)
        sandbox = Sandbox(self.counts["created"], now, due, end)
        self._sandboxes.append(sandbox)
        threading.Thread(target=self._start, args=(sandbox,), name="lean-start", daemon=True).start()

    def _start(self, sandbox: Sandbox) -> None:
        """In a thread of its own: create it, find the way to its server, have it check a file."""
        try:
            key = "" if self.section.block_network else secrets.token_urlsafe(32)
            sandbox.handle = self._sdk.create(sandbox.number, key, self.section.start_s)
            sandbox.wire = self._wire(sandbox, key)
            found = self._warm(sandbox)
        except (Unavailable, TimedOut, Crashed, ValueError) as error:
            with self._changed:
                if sandbox.phase is Phase.STARTING:
                    self._gone(sandbox, "failed")
                    self._failed_to_start(error)
                elif sandbox.handle is not None:
                    self._sdk.end(sandbox.handle)
            return
        with self._changed:
            if sandbox.phase is not Phase.STARTING:
                self._sdk.end(sandbox.handle)
                return
            self.counts["ready"] += 1
            self._found = self._found or found
            self._failures = 0
            self._served = sandbox.heard = time.monotonic()
            sandbox.phase = Phase.READY
            self._changed.notify_all()

    def _wire(self, sandbox: Sandbox, key: str) -> Wire:
        section = self.section
        if section.block_network:
            way = Relay(self._sdk, sandbox.handle, section.port, section.idle_timeout_s, section.call_s)
        else:
            way = tunnel(self._sdk, sandbox.handle, section.port, key, section.call_s)
        return Wire(way, section.max_wait_s)

    def _warm(self, sandbox: Sandbox) -> Probed:
        """Ask until it checks a file with its imports. Raises the last failure when its time is over, and ValueError if
        the server answers time after time, but not as it should."""
        until, wait_s, answers = sandbox.born + self.section.start_s, 0.05, 0
        module = "Mathlib" if self.section.mathlib else "Init"
        while True:
            try:
                found = sandbox.wire.probe(module, until - time.monotonic())
            except (Unavailable, TimedOut, Crashed) as error:
                answers += not isinstance(error, NoAnswer) and not getattr(error, "busy", False)
                if answers >= _STRIKES:
                    raise ValueError(f"a server that does not check a file with `import {module}`: {error}") from error
                if time.monotonic() + wait_s > until or sandbox.phase is not Phase.STARTING:
                    raise Unavailable(f"no server that works after {self.section.start_s:g} s: {error}") from error
                time.sleep(wait_s)
                wait_s = min(2 * wait_s, 1.0)
                if (code := self._sdk.exit_code(sandbox.handle)) is not None:
                    raise Unavailable(f"its server ended with code {code} before it was ready") from error
                continue
            if found.shift not in (0, 1, 2) or (self._found and found != self._found):
                raise ValueError(f"a server that shows {found}, and not {self._found or 'lines as we count them'}")
            return found

    def _failed_to_start(self, error: Exception) -> None:
        self._failures += 1
        self._why = str(error)
        hold_s = min(2.0 ** min(self._failures - 1, 10) * FIRST_HOLD_S, _LONGEST_HOLD_S) * self._random.uniform(
            0.5, 1.0
        )
        self._next_create = time.monotonic() + hold_s
        _log.warning("a sandbox did not start (%d in a row; the next try in %.1f s): %s", self._failures, hold_s, error)
        self._wrong += isinstance(error, ValueError)
        if self._found is None and (isinstance(error, SetUp) or self._wrong >= _WRONG_STARTS):
            self._end_all(str(error))

    def _end_all(self, why: str) -> None:
        """Nothing can be started: say so to everybody."""
        self._fatal = ValueError(
            f"no sandbox with Lean can be started: {why}. Look at lean.modal in the configuration and at the app "
            f"{self.section.app!r} on Modal, or choose another lean.checker; `rlve-gym lean doctor --checker modal` "
            "tries one sandbox"
        )
        for sandbox in list(self._sandboxes):
            self._gone(sandbox, "failed")
        self._changed.notify_all()

    def _gone(self, sandbox: Sandbox, why: str) -> None:
        """Take a sandbox out, and end it."""
        if sandbox.phase is Phase.GONE:
            return
        if sandbox.phase is Phase.READY:
            sandbox.wire.server.close()
        sandbox.phase = Phase.GONE
        self._sandboxes.remove(sandbox)
        self.counts[why] += 1
        self._paid_s += time.monotonic() - sandbox.born
        if sandbox.handle is not None:
            self._sdk.end(sandbox.handle)
        self._changed.notify_all()

    def _ping(self, now: float) -> None:
        """Have idle ones hear from us: they live on, and those that do not answer are found out."""
        for sandbox in self._sandboxes:
            idle = sandbox.phase is Phase.READY and not sandbox.busy and not sandbox.pinged
            if idle and now - sandbox.heard > self.section.idle_timeout_s / 4:
                sandbox.pinged = True
                threading.Thread(target=self._ask_idle, args=(sandbox,), name="lean-ping", daemon=True).start()

    def _ask_idle(self, sandbox: Sandbox) -> None:
        """In a thread of its own. Any answer will do, that there is no such path too."""
        try:
            sandbox.wire.server.post("/health", {}, self.section.call_s, _PING_BYTES)
            self.answered(sandbox, ())
        except (Unavailable, Crashed, ValueError) as error:
            self.blame(sandbox, error if isinstance(error, Unavailable) else NoAnswer(str(error)))
        sandbox.pinged = False
