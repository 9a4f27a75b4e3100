"""Scripted troubles of functions, as the real client shows them."""

import concurrent.futures
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("modal")

import fake_bodies
import modal
from fake_ledger import Ledger
from modal.exception import FunctionTimeoutError, InternalFailure

pytestmark = pytest.mark.slow
"""A container needs a second or two to start, and here every test has its own."""

ABANDON = """
import modal, fake_bodies, tempfile
app = modal.App("abandoned")
Worker = app.cls(max_containers=1)(fake_bodies.Worker)
with app.run():
    for number in Worker(folder=tempfile.gettempdir()).slowly.remote_gen(1000):
        print(number, flush=True)
"""


def marks(folder: Path, what: str) -> int:
    return len(list(folder.glob(f"{what}-*")))


def test_lost_inputs_are_sent_again(modal_plane):
    modal_plane.faults.input("lost", "square", nth=2, times=2)
    app = modal.App("lost")
    square = app.function(max_containers=1)(fake_bodies.square)
    with app.run():
        assert list(square.map(range(4))) == [0, 1, 4, 9]
        assert modal_plane.ledger["inputs retried"] == 2
        modal_plane.faults.input("lost", "square")
        assert square.spawn(5).get(timeout=60) == 25
        assert modal_plane.ledger["inputs retried"] == 3
        modal_plane.faults.input("lost", "square", times=None)
        with pytest.raises(InternalFailure):
            square.spawn(5).get(timeout=60)


def test_errors_and_time_limits_without_running(modal_plane):
    modal_plane.faults.input("raise", "square", nth=1, text="out of memory")
    modal_plane.faults.input("timeout", "square", nth=2)
    app = modal.App("errors")
    square = app.function(max_containers=1)(fake_bodies.square)
    with app.run():
        results = list(square.map(range(3), return_exceptions=True))
    assert isinstance(results[0], RuntimeError) and str(results[0]) == "out of memory"
    assert isinstance(results[1], FunctionTimeoutError)
    assert results[2] == 4


def test_retries_of_a_function(modal_plane):
    modal_plane.faults.input("raise", "square", times=2)
    app = modal.App("retries")
    retries = modal.Retries(max_retries=2, initial_delay=0.0)
    square = app.function(max_containers=1, retries=retries)(fake_bodies.square)
    with app.run():
        assert square.remote(3) == 9
        modal_plane.faults.input("raise", "square", times=2)
        assert square.spawn(4).get(timeout=60) == 16
        assert modal_plane.ledger["inputs retried"] == 4


def test_a_body_that_runs_too_long(modal_plane, tmp_path):
    app = modal.App("long")
    wait = app.function(timeout=1, max_containers=1)(fake_bodies.wait)
    with app.run():
        with pytest.raises(FunctionTimeoutError):
            wait.remote(str(tmp_path / "never"))
        (tmp_path / "there").touch()
        assert wait.remote(str(tmp_path / "there")) == "ended"
        assert modal_plane.ledger["containers started"] == 2
    assert modal_plane.ledger.leaks() == []


def test_a_container_dies_in_the_middle_of_a_generator(modal_plane, tmp_path):
    modal_plane.faults.input("kill", "Worker.slowly", after=2)
    app = modal.App("dies")
    Worker = app.cls(max_containers=1)(fake_bodies.Worker)
    with app.run():
        # What came before the death is not sent again: the second run goes on where the first ended.
        assert list(Worker(folder=str(tmp_path)).slowly.remote_gen(5)) == list(range(5))
    assert modal_plane.ledger["containers killed"] == 1
    assert (marks(tmp_path, "enter"), marks(tmp_path, "slowly"), marks(tmp_path, "exit")) == (2, 2, 1)
    assert modal_plane.ledger.leaks() == []


def test_a_container_dies_in_a_call(modal_plane, tmp_path):
    modal_plane.faults.input("kill", "wait", seconds=0.3)
    app = modal.App("killed")
    wait = app.function(max_containers=1)(fake_bodies.wait)
    with app.run():
        call = wait.spawn(str(tmp_path / "go"))
        with pytest.raises(TimeoutError):
            call.get(timeout=0)
        (tmp_path / "go").touch()
        assert call.get(timeout=60) == "ended"


def test_an_input_is_never_answered(modal_plane):
    modal_plane.faults.input("hang", "square")
    app = modal.App("hangs")
    square = app.function(max_containers=1)(fake_bodies.square)
    with app.run():
        call = square.spawn(2)
        with pytest.raises(TimeoutError):
            call.get(timeout=1)
        assert square.remote(3) == 9


def test_a_class_that_cannot_begin(modal_plane):
    app = modal.App("broken")
    Broken = app.cls(max_containers=1)(fake_bodies.Broken)
    with app.run(), pytest.raises(ValueError, match="no such model"):
        Broken().work.remote()
    assert modal_plane.ledger["containers failed"] == 1
    assert "no such model" in modal_plane.log()


