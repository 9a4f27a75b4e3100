"""The judge for runs with theorems: proofs go to the checker, all other answers to the pool of processes.

Finding and screening a proof costs milliseconds and happens here; Lean runs elsewhere.
"""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import Self

from rlve_gym.engines.base import Completion, Finish
from rlve_gym.judging import Judge, Verifier
from rlve_gym.lean.checker import Checker
from rlve_gym.lean.select import LeanSettings, make_checker
from rlve_gym.lean.theorem import Theorem, verdict_of
from rlve_gym.problem import Spec
from rlve_gym.registry import load
from rlve_gym.verdict import Verdict

POLL_S = 0.01
LEVELS = range(0, 21, 2)
"""Levels whose needs are looked at before a run: a data set may need Mathlib at its higher ones only."""


class LeanJudge:
    """A `Verifier`: theorems are checked by `checker`, other specs by `other`. Closes both. For one thread."""

    def __init__(self, checker: Checker, other: Judge | None = None):
        self.checker, self.other = checker, other
        self._done: dict[int, Verdict] = {}
        self._close = ExitStack()
        self._close.callback(checker.close)
        if other is not None:
            self._close.callback(other.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Kill what runs; what is pending is lost."""
        self._close.close()
        self._done.clear()

    def submit(self, key: int, spec: Spec, completion: Completion) -> None:
        """Have a completion of a spec's prompt verified; never waits. ValueError if `key` is still pending."""
        if key in self._done:
            raise ValueError(f"key {key} is still pending")
        if not issubclass(load(spec.env), Theorem):
            if self.other is None:
                raise ValueError(f"{spec.env} is no theorem, and this judge knows nothing else")
            self.other.submit(key, spec, completion)
            return
        problem = spec.problem()
        assert isinstance(problem, Theorem)
        found = problem.find(completion.text, completion.finish is Finish.LENGTH)
        if isinstance(found, Verdict):
            self._done[key] = found
        else:
            self.checker.submit(key, problem.statement, found)

    def finished(self, timeout_s: float = 0.0) -> list[tuple[int, Verdict]]:
        """The (key, verdict) pairs since the last call; waits up to `timeout_s` for the first if some are pending."""
        found = list(self._done.items())
        self._done.clear()
        waited_s = 0.0
        while True:
            both = bool(self.checker.pending and self.other is not None and self.other.pending)
            wait_s = 0.0 if found else min(timeout_s - waited_s, POLL_S if both else timeout_s)
            found += [(key, verdict_of(checked)) for key, checked in self.checker.finished(wait_s)]
            if self.other is not None:
                found += self.other.finished(0.0 if both or found else wait_s)
            waited_s += wait_s
            if found or waited_s >= timeout_s or not self.pending:
                return found

    def tell(self, hear: Callable[[int], None]) -> None:
        """Call `hear` with the key of each verdict that takes time, as soon as it is there, from any thread."""
        self.checker.tell(hear)
        if self.other is not None:
            self.other.tell(hear)

    def drop(self, keys: Iterable[int]) -> None:
        """Forget these keys: they are no longer pending and never finish."""
        keys = list(keys)
        for key in keys:
            self._done.pop(key, None)
        self.checker.drop(keys)
        if self.other is not None:
            self.other.drop(keys)

    @property
    def pending(self) -> int:
        """How many keys were submitted and not yet returned by `finished`."""
        return len(self._done) + self.checker.pending + (self.other.pending if self.other is not None else 0)


def open_judge(environments: Iterable[str], lean: LeanSettings, **judge: float) -> Judge | LeanJudge:
    """The judge that these environments need; `judge`: options of the pool of processes. Raises ValueError (NoLean) if
    a theorem cannot be checked here, before anything is trained."""
    classes = [load(env) for env in environments]
    theorems = [one for one in classes if issubclass(one, Theorem)]
    if not theorems:
        return Judge(**judge)  # type: ignore[arg-type]
    checker = make_checker(lean)
    try:
        for one in theorems:
            for level in LEVELS:
                checker.require(one.draw(level, 0).statement)
    except ValueError:
        checker.close()
        raise
    return LeanJudge(checker, Judge(**judge) if len(theorems) < len(classes) else None)  # type: ignore[arg-type]


_: type[Verifier] = LeanJudge
