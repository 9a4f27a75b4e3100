"""The fake's sandboxes, through the real client."""

import signal
import ssl
import urllib.request
from pathlib import Path

import pytest

pytest.importorskip("modal")

import modal

SERVE = "python -m http.server 8000 --bind 127.0.0.1"


@pytest.fixture
def app(modal_plane):
    return modal.App.lookup("sandboxes", create_if_missing=True)


def test_commands_of_a_sandbox(modal_plane, app):
    sandbox = modal.Sandbox.create(app=app, timeout=60)
    process = sandbox.exec("bash", "-c", "echo out; echo err >&2; pwd; exit 3")
    assert process.wait() == 3
    assert process.stdout.read().splitlines()[0] == "out"
    assert process.stderr.read() == "err\n"
    assert sandbox.exec("no-such-program").wait() == 127
    assert sandbox.poll() is None
    assert modal_plane.ledger.sandboxes_alive == [sandbox.object_id]
    sandbox.terminate()
    assert sandbox.wait(raise_on_termination=False) is None
    assert sandbox.returncode == 137
    assert modal_plane.ledger.leaks() == []


def test_standard_input_and_output_line_by_line(modal_plane, app):
    sandbox = modal.Sandbox.create(app=app, timeout=60)
    process = sandbox.exec("python", "-u", "-c", "import sys\nfor line in sys.stdin: print(len(line), line, end='')")
    lines = iter(process.stdout)
    for text in ("a", "bcd", "x" * 200_000):
        process.stdin.write(text + "\n")
        process.stdin.drain()
        got = ""
        while not got.endswith("\n"):
            got += next(lines)
        assert got == f"{len(text) + 1} {text}\n"
    process.stdin.write_eof()
    process.stdin.drain()
    assert process.wait() == 0
    sandbox.terminate()


def test_a_sandbox_has_a_folder_and_an_environment_of_its_own(modal_plane, app, monkeypatch):
    monkeypatch.setenv("OF_THE_CLIENT", "1")
    secret = modal.Secret.from_dict({"TOKEN": "t"})
    image = modal.Image.debian_slim().env({"OF_THE_IMAGE": "i"})
    sandbox = modal.Sandbox.create(app=app, image=image, secrets=[secret], env={"MORE": "m"}, timeout=60)
    show = "echo ${TOKEN}-${OF_THE_IMAGE}-${MORE}-${HERE}-${OF_THE_CLIENT}; pwd"
    process = sandbox.exec("sh", "-c", show, env={"HERE": "h"}, workdir="/root/project")
    variables, folder = process.stdout.read().split()
    assert variables == "t-i-m-h-"
    assert folder == str(modal_plane.root / "s" / sandbox.object_id / "root/project")
    other = modal.Sandbox.create(app=app, timeout=60)
    assert other.exec("sh", "-c", "ls $HOME").stdout.read().split() == ["tmp"]
    for one in (sandbox, other):
        one.terminate()


def test_a_sandbox_ends_with_its_command(modal_plane, app):
    sandbox = modal.Sandbox.create("sh", "-c", "read line; echo got $line; exit 5", app=app, timeout=60)
    sandbox.stdin.write("it\n")
    sandbox.stdin.write_eof()
    sandbox.stdin.drain()
    assert sandbox.stdout.read() == "got it\n"
    sandbox.wait(raise_on_termination=False)
    assert sandbox.returncode == 5
    assert modal_plane.ledger["sandboxes finished"] == 1


def test_time_limits(modal_plane, app):
    sandbox = modal.Sandbox.create(app=app, timeout=3)
    # Both sides count the second: the client's deadline, or the killed command's code.
    assert sandbox.exec("sleep", "60", timeout=1).wait() in (-1, 128 + signal.SIGKILL)
    with pytest.raises(modal.exception.SandboxTimeoutError):
        sandbox.wait(raise_on_termination=False)
    assert modal_plane.ledger["sandboxes timeout"] == 1
    idle = modal.Sandbox.create(app=app, timeout=60, idle_timeout=1)
    idle.exec("true").wait()
    idle.wait(raise_on_termination=False)
    assert modal_plane.ledger["sandboxes idle"] == 1
    assert modal_plane.ledger.leaks() == []


