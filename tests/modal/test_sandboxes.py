"""Lean in sandboxes, through Modal's real client and a fake control plane: what comes, serves, dies and goes."""

import json
import os
import pickle
import signal
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("modal")

from lean.processes import alive, eventually
from lean_pools import SERVER, SOURCE, pool, section, trusted
from typer.testing import CliRunner

from rlve_gym import Spec
from rlve_gym.engines.base import Completion
from rlve_gym.lean import _modal_pool
from rlve_gym.lean._embedded_library import cache_folder
from rlve_gym.lean.backend import Crashed, Limits, Message, Unavailable
from rlve_gym.lean.checker import Checker, Policy
from rlve_gym.lean.judge import LeanJudge, open_judge
from rlve_gym.lean.modal import ModalLean, SandboxSection
from rlve_gym.lean.select import LeanSettings
from rlve_gym.lean.statement import Form, Proof, Statement

LIMITS = Limits(timeout_s=5.0)
REPORT = (Message("info", 3, 0, "'t' does not depend on any axioms"),)
STATEMENT = Statement("goal", "(p : Prop) (h : p) : p", needs="mathlib")
QUICK = Policy(backoff_s=0.01)
WAYS = pytest.mark.parametrize("block_network", [False, True], ids=["tunnel", "blocked"])


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(_modal_pool, "FIRST_HOLD_S", 0.05)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", "")


@pytest.fixture
def plane(modal_plane):
    """No sandbox may be left, whatever a test does, and no process but for the moment that it takes to die."""
    yield modal_plane
    assert modal_plane.ledger.sandboxes_alive == []
    assert eventually(lambda: not modal_plane.ledger.leaks()), modal_plane.ledger.leaks()


def source(mark: str = "") -> str:
    return SOURCE.replace("trivial", f"trivial -- fake:{mark}") if mark else SOURCE


def proof(tactics: str) -> Proof:
    return Proof(Form.TACTICS, tactics)


def judged(checker: Checker, proofs: list[str]) -> list[str]:
    """The result of each proof, all of them submitted at once."""
    for key, tactics in enumerate(proofs):
        checker.submit(key, STATEMENT, proof(tactics))
    found: dict[int, str] = {}
    while checker.pending:
        found |= {key: checked.result for key, checked in checker.finished(1.0)}
    return [found[key] for key in range(len(proofs))]


def all_ready(lean: ModalLean) -> bool:
    return eventually(lambda: lean.pool.ready() == lean.section.sandboxes, 30.0)


def definitions(plane) -> list:
    return [sandbox.definition for sandbox in plane.all_sandboxes() if sandbox.id in plane.ledger.sandboxes]


@WAYS
def test_a_pool_starts_in_the_background(plane, block_network):
    with pool(plane, block_network=block_network) as lean:
        assert lean.parallel == 4
        about = lean.about
        assert about.version == "" and "None is ready yet" in about.note and "mathlib" in about.offers
        assert lean.run(SOURCE, LIMITS).messages == REPORT
        assert lean.about.version == "4.15.0" and "None is" not in lean.about.note
        assert all_ready(lean)
        assert plane.ledger["sandboxes created"] == 2 == lean.pool.counts["created"]
        assert lean.pool.seconds() > 0
    assert plane.ledger["sandboxes terminated"] == 2
    with pytest.raises(Unavailable, match="closed"):
        lean.run(SOURCE, LIMITS)


def test_what_a_sandbox_is_given(plane):
    with pool(plane, memory_mib=2048, cpu=1.5, region=("eu",), inbound=("192.0.2.0/24",), env={"A": "b"}) as lean:
        assert all_ready(lean)
        first, _ = definitions(plane)
        assert (first.resources.memory_mb, first.resources.milli_cpu) == (2048, 1500)
        assert (first.timeout_secs, first.idle_timeout_secs) == (14400, 300)
        assert list(first.entrypoint_args) == list(SERVER)
        assert list(first.scheduler_placement.regions) == ["eu"]
        assert [spec.port for spec in first.open_ports.ports] == [8000]
        access = first.network_access
        assert access.network_access_type == access.ALLOWLIST and not access.allowed_cidrs
        variables = [sandbox.environment for sandbox in plane.all_sandboxes()[-2:]]
        assert {*variables[0]} == {"A", "LEAN_SERVER_API_KEY", "LEAN_SERVER_MAX_REPLS", "LEAN_SERVER_PORT"}
        keys = {found["LEAN_SERVER_API_KEY"] for found in variables}
        assert len(keys) == 2 and min(map(len, keys)) >= 32


