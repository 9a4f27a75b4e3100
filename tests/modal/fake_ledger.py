"""What the fake control plane counts, and the faults it was told to make."""

import contextlib
import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field, replace

import psutil

MARK = "MODAL_FAKE_PLANE"
OWNER = "MODAL_FAKE_OWNER"
"""Variables in the environment of every process that a fake starts, so that nothing gets lost."""

DYING_S = 5.0
"""How long what was killed may take to be gone."""

INPUT_FAULTS = ("lost", "raise", "timeout", "kill", "preempt", "hang")
CREATE_FAULTS = ("refuse", "hang", "never ready", "born dead")
EXEC_FAULTS = ("hang", "code", "die", "refuse")


@dataclass(frozen=True)
class Fault:
    """One kind of trouble, and the events it strikes."""

    where: str
    kind: str
    match: str = ""
    """Part of the name of the function, the call or the command; empty: any."""
    nth: int = 1
    """The first matching event that is struck, from 1."""
    times: int | None = 1
    """How many from there on; None: all."""
    probability: float = 1.0
    """Chance of each of these."""
    seconds: float = 0.0
    after: int = 0
    """What has to pass before it strikes: chunks of a generator, writes to standard input."""
    code: int = -1
    text: str = ""


class Faults:
    """A script of faults. `take` is called at every event, and says which fault strikes there, if any does."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.cleared = 0
        self.clear()

    def clear(self, seed: int = 0) -> None:
        """No faults any more. seed: of the chances of those to come."""
        with self._lock:
            self._script: list[Fault] = []
            self._seen: list[int] = []
            self._chance = random.Random(seed)
            self.struck: list[Fault] = []
            self.cleared += 1

    def add(self, fault: Fault) -> None:
        with self._lock:
            self._script.append(fault)
            self._seen.append(0)

    def input(self, kind: str, match: str = "", **more) -> None:
        """An input of a function ("Worker.generate"): `lost` before it runs, `raise`, `timeout`, `hang` (never handed
        out), `kill` and `preempt` (-9 of its container or an interrupt, `seconds` after it was handed out, or after
        `after` chunks of output)."""
        self._checked("input", kind, INPUT_FAULTS, match, more)

    def create(self, kind: str, **more) -> None:
        """A sandbox: `refuse` (RESOURCE_EXHAUSTED), `hang` (no answer), `never ready` (there, but nothing starts in
        it), `born dead` (it ends at once)."""
        self._checked("create", kind, CREATE_FAULTS, "", more)

    def exec(self, kind: str, match: str = "", **more) -> None:
        """A command in a sandbox: `hang` (accepted, never started), `code` (ends at once with `code`), `refuse`,
        `die` (the sandbox dies, after `after` writes to standard input if that is not 0, or after `seconds`)."""
        self._checked("exec", kind, EXEC_FAULTS, match, more)

    def rpc(self, kind: str, name: str, **more) -> None:
        """A call such as "SandboxCreateV2". kind: a gRPC status ("UNAVAILABLE"), `hang`, `delay` (of `seconds`),
        `reset` and `reset after` (the connection breaks before or after the work is done), `goaway`."""
        self.add(Fault("rpc", kind, name, **more))

    def take(self, where: str, name: str) -> Fault | None:
        with self._lock:
            struck = None
            for index, fault in enumerate(self._script):
                if fault.where != where or fault.match not in name:
                    continue
                self._seen[index] += 1
                past = self._seen[index] - fault.nth
                due = past >= 0 and (fault.times is None or past < fault.times)
                if due and struck is None and self._chance.random() < fault.probability:
                    struck = fault
            if struck:
                self.struck.append(replace(struck, match=name))
            return struck

    def _checked(self, where: str, kind: str, kinds: tuple[str, ...], match: str, more: dict) -> None:
        if kind not in kinds:
            raise ValueError(f"a fault of {where} is one of {', '.join(kinds)}, not {kind}")
        self.add(Fault(where, kind, match, **more))


@dataclass
class Ledger:
    """Counts of events by name, the order of those that matter, and what should not have happened."""

    mark: str
    counts: Counter = field(default_factory=Counter)
    events: list[tuple[str, str]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    """Calls that the fake does not know and failures of its own: a test should find none."""
    sandboxes: dict[str, str] = field(default_factory=dict)
    """State of every sandbox ever created: "alive" or how it ended."""
    containers: dict[str, str] = field(default_factory=dict)

    def count(self, event: str, detail: str = "") -> None:
        self.counts[event] += 1
        if detail:
            self.events.append((event, detail))

    def error(self, text: str) -> None:
        self.errors.append(text)

    def __getitem__(self, event: str) -> int:
        return self.counts[event]

    @property
    def sandboxes_alive(self) -> list[str]:
        return [name for name, state in self.sandboxes.items() if state == "alive"]

    @property
    def containers_alive(self) -> list[str]:
        return [name for name, state in self.containers.items() if state == "alive"]

    def processes(self, owner: str = "") -> list[psutil.Process]:
        """Living processes that the fake or anything in it started; owner: of one container or sandbox."""
        key, value = (OWNER, owner) if owner else (MARK, self.mark)
        found = []
        for process in psutil.process_iter():
            try:
                if process.environ().get(key) == value and process.status() != psutil.STATUS_ZOMBIE:
                    found.append(process)
            except (psutil.Error, OSError):
                continue
        return found

    def kill(self, owner: str = "") -> None:
        """Ends all of these processes, those included that began a session of their own."""
        for process in self.processes(owner):
            with contextlib.suppress(psutil.Error):
                process.kill()

    def leaks(self) -> list[str]:
        """Everything that is alive, in words: empty after all has been closed. What was killed is given time to die."""
        until = time.monotonic() + DYING_S
        while self.processes() and time.monotonic() < until:
            time.sleep(0.01)
        alive = self.sandboxes_alive + self.containers_alive
        return alive + [f"process {process.pid}" for process in self.processes()]
