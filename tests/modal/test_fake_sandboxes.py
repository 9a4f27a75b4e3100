"""The fake's sandboxes, through the real client."""

import pytest

pytest.importorskip("modal")

import modal


@pytest.fixture
def app(modal_plane):
    return modal.App.lookup("sandboxes", create_if_missing=True)


def test_commands_of_a_sandbox(modal_plane, app):
    sandbox = modal.Sandbox.create(app=app, timeout=60)
    process = sandbox.exec("bash", "-c", "echo out; echo err >&2; pwd; exit 3")
    assert process.wait() == 3
    assert process.stdout.read().splitlines()[0] == "out"
    assert process.stderr.read() == "err\n"
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