def test_processes_that_left_their_session_die_too(modal_plane, app):
    sandbox = modal.Sandbox.create(app=app, timeout=60)
    daemon = "import os, time\nif os.fork(): os._exit(0)\nos.setsid()\nprint(os.getpid(), flush=True)\ntime.sleep(600)"
    process = sandbox.exec("python", "-c", daemon)
    pid = int(next(iter(process.stdout)))
    process.wait()
    assert pid in [one.pid for one in modal_plane.ledger.processes(sandbox.object_id)]
    sandbox.terminate()
    assert modal_plane.ledger.leaks() == []


def test_two_sandboxes_serve_the_same_port_through_tls(modal_plane, app):
    trust = ssl.create_default_context(cafile=str(modal_plane.ca_file))
    sandboxes = [modal.Sandbox.create(app=app, encrypted_ports=[8000], timeout=60) for _ in range(2)]
    for number, sandbox in enumerate(sandboxes):
        sandbox.exec("sh", "-c", f"echo {number} > number; exec {SERVE}")
        sandbox.exec("sh", "-c", "until curl -s http://127.0.0.1:8000/number; do sleep 0.1; done").wait()
    for number, sandbox in enumerate(sandboxes):
        url = sandbox.tunnels()[8000].url
        assert url.startswith("https://")
        with urllib.request.urlopen(url + "/number", context=trust, timeout=20) as answer:
            assert int(answer.read()) == number
        sandbox.terminate()
    with pytest.raises(OSError):
        urllib.request.urlopen(url, context=trust, timeout=20)


def test_an_unencrypted_tunnel(modal_plane, app):
    probe = modal.Probe.with_tcp(8000)
    command = ("sh", "-c", f"echo plain > text; exec {SERVE}")
    sandbox = modal.Sandbox.create(*command, app=app, unencrypted_ports=[8000], readiness_probe=probe, timeout=60)
    sandbox.wait_until_ready(timeout=30)
    host, port = sandbox.tunnels()[8000].tcp_socket
    with urllib.request.urlopen(f"http://{host}:{port}/text", timeout=20) as answer:
        assert answer.read() == b"plain\n"
    sandbox.terminate()


def test_the_tests_own_programs_and_translated_commands(modal_plane, app, tmp_path):
    program = tmp_path / "lake"
    program.write_text("#!/bin/sh\necho $@\n")
    program.chmod(0o755)
    modal_plane.sandbox_path.append(str(tmp_path))
    modal_plane.rewrite = lambda words: [word.replace("/opt/lean", "here") for word in words]
    sandbox = modal.Sandbox.create(app=app, timeout=60)
    assert sandbox.exec("lake", "/opt/lean/repl").stdout.read() == "here/repl\n"
    modal_plane.sandbox_path.clear()
    sandbox.terminate()


def test_a_volume_in_a_sandbox(modal_plane, app):
    (modal_plane.volume("theorems") / "a.txt").write_text("all of it")
    path = str(modal_plane.mounts / "theorems")
    volumes = {path: modal.Volume.from_name("theorems")}
    sandbox = modal.Sandbox.create(app=app, volumes=volumes, timeout=60)
    assert sandbox.exec("cat", f"{path}/a.txt").stdout.read() == "all of it"
    sandbox.terminate()


def test_sandboxes_are_found_again(modal_plane, app):
    first = modal.Sandbox.create(app=app, tags={"run": "a"}, timeout=60)
    second = modal.Sandbox.create(app=app, tags={"run": "b"}, timeout=60)
    found = [sandbox.object_id for sandbox in modal.Sandbox.list(app_id=app.app_id, tags={"run": "b"})]
    assert found == [second.object_id]
    again = modal.Sandbox.from_id(first.object_id)
    assert again.exec("echo", "hello").stdout.read() == "hello\n"
    first.terminate()
    assert [one.object_id for one in modal.Sandbox.list(app_id=app.app_id)] == [second.object_id]


def test_an_app_takes_its_sandboxes_with_it(modal_plane):
    app = modal.App("short")
    with app.run():
        sandbox = modal.Sandbox.create(app=app, timeout=60)
        pid = int(sandbox.exec("sh", "-c", "echo $$; exec sleep 600").stdout.__next__())
        assert Path(f"/proc/{pid}").exists()
    assert modal_plane.ledger.leaks() == []
