"""The judge against verifiers that hang, crash, eat memory, raise and print: real processes throughout."""

import math
import os
import pickle
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import psutil
import pytest

import rlve_gym
from rlve_gym import Outcome, Spec, Verdict, add_folder
from rlve_gym._judge_worker import frame, unframe
from rlve_gym.engines.base import Completion, Finish
from rlve_gym.judging import InlineJudge, Judge

ROOT = Path(rlve_gym.__file__).parent.parent  # of a checkout or of an installed wheel
_names = count()

# The answer's number chooses what the verifier does.
FAULTY = '''
"""Answer 1."""
import ctypes, os, re, signal, sys, threading, time
from dataclasses import dataclass

from rlve_gym import Integer, Invalid, Outcome, Problem, Verdict

LEAK = []
FORGED = {{
    16: b"\\0\\0\\0\\x04oops",
    17: b"\\0\\0\\0\\x02{{}}",
    18: b'\\0\\0\\0\\x0b["verdict"]',
    19: b"\\xff" * 1000,
}}


class Unspeakable(Exception):
    def __str__(self):
        return 1 / 0


@dataclass(frozen=True)
class {name}(Problem):
    token: int

    template = "Say 1."
    answer = Integer()
    difficulty = {{}}

    @classmethod
    def generate(cls, rng):
        return cls(rng.randint(0, 9))

    def solve(self):
        return 1

    def judge(self, text):
        return Verdict(Outcome.WRONG, why=self) if text == "23" else super().judge(text)

    def score(self, answer):
        if answer == 2:
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            while True:
                pass
        if answer == 3:
            re.match("(a+)+$", "a" * 60 + "b")
        if answer == 4:
            os._exit(3)
        if answer == 5:
            ctypes.string_at(0)
        if answer == 6:
            return bool([bytearray(1 << 24) for _ in range(10_000)])
        if answer == 7:
            raise AssertionError("a bug in\\nthe verifier")
        if answer == 8:
            print("noise " * 10_000)
            os.write(1, b"\\xff" * 5000)
            return float(sys.stdin.read() == "")
        if answer == 9:
            time.sleep(0.02)
        if answer == 10:
            sys.exit(0)
        if answer == 11:
            LEAK.append(bytearray(40 << 20))
        if answer == 12:
            raise Invalid("a rule is broken", severity=0.1)
        if answer == 13:
            return 1 / 3
        if answer == 14:
            if os.fork() == 0:
                time.sleep(30)
            os._exit(5)
        if answer == 15:
            raise Invalid("too severe", severity=float("nan"))
        if answer in FORGED:
            for descriptor in range(3, 20):
                try:
                    os.write(descriptor, FORGED[answer])
                except OSError:
                    continue
        if answer == 20:
            os.kill(os.getpid(), signal.SIGRTMIN + 5)
        if answer == 21:
            raise Invalid("why " * 100_000)
        if answer == 22:
            raise Unspeakable
        return float(answer in (1, 8, 9, 11))
'''


def write_faulty(folder: Path) -> str:
    """Write one environment of a fresh name into a folder; returns its id."""
    name = f"faulty{next(_names)}{os.getpid()}"
    (folder / f"{name}.py").write_text(FAULTY.format(name=name.capitalize()))
    return name


def add_faulty(folder: Path) -> str:
    """The same, and add the folder."""
    name = write_faulty(folder)
    add_folder(folder)
    return name


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> str:
    return add_faulty(tmp_path_factory.mktemp("envs"))


def says(number: int) -> Completion:
    return Completion(f"<answer>{number}</answer>")


def judged(judge: Judge | InlineJudge, spec: Spec, answers: list[int], within_s: float = 60.0) -> list[Verdict]:
    """The verdicts on these answers, in their order."""
    until = time.monotonic() + within_s
    verdicts = {}
    for key, answer in enumerate(answers):
        judge.submit(key, spec, says(answer))
    while judge.pending and time.monotonic() < until:
        verdicts.update(judge.finished(1.0))
    return [verdicts[key] for key in range(len(answers))]