def test_a_sandbox_without_a_network_has_no_address_and_no_key(plane):
    with pool(plane, block_network=True, sandboxes=1) as lean:
        assert all_ready(lean)
        (definition,) = definitions(plane)
        access = definition.network_access
        assert access.network_access_type == access.BLOCKED and not definition.open_ports.ports
        assert "LEAN_SERVER_API_KEY" not in plane.all_sandboxes()[-1].environment


@WAYS
def test_proofs_are_judged_right_in_parallel(plane, block_network):
    proofs = [f"exact {'fake_error' if n % 3 == 0 else 'ok'}_{n}" for n in range(60)]
    proofs += ["exact fake_sorry_ax", "exact fake_timeout_1", "exact fake_crash_1", "exact fake_server_error fake_once"]
    with pool(plane, block_network=block_network) as lean, Checker(lean, LIMITS, policy=QUICK) as checker:
        results = judged(checker, proofs)
    assert results[:60] == ["lean_error" if n % 3 == 0 else "proved" for n in range(60)]
    assert results[60:] == ["sorry", "timeout", "crash", "proved"]
    assert plane.ledger["sandboxes created"] == 2


def test_verdicts_of_a_real_lean(plane):
    statement = Statement("sum", "(a b : Nat) : a + b = b + a")
    real = {"command": (*SERVER, "--real"), "env": {"RLVE_GYM_CACHE": str(cache_folder().parent)}, "mathlib": False}
    with pool(plane, sandboxes=1, lanes=1, block_network=True, **real) as lean:
        with Checker(lean, Limits(timeout_s=60.0)) as checker:
            results = [checker.check(statement, proof(text)).result for text in ("omega", "rfl")]
        assert lean.about.offers == {"core"}
    assert results == ["proved", "lean_error"]


@WAYS
def test_files_travel_together_and_what_fails_in_company_goes_alone(plane, block_network):
    with pool(plane, sandboxes=1, lanes=8, batch=4, block_network=block_network) as lean:
        assert all_ready(lean)
        with ThreadPoolExecutor(8) as threads:
            tasks = [threads.submit(lean.run, source("crash" if n == 3 else ""), LIMITS) for n in range(8)]
        failed = [n for n, task in enumerate(tasks) if task.exception() is not None]
        assert failed == [3] and isinstance(tasks[3].exception(), Unavailable)
        assert all(task.result().messages == REPORT for n, task in enumerate(tasks) if n != 3)
        assert lean.pool.counts["died"] == 0


@WAYS
def test_long_files_and_long_answers(plane, block_network):
    with pool(plane, sandboxes=1, block_network=block_network) as lean:
        long = SOURCE + "-- é\n" * 100_000
        assert lean.run(long, LIMITS).messages == REPORT
        assert len(lean.run(source("noise=900000"), LIMITS).messages[0].text) == 900_000
        with pytest.raises(Crashed, match="more output than allowed"):
            lean.run(source("noise=2000000"), LIMITS)
        assert lean.run(SOURCE, LIMITS).messages == REPORT


def test_creations_that_are_refused_are_tried_again(plane):
    plane.faults.create("refuse", times=3)
    with pool(plane) as lean:
        assert all_ready(lean)
        assert plane.ledger["creates refused"] >= 3 and lean.pool.counts["failed"] >= 1


def test_where_nothing_can_be_started_there_is_no_verdict_but_advice(plane):
    plane.faults.create("refuse", times=None)
    with pool(plane, give_up_s=1.0) as lean, Checker(lean, LIMITS, policy=QUICK) as checker:
        with pytest.raises(ValueError, match=r"no sandbox with Lean can be started: .*too many sandboxes"):
            checker.check(STATEMENT, proof("exact h"))
        with pytest.raises(ValueError, match="no sandbox with Lean can be started"):
            _ = lean.about
        assert checker.counts == {}


def test_an_image_without_mathlib_is_refused(plane):
    with pool(plane, command=(*SERVER, "--modules", "Init")) as lean, pytest.raises(ValueError, match="import Mathlib"):
        lean.run(SOURCE, LIMITS)
    assert plane.ledger["sandboxes created"] < 12


