"""Scripted troubles of sandboxes, as the real client shows them."""

import concurrent.futures

import pytest

pytest.importorskip("modal")

import modal
from modal.exception import NotFoundError, ResourceExhaustedError, SandboxTerminatedError

ECHO = ("python", "-u", "-c", "import sys\nfor line in sys.stdin: print(line, end='')")


@pytest.fixture
def app(modal_plane):
    return modal.App.lookup("faults", create_if_missing=True)


def bounded(work, seconds=1.0):
    """True if a call is still not answered after a while."""
    pool = concurrent.futures.ThreadPoolExecutor(1)
    future = pool.submit(work)
    try:
        future.result(seconds)
    except concurrent.futures.TimeoutError:
        return True
    finally:
        pool.shutdown(wait=False)
    return False


def test_a_create_is_refused(modal_plane, app):
    modal_plane.faults.create("refuse", times=2)
    for _ in range(2):
        with pytest.raises(ResourceExhaustedError):
            modal.Sandbox.create(app=app, timeout=60)
    modal.Sandbox.create(app=app, timeout=60).terminate()
    assert modal_plane.ledger["creates refused"] == 2
    assert modal_plane.ledger["sandboxes created"] == 1


def test_a_create_is_not_answered(modal_plane, app):
    modal_plane.faults.create("hang")
    assert bounded(lambda: modal.Sandbox.create(app=app, timeout=60))
    assert modal_plane.ledger["sandboxes created"] == 0


def test_a_sandbox_is_never_ready(modal_plane, app):
    modal_plane.faults.create("never ready")
    sandbox = modal.Sandbox.create(app=app, unencrypted_ports=[8000], timeout=60)
    with pytest.raises((TimeoutError, modal.exception.TimeoutError)):
        sandbox.wait_until_ready(timeout=1)
    with pytest.raises(modal.exception.SandboxTimeoutError):
        sandbox.tunnels(timeout=1)
    assert bounded(lambda: sandbox.exec("true"))
    sandbox.terminate()
    assert modal_plane.ledger.leaks() == []


def test_a_sandbox_is_dead_when_it_is_first_used(modal_plane, app):
    modal_plane.faults.create("born dead")
    sandbox = modal.Sandbox.create(app=app, timeout=60)
    with pytest.raises(NotFoundError):
        sandbox.exec("true")
    assert sandbox.poll() == 137


def test_a_command_hangs(modal_plane, app):
    modal_plane.faults.exec("hang", "first")
    sandbox = modal.Sandbox.create(app=app, timeout=60)
    first = sandbox.exec("echo", "first", timeout=1)
    assert first.wait() == -1
    unbounded = modal_plane.faults.exec("hang", "second") or sandbox.exec("echo", "second")
    assert bounded(unbounded.wait)
    assert sandbox.exec("echo", "third").stdout.read() == "third\n"
    sandbox.terminate()


def test_a_command_has_a_code_of_its_own(modal_plane, app):
    modal_plane.faults.exec("code", "echo", nth=2)
    sandbox = modal.Sandbox.create(app=app, timeout=60)
    codes = [sandbox.exec("echo").wait() for _ in range(3)]
    assert codes == [0, -1, 0]
    sandbox.terminate()


def test_a_sandbox_dies_in_the_middle_of_a_batch(modal_plane, app):
    modal_plane.faults.exec("die", "python", after=3)
    sandbox = modal.Sandbox.create(app=app, timeout=60)
    process = sandbox.exec(*ECHO)
    lines = iter(process.stdout)
    for text in ("one", "two"):
        process.stdin.write(text + "\n")
        process.stdin.drain()
        assert next(lines) == text + "\n"
    process.stdin.write("three\n")
    process.stdin.drain()
    # The third may come out before the end or not; after it there is nothing.
    assert list(lines) in ([], ["three\n"])
    assert process.wait() == 137
    assert sandbox.poll() == 137
    with pytest.raises(NotFoundError):
        process.stdin.write("four\n")
        process.stdin.drain()
    assert modal_plane.ledger["sandboxes dead"] == 1
    assert modal_plane.ledger.leaks() == []


def test_a_sandbox_is_killed_from_outside(modal_plane, app):
    sandbox = modal.Sandbox.create(app=app, timeout=60)
    process = sandbox.exec("sleep", "600")
    modal_plane.kill_sandbox(sandbox.object_id)
    assert process.wait() == 137
    other = modal.Sandbox.create(app=app, timeout=60)
    waiting = concurrent.futures.ThreadPoolExecutor(1).submit(other.wait)
    other.terminate()
    with pytest.raises(SandboxTerminatedError):
        waiting.result(30)
    other.terminate()
    assert modal_plane.ledger["sandboxes terminated"] == 1


@pytest.mark.parametrize("kind", ["UNAVAILABLE", "reset", "reset after", "goaway"])
def test_a_broken_connection_starts_a_command_once(modal_plane, app, kind):
    sandbox = modal.Sandbox.create(app=app, timeout=60)
    modal_plane.faults.rpc(kind, "TaskExecStart")
    process = sandbox.exec("sh", "-c", "echo x >> ran; cat ran")
    assert process.stdout.read() == "x\n"
    assert len(modal_plane.faults.struck) == 1
    assert modal_plane.ledger["execs"] == 1
    sandbox.terminate()


@pytest.mark.parametrize("kind", ["UNAVAILABLE", "reset"])
def test_output_goes_on_after_the_connection_broke(modal_plane, app, kind):
    sandbox = modal.Sandbox.create(app=app, timeout=60)
    modal_plane.faults.rpc(kind, "TaskExecStdioRead", times=2)
    process = sandbox.exec("seq", "20000")
    assert [int(line) for line in process.stdout.read().split()] == list(range(1, 20001))
    assert len(modal_plane.faults.struck) == 2
    sandbox.terminate()


def test_chance_is_repeatable(modal_plane):
    def drawn():
        modal_plane.faults.clear(seed=5)
        modal_plane.faults.create("refuse", times=None, probability=0.5)
        return [modal_plane.faults.take("create", "") is not None for _ in range(40)]

    first = drawn()
    assert first == drawn()
    assert 8 < sum(first) < 32
    with pytest.raises(ValueError, match="one of refuse"):
        modal_plane.faults.create("explode")


def test_only_so_many_sandboxes_at_a_time(modal_plane, app):
    modal_plane.sandbox_limit = 1
    first = modal.Sandbox.create(app=app, timeout=60)
    with pytest.raises(ResourceExhaustedError, match="1 sandboxes already"):
        modal.Sandbox.create(app=app, timeout=60)
    first.terminate()
    modal.Sandbox.create(app=app, timeout=60).terminate()


def test_input_that_is_sent_twice_arrives_once(modal_plane, app):
    modal_plane.faults.rpc("reset after", "TaskExecStdinWrite")
    sandbox = modal.Sandbox.create(app=app, timeout=60)
    process = sandbox.exec(*ECHO)
    process.stdin.write("one\n")
    process.stdin.drain()
    process.stdin.write("two\n")
    process.stdin.write_eof()
    process.stdin.drain()
    assert process.stdout.read() == "one\ntwo\n"
    assert len(modal_plane.faults.struck) == 1
    sandbox.terminate()
