"""A `lean` for every proof: what it says, how it dies, what it cannot reach. Real processes, and a real Lean."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from lean.processes import alive, eventually

from rlve_gym.lean._embedded_library import compiled, library
from rlve_gym.lean.backend import Crashed, Limits, Message, TimedOut, Unavailable
from rlve_gym.lean.checker import Checker, Policy
from rlve_gym.lean.embedded import Embedded
from rlve_gym.lean.process import Process
from rlve_gym.lean.program import has_mathlib, resolve
from rlve_gym.lean.sandbox import Program, Sandbox
from rlve_gym.lean.statement import Form, Proof, Statement

FAKE = (sys.executable, str(Path(__file__).with_name("fake_repl.py")))
REAL = (sys.executable, "-m", "rlve_gym.lean")
LIMITS = Limits(timeout_s=20.0)
SHORT = Limits(timeout_s=0.5)


@pytest.fixture(scope="module")
def lean() -> Iterator[Process]:
    backend = Process(FAKE, parallel=2)
    yield backend
    backend.close()


@pytest.fixture(scope="module")
def real() -> Iterator[Process]:
    compiled(library())  # behind walls nothing can be written
    backend = Process(REAL, parallel=2)
    yield backend
    backend.close()


def test_what_it_is(lean: Process, real: Process):
    assert (lean.about.name, lean.about.version, lean.parallel) == ("process", "4.15.0", 2)
    assert lean.about.offers == {"core", "toolchain"}
    assert (real.about.version, real.about.offers) == ("4.35.0", {"core"})
    assert Process(FAKE, offers=["core"]).about.offers == {"core"}


def test_messages(lean: Process):
    source = "import Init\n-- fake:info\n-- fake:warning\n-- fake:trace\n\n-- fake:error\n#print axioms t\n"
    assert lean.run(source, LIMITS).messages == (
        Message("info", 2, 2, "fake info"),
        Message("warning", 3, 2, "fake warning"),
        Message("info", 4, 2, "fake trace"),
        Message("error", 6, 2, "fake error"),
        Message("info", 7, 0, "'t' does not depend on any axioms"),
    )


def test_a_real_lean_says_the_same_as_within_this_process(real: Process):
    embedded = Embedded(parallel=1)
    for body in (
        "theorem t (p : Prop) (h : p) : p := h",
        "theorem t : 1 = 2 := by sorry",
        "axiom a : 1 = 2\ntheorem t (\u03b2 : Type) (x : \u03b2) : 1 = 2 := by\n  exact a\n  exact \u25b8",
    ):
        source = f"import Init\n{body}\n#print axioms t\n"
        assert real.run(source, LIMITS).messages == embedded.run(source, LIMITS).messages != ()
    embedded.close()


def test_lines_that_are_no_messages_say_nothing(lean: Process):
    source = 'import Init\n-- fake:garbage\n-- fake:stderr={"severity":"error"}\n'
    assert lean.run(source, LIMITS).messages == ()
    assert lean.run("-- fake:noise=300000", LIMITS).messages == (Message("info", 1, 0, "n" * 300_000),)


@pytest.mark.parametrize(
    ("mark", "why"),
    [
        ("crash", "signal SIGABRT: Stack overflow detected"),
        ("die=1", "exit code 1"),  # Lean exits with 1 only after an error message
        ("die=3", "exit code 3"),
        ("memory", "exit code 1: INTERNAL PANIC: out of memory"),
        ("flood", "more output than allowed"),
        ("flood-stderr", "more output than allowed"),
        ("noise=2000000", "more output than allowed"),
        ("truncated", "exit code 1"),
    ],
)
def test_a_source_that_kills_lean(lean: Process, mark: str, why: str):
    with pytest.raises(Crashed, match=why):
        lean.run(f"import Init\ntheorem t : True := trivial -- fake:{mark}\n", LIMITS)


def test_the_wall_clock_kills_what_left_the_group_too(lean: Process):
    with pytest.raises(TimedOut, match=r"killed after 0\.5 s"):
        lean.run("import Init\n-- fake:daemon=rlve-overdue\n-- fake:hang\n", SHORT)
    assert eventually(lambda: not alive("rlve-overdue"))


def test_what_stays_behind_neither_delays_nor_survives(lean: Process):
    assert lean.run("import Init\n-- fake:daemon=rlve-stays\n-- fake:info\n", LIMITS).messages != ()
    assert eventually(lambda: not alive("rlve-stays"))


def test_a_text_that_cannot_be_sent_is_an_error(lean: Process):
    assert lean.run("import Init\na\0b", LIMITS).messages == (Message("error", 2, 1, "forbidden character U+0000"),)
    assert lean.run("\ud800", LIMITS).messages == (Message("error", 1, 0, "forbidden character U+D800"),)


def test_close_kills_what_runs():
    lean, raised = Process(FAKE), []

    def run() -> None:
        try:
            lean.run("import Init\n-- fake:daemon=rlve-closed\n-- fake:hang\n", Limits(60.0))
        except Unavailable as error:
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    assert eventually(lambda: bool(alive("rlve-closed")))
    lean.close()
    thread.join(20)
    assert len(raised) == 1 and eventually(lambda: not alive("rlve-closed"))
    with pytest.raises(Unavailable, match="closed"):
        lean.run("import Init\n", LIMITS)


def test_our_death_is_the_death_of_all():
    code = (
        "import sys\nfrom rlve_gym.lean.backend import Limits\nfrom rlve_gym.lean.process import Process\n"
        "Process(sys.argv[1:]).run('import Init\\n-- fake:daemon=rlve-orphan\\n-- fake:hang\\n', Limits(60.0))"
    )
    parent = subprocess.Popen([sys.executable, "-c", code, *FAKE])
    assert eventually(lambda: len(alive("rlve-orphan")) > 1)
    launchers = [child.pid for child in psutil.Process(parent.pid).children(recursive=True)]
    assert launchers
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    assert eventually(lambda: not alive("rlve-orphan") and not any(map(psutil.pid_exists, launchers)))


def test_a_launcher_that_dies_is_replaced():
    sandbox = Sandbox()
    program = Program(("/bin/sh", "-c", "cat; kill -9 $$"), "/", {})
    first = sandbox.pid
    child = sandbox.start(program, (), 512)
    os.killpg(first, signal.SIGKILL)
    with pytest.raises(Unavailable):
        child.talk(b"x", 20.0, 1000, until=b"never")
    child.kill()
    assert eventually(lambda: psutil.Process(first).status() == psutil.STATUS_ZOMBIE)
    child = sandbox.start(program, (), 512)
    child.talk(b"hello", 20.0, 1000)
    assert (bytes(child.output), child.code, child.ending()) == (b"hello", -9, "signal SIGKILL")
    assert sandbox.pid != first
    child.kill()
    sandbox.close()


@pytest.fixture(scope="module", params=["bwrap", "namespaces", "plain"])
def walls(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    sandbox = Sandbox([request.param])
    try:
        assert "andboxed" in sandbox.note
    except Unavailable as error:
        pytest.skip(f"this machine does not permit it: {error}")
    yield sandbox
    sandbox.close()


def python(sandbox: Sandbox, code: str, memory_mib: int = 768) -> str:
    """What a program says that is started there, or how it ended."""
    child = sandbox.start(Program((sys.executable, "-I", "-S", "-c", code), "/", {"LC_ALL": "C.UTF-8"}), (), memory_mib)
    child.talk(b"", 30.0, 100_000)
    try:
        return child.output.decode().strip() if child.code == 0 else child.ending()
    finally:
        child.kill()


def test_limits_of_a_program(walls: Sandbox):
    assert python(walls, "import os; print(dict(os.environ))") == "{'LC_ALL': 'C.UTF-8'}"
    assert python(walls, "x = bytearray(1 << 28); print(len(x))") == str(1 << 28)
    assert "MemoryError" in python(walls, "x = bytearray(1 << 30)")
    limits = "import resource as r; print(r.getrlimit(r.RLIMIT_CORE)[1], r.getrlimit(r.RLIMIT_FSIZE)[1])"
    assert python(walls, limits) == "0 0"
    assert python(walls, "import os; print(os.getpid() == os.getsid(0), len(os.listdir('/proc/self/fd')))") == "True 4"
    rights = python(walls, "print([x.split()[1] for x in open('/proc/self/status') if x[:6] in ('CapEff', 'NoNewP')])")
    assert rights == "['0000000000000000', '1']"


def test_no_network_and_no_writing(walls: Sandbox, tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert "Error" in python(walls, f"import socket; socket.create_connection(('127.0.0.1', {port}))")
    assert "Error" in python(walls, "import socket; socket.socket(socket.AF_UNIX)")
    assert "Error" in python(walls, f"open({str(tmp_path / 'new')!r}, 'w').write('x' * 9000)")
    assert not (tmp_path / "new").exists() or (tmp_path / "new").read_bytes() == b""


def test_behind_walls_others_are_out_of_sight_and_files_stay(walls: Sandbox, tmp_path: Path):
    if "Not sandboxed" in walls.note:
        assert "files can be read and deleted" in walls.note and "no sockets" in walls.note
        return
    (tmp_path / "kept").write_text("kept")
    assert "Read-only" in python(walls, f"import os; os.unlink({str(tmp_path / 'kept')!r})")
    assert python(walls, "import os; print(sorted(x for x in os.listdir('/proc') if x.isdigit())[0])") == "1"
    assert "No such process" in python(walls, f"import os; os.kill({os.getpid()}, 0)")
    shared = python(walls, "import os; print(os.path.isdir('/dev/shm') and os.listdir('/dev/shm'))")
    assert shared in ("False", "[]")
    assert (tmp_path / "kept").read_text() == "kept"


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_lake_is_asked_once_and_elan_is_passed_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    toolchain, project = tmp_path / "toolchain", tmp_path / "project"
    real = script(toolchain / "bin/lean", f'exec {" ".join(FAKE)} "$@"')
    variables = f"LEAN_SYSROOT={toolchain} LEAN_PATH=.lake/lib:/elsewhere SECRET=1"
    script(tmp_path / "bin/lake", f'echo lake >>{tmp_path}/log; shift; {variables} exec "$@"')
    (project / ".lake/lib").mkdir(parents=True)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    monkeypatch.setenv("HF_TOKEN", "secret")
    program = resolve(["lake", "env", "lean", "-DmaxRecDepth=1000"], project)
    assert program.command == (str(real), "-DmaxRecDepth=1000") and program.cwd == str(project)
    assert program.environment["LEAN_PATH"] == f"{project}/.lake/lib:/elsewhere"
    assert program.environment["PATH"].startswith(f"{toolchain}/bin:")
    allowed = {"PATH", "HOME", "LANG", "LEAN_PATH", "LEAN_SYSROOT", "UV_USE_IO_URING", "XDG_CACHE_HOME"}
    assert set(program.environment) - {"RLVE_GYM_CACHE"} == allowed
    assert not os.path.exists(program.environment["HOME"])
    assert not has_mathlib(program)
    (project / ".lake/lib/Mathlib.olean").touch()
    lean = Process(["lake", "env", "lean"], project)
    assert lean.about.offers == {"core", "toolchain", "mathlib"}
    lean.close()
    assert (tmp_path / "log").read_text().split() == ["lake", "lake"]


def test_a_project_without_lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("LEAN_PATH", raising=False)
    for folder in (".lake/build/lib/lean", ".lake/packages/mathlib/.lake/build/lib/lean", ".lake/packages/aesop"):
        (tmp_path / folder).mkdir(parents=True)
    libraries = [tmp_path / ".lake/build/lib/lean", tmp_path / ".lake/packages/mathlib/.lake/build/lib/lean"]
    libraries = [libraries[0], libraries[0].parent, libraries[1], libraries[1].parent]
    assert resolve(FAKE, tmp_path).environment["LEAN_PATH"] == ":".join(map(str, libraries))


@pytest.mark.parametrize(
    ("command", "cwd", "why"),
    [
        (["no-such-lean"], None, "there is no program 'no-such-lean'"),
        (["./lean"], None, "there is no program './lean'"),
        ("lake env lean", None, "give a list of words"),
        ([], None, "give a list of words"),
        (["lean"], "/no/such/folder", "there is no folder /no/such/folder"),
        (["false", "lake", "env", "lean"], None, "is it a Lean project"),
    ],
)
def test_a_wrong_set_up_says_what_to_do(command, cwd, why):
    with pytest.raises(ValueError, match=why):
        Process(command, cwd)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (["true"], "does not answer like Lean|accepts an unknown name"),
        (["cat"], "does not"),
        (["false"], "does not check a small file: exit code 1"),
        ([*FAKE, "--version", "--stdin"], "accepts an unknown name"),
    ],
)
def test_what_is_no_lean_is_refused(command, why):
    lean = Process(command)
    with pytest.raises(ValueError, match=why):
        _ = lean.about
    lean.close()


def test_the_whole_way_with_a_real_lean(real: Process):
    statement = Statement("swap", "(p q : Prop) (h : p ∧ q) : q ∧ p")
    checker = Checker(real, LIMITS, policy=Policy(retries=0))
    proofs = {"exact ⟨h.2, h.1⟩": "proved", "exact h": "lean_error", "sorry": "sorry"}
    for text, result in proofs.items():
        checked = checker.check(statement, Proof(Form.TACTICS, text))
        assert (checked.result, checked.version, checked.backend) == (result, "4.35.0", "process"), checked
