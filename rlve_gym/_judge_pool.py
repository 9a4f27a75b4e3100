"""The thread and the worker processes behind `rlve_gym.judging.Judge`.

How blame stays right: a worker answers its items in order, one message each, so its first unanswered item is the one it
is working on. That item's clock starts when the answer before it has come (or when it was sent to an idle worker), and
all that a worker has said is read before its clock is looked at. Time in a queue, the start of a process, the import of
an environment's module and time in which this thread could not run never count.

How neighbours stay in time: items are sent ahead only as far as that hides the way to the worker and back. Those behind
a slow verification are offered to other workers, too, and the first verdict counts; those of a lost one are sent again.
"""

import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from rlve_gym._judge_worker import frame, unframe
from rlve_gym.registry import added_folders
from rlve_gym.verdict import Outcome, Verdict

START_S = 60.0
"""What a worker may take to start, and to import an environment's module: generous, it is no part of a verification."""
_FAILED_STARTS = 3
_AHEAD_S, _AHEAD_ITEMS = 0.02, 64  # work sent to a busy worker: enough to hide the way there and back
_RECALL_S = 0.25  # a verification that takes longer gives up the items sent behind it
_READ_BYTES = 1 << 20
_LONGEST_MESSAGE = 1 << 24
_BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from rlve_gym._judge_worker import main; main(int(sys.argv[2]), int(sys.argv[3]))"
)
_ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}


def _ending(code: int) -> str:
    """How a process ended, in words. Real-time signals have no names."""
    if code >= 0:
        return f"exit code {code}"
    return f"signal {signal.Signals(-code).name}" if -code in set(signal.Signals) else f"signal {-code}"


@dataclass(eq=False, slots=True)
class Item:
    """A completion to verify. `copies`: the workers that hold it; `done`: it has its verdict or was dropped."""

    key: int
    number: int
    env: str
    message: bytes
    cost_s: float = _AHEAD_S
    copies: int = 0
    queued: bool = True
    done: bool = False


class Worker:
    """A worker process as the dispatcher sees it. `items` are those sent and not answered, in order."""

    def __init__(self, memory_mib: int):
        path = json.dumps([str(entry) for entry in sys.path])
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", _BOOT, path, str(os.getpid()), str(memory_mib)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            env={**os.environ, **_ONE_THREAD},
        )
        assert self.process.stdin and self.process.stdout
        self.sink, self.source = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.sink, False)
        os.set_blocking(self.source, False)
        self.ready = self.recalled = False
        self.items: deque[Item] = deque()
        self.load_s = 0.0
        self.loaded: set[str] = set()
        self.folders = 0
        self.clock = time.monotonic()
        self.received, self.unsent = bytearray(), bytearray()

    def limit_s(self, deadline_s: float) -> float:
        """How long after `clock` the worker must have said something."""
        working = self.ready and (not self.items or self.items[0].env in self.loaded)
        return deadline_s if working else START_S

    def room(self, cost_s: float) -> bool:
        """Whether an item may be sent: a few small ones ahead, or one behind a large one."""
        if not self.ready or self.recalled or len(self.items) >= _AHEAD_ITEMS:
            return False
        return len(self.items) < 2 or self.load_s + cost_s <= _AHEAD_S

    def flush(self) -> None:
        """Write what the pipe takes. A worker that is gone shows when it is read."""
        try:
            while self.unsent:
                del self.unsent[: os.write(self.sink, self.unsent)]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self.unsent.clear()

    def end(self) -> int:
        """Kill the process and all it has started. Returns its exit code, negative for a signal."""
        if self.process.returncode is not None:
            return self.process.returncode
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.stdout.close()
        try:
            return self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return -signal.SIGKILL