def warmed(judge: Judge, env: str) -> Judge:
    """Wait until a worker has started and knows the environment."""
    judge.submit(-1, Spec(env, 0, 0), says(1))
    assert judge.finished(60.0)[0][1].correct
    return judge


@pytest.mark.parametrize("hang", [2, 3])
def test_a_hang_costs_one_deadline_and_neighbours_are_right_and_in_time(faulty: str, hang: int):
    with warmed(Judge(processes=2, deadline_s=2.0), faulty) as judge:
        began = time.monotonic()
        judge.submit(0, Spec(faulty, 0, 0), says(hang))
        for key in range(1, 201):
            judge.submit(key, Spec(faulty, 0, key % 7), says(key % 2))
        verdicts = {}
        while judge.pending:
            verdicts.update(judge.finished(5.0))
        assert list(verdicts)[-1] == 0 and time.monotonic() - began >= 2.0  # the neighbours did not wait for it
        assert verdicts.pop(0) == Verdict(Outcome.TIMEOUT, why="verification took more than 2 s")
        assert all(v.outcome is (Outcome.CORRECT if key % 2 else Outcome.WRONG) for key, v in verdicts.items())
        assert judge.stats()["timeouts"] == judge.stats()["workers_replaced"] == 1


def test_crashes_blame_only_the_culprit(faulty: str):
    answers = [1, 4, 1, 0, 5, 1, 1, 10, 14, 1, 13]
    with Judge(processes=1, deadline_s=5.0) as judge:
        verdicts = judged(judge, Spec(faulty, 0, 0), answers)
        assert [v.outcome.value for v in verdicts] == (
            [
                "correct",
                "error",
                "correct",
                "wrong",
                "error",
                "correct",
                "correct",
                "error",
                "error",
                "correct",
                "partial",
            ]
        )
        assert [verdicts[at].why for at in (1, 4, 7)] == [
            "the verifier's process crashed: exit code 3",
            "the verifier's process crashed: signal SIGSEGV",
            "SystemExit: 0",
        ]
        assert judge.stats() | {"busy_s": 0} == (
            {"judged": 11, "errors": 4, "timeouts": 0, "workers_replaced": 3, "busy_s": 0}
        )


def test_a_verifier_that_writes_into_the_protocol_costs_its_worker_only(faulty: str):
    with Judge(processes=1, deadline_s=1.0) as judge:
        verdicts = judged(judge, Spec(faulty, 0, 0), [16, 1, 17, 1, 18, 1, 19, 1])
        assert [v.outcome.value for v in verdicts] == [*["error", "correct"] * 3, "timeout", "correct"]
        assert verdicts[0].why == "the verifier's process crashed: its messages cannot be read"


@pytest.mark.skipif(sys.platform != "linux", reason="real-time signals")
def test_signals_without_a_name(faulty: str):
    with Judge(processes=1) as judge:
        (verdict,) = judged(judge, Spec(faulty, 0, 0), [20])
        assert verdict.outcome is Outcome.ERROR and verdict.why.startswith("the verifier's process crashed: signal ")


def test_a_reason_is_bounded(faulty: str):
    with Judge(processes=1) as judge:
        (verdict,) = judged(judge, Spec(faulty, 0, 0), [21])
        assert verdict.outcome is Outcome.INVALID and len(verdict.why) == 500


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded where the platform can")
def test_memory_is_bounded_and_leaks_hurt_no_neighbour(faulty: str):
    with Judge(processes=1, deadline_s=20.0, memory_mib=256) as judge:
        verdicts = judged(judge, Spec(faulty, 0, 0), [1, 6, 1, *[11] * 8, 1])
        assert verdicts[1].outcome is Outcome.ERROR and "memory_mib" in verdicts[1].why
        assert all(v.correct for at, v in enumerate(verdicts) if at != 1)
        assert judge.stats()["workers_replaced"] >= 2