def test_a_call_is_cancelled(modal_plane, tmp_path):
    app = modal.App("cancelled")
    wait = app.function(max_containers=1)(fake_bodies.wait)
    with app.run():
        (tmp_path / "go").touch()
        assert wait.remote(str(tmp_path / "go")) == "ended"
        call, queued = wait.spawn(str(tmp_path / "never")), wait.spawn(str(tmp_path / "never"))
        queued.cancel()
        call.cancel()
        for one in (call, queued):
            with pytest.raises(modal.exception.RemoteError):
                one.get(timeout=30)
        assert wait.remote(str(tmp_path / "go")) == "ended"
        assert modal_plane.ledger["containers started"] == 1
        call = wait.spawn(str(tmp_path / "never"))
        call.cancel(terminate_containers=True)
        assert wait.remote(str(tmp_path / "go")) == "ended"


@pytest.mark.parametrize("kind", ["UNAVAILABLE", "reset", "goaway"])
@pytest.mark.parametrize("name", ["FunctionGetOutputs", "FunctionMap"])
def test_broken_connections_of_calls(modal_plane, name, kind):
    app = modal.App("connections")
    square = app.function(max_containers=1)(fake_bodies.square)
    with app.run():
        modal_plane.faults.rpc(kind, name)
        assert list(square.map(range(4))) == [0, 1, 4, 9]
    assert [fault.match for fault in modal_plane.faults.struck] == [name]


def test_what_runs_when_the_app_ends_is_ended(modal_plane, tmp_path):
    app = modal.App("ends")
    Worker = app.cls(max_containers=1)(fake_bodies.Worker)
    pool = concurrent.futures.ThreadPoolExecutor(1)
    with app.run():
        stream = Worker(folder=str(tmp_path)).slowly.remote_gen(1000)
        assert next(stream) == 0
    pool.shutdown()
    assert marks(tmp_path, "exit") == 1
    assert modal_plane.ledger.leaks() == []


def test_a_container_is_preempted(modal_plane, tmp_path):
    modal_plane.faults.input("preempt", "Worker.slowly", after=2)
    app = modal.App("preempted")
    Worker = app.cls(max_containers=1)(fake_bodies.Worker)
    with app.run():
        assert list(Worker(folder=str(tmp_path)).slowly.remote_gen(5)) == list(range(5))
    assert modal_plane.ledger["containers preempted"] == 1
    assert (marks(tmp_path, "enter"), marks(tmp_path, "slowly"), marks(tmp_path, "exit")) == (2, 2, 2)


def test_a_container_that_does_not_start_in_time(modal_plane):
    app = modal.App("slow")
    Slow = app.cls(max_containers=1, startup_timeout=1, timeout=60)(fake_bodies.Slow)
    with app.run(), pytest.raises(InternalFailure, match="before it was ready"):
        Slow().work.spawn().get(timeout=60)
    assert modal_plane.ledger["containers too slow"] == 1


def test_a_client_that_is_killed_leaves_nothing(modal_plane, tmp_path, monkeypatch):
    monkeypatch.setattr(modal_plane, "silence_s", 3.0)
    environment = dict(os.environ, PYTHONPATH=str(Path(fake_bodies.__file__).parent), MODAL_HEARTBEAT_INTERVAL="0.5")
    client = subprocess.Popen([sys.executable, "-c", ABANDON], env=environment, stdout=subprocess.PIPE, text=True)
    assert client.stdout and client.stdout.readline() == "0\n"
    client.kill()
    client.communicate()
    modal_plane.wait_for(lambda: modal_plane.ledger["apps abandoned"] == 1 and not modal_plane.ledger.leaks())


def test_a_fake_that_is_killed_leaves_nothing(modal_plane):
    server = subprocess.Popen(
        [sys.executable, str(Path(fake_bodies.__file__).with_name("fake.py"))], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout
    lines = [server.stdout.readline() for _ in range(6)]
    environment = dict(line.removeprefix("export ").strip().partition("=")[::2] for line in lines)
    folder = Path(environment["MODAL_CONFIG_PATH"]).parent
    script = "import modal\napp = modal.App.lookup('x', create_if_missing=True)\n"
    script += "modal.Sandbox.create('sh', '-c', 'sleep 600; true', app=app)"
    subprocess.run([sys.executable, "-c", script], env={**os.environ, **environment}, check=True, timeout=90)
    ledger = Ledger(folder.name)
    modal_plane.wait_for(lambda: len(ledger.processes()) == 2)
    server.kill()
    server.communicate()
    modal_plane.wait_for(lambda: ledger.processes() == [] and not folder.exists())