def test_what_does_not_start_in_time_is_replaced(plane, tmp_path):
    once = tmp_path / "once"
    script = f"test -e {once} && exec {SERVER[0]} {SERVER[1]}; touch {once}; exec sleep 1000"
    with pool(plane, sandboxes=1, command=("sh", "-c", script), start_s=4.0) as lean:
        assert lean.run(SOURCE, LIMITS).messages == REPORT
        assert lean.pool.counts["failed"] == 1 and plane.ledger["sandboxes created"] == 2
        assert eventually(lambda: plane.ledger["sandboxes terminated"] == 1)


def test_a_server_that_ends_at_once_is_not_waited_for(plane, tmp_path):
    once = tmp_path / "once"
    script = f"test -e {once} && exec {SERVER[0]} {SERVER[1]}; touch {once}; exit 3"
    with pool(plane, sandboxes=1, command=("sh", "-c", script), start_s=1000.0) as lean:
        assert lean.run(SOURCE, LIMITS).messages == REPORT


@pytest.mark.parametrize("kind", ["hang", "born dead"])
def test_creations_that_come_to_nothing(plane, kind):
    plane.faults.create(kind)
    with pool(plane, sandboxes=1, start_s=4.0, call_s=2.0) as lean:
        assert lean.run(SOURCE, LIMITS).messages == REPORT
        assert lean.pool.counts["failed"] == 1


def test_a_sandbox_that_comes_too_late_is_ended(plane):
    plane.faults.rpc("delay", "SandboxCreateV2", seconds=3.0)
    with pool(plane, sandboxes=1, start_s=2.0) as lean:
        assert lean.run(SOURCE, LIMITS).messages == REPORT
        assert eventually(lambda: plane.ledger["sandboxes terminated"] == 1)
        assert len(plane.ledger.sandboxes_alive) == 1


def test_a_sandbox_that_was_never_heard_of_is_found_at_the_end(plane):
    plane.faults.rpc("reset after", "SandboxCreateV2")
    with pool(plane, sandboxes=1) as lean:
        assert lean.run(SOURCE, LIMITS).messages == REPORT


@pytest.mark.parametrize("kind", ["hang", "code", "refuse"])
def test_a_relay_that_does_not_start_is_started_again(plane, kind):
    plane.faults.exec(kind, "class Relay")
    with pool(plane, sandboxes=1, block_network=True, call_s=2.0) as lean:
        assert lean.run(SOURCE, LIMITS).messages == REPORT
        assert lean.pool.counts["created"] == 1


@pytest.mark.parametrize("rubbish", ["rubbish", "[1]", '{"id": 7}\n[]'])
def test_what_is_no_answer_ends_a_relay_and_not_the_pool(plane, tmp_path, monkeypatch, rubbish):
    program = tmp_path / "python3"
    begin = f"test -e once || {{ touch once; echo '{{\"hello\": 1}}'; read line; echo '{rubbish}'; sleep 100; }}"
    program.write_text(f'#!/bin/sh\n{begin}\nexec {sys.executable} "$@"\n')
    program.chmod(0o755)
    monkeypatch.setattr(plane, "sandbox_path", [str(tmp_path)])
    with pool(plane, sandboxes=1, block_network=True) as lean:
        assert lean.run(SOURCE, LIMITS).messages == REPORT
        assert lean.pool.counts["created"] == 1 and plane.ledger["execs"] == 3


@WAYS
def test_proofs_in_a_sandbox_that_dies_are_run_elsewhere(plane, block_network):
    with pool(plane, block_network=block_network) as lean, ThreadPoolExecutor(4) as threads:
        assert all_ready(lean)
        tasks = [threads.submit(lean.run, source("slow=1.5"), LIMITS) for _ in range(4)]
        assert eventually(lambda: sum(one.busy for one in lean.pool.sandboxes()) == 4)
        plane.kill_sandbox(plane.ledger.sandboxes_alive[0])
        assert [task.result().messages for task in tasks] == [REPORT] * 4
        assert lean.pool.counts["died"] == 1
        assert all_ready(lean)


@WAYS
def test_a_proof_that_ends_its_sandbox_has_crashed_and_no_other(plane, block_network):
    proofs = ["exact fake_exit_1", *(f"exact ok_{n}" for n in range(8))]
    with pool(plane, block_network=block_network) as lean, Checker(lean, LIMITS, policy=QUICK) as checker:
        assert all_ready(lean)
        assert judged(checker, proofs) == ["crash", *["proved"] * 8]
        assert 4 <= lean.pool.counts["died"] <= 8


