"""The checker: many proofs in flight on one backend, each judged once, verdicts in order of finishing.

- Equal (statement, proof) pairs are checked once and remembered, however often and however many at a time they come.
- What times out or crashes is run again alone, since a busy machine must not decide a verdict; what fails alone too,
  while a plain proof passes, is the proof's own fault.
- Infrastructure failures are tried again a bounded number of times, then reported as `unavailable`: no verdict. But a
  proof that fails every time while a plain one passes is to blame. A busy server is waited for, up to `patience_s`.
- With `strict`, every proof that counts is checked again by other means; a disagreement is no verdict either, and is
  written to the quarantine file: that is how new cheats are found.

Left out: priorities, and batches of proofs in one file, in which one proof could hide or break another.
"""

import json
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Protocol, Self

from rlve_gym.lean.assembly import assemble
from rlve_gym.lean.backend import Backend, Crashed, Limits, TimedOut, Unavailable
from rlve_gym.lean.report import Checked, read
from rlve_gym.lean.statement import Form, Proof, Statement

HOW = (
    "for core Lean: pip install 'rlve-gymnasium[lean]'; for Mathlib: set LEAN_SERVER_API_URL to a Kimina Lean server "
    "(docker run -p 8000:8000 projectnumina/kimina-lean-server:2.0.0), or RLVE_GYM_LEAN_PROJECT to a built Lake "
    "project and RLVE_GYM_LEAN_COMMAND to 'lake env lean'"
)
"""What to do where there is no Lean, or not the right one."""
CACHED = 200_000
"""How many verdicts are remembered, the oldest are forgotten first: about 100 MB."""


_CANARY = Statement("canary", "(p : Prop) (h : p) : p")
_CANARY_PROOF = Proof(Form.TACTICS, "exact h")


class NoLean(ValueError):
    """No Lean here can check such a statement; the message says how to get one."""


class Second(Protocol):
    """A second opinion on an accepted proof: None if it agrees, or why not. Raises Unavailable."""

    def __call__(self, statement: Statement, proof: Proof, limits: Limits) -> str | None: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class Policy:
    """How often and how long things are tried. `retries`: after an infrastructure failure. `patience_s`: with a busy
    server, in all. `backoff_s`: before the first retry, doubled for each."""

    retries: int = 3
    patience_s: float = 900.0
    backoff_s: float = 0.2


