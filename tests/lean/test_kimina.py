"""A Kimina server over real HTTP: what its answers and failures mean, and that no failure becomes a verdict."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests
from lean.fake_kimina import FakeKimina

from rlve_gym.lean import kimina
from rlve_gym.lean.backend import Crashed, Limits, Message, Reply, TimedOut, Unavailable
from rlve_gym.lean.checker import Checker, Policy
from rlve_gym.lean.kimina import Kimina
from rlve_gym.lean.statement import Form, Proof, Statement

LIMITS = Limits(timeout_s=5.0)
REPORT = Message("info", 3, 0, "'t' does not depend on any axioms")
PROOF = Proof(Form.TACTICS, "exact h")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch):
    for name in ("LEAN_SERVER_API_URL", "LEAN_SERVER_API_KEY", "LEANSERVER_API_KEY", "HTTP_PROXY", "http_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(kimina, "_PROBE_WAIT_S", 0.01)


@pytest.fixture(scope="module")
def server():
    with FakeKimina() as fake:
        yield fake


@pytest.fixture(scope="module")
def lean(server: FakeKimina):
    backend = Kimina(server.url)
    yield backend
    backend.close()


def source(marks: str = "", imports: str = "import Mathlib") -> str:
    return f"{imports}\ntheorem t : True := trivial {marks and f'-- fake:{marks}'}\n#print axioms t\n"


def test_what_it_is():
    with FakeKimina() as fake:
        about = Kimina(fake.url).about
        assert (about.name, about.version) == ("kimina", "4.15.0")
        assert about.offers == {"core", "toolchain", "mathlib"} and fake.url in about.note
        assert fake.requests == {"/api/check": 1} and fake.seconds == [600]
    with FakeKimina(modules=("Init",)) as fake:
        assert Kimina(fake.url).about.offers == {"core", "toolchain"}


def test_a_good_answer(lean: Kimina, server: FakeKimina):
    assert lean.run(source(), LIMITS) == Reply((REPORT,), 0.001)
    reply = lean.run("import Mathlib\ntheorem t : 1 = 2 := sorry\n-- fake:error\n", Limits(timeout_s=2.3))
    assert reply.sorries == 1 and server.seconds[-1] == 3
    assert reply.messages == (
        Message("warning", 2, 8, "declaration uses 'sorry'"),
        Message("error", 3, 2, "fake error"),
    )
    assert lean.run(source("noise=300000"), LIMITS).messages[0] == Message("info", 2, 0, "n" * 300_000)
    assert lean.run("import Mathlib\n\0", LIMITS).messages == (Message("error", 2, 0, "forbidden character U+0000"),)


@pytest.mark.parametrize(
    ("marks", "error", "why"),
    [
        ("timeout", TimedOut, "command timed out in 5 seconds"),
        ("header-timeout", Unavailable, "had to load the imports"),
        ("server-error", Unavailable, "REPL process not started"),
        ("message-only", Unavailable, "Unknown environment"),
        ("message-only=odd", Unavailable, "odd"),
        ("no-response", Unavailable, "neither error nor response"),
        ("crash", Unavailable, "answers 500: .*JSON decode error"),
        ("huge-line -- fake:noise=70000", Unavailable, "answers 500"),
        ("noise=2000000", Crashed, "more output than allowed"),
        ("status-500", Unavailable, "answers 500"),
        ("status-502", Unavailable, "answers 502"),
        ("status-503", Unavailable, "answers 503"),
        ("status-504", Unavailable, "answers 504"),
        ("status-499", Unavailable, "answers 499"),
        ("status-422", Unavailable, "answers 422"),
        ("status-404", Unavailable, "is it a Kimina Lean server"),
        ("status-401", ValueError, "set LEAN_SERVER_API_KEY"),
        ("status-403", ValueError, "set LEAN_SERVER_API_KEY"),
        ("status-301", ValueError, "has moved to https://lean.example.org/"),
        ("not-json", Unavailable, "not JSON"),
        ("empty", Unavailable, "not JSON"),
        ("truncated", Unavailable, "no answer from"),
        ("disconnect", Unavailable, "no answer from"),
        ("no-results", Unavailable, "without results"),
        ("duplicate-ids", Unavailable, "missing, unknown, or there twice"),
        ("unknown-id", Unavailable, "missing, unknown, or there twice"),
        ("missing-id", Unavailable, "missing, unknown, or there twice"),
    ],
)
def test_what_failures_mean(lean: Kimina, marks: str, error: type[Exception], why: str):
    with pytest.raises(error, match=why) as raised:
        lean.run(source(marks), LIMITS)
    assert not getattr(raised.value, "busy", False)
    assert lean.run(source(), LIMITS).messages == (REPORT,)


def test_threads_share_connections(monkeypatch: pytest.MonkeyPatch):
    made = []
    session = requests.Session
    monkeypatch.setattr(requests, "Session", lambda: made.append(1) or session())
    with FakeKimina() as fake:
        lean = Kimina(fake.url)
        for _ in range(5):
            with ThreadPoolExecutor(1) as threads:
                assert threads.submit(lean.run, source(), LIMITS).result().messages == (REPORT,)
        assert len(made) == 1
        with ThreadPoolExecutor(3) as threads:
            list(threads.map(lambda _: lean.run(source("slow=0.2"), LIMITS), range(9)))
        assert len(made) <= 3
        lean.close()


def test_a_busy_server_is_no_failure(lean: Kimina):
    with pytest.raises(Unavailable) as raised:
        lean.run(source("status-429"), LIMITS)
    assert raised.value.busy and raised.value.wait_s == 1.0


def test_a_server_that_hangs_is_given_up_long_after_its_own_limit(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("rlve_gym.lean._kimina_wire.SLACK_S", 0.5)
    with FakeKimina() as fake:
        lean = Kimina(fake.url, max_wait_s=0.0)
        assert lean.about.version
        began = time.monotonic()
        with pytest.raises(Unavailable, match="ReadTimeout"):
            lean.run(source("stuck"), Limits(timeout_s=1.0))
        assert time.monotonic() - began >= 2.5  # header and body, each with the server's limit, and slack


@pytest.mark.parametrize(("shift", "note"), [("absolute", False), ("body", True), ("imports", True)])
def test_lines_count_from_the_top_whatever_the_server_counts(shift: str, note: bool):
    with FakeKimina(shift=shift) as fake:
        lean = Kimina(fake.url)
        text = "import Mathlib\nimport Init\n\n\ntheorem t : True := trivial -- fake:error\n"
        assert lean.run(text, LIMITS).messages == (Message("error", 5, 2, "fake error"),)
        assert lean.run(source(), LIMITS).messages == (REPORT,)
        assert ("line numbers" in lean.about.note) is note


def test_an_old_server_is_asked_in_its_own_way():
    with FakeKimina(paths=("/verify",)) as fake:
        lean = Kimina(fake.url)
        assert lean.run(source(), LIMITS).messages == (REPORT,)
        with pytest.raises(TimedOut):
            lean.run(source("timeout"), LIMITS)
        assert fake.requests == {"/api/check": 1, "/verify": 3}


def test_keys(monkeypatch: pytest.MonkeyPatch):
    with FakeKimina(key="right") as fake:
        with pytest.raises(ValueError, match="a key is needed; set LEAN_SERVER_API_KEY"):
            _ = Kimina(fake.url).about
        with pytest.raises(ValueError, match="the key is wrong"):
            _ = Kimina(fake.url, "wrong").about
        assert sum(fake.requests.values()) == 2
        monkeypatch.setenv("LEANSERVER_API_KEY", "right")
        assert Kimina(fake.url).about.version == "4.15.0"
        monkeypatch.setenv("LEAN_SERVER_API_KEY", "wrong")
        monkeypatch.setenv("LEAN_SERVER_API_URL", fake.url + "/")
        with pytest.raises(ValueError, match="the key is wrong"):
            _ = Kimina().about
        assert Kimina(key="right").about.version == "4.15.0"


def test_what_is_no_such_server_says_what_to_do():
    for url in ("localhost:8000", "ftp://localhost", ""):
        if url:
            with pytest.raises(ValueError, match="give one such as http://localhost:8000"):
                Kimina(url)
    with FakeKimina(paths=()) as fake, pytest.raises(ValueError, match="is it a Kimina Lean server"):
        _ = Kimina(fake.url).about
    with pytest.raises(ValueError, match=r"no usable Kimina server at .*set LEAN_SERVER_API_URL"):
        _ = Kimina(fake.url).about
    with FakeKimina(modules=()) as fake, pytest.raises(ValueError, match="no usable Kimina server"):
        _ = Kimina(fake.url).about


def test_a_server_that_believes_everything_is_refused(monkeypatch: pytest.MonkeyPatch):
    with FakeKimina() as fake:
        monkeypatch.setattr(fake, "elaborate", lambda *_: {"time": 0.1, "response": {"env": 0}})
        with pytest.raises(ValueError, match="accepts an unknown name"):
            _ = Kimina(fake.url).about


def test_the_probe_waits_for_a_server_that_is_starting(monkeypatch: pytest.MonkeyPatch):
    with FakeKimina() as fake:
        faults = iter(["status-503", "status-429", "disconnect"])
        monkeypatch.setattr(fake, "misfortune", lambda: next(faults, ""))
        assert Kimina(fake.url).about.offers >= {"mathlib"}
        assert fake.requests == {"/api/check": 4}


def test_imports_that_take_too_long_for_a_proof_are_loaded_with_patience():
    with FakeKimina(header_s=30.0) as fake:
        lean = Kimina(fake.url)
        _ = lean.about
        assert lean.run(source(), LIMITS).messages == (REPORT,)
        with pytest.raises(Unavailable, match="had to load the imports first"):
            lean.run(source(imports="import Init"), LIMITS)
        assert fake.seconds == [600, 5, 5, 600]
        assert lean.run(source(imports="import Init"), LIMITS).messages == (REPORT,)


def test_a_file_without_an_import_is_never_sent(lean: Kimina, server: FakeKimina):
    asked = sum(server.requests.values())
    with pytest.raises(AssertionError):
        lean.run("theorem t : True := trivial\n", LIMITS)
    assert sum(server.requests.values()) == asked
    declared = "theorem leaking : True := trivial\n"
    assert server.elaborate(declared, {}, 5)["response"].get("messages") is None
    assert "already been declared" in server.elaborate(declared, {}, 5)["response"]["messages"][0]["data"]


def test_batches():
    with FakeKimina() as fake:
        lean = Kimina(fake.url, parallel=8, batch=4)
        _ = lean.about
        texts = [source(f"noise={2000 + number}") for number in range(40)]
        with ThreadPoolExecutor(8) as threads:
            replies = list(threads.map(lambda text: lean.run(text, LIMITS), texts))
        assert [len(reply.messages[0].text) for reply in replies] == list(range(2000, 2040))
        assert max(fake.batches) == 4 and sum(size * times for size, times in fake.batches.items()) == 41
        assert sum(fake.batches.values()) < 30


def test_one_that_fails_does_not_take_its_batch_along():
    with FakeKimina() as fake:
        lean = Kimina(fake.url, parallel=4, batch=4)
        _ = lean.about
        outcomes: dict[str, object] = {}
        start = threading.Barrier(4)

        def run(marks: str) -> None:
            start.wait()
            try:
                outcomes[marks] = lean.run(source(marks), LIMITS).messages[-1]
            except (Unavailable, TimedOut) as error:
                outcomes[marks] = type(error)

        threads = [threading.Thread(target=run, args=(marks,)) for marks in ("", "crash", "timeout", "noise=10")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert outcomes == {"": REPORT, "noise=10": REPORT, "crash": Unavailable, "timeout": TimedOut}


def statement(marks: str = "") -> Statement:
    return Statement("t", "(p : Prop) (h : p) : p", needs="mathlib", preamble=f"-- fake:{marks}" if marks else "")


def judged(checker: Checker, statements: list[Statement]) -> list[str]:
    for number, one in enumerate(statements):
        checker.submit(number, one, PROOF)
    found: dict[int, str] = {}
    while checker.pending:
        found |= {key: checked.result for key, checked in checker.finished(30.0)}
    return [found[number] for number in range(len(statements))]


def test_the_whole_way():
    results = {
        "": "proved",
        "axioms=propext,Classical.choice": "proved",
        "axioms=cheat": "axioms",
        "error": "lean_error",
        "sorry": "sorry",
        "sorry-backtick": "sorry",
        "sorry-ax": "sorry",
        "no-report": "no_report",
        "timeout": "timeout",
        "message-only": "crash",  # every time, while a plain proof passes: its own fault
        "crash": "crash",
        "once -- fake:status-500": "proved",
        "once -- fake:crash": "proved",
        "once -- fake:truncated": "proved",
        "once -- fake:duplicate-ids": "proved",
        "once -- fake:timeout": "proved",
        "once -- fake:header-timeout": "proved",
    }
    with FakeKimina(shift="body") as fake:
        checker = Checker(Kimina(fake.url), LIMITS, policy=Policy(retries=2, backoff_s=0.01))
        assert judged(checker, [statement(marks) for marks in results]) == list(results.values())
        checker.close()


def test_more_proofs_than_the_server_has_places_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("rlve_gym.lean._kimina_wire.BUSY_WAIT_S", 0.02)
    with FakeKimina(repls=2) as fake:
        checker = Checker(Kimina(fake.url, parallel=6), LIMITS, policy=Policy(retries=0))
        assert set(judged(checker, [statement(f"slow=0.0{number:02}") for number in range(60)])) == {"proved"}
        assert checker.counts["busy"] == fake.statuses[429] > 0 and checker.counts["failures"] == 0
        checker.close()


def test_failures_by_chance_never_become_verdicts():
    with FakeKimina(fail_rate=0.2) as fake:
        checker = Checker(Kimina(fake.url), LIMITS, policy=Policy(retries=20, backoff_s=0.01))
        statements = [statement(f"{'error' if number % 2 else 'info'} -- {number}") for number in range(60)]
        assert judged(checker, statements) == ["proved", "lean_error"] * 30
        assert checker.counts["failures"] + checker.counts["busy"] > 0
        checker.close()