@WAYS
def test_a_proof_over_which_a_server_falls_silent(plane, monkeypatch, block_network):
    monkeypatch.setattr("rlve_gym.lean._kimina_wire.SLACK_S", 0.5)
    with pool(plane, block_network=block_network, max_wait_s=0.5) as lean:
        assert all_ready(lean)
        with pytest.raises(Crashed, match="two sandboxes ended or fell silent over it"):
            lean.run(source("stuck"), Limits(timeout_s=1.0))
        assert lean.pool.counts["died"] == 0


def test_a_server_that_only_fails_is_replaced(plane):
    plane.faults.rpc("hang", "SandboxTerminateV2")
    with pool(plane, sandboxes=1, lanes=1, call_s=2.0) as lean:
        for _ in range(5):
            with pytest.raises(Unavailable):
                lean.run(source("server-error"), LIMITS)
        assert lean.run(SOURCE, LIMITS).messages == REPORT
        assert lean.pool.counts["replaced"] == 1
        assert eventually(lambda: len(plane.ledger.sandboxes_alive) == 1)


def test_what_must_run_alone_has_a_sandbox_to_itself(plane):
    with pool(plane) as lean, ThreadPoolExecutor(5) as threads:
        assert all_ready(lean)
        others = [threads.submit(lean.run, source("slow=1"), LIMITS) for _ in range(4)]
        assert eventually(lambda: sum(one.busy for one in lean.pool.sandboxes()) == 4)
        alone = threads.submit(lean.run, source("slow=1"), Limits(5.0, alone=True))
        assert eventually(lambda: any(one.reserved and one.busy == 1 for one in lean.pool.sandboxes()))
        more = threads.submit(lean.run, SOURCE, LIMITS)
        assert more.result().messages == REPORT and not alone.done()
        assert [task.result().messages for task in (*others, alone)] == [REPORT] * 5


def test_old_sandboxes_are_replaced_before_they_have_to_go(plane):
    with pool(plane, sandboxes=1, lifetime_s=10) as lean:
        answers = Counter()
        while lean.pool.counts["retired"] < 1:
            answers[lean.run(SOURCE, LIMITS).messages] += 1
        assert set(answers) == {REPORT} and lean.pool.ready() == 1
        assert lean.pool.counts["died"] == 0 and plane.ledger["sandboxes timeout"] == 0


@WAYS
def test_idle_sandboxes_hear_from_us(plane, block_network):
    with pool(plane, sandboxes=1, idle_timeout_s=1, block_network=block_network) as lean:
        assert all_ready(lean)
        (sandbox,) = lean.pool.sandboxes()
        before = sandbox.heard
        assert eventually(lambda: sandbox.heard > before + 1.5)
        assert plane.ledger["execs"] == 1 + block_network
        plane.kill_sandbox(plane.ledger.sandboxes_alive[0])
        assert eventually(lambda: lean.pool.counts["died"] == 1)
        assert all_ready(lean)


def test_ending_what_cannot_be_ended_at_once(plane):
    plane.faults.rpc("UNAVAILABLE", "SandboxTerminateV2", times=2)
    plane.faults.rpc("hang", "SandboxTerminateV2", nth=3)
    with pool(plane, call_s=2.0) as lean:
        assert all_ready(lean)
        plane.kill_sandbox(plane.ledger.sandboxes_alive[0])
    assert not plane.ledger.sandboxes_alive


@WAYS
@pytest.mark.parametrize("how", ["interrupt", "raise"])
def test_a_run_that_ends_takes_its_sandboxes_along(plane, block_network, how):
    with child(plane, block_network, *([how] if how == "raise" else [])) as run:
        if how == "interrupt":
            run.send_signal(signal.SIGINT)
        assert run.wait(30) == (1 if how == "raise" else -signal.SIGINT)
    assert plane.ledger["sandboxes created"] >= 1 and not plane.ledger.sandboxes_alive


def test_a_judge_opens_before_any_sandbox_is_ready(plane, monkeypatch):
    for name, value in trusted(plane).items():
        monkeypatch.setenv(name, value)
    never = section(command=("sleep", "1000"), call_s=2.0)
    with open_judge(["propositional_tautology"], LeanSettings("modal", modal=never)) as judge:
        assert isinstance(judge, LeanJudge) and isinstance(judge.checker.backend, ModalLean)
        judge.submit(0, Spec("propositional_tautology", 0, 0), Completion("<answer>tauto</answer>"))
        assert judge.pending == 1 and judge.checker.backend.pool.ready() == 0
        assert eventually(lambda: len(plane.ledger.sandboxes_alive) == 2)