class Dispatcher:
    """Runs in a daemon thread: hands items to workers, watches clocks, replaces workers."""

    def __init__(self, processes: int, deadline_s: float, memory_mib: int):
        self.processes, self.deadline_s, self.memory_mib = processes, deadline_s, memory_mib
        self.inbox: deque[Item] = deque()
        self.results: SimpleQueue[list[tuple[Item, Verdict]]] = SimpleQueue()
        self.failure: BaseException | None = None
        self.hear: Callable[[int], object] = bool
        self.counts = {"judged": 0, "timeouts": 0, "errors": 0, "workers_replaced": 0, "busy_s": 0.0}
        self._owner = os.getpid()
        self._queue: deque[Item] = deque()
        self._workers: list[Worker] = []
        self._settled: list[tuple[Item, Verdict]] = []
        self._typical_s: dict[str, float] = {}
        self._failed_starts = 0
        self._closing = self._woken = False
        self._wake_source, self._wake_sink = os.pipe()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._wake_source, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="rlve-gym judge", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Called from the main thread after it has put something into `inbox`."""
        if not self._woken:
            self._woken = True
            os.write(self._wake_sink, b"w")

    def stop(self) -> None:
        """End the thread and all workers. Does nothing in a fork of the process that owns them."""
        if os.getpid() != self._owner:
            return
        self._closing = True
        os.write(self._wake_sink, b"w")
        if threading.current_thread() is self._thread:  # the garbage collector may run anywhere
            return
        self._thread.join()
        os.close(self._wake_sink)
        os.close(self._wake_source)

    def _run(self) -> None:
        try:
            while not self._closing:
                self._turn()
        except Exception as error:  # shown by `finished` in the main thread
            self.failure = error
        finally:
            for worker in self._workers:
                worker.end()
            self._selector.close()
            self.results.put([])

    def _turn(self) -> None:
        while len(self._workers) < self.processes:
            self._hire()
        self._wait()
        for _ in range(len(self.inbox)):
            self._queue.append(self.inbox.popleft())
        self._dispatch()
        if self._settled:
            for item, _ in self._settled:
                self.hear(item.key)
            self.results.put(self._settled)
            self._settled = []

    def _wait(self) -> None:
        """Read what workers have said, then look at the clocks. Time this thread could not run is nobody's fault."""
        timeout_s, before = self._patience_s(), time.monotonic()
        events = self._selector.select(timeout_s)
        overslept_s = 0.0 if timeout_s is None else time.monotonic() - before - timeout_s
        for worker in self._workers if overslept_s > 1.0 else ():
            worker.clock += overslept_s
        for key, _ in events:
            if key.data is None:
                os.read(self._wake_source, 4096)
                self._woken = False
            elif key.fd == key.data.source:
                self._read(key.data)
            else:
                self._write(key.data)
        for worker in list(self._workers):
            self._watch(worker)

    def _patience_s(self) -> float | None:
        """Seconds to the next moment at which a clock must be looked at, None if no worker's clock runs."""
        due = [worker.clock + worker.limit_s(self.deadline_s) for worker in self._workers if self._runs(worker)]
        due += [worker.clock + _RECALL_S for worker in self._workers if len(worker.items) > 1 and not worker.recalled]
        return max(0.0, min(due) - time.monotonic()) if due else None

    @staticmethod
    def _runs(worker: Worker) -> bool:
        return bool(worker.items) or not worker.ready

    def _hire(self) -> None:
        worker = Worker(self.memory_mib)
        self._workers.append(worker)
        self._selector.register(worker.source, selectors.EVENT_READ, worker)

    def _read(self, worker: Worker) -> None:
        try:
            data = os.read(worker.source, _READ_BYTES)
        except BlockingIOError:
            return
        worker.received += data
        try:
            for message in unframe(worker.received):
                worker.clock = time.monotonic()
                if message[0] == "leaving":
                    self._dismiss(worker)
                    return
                self._hear(worker, *message)
        except (ValueError, TypeError, LookupError, RecursionError):  # a verifier has written into our pipe
            self._lost(worker, "its messages cannot be read")
            return
        if not data or len(worker.received) > _LONGEST_MESSAGE:
            self._lost(worker)

    def _hear(self, worker: Worker, kind: str, *content: Any) -> None:
        if kind == "ready":
            worker.ready = True
            self._failed_starts = 0
        elif kind == "loaded":
            worker.loaded.add(content[0])
        else:
            number, outcome, score, why, severity, seconds = content
            verdict, seconds = Verdict(Outcome(outcome), float(score), str(why), float(severity)), float(seconds)
            if worker.items[0].number != number:
                raise ValueError("a worker answers in order")
            item = worker.items.popleft()
            item.copies -= 1
            worker.load_s = worker.load_s - item.cost_s if worker.items else 0.0
            worker.recalled = worker.recalled and bool(worker.items)
            self._typical_s[item.env] = 0.8 * self._typical_s.get(item.env, seconds) + 0.2 * seconds
            self.counts["busy_s"] += seconds
            self._settle(item, verdict)

    def _settle(self, item: Item, verdict: Verdict) -> None:
        if item.done:
            return
        item.done = True
        self.counts["judged"] += 1
        self.counts["timeouts"] += verdict.outcome is Outcome.TIMEOUT
        self.counts["errors"] += verdict.outcome is Outcome.ERROR
        self._settled.append((item, verdict))

    def _watch(self, worker: Worker) -> None:
        """Replace a worker that is overdue; free the items behind a slow one."""
        if not self._runs(worker):
            return
        if time.monotonic() - worker.clock >= worker.limit_s(self.deadline_s):
            self._read(worker)
        waited_s = time.monotonic() - worker.clock
        if worker not in self._workers or not self._runs(worker):
            return
        if waited_s >= worker.limit_s(self.deadline_s):
            self._overdue(worker, waited_s)
        elif waited_s >= _RECALL_S and len(worker.items) > 1 and not worker.recalled:
            worker.recalled = True
            self._put_back(list(worker.items)[1:])

    def _overdue(self, worker: Worker, waited_s: float) -> None:
        if not worker.ready:
            self._failed_start(f"still starting after {START_S:g} s")
            self._dismiss(worker)
            return
        head = worker.items[0]
        what = "verification took" if head.env in worker.loaded else f"importing the environment {head.env} took"
        self.counts["busy_s"] += waited_s
        self._settle(head, Verdict(Outcome.TIMEOUT, why=f"{what} more than {worker.limit_s(self.deadline_s):g} s"))
        self._dismiss(worker)

    def _lost(self, worker: Worker, why: str | None = None) -> None:
        """A worker's output has ended or makes no sense: it has crashed."""
        head = worker.items[0] if worker.items else None
        code = self._dismiss(worker)
        how = why or _ending(code)
        if not worker.ready:
            self._failed_start(how)
        elif head is not None:
            self._settle(head, Verdict(Outcome.ERROR, why=f"the verifier's process crashed: {how}"))

    def _failed_start(self, how: str) -> None:
        self._failed_starts += 1
        if self._failed_starts >= _FAILED_STARTS:
            raise RuntimeError(f"worker processes do not start ({how}); the reason is on standard error")

    def _dismiss(self, worker: Worker) -> int:
        """End a worker; what it holds and has no verdict goes back to the front of the queue. Returns the exit code."""
        self._workers.remove(worker)
        self._selector.unregister(worker.source)
        if worker.sink in self._selector.get_map():
            self._selector.unregister(worker.sink)
        code = worker.end()
        self.counts["workers_replaced"] += 1
        for item in worker.items:
            item.copies -= 1
        self._put_back([item for item in worker.items if item.copies == 0])
        return code

    def _put_back(self, items: list[Item]) -> None:
        for item in reversed(items):
            if not item.done and not item.queued:
                item.queued = True
                self._queue.appendleft(item)

    def _dispatch(self) -> None:
        """Send queued items, each to the worker with the least to do, as long as one has room."""
        busy: set[Worker] = set()
        while self._queue and self._workers:
            item = self._queue[0]
            if not item.done:
                item.cost_s = self._typical_s.get(item.env, _AHEAD_S)
                worker = min(self._workers, key=lambda w: (not w.room(item.cost_s), len(w.items) > 0, w.load_s))
                if not worker.room(item.cost_s):
                    break
                self._send(worker, item)
                busy.add(worker)
            item.queued = False
            self._queue.popleft()
        for worker in busy:
            self._write(worker)

    def _send(self, worker: Worker, item: Item) -> None:
        folders = added_folders()
        for folder in folders[worker.folders :]:
            worker.unsent += frame("folder", folder)
        worker.folders = len(folders)
        if not worker.items:
            worker.clock = time.monotonic()
        worker.items.append(item)
        worker.load_s += item.cost_s
        worker.unsent += item.message
        item.copies += 1

    def _write(self, worker: Worker) -> None:
        if worker not in self._workers:
            return
        worker.flush()
        watched = worker.sink in self._selector.get_map()
        if worker.unsent and not watched:
            self._selector.register(worker.sink, selectors.EVENT_WRITE, worker)
        elif watched and not worker.unsent:
            self._selector.unregister(worker.sink)
