"""The checker over a scripted backend: retries, runs alone, the cache, the second opinion, threads."""

import json
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from rlve_gym.lean.backend import About, Crashed, Limits, Message, Reply, TimedOut, Unavailable
from rlve_gym.lean.checker import Checker, NoLean, Policy
from rlve_gym.lean.statement import Form, Proof, Statement

STATEMENT = Statement("goal", "(p : Prop) (h : p) : p")
QUICK = Policy(retries=3, patience_s=5.0, backoff_s=0.001)


class Scripted:
    """A backend whose behaviour stands in the proof: `good`, `bad`, or a list of events, one for each run."""

    def __init__(self, parallel: int = 4, offers: tuple[str, ...] = ("core",)):
        self.about = About("scripted", "4.35.0", frozenset(offers))
        self.parallel = parallel
        self.runs: Counter[str] = Counter()
        self.at_once, self.most = 0, 0
        self.closed = self.ill = False
        self._lock = threading.Lock()

    def run(self, source: str, limits: Limits, header_lines: int = 0) -> Reply:
        text = source.split(":= (by\n  ")[1].split("\n)")[0]
        if text == "exact h":
            text = "down" if self.ill else "good"
        with self._lock:
            self.runs[text] += 1
            turn = self.runs[text]
            self.at_once += 1
            self.most = max(self.most, self.at_once)
            here = self.at_once
        try:
            return self._act(text, turn, here, source)
        finally:
            with self._lock:
                self.at_once -= 1

    def _act(self, text: str, turn: int, here: int, source: str) -> Reply:
        words = text.split()
        word = words[min(turn, len(words)) - 1]
        if word.startswith("sleep"):
            time.sleep(float(word[5:]))
            word = "good"
        if word == "alone":
            if here > 1:
                raise TimedOut
            word = "good"
        raised = {
            "timeout": TimedOut(),
            "crash": Crashed("signal 11"),
            "down": Unavailable("no answer"),
            "busy": Unavailable("busy", busy=True),
            "wrongly": ValueError("the key is refused: set LEAN_SERVER_API_KEY"),
        }
        if word in raised:
            raise raised[word]
        lines = source.rstrip("\n").split("\n")
        name = lines[-1].removeprefix("#print axioms ")
        report = Message("info", len(lines), 0, f"'{name}' does not depend on any axioms")
        error = Message("error", len(lines) - 3, 2, "unsolved goals")
        return Reply((report,) if word == "good" else (error, report), 0.001)

    def close(self) -> None:
        self.closed = True


def tactics(text: str) -> Proof:
    return Proof(Form.TACTICS, text)


def test_results_and_where_they_come_from():
    with Checker(Scripted(), policy=QUICK) as checker:
        good, bad = checker.check(STATEMENT, tactics("good")), checker.check(STATEMENT, tactics("bad"))
        assert good.proved and (good.backend, good.version, good.axioms) == ("scripted", "4.35.0", ())
        assert (bad.result, bad.why) == ("lean_error", "line 1: unsolved goals")


@pytest.mark.parametrize(
    ("script", "result", "runs"),
    [
        ("timeout good", "proved", 2),
        ("timeout timeout", "timeout", 2),
        ("crash good", "proved", 2),
        ("crash crash", "crash", 2),
        ("crash timeout", "timeout", 2),
        ("down good", "proved", 2),
        ("down down down bad", "lean_error", 4),
        ("down down down down good", "proved", 5),
        ("down down down down down good", "crash", 5),
        ("busy busy busy busy busy good", "proved", 6),
        ("timeout down good", "proved", 3),
    ],
)
def test_tries(script: str, result: str, runs: int):
    backend = Scripted()
    with Checker(backend, policy=QUICK) as checker:
        assert checker.check(STATEMENT, tactics(script)).result == result
        assert backend.runs[script] == runs


def test_patience_with_a_busy_server_ends():
    with Checker(Scripted(), policy=Policy(patience_s=0.05, backoff_s=0.01)) as checker:
        checked = checker.check(STATEMENT, tactics("busy"))
        assert (checked.result, checked.why) == ("unavailable", "busy")


def test_what_died_is_run_alone():
    backend = Scripted(parallel=4)
    with Checker(backend, policy=QUICK) as checker:
        for key in range(40):
            checker.submit(key, STATEMENT, tactics(f"sleep0.02 n{key}"))
        checker.submit(99, STATEMENT, tactics("alone"))
        results = {}
        while checker.pending:
            results.update(checker.finished(5.0))
        assert results[99].proved and backend.most == 4
        assert all(results[key].proved for key in range(40))