def test_what_a_killed_run_leaves_behind_falls_silent(plane):
    with child(plane, True) as run:
        run.kill()
        run.wait(30)
    (definition, *_) = definitions(plane)
    assert definition.idle_timeout_secs == 3

    assert plane.ledger.sandboxes_alive
    mine = {process.pid for process in plane.ledger.processes()}
    assert eventually(lambda: not mine & {*alive("class Relay")})
    for name in plane.ledger.sandboxes_alive:
        plane.kill_sandbox(name)
    assert eventually(lambda: not plane.ledger.leaks()), plane.ledger.leaks()


def child(plane, block_network: bool, *words: str) -> subprocess.Popen:
    """A run in a process of its own, once its pool has judged something."""
    path = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[1]), str(Path(__file__).parents[2])])
    command = [sys.executable, str(Path(__file__).parent / "lean_pools.py"), "blocked" if block_network else "tunnel"]
    run = subprocess.Popen(
        [*command, *words],
        env={**os.environ, **plane.env, **trusted(plane), "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert run.stdout is not None and run.stdout.readline() == "ready\n"
    return run


@WAYS
def test_with_five_percent_of_faults_no_verdict_is_wrong_or_lost(plane, block_network):
    proofs = [f"exact {'fake_error' if n % 4 == 0 else 'ok'}_{n}" for n in range(300)]
    plane.faults.clear(seed=7)
    for kind in ("refuse", "born dead"):
        plane.faults.create(kind, times=None, probability=0.05)
    for name in ("TaskExecStart", "TaskExecStdinWrite", "SandboxWaitV2", "SandboxTerminateV2", "SandboxCreateV2"):
        for kind in ("UNAVAILABLE", "reset", "reset after"):
            plane.faults.rpc(kind, name, times=None, probability=0.02)
    command = (*SERVER, "--fail-rate", "0.05", "--exit-rate", "0.01")
    lean = pool(plane, sandboxes=3, command=command, block_network=block_network, call_s=3.0)
    with lean as lean, Checker(lean, LIMITS, policy=QUICK) as checker:
        assert judged(checker, proofs) == ["lean_error" if n % 4 == 0 else "proved" for n in range(300)]
        assert checker.counts["failures"] > 0 and lean.pool.counts["died"] > 0


def test_without_the_package_or_a_token(monkeypatch: pytest.MonkeyPatch):
    import modal.config

    with monkeypatch.context() as patch:
        patch.setattr(modal.config.config, "get", lambda *_, **__: None)
        with pytest.raises(ValueError, match="run `modal setup`, or set MODAL_TOKEN_ID"):
            ModalLean()
    monkeypatch.setitem(sys.modules, "modal", None)
    with pytest.raises(ValueError, match=r"pip install 'rlve-gymnasium\[modal\]'"):
        ModalLean()


def test_a_token_that_is_refused(plane):
    plane.faults.rpc("UNAUTHENTICATED", "AppGetOrCreate", times=None)
    with pool(plane) as lean, pytest.raises(ValueError, match="run `modal setup`"):
        lean.run(SOURCE, LIMITS)


def test_settings_that_do_not_fit():
    with pytest.raises(ValueError, match="a sandbox takes 4 at a time"):
        SandboxSection(batch=5)
    for name in ("inbound", "outbound"):
        with pytest.raises(ValueError, match="a sandbox has no network"):
            SandboxSection.model_validate({"block_network": True, name: ["192.0.2.1/32"]})


def test_the_doctor_tries_one_sandbox(plane, monkeypatch: pytest.MonkeyPatch):
    from rlve_gym.cli import app

    for name, value in trusted(plane).items():
        monkeypatch.setenv(name, value)
    settings = json.dumps({"command": SERVER, "workdir": "", "env": {}})
    result = CliRunner().invoke(app, ["lean", "doctor", "--checker", "modal", "--modal", settings, "--json"])
    (found,) = json.loads(result.output)
    assert found["checker"] == "modal" and found["version"] == "4.15.0" and not found["problem"]
    assert plane.ledger["sandboxes created"] == 1


def test_a_configuration_names_the_pool():
    from rlve_gym.config import load_config

    overrides = ["lean.checker=modal", "lean.modal={sandboxes: 60, block_network: true}"]
    config = load_config("configs/es_kimina_1_5b.yaml", overrides)
    settings = config.lean.settings()
    assert settings.modal == SandboxSection(sandboxes=60, block_network=True) and settings.checker == "modal"
    assert pickle.loads(pickle.dumps(settings)) == settings
