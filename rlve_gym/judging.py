"""The judge: verifies completions in killable worker processes, each verification under a deadline.

A verifier that hangs (in C code or ignoring signals), crashes or eats memory costs one deadline and one process. Its
outcome is `timeout` or `error`, which carry no reward; every other completion gets the verdict of `problem.verify`.

A daemon thread dispatches, so judging runs on while the main thread generates. `_judge_pool` says who is blamed when.

Left out on purpose: nothing is tried twice. A second try would double what a hang costs, and as an item without a
verdict never teaches it could only lose fewer; `stats()` shows how many are lost.
"""

import time
import weakref
from collections.abc import Callable, Iterable
from queue import Empty
from typing import Protocol, Self

from rlve_gym._judge_pool import Dispatcher, Item
from rlve_gym._judge_worker import described, frame
from rlve_gym.engines.base import Completion, Finish
from rlve_gym.problem import Spec
from rlve_gym.verdict import Outcome, Verdict


class Verifier(Protocol):
    """What rollouts and trainers need of a judge. To be used from one thread.

    A judge may have `tell` too (see `rlve_gym.timeline.Telling`), which says when a verdict is there, taken or not.
    """

    def submit(self, key: int, spec: Spec, completion: Completion) -> None:
        """Have a completion of a spec's prompt verified; never waits. ValueError if `key` is still pending."""
        ...

    def finished(self, timeout_s: float = 0.0) -> list[tuple[int, Verdict]]:
        """The (key, verdict) pairs since the last call; waits up to `timeout_s` for the first if some are pending."""
        ...

    def drop(self, keys: Iterable[int]) -> None:
        """Forget these keys: they are no longer pending and never finish."""
        ...

    @property
    def pending(self) -> int:
        """How many keys were submitted and not yet returned by `finished`."""
        ...


class Judge:
    """A pool of worker processes that verify completions. A context manager; to be used from one thread.

    Args:
        processes: workers. deadline_s: per verification (drawing the problem again included), from its start.
        memory_mib: address space that verification may take beyond a fresh worker's, where the platform can bound it.

    Raises ValueError on values out of range. `finished` and `submit` raise RuntimeError if workers cannot be started.
    """

    def __init__(self, processes: int = 2, deadline_s: float = 10.0, memory_mib: int = 2048):
        if not isinstance(processes, int) or not 1 <= processes <= 1024:
            raise ValueError(f"processes={processes!r}: a judge needs from 1 to 1024 of them")
        if not isinstance(deadline_s, int | float) or not 0 < deadline_s < 1e6:
            raise ValueError(f"deadline_s={deadline_s!r}: give a positive number of seconds")
        if not isinstance(memory_mib, int) or memory_mib < 16:
            raise ValueError(f"memory_mib={memory_mib!r}: give a whole number of MiB, at least 16")
        self._pending: dict[int, Item] = {}
        self._submitted = 0
        self._dispatcher = Dispatcher(processes, float(deadline_s), memory_mib)
        self._close = weakref.finalize(self, self._dispatcher.stop)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, key: int, spec: Spec, completion: Completion) -> None:
        """Have a completion of a spec's prompt verified; never waits. ValueError if `key` is still pending."""
        if key in self._pending:
            raise ValueError(f"key {key} is still pending")
        self._check()
        number, truncated = self._submitted, completion.finish is Finish.LENGTH
        message = frame("item", number, spec.env, spec.level, spec.seed, completion.text, truncated)
        item = self._pending[key] = Item(key, number, spec.env, message)
        self._submitted += 1
        self._dispatcher.inbox.append(item)
        self._dispatcher.wake()

    def finished(self, timeout_s: float = 0.0) -> list[tuple[int, Verdict]]:
        """The (key, verdict) pairs since the last call; waits up to `timeout_s` for the first if some are pending."""
        found: list[tuple[int, Verdict]] = []
        until = time.monotonic() + timeout_s
        while self._pending:
            self._check()
            wait_s = 0.0 if found else until - time.monotonic()
            try:
                batch = self._dispatcher.results.get(wait_s > 0, max(wait_s, 0.0))
            except Empty:
                break
            for item, verdict in batch:
                if self._pending.get(item.key) is item:
                    del self._pending[item.key]
                    found.append((item.key, verdict))
        return found

    def tell(self, hear: Callable[[int], None]) -> None:
        """Call `hear` with the key of each verdict, as soon as it is there, from the dispatcher's thread."""
        self._dispatcher.hear = hear

    def drop(self, keys: Iterable[int]) -> None:
        """Forget these keys: they are no longer pending and never finish. What a worker has begun runs to its end."""
        for key in keys:
            item = self._pending.pop(key, None)
            if item is not None:
                item.done = True

    @property
    def pending(self) -> int:
        """How many keys were submitted and not yet returned by `finished`."""
        return len(self._pending)

    def stats(self) -> dict[str, float]:
        """Since the start: judged, timeouts, errors, workers_replaced, busy_s (seconds of verification)."""
        return dict(self._dispatcher.counts)

    def close(self) -> None:
        """Kill the workers. What is pending is lost."""
        self._close()
        self._pending.clear()

    def _check(self) -> None:
        if self._dispatcher.failure is not None:
            raise RuntimeError(f"the judge has failed: {self._dispatcher.failure}") from self._dispatcher.failure
        if not self._close.alive:
            raise ValueError("the judge is closed")


class InlineJudge:
    """The same without processes, for tests and tiny runs: verifies in `finished`, with no deadline or memory limit."""

    def __init__(self) -> None:
        self._pending: dict[int, tuple[Spec, Completion]] = {}

    def submit(self, key: int, spec: Spec, completion: Completion) -> None:
        if key in self._pending:
            raise ValueError(f"key {key} is still pending")
        self._pending[key] = (spec, completion)

    def finished(self, timeout_s: float = 0.0) -> list[tuple[int, Verdict]]:
        verdicts = [(key, self._verdict(*item)) for key, item in self._pending.items()]
        self._pending.clear()
        return verdicts

    def drop(self, keys: Iterable[int]) -> None:
        for key in keys:
            self._pending.pop(key, None)

    @property
    def pending(self) -> int:
        return len(self._pending)

    @staticmethod
    def _verdict(spec: Spec, completion: Completion) -> Verdict:
        try:
            return spec.problem().verify(completion.text, truncated=completion.finish is Finish.LENGTH)
        except Exception as error:
            return Verdict(Outcome.ERROR, why=described(error))