class Checker:
    """Checks proofs on one backend. A context manager; `submit` and `finished` are for one thread, `check` for any.

    Raises ValueError (or NoLean) where the backend is set up wrongly, from `submit`, `finished` or `check`.
    """

    def __init__(
        self,
        backend: Backend,
        limits: Limits | None = None,
        strict: Second | None = None,
        policy: Policy | None = None,
        quarantine: Path | None = None,
    ):
        self.backend, self.limits, self.strict = backend, limits or Limits(), strict
        self.policy, self.quarantine = policy or Policy(), quarantine
        self.counts: Counter[str] = Counter()
        self._hear: Callable[[int], object] = bool
        self._lock = threading.Lock()
        self._known: dict[tuple[Statement, str], Checked] = {}
        self._running: dict[tuple[Statement, str], list[int]] = {}
        self._pending: dict[int, tuple[Statement, str]] = {}
        self._results: SimpleQueue[tuple[tuple[Statement, str], Checked | BaseException]] = SimpleQueue()
        self._gate = _Gate(backend.parallel)
        self._threads = ThreadPoolExecutor(backend.parallel, thread_name_prefix="lean")
        self._closed = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def check(self, statement: Statement, proof: Proof) -> Checked:
        """Check one proof and wait for it. Raises NoLean if this Lean lacks what the statement needs."""
        self.require(statement)
        pair = (statement, proof.digest)
        with self._lock:
            known = self._known.get(pair)
        if known is not None:
            self.counts["cached"] += 1
            return known
        checked = self._judged(statement, proof)
        self._remember(pair, checked)
        return checked

    def submit(self, key: int, statement: Statement, proof: Proof) -> None:
        """Have a proof checked; never waits. ValueError if `key` is still pending, NoLean as in `check`."""
        if key in self._pending:
            raise ValueError(f"key {key} is still pending")
        self.require(statement)
        pair = (statement, proof.digest)
        self._pending[key] = pair
        with self._lock:
            known = self._known.get(pair)
            waiting = self._running.setdefault(pair, [])
            waiting.append(key)
        if len(waiting) > 1 or known is not None:
            self.counts["cached"] += 1
        if len(waiting) == 1 and known is not None:
            self._results.put((pair, known))
        elif len(waiting) == 1:
            self._threads.submit(self._work, pair, statement, proof)

    def finished(self, timeout_s: float = 0.0) -> list[tuple[int, Checked]]:
        """The (key, checked) pairs since the last call; waits up to `timeout_s` for the first if some are pending."""
        found: list[tuple[int, Checked]] = []
        until = time.monotonic() + timeout_s
        while self._pending:
            wait_s = 0.0 if found else until - time.monotonic()
            try:
                pair, checked = self._results.get(wait_s > 0, max(wait_s, 0.0))
            except Empty:
                break
            with self._lock:
                keys = self._running.pop(pair, [])
            if isinstance(checked, BaseException):
                raise checked
            for key in keys:
                if self._pending.get(key) == pair:
                    del self._pending[key]
                    found.append((key, checked))
        return found

    def tell(self, hear: Callable[[int], None]) -> None:
        """Call `hear` with the keys of each verdict, as soon as it is there, from the thread that has it."""
        self._hear = hear

    def _tell(self, pair: tuple[Statement, str]) -> None:
        with self._lock:
            keys = list(self._running.get(pair, ()))
        for key in keys:
            self._hear(key)

    def drop(self, keys: Iterable[int]) -> None:
        """Forget these keys. What has begun runs to its end, and its verdict is remembered."""
        for key in keys:
            self._pending.pop(key, None)

    @property
    def pending(self) -> int:
        """How many keys were submitted and not yet returned by `finished`."""
        return len(self._pending)

    def close(self) -> None:
        """Kill what runs; what is pending is lost."""
        self._closed.set()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.backend.close()
        if self.strict is not None:
            self.strict.close()
        self._pending.clear()

    def require(self, statement: Statement) -> None:
        """Raises NoLean if this Lean does not start or lacks what the statement needs, ValueError if closed."""
        if self._closed.is_set():
            raise ValueError("the checker is closed")
        try:
            about = self.backend.about
        except Unavailable as error:
            raise NoLean(f"the Lean here does not start: {error}") from error
        if statement.needs not in about.offers:
            raise NoLean(
                f"{statement.name} needs {statement.needs}, and the Lean here ({about.name} {about.version}) has only "
                f"{', '.join(sorted(about.offers))}; {HOW}; what there is: `rlve-gym lean doctor`"
            )

    def _work(self, pair: tuple[Statement, str], statement: Statement, proof: Proof) -> None:
        """One proof, in a thread. What is wrong with the set-up is raised where the results are read."""
        try:
            checked = self._judged(statement, proof)
            self._remember(pair, checked)
            self._tell(pair)
            self._results.put((pair, checked))
        except Exception as error:
            self._results.put((pair, error))

    def _remember(self, pair: tuple[Statement, str], checked: Checked) -> None:
        if checked.result == "unavailable":
            return
        with self._lock:
            self._known[pair] = checked
            while len(self._known) > CACHED:
                del self._known[next(iter(self._known))]

    def _judged(self, statement: Statement, proof: Proof) -> Checked:
        """The first opinion and, if it accepts and `strict` is set, the second."""
        checked = self._patiently(lambda: self._first(statement, proof))
        if checked.proved and self.strict is not None:
            checked = self._patiently(lambda: self._second(statement, proof, checked))
        self.counts[checked.result] += 1
        about = self.backend.about
        return replace(checked, backend=about.name, version=about.version)

    def _patiently(self, attempt: "Attempt") -> Checked:
        """An attempt, again after failures of the infrastructure. A failed try leaves no trace but its count."""
        tries, backoff_s = 0, self.policy.backoff_s
        until = time.monotonic() + self.policy.patience_s
        while True:
            try:
                return attempt()
            except Unavailable as error:
                self.counts["busy" if error.busy else "failures"] += 1
                tries += not error.busy
                if tries > self.policy.retries or time.monotonic() > until:
                    return self._blamed(attempt, error)
                wait_s = error.wait_s or backoff_s
                backoff_s = min(2 * backoff_s, 10.0)
            if self._closed.wait(wait_s):
                return Checked("unavailable", "the checker was closed")

    def _blamed(self, attempt: "Attempt", error: Unavailable) -> Checked:
        """What has failed every time: the proof's fault if a plain proof passes where it fails once more, else ours.

        Without this, a proof that breaks its Lean in the right way would never be wrong.
        """
        if error.busy or not self._canary():
            return Checked("unavailable", str(error))
        try:
            return attempt()
        except Unavailable as again:
            if again.busy or not self._canary():
                return Checked("unavailable", str(again))
            return Checked("crash", f"Lean fails on it every time, and on nothing else: {again}"[:400])

    def _canary(self) -> bool:
        """Whether Lean accepts a plain proof at this moment."""
        try:
            with self._gate.shared():
                assembly = assemble(_CANARY, _CANARY_PROOF, secrets.token_hex(8))
                return read(self.backend.run(assembly.source, self.limits, assembly.header_lines), assembly).proved
        except (Unavailable, TimedOut, Crashed):
            return False

    def _first(self, statement: Statement, proof: Proof) -> Checked:
        """One run among others; what died is run alone, and that decides."""
        try:
            return self._run(statement, proof, self.limits, self._gate.shared())
        except (TimedOut, Crashed):
            self.counts["alone"] += 1
        try:
            return self._alone(statement, proof)
        except TimedOut:
            checked = Checked("timeout", f"Lean took more than {self.limits.timeout_s:g} s, also when run alone")
        except Crashed as error:
            checked = Checked("crash", f"Lean died on it, also when run alone: {error}"[:400])
        if not self._canary():
            raise Unavailable(f"Lean does not even check a plain proof; on this one: {checked.why}")
        return checked

    def _alone(self, statement: Statement, proof: Proof) -> Checked:
        """A run with nothing beside it on its machine. Of many machines, the others go on."""
        if self.backend.about.own_alone:
            return self._run(statement, proof, replace(self.limits, alone=True), self._gate.shared())
        return self._run(statement, proof, self.limits, self._gate.alone())

    def _run(self, statement: Statement, proof: Proof, limits: Limits, turn: AbstractContextManager[None]) -> Checked:
        assembly = assemble(statement, proof, secrets.token_hex(8))
        with turn:
            reply = self.backend.run(assembly.source, limits, assembly.header_lines)
        return read(reply, assembly)

    def _second(self, statement: Statement, proof: Proof, first: Checked) -> Checked:
        assert self.strict is not None
        why = self.strict(statement, proof, self.limits)
        if why is None:
            return first
        self._set_aside(statement, proof, why)
        return Checked("unavailable", f"the second check disagrees: {why}", wall_s=first.wall_s)

    def _set_aside(self, statement: Statement, proof: Proof, why: str) -> None:
        self.counts["quarantined"] += 1
        if self.quarantine is not None:
            record = {"why": why, "statement": asdict(statement), "proof": asdict(proof)}
            with self._lock, self.quarantine.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record) + "\n")


class Attempt(Protocol):
    """One try at a verdict."""

    def __call__(self) -> Checked: ...


class _Gate:
    """Up to `places` runs share the machine; one that must run alone waits until it has all places."""

    def __init__(self, places: int):
        self.places = places
        self._free = threading.Semaphore(places)
        self._turn = threading.Lock()

    @contextmanager
    def shared(self) -> Iterator[None]:
        with self._turn:
            self._free.acquire()
        try:
            yield
        finally:
            self._free.release()

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self._turn:
            for _ in range(self.places):
                self._free.acquire()
            try:
                yield
            finally:
                for _ in range(self.places):
                    self._free.release()