def test_equal_proofs_are_checked_once_and_unavailable_is_not_remembered():
    backend = Scripted()
    with Checker(backend, policy=QUICK) as checker:
        for key in range(20):
            checker.submit(key, STATEMENT, tactics("sleep0.05"))
        results = {}
        while checker.pending:
            results.update(checker.finished(5.0))
        checker.submit(20, STATEMENT, tactics("sleep0.05"))
        checker.submit(21, STATEMENT, tactics("sleep0.05"))
        while checker.pending:
            results.update(checker.finished(5.0))
        assert backend.runs["sleep0.05"] == 1 and len(results) == 22 and all(one.proved for one in results.values())
        assert checker.counts["cached"] == 21
        backend.ill = True
        assert checker.check(STATEMENT, tactics("down down down down good")).result == "unavailable"
        assert checker.check(STATEMENT, tactics("crash")).result == "unavailable"  # a Lean that dies on everything
        assert checker.check(STATEMENT, tactics("timeout")).result == "unavailable"
        backend.ill = False
        assert checker.check(STATEMENT, tactics("down down down down good")).proved
        other = Statement("goal", "(q : Prop) (h : q) : q")
        assert checker.check(other, tactics("sleep0.05")).proved and backend.runs["sleep0.05"] == 2


def test_keys_are_dropped_and_used_again():
    with Checker(Scripted(parallel=1), policy=QUICK) as checker:
        for key in range(10):
            checker.submit(key, STATEMENT, tactics(f"sleep0.02 n{key}"))
        with pytest.raises(ValueError, match="still pending"):
            checker.submit(3, STATEMENT, tactics("bad"))
        checker.drop(range(10))
        assert checker.pending == 0 and checker.finished(0.05) == []
        checker.submit(3, STATEMENT, tactics("bad"))
        [(key, checked)] = checker.finished(5.0)
        assert (key, checked.result) == (3, "lean_error")


def test_a_wrong_set_up_is_raised_and_not_judged():
    with Checker(Scripted(), policy=QUICK) as checker:
        with pytest.raises(ValueError, match="LEAN_SERVER_API_KEY"):
            checker.check(STATEMENT, tactics("wrongly"))
        checker.submit(0, STATEMENT, tactics("wrongly"))
        with pytest.raises(ValueError, match="LEAN_SERVER_API_KEY"):
            checker.finished(5.0)


def test_what_a_statement_needs_must_be_offered():
    with Checker(Scripted(), policy=QUICK) as checker:
        needy = Statement("goal", "(x : Real) : x = x", needs="mathlib")
        with pytest.raises(NoLean, match=r"needs mathlib.*scripted 4.35.0.*LEAN_SERVER_API_URL.*lean doctor"):
            checker.check(needy, tactics("good"))
        with pytest.raises(NoLean):
            checker.submit(0, needy, tactics("good"))
        assert checker.pending == 0


def test_a_lean_that_does_not_start_is_no_lean():
    class Broken(Scripted):
        def __getattribute__(self, name: str):
            if name == "about":
                raise Unavailable("no space left")
            return super().__getattribute__(name)

    with Checker(Broken(), policy=QUICK) as checker, pytest.raises(NoLean, match=r"does not start: no space left"):
        checker.check(STATEMENT, tactics("good"))


def test_a_second_opinion_that_disagrees_is_no_verdict_and_is_set_aside(tmp_path: Path):
    class Second:
        closed = False

        def __call__(self, statement: Statement, proof: Proof, limits: Limits) -> str | None:
            return "the kernel refuses it" if "n1" in proof.text else None

        def close(self) -> None:
            self.closed = True

    second = Second()
    place = tmp_path / "quarantine.jsonl"
    with Checker(Scripted(), strict=second, policy=QUICK, quarantine=place) as checker:
        assert checker.check(STATEMENT, tactics("good")).proved
        assert checker.check(STATEMENT, tactics("bad n1")).result == "lean_error"
        checked = checker.check(STATEMENT, tactics("good n1"))
        assert (checked.result, checked.why) == ("unavailable", "the second check disagrees: the kernel refuses it")
        assert checker.counts["quarantined"] == 1
    assert second.closed
    [record] = map(json.loads, place.read_text().splitlines())
    assert record["proof"]["text"] == "good n1" and record["statement"]["signature"] == STATEMENT.signature


def test_close_kills_and_refuses():
    backend = Scripted()
    checker = Checker(backend, policy=QUICK)
    checker.close()
    assert backend.closed
    with pytest.raises(ValueError, match="closed"):
        checker.check(STATEMENT, tactics("good"))