def test_a_bug_in_a_verifier_is_an_error_and_the_worker_lives_on(faulty: str):
    with Judge(processes=1) as judge:
        verdicts = judged(judge, Spec(faulty, 0, 0), [7, 8, 23, 1, 22, 15])
        assert verdicts[0] == Verdict(Outcome.ERROR, why="AssertionError: a bug in the verifier")
        assert verdicts[1].correct and verdicts[3].correct
        assert verdicts[2].outcome is Outcome.ERROR and "no plain data" in verdicts[2].why
        assert verdicts[4] == Verdict(Outcome.ERROR, why="Unspeakable")
        assert verdicts[5] == Verdict(Outcome.ERROR, why="AssertionError: severity nan, outside [0, 1]")
        assert judge.stats()["workers_replaced"] == 0


def test_verdicts_are_those_of_verify_bit_for_bit(faulty: str):
    texts = [
        "",
        "<answer>1",
        "<answer>٣</answer>",
        "\\boxed{13}",
        "<answer>12</answer>",
        "\ud800\u2028\0 <answer>1</answer>",
    ]
    texts += ["<answer>" + "9" * 100_000 + "</answer>", "<think> <answer>1</answer>"]
    items = [(Spec(faulty, 0, 5), Completion(t, finish=f)) for t in texts for f in Finish]
    for seed in range(10):
        spec = Spec("sorting", seed, seed)
        items += [(spec, Completion(spec.problem().completion(spec.problem().numbers)))]  # type: ignore[attr-defined]
    with Judge() as judge:
        for key, item in enumerate(items):
            judge.submit(key, *item)
        found = {}
        while judge.pending:
            found.update(judge.finished(5.0))
    for key, (spec, completion) in enumerate(items):
        assert found[key] == spec.problem().verify(completion.text, truncated=completion.finish is Finish.LENGTH)
        assert pickle.loads(pickle.dumps(found[key])) == found[key]
    assert {v.outcome.value for v in found.values()} >= {"correct", "partial", "invalid", "malformed", "truncated"}


def test_frames_carry_floats_and_text_exactly():
    message = ["verdict", 1 / 3, 5e-324, -0.0, math.inf, "\ud800\u2028\n\0é"]
    buffer = bytearray(frame(*message) + frame("ready")[:-1])
    [back] = unframe(buffer)
    assert back == message and math.copysign(1, back[3]) == -1 and len(buffer) == len(frame("ready")) - 1


def test_results_stream_and_many_items_are_cheap(faulty: str):
    with warmed(Judge(), faulty) as judge:
        for key in range(20_000):
            judge.submit(key, Spec(faulty, 0, 0), says(key % 2))
        seen, batches = {}, 0
        while judge.pending:
            batch = judge.finished(5.0)
            seen.update(batch)
            batches += 1
        assert len(seen) == 20_000 and batches > 10
        assert all(verdict.correct == key % 2 for key, verdict in seen.items())
        assert judge.finished(5.0) == []


def test_a_busy_main_thread_causes_no_timeouts(faulty: str):
    with warmed(Judge(processes=2, deadline_s=0.4), faulty) as judge:
        for key in range(300):
            judge.submit(key, Spec(faulty, 0, 0), says(9 if key % 10 == 0 else 1))
        began = time.monotonic()
        while time.monotonic() - began < 1.5:
            sum(range(30_000_000))  # holds the interpreter's lock throughout
        verdicts = {}
        while judge.pending:
            verdicts.update(judge.finished(5.0))
        assert len(verdicts) == 300 and all(verdict.correct for verdict in verdicts.values())


def test_slow_items_are_spread_over_the_workers(faulty: str):
    with warmed(Judge(processes=2), faulty) as judge:
        judged(judge, Spec(faulty, 0, 0), [9] * 8)
        began, busy_s = time.monotonic(), judge.stats()["busy_s"]
        judged(judge, Spec(faulty, 0, 0), [9] * 50)
        assert time.monotonic() - began < 0.9 * (judge.stats()["busy_s"] - busy_s)  # two slept at a time


def test_dropped_keys_never_finish_and_can_be_used_again(faulty: str):
    with warmed(Judge(processes=1), faulty) as judge:
        for key in range(1000):
            judge.submit(key, Spec(faulty, 0, 0), says(9))
        with pytest.raises(ValueError, match="still pending"):
            judge.submit(5, Spec(faulty, 0, 0), says(1))
        judge.drop(range(1000))
        assert judge.pending == 0
        judge.submit(5, Spec(faulty, 0, 0), says(0))
        assert judge.finished(60.0) == [(5, Verdict(Outcome.WRONG))]
        assert judge.stats()["busy_s"] < 10  # of 20 s of sleeping, had none been dropped


