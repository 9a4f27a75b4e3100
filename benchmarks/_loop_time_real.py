"""The real thing, for `loop_time.py --check`: trainers and judge as they are, engines and Lean that sleep."""

import itertools
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from rlve_gym.engines.base import Completion
from rlve_gym.fleets.base import Recipe
from rlve_gym.fleets.follower import SECONDS, Attempts, Seconds, Work
from rlve_gym.fleets.local import Processes
from rlve_gym.lean.backend import About, Limits, Message, Reply
from rlve_gym.lean.checker import Checker
from rlve_gym.lean.judge import LeanJudge
from rlve_gym.problem import Spec
from rlve_gym.rollout import rollouts
from rlve_gym.timeline import Timeline
from rlve_gym.verdict import Reward

if TYPE_CHECKING:
    from loop_time import Loop

THEOREMS = '''"""Swap the sides of an equality."""
from dataclasses import dataclass
from rlve_gym.lean.theorem import Theorem

@dataclass(frozen=True)
class LoopTime(Theorem):
    number: int
    difficulty = {}

    @classmethod
    def generate(cls, rng):
        return cls(rng.randrange(10**9))

    @property
    def signature(self):
        return f"(a b : Nat) (h : a + {self.number} = b) : b = a + {self.number}"

    def solve(self):
        return "have hNUMBER := h\\nexact hNUMBER.symm"
'''


class Lean:
    """A backend that accepts every proof, after a scripted time. Those times are dealt in the order of the calls."""

    about = About("scripted", "4.0.0", frozenset({"core"}))

    def __init__(self, lanes: int, seconds: Iterator[float]):
        self.parallel, self._seconds, self._lock = lanes, seconds, threading.Lock()

    def run(self, source: str, limits: Limits, header_lines: int = 0) -> Reply:
        with self._lock:
            seconds = next(self._seconds)
        time.sleep(seconds)
        check = source[source.rindex("check_") :].strip()
        return Reply((Message("info", 0, 0, f"'{check}' does not depend on any axioms"),), seconds)

    def close(self) -> None:
        """Nothing to end."""


class Scripted:
    """An engine that finishes completions at scripted moments: the n-th of a member has the n-th of its moments."""

    def __init__(self, template: str, moments: Sequence[Sequence[float]], device: str | None = None):
        self.template, self.moments = template, moments

    def base(self, argument: None, common: None) -> Iterator[tuple[str, str]]:
        yield "fingerprint", "0" * 32
        yield "dtype", "float32"

    def sample(self, argument: Attempts, work: Work) -> Iterator[tuple[int, Completion | Seconds]]:
        began, member = time.perf_counter(), argument.members[0].index
        for n, moment in enumerate(self.moments[member][: len(argument.attempts)]):
            yield n, self.completion(began, moment, f"{member}_{n}")
        yield SECONDS, Seconds(generate=time.perf_counter() - began)

    def generate(self, requests: Sequence[Any], sampling: object) -> Iterator[tuple[int, Completion]]:
        """As the engine of `rollouts`: one member, all requests."""
        began = time.perf_counter()
        for request, moment in zip(requests, self.moments[0], strict=True):
            yield request.id, self.completion(began, moment, str(request.id))

    def completion(self, began: float, moment: float, name: str) -> Completion:
        """Wait until it is due. No two of them are equal, or they would be judged once."""
        time.sleep(max(0.0, began + moment - time.perf_counter()))
        return Completion(self.template.replace("NUMBER", name), (1,), (0.0,))


def by_trainer(loop: "Loop", template: str, folder: str) -> tuple[float, float]:
    """Seconds of one step of evolution strategies, and the share in which nothing was generated."""
    from rlve_gym.config import parse_config
    from rlve_gym.metrics import Run
    from rlve_gym.registry import trainer

    raw = {"trainer": "es", "name": f"loop{time.monotonic_ns()}", "environments": ["loop_time"], "runs": folder}
    raw |= {"model": {"path": "tiny"}, "evolution": {"population": 2}, "prompts": loop.attempts // 2}
    config, moments = parse_config(raw), loop.arrivals()
    recipe = Recipe("_loop_time_real:Scripted", {"template": template, "moments": [moments[::2], moments[1::2]]})
    with ExitStack() as stack:
        run = stack.enter_context(Run.create(config))
        fleet = stack.enter_context(Processes(recipe, 2))
        judge = stack.enter_context(LeanJudge(Checker(Lean(loop.sandboxes * loop.lanes, iter(loop.verifications())))))
        made = trainer("es").Trainer(config, run, fleet, judge)  # type: ignore[attr-defined]
        metrics = made.step(0)
    assert metrics["accuracy/mean"] == 1 and metrics["total/rollouts"] == loop.attempts
    return metrics["time/step_s"], metrics["time/generator_idle"]


def by_rollouts(loop: "Loop", template: str, folder: str) -> tuple[float, float]:
    """The same of one collection of groups of eight."""
    specs = [Spec("loop_time", 0, seed) for seed in range(loop.attempts // 8)]
    with LeanJudge(Checker(Lean(loop.sandboxes * loop.lanes, iter(loop.verifications())))) as judge:
        timeline, engine = Timeline(judge), Scripted(template, [loop.arrivals()])
        groups = list(rollouts(specs, engine, judge, None, 8, (), Reward(), timeline=timeline))  # type: ignore[arg-type]
        seconds, metrics = timeline.now(), timeline.metrics()
    assert all(rollout.verdict.correct for group in groups for rollout in group.rollouts)
    return seconds, metrics["time/generator_idle"]


def by_batches(loop: "Loop", template: str, folder: str) -> tuple[float, float]:
    """The same of the sequential design: a server is started, verifies its batch and is ended, for every batch."""
    began, engine, specs = time.perf_counter(), Scripted(template, []), itertools.cycle([Spec("loop_time", 0, 0)])
    found = [engine.completion(began, moment, str(n)) for n, moment in enumerate(loop.arrivals())]
    generated, seconds = time.perf_counter() - began, loop.verifications()

    def verified(at: int) -> list[bool]:
        time.sleep(loop.start_s)
        with LeanJudge(Checker(Lean(loop.lanes, iter(seconds[at : at + loop.batch])))) as judge:
            for key, (spec, completion) in enumerate(zip(specs, found[at : at + loop.batch])):
                judge.submit(key, spec, completion)
            verdicts = []
            while judge.pending:
                verdicts += judge.finished(1.0)
        return [verdict.correct for _, verdict in verdicts]

    with ThreadPoolExecutor(loop.sandboxes) as pool:
        correct = [one for batch in pool.map(verified, range(0, loop.attempts, loop.batch)) for one in batch]
    assert len(correct) == loop.attempts and all(correct)
    took = time.perf_counter() - began
    return took, 1 - generated / took
