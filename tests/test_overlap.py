"""Generation and verification go on side by side, in every fleet, with every judge: shown by order, not by clocks."""

import threading
from pathlib import Path

import pytest

pytest.importorskip("torch")

from rlve_gym.trainers import es

from rlve_gym import add_folder
from rlve_gym.config import parse_config
from rlve_gym.engines.base import Completion
from rlve_gym.fleets.base import Fleet, Recipe
from rlve_gym.fleets.local import Inline, Processes
from rlve_gym.judging import Judge
from rlve_gym.lean.backend import About, Limits, Message, Reply
from rlve_gym.lean.checker import Checker
from rlve_gym.lean.judge import LeanJudge
from rlve_gym.metrics import Run, read_lines
from rlve_gym.problem import Spec

MEMBERS = 4
THEOREM = '''"""Swap the sides of an equality."""
from dataclasses import dataclass
from rlve_gym.lean.theorem import Theorem

@dataclass(frozen=True)
class Swap(Theorem):
    number: int
    difficulty = {}

    @classmethod
    def generate(cls, rng):
        return cls(rng.randrange(10**6))

    @property
    def signature(self):
        return f"(a b : Nat) (h : a + {self.number} = b) : b = a + {self.number}"

    def solve(self):
        return "have hNUMBER := h\\nexact hNUMBER.symm"
'''


class Lean:
    """A backend that accepts every proof. Its first answer waits until `free` is set."""

    about = About("scripted", "4.0.0", frozenset({"core"}))

    def __init__(self, parallel: int):
        self.parallel, self.free, self.runs, self._lock = parallel, threading.Event(), 0, threading.Lock()

    def run(self, source: str, limits: Limits, header_lines: int = 0) -> Reply:
        with self._lock:
            self.runs += 1
            first = self.runs == 1
        assert not first or self.free.wait(60)
        check = source[source.rindex("check_") :].strip()
        return Reply((Message("info", 0, 0, f"'{check}' does not depend on any axioms"),), 0.001)

    def close(self) -> None:
        self.free.set()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "envs").mkdir()
    (tmp_path / "envs/swap.py").write_text(THEOREM)
    add_folder(tmp_path / "envs")
    return tmp_path


def stepped(folder: Path, env: str, fleet: type[Fleet], judge, **changes) -> dict:
    """One step of a trainer whose last completion waits for the file `verdict`. Returns its metrics."""
    options = {"evolution": {"population": MEMBERS}, "prompts": 3, "model": {"path": "tiny"}}
    raw = {"trainer": "es", "name": "run", "environments": [env], "runs": str(folder), **options, **changes}
    problem = Spec(env, 0, 0).problem()
    recipe = Recipe(
        "scripted_follower:Follower",
        {"text": problem.completion(problem.solve()), "members": MEMBERS, "last": str(folder / "verdict")},
    )
    with Run.create(parse_config(raw)) as run, fleet(recipe) as its:
        return es.Trainer(run.config, run, its, judge).step(0)


class Two(Processes):
    def __init__(self, recipe: Recipe):
        super().__init__(recipe, 2)


def telling(judge, path: Path):
    """The judge; the file is made at the first verdict, also if nobody has taken it yet."""
    tell = judge.tell
    judge.tell = lambda hear: tell(lambda key: (hear(key), path.touch()))
    return judge


@pytest.mark.parametrize("fleet", [Inline, Two])
@pytest.mark.parametrize("together", [1, 2])
def test_proofs_are_verified_while_members_are_sampled(folder, fleet, together):
    lean = Lean(parallel=2)
    lean.free.set()
    with telling(LeanJudge(Checker(lean)), folder / "verdict") as judge:
        metrics = stepped(folder, "swap", fleet, judge, together=together)
    assert metrics["accuracy/mean"] == 1 and lean.runs == 3 * MEMBERS
    (line,) = read_lines(folder / "run/timeline.jsonl")
    assert line["attempts"] == 3 * MEMBERS and line["verified"][0] <= line["generated"][-1]
    assert line["rows"]["low"] == list(range(MEMBERS)) and line["rows"]["attempts"] == [3] * MEMBERS
    assert line["stages"].keys() == {"generate", "verify", "update"}
    assert 0 < metrics["time/generator_idle"] < 1 and metrics["time/verdicts_after_s"] >= 0
    busy_s = 0.012 * MEMBERS / together / (2 if fleet is Two else 1)
    assert metrics["time/engines_idle"] == pytest.approx(max(0.0, 1 - busy_s / metrics["time/step_s"]), abs=1e-9)


def test_other_answers_are_verified_while_members_are_sampled(folder):
    with telling(Judge(processes=1), folder / "verdict") as judge:
        metrics = stepped(folder, "sorting", Two, judge)
    assert metrics["accuracy/mean"] < 1
    (line,) = read_lines(folder / "run/timeline.jsonl")
    assert line["verified"][0] <= line["generated"][-1]


def test_all_who_wait_for_a_proof_are_told(folder):
    problem = Spec("swap", 0, 1).problem()
    lean, told = Lean(parallel=1), []
    with LeanJudge(Checker(lean)) as judge:
        judge.tell(told.append)
        for key in (3, 4):
            judge.submit(key, Spec("swap", 0, 1), Completion(problem.completion(problem.solve())))
        assert judge.finished() == [] and told == []
        lean.free.set()
        verdicts = []
        while judge.pending:
            verdicts += judge.finished(1.0)
    assert sorted(told) == [3, 4] == sorted(key for key, _ in verdicts) and lean.runs == 1


class Late(Two):
    """Hears of both processes only when both have ended a call; then first of one, then of the other."""

    def _messages(self):
        heard: dict = {}
        while self.late and sum(kind == "done" for said in heard.values() for kind, *_ in said) < 2:
            for process, message in super()._messages():
                heard.setdefault(process, []).append(message)
        yield from ((process, message) for process, said in heard.items() for message in said)
        if not self.late:
            yield from super()._messages()
        self.late = False


def test_a_process_that_has_ended_its_call_has_another_while_the_caller_is_busy():
    with Late(Recipe("fleet_worker:Worker", {})) as fleet:
        fleet.late = False
        while not all(process.ready for process in fleet._pool):
            list(fleet.map("about", [((1, 0), None)]))
        fleet.late = True
        busy = []
        for key, part, _ in fleet.map("times", [((2, n), n) for n in range(3)], 10):
            busy.append((key[1], part, [process.call is not None and process.call.key[1] for process in fleet._pool]))
        assert [part for _, part, _ in busy] == [0, 1, 2] * 3
        assert any(2 in calls for number, _, calls in busy if number < 2), (
            "the third call waited for the second's parts"
        )


@pytest.mark.parametrize("fleet", [Inline, Two])
def test_a_verification_that_lasts_holds_nobody_up(folder, fleet):
    """The only lane is busy with the first proof until the last attempt has been generated."""
    (folder / "verdict").touch()
    lean = Lean(parallel=1)

    class Frees(fleet):
        def map(self, method, items, common=None):
            yield from super().map(method, items, common)
            if method == "sample":
                assert lean.runs <= 1
                lean.free.set()

    with LeanJudge(Checker(lean)) as judge:
        metrics = stepped(folder, "swap", Frees, judge)
    assert metrics["accuracy/mean"] == 1 and lean.runs == 3 * MEMBERS
    (line,) = read_lines(folder / "run/timeline.jsonl")
    assert line["verified"][0] >= line["generated"][-1]