def test_folders_added_later_are_known_to_running_workers(faulty: str, tmp_path: Path):
    with warmed(Judge(processes=1), faulty) as judge:
        late = add_faulty(tmp_path)
        assert judged(judge, Spec(late, 0, 0), [1])[0].correct


def test_unknown_and_broken_environments_are_errors(faulty: str, tmp_path: Path):
    name = f"broken{os.getpid()}"
    (tmp_path / f"{name}.py").write_text("import os\nraise RuntimeError('no')")
    add_folder(tmp_path)
    with Judge(processes=1) as judge:
        [broken] = judged(judge, Spec(name, 0, 0), [1])
        [unknown] = judged(judge, Spec("sortign", 0, 0), [1])
        assert broken.outcome is unknown.outcome is Outcome.ERROR
        assert "RuntimeError: no" in broken.why and "did you mean" in unknown.why
        assert judged(judge, Spec(faulty, 0, 0), [1])[0].correct


SCRIPT = """
import sys, time
sys.path.insert(0, {root!r})
import rlve_gym
from rlve_gym.engines.base import Completion
from rlve_gym.judging import Judge
rlve_gym.add_folder({folder!r})
judge = Judge(processes=2, deadline_s=60.0)
for key, answer in enumerate({answers!r}):
    judge.submit(key, rlve_gym.Spec({env!r}, 0, 0), Completion(f"<answer>{{answer}}</answer>"))
print(sorted((key, verdict.outcome.value) for key, verdict in judge.finished(30.0)), flush=True)
time.sleep({sleep_s})
"""


def script(tmp_path: Path, answers: list[int], sleep_s: float) -> list[str]:
    folder = tmp_path / "my_envs"
    folder.mkdir()
    env, path = write_faulty(folder), tmp_path / "main.py"
    path.write_text(SCRIPT.format(root=str(ROOT), folder=str(folder), answers=answers, env=env, sleep_s=sleep_s))
    return [sys.executable, str(path)]


def test_a_script_without_main_guard_works_and_leaves_nothing_behind(tmp_path: Path):
    run = subprocess.run(script(tmp_path, [1], 0), capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (0, "[(0, 'correct')]\n", "")


def test_workers_die_with_a_killed_parent_even_if_they_hang(tmp_path: Path):
    command = script(tmp_path, [1, 3], 60)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "[(0, 'correct')]\n"
        workers = psutil.Process(parent.pid).children()
        assert len(workers) == 2
        parent.kill()
        parent.wait()
    _, alive = psutil.wait_procs(workers, timeout=10)
    assert [worker for worker in alive if worker.status() != psutil.STATUS_ZOMBIE] == []


def test_closing_kills_the_workers(faulty: str):
    before = set(psutil.Process().children())
    judge = warmed(Judge(processes=2), faulty)
    judge.submit(0, Spec(faulty, 0, 0), says(3))
    judge.close()
    judge.close()
    assert set(psutil.Process().children()) <= before
    with pytest.raises(ValueError, match="closed"):
        judge.submit(1, Spec(faulty, 0, 0), says(1))


def test_workers_that_cannot_start_are_reported(faulty: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with Judge() as judge, pytest.raises(RuntimeError, match="do not start"):
        judged(judge, Spec(faulty, 0, 0), [1])


@pytest.mark.parametrize(
    "bad", [{"processes": 0}, {"processes": 1.5}, {"deadline_s": 0}, {"deadline_s": math.nan}, {"memory_mib": -1}]
)
def test_bad_values_are_refused_in_one_line(bad: dict):
    with pytest.raises(ValueError, match=next(iter(bad))) as caught:
        Judge(**bad)
    assert "\n" not in str(caught.value)


def test_the_inline_judge_gives_the_same_verdicts(faulty: str):
    answers = [0, 1, 7, 12, 13]
    with Judge() as judge:
        assert judged(InlineJudge(), Spec(faulty, 0, 0), answers) == judged(judge, Spec(faulty, 0, 0), answers)
