"""The pool of REPLs: what is elaborated once, who gets which reply, what costs a process. Real processes."""

import re
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from lean.processes import alive, eventually

from rlve_gym.lean._embedded_library import compiled, library
from rlve_gym.lean.backend import Crashed, Limits, Message, TimedOut, Unavailable
from rlve_gym.lean.checker import Checker, Policy
from rlve_gym.lean.repl import Repl
from rlve_gym.lean.statement import Form, Proof, Statement

FAKE = (sys.executable, str(Path(__file__).with_name("fake_repl.py")))
LIMITS = Limits(timeout_s=20.0)
HEADER = "import Init\n"


@pytest.fixture(scope="module")
def one() -> Iterator[Repl]:
    backend = Repl(FAKE, processes=1)
    yield backend
    backend.close()


def who(repl: Repl, header: str = HEADER) -> tuple[int, int]:
    """The process that answers now, and how many commands it has had before."""
    reply = repl.run(f"{header}-- fake:pid", LIMITS, header.count("\n"))
    (text,) = [message.text for message in reply.messages if message.text.startswith("process")]
    return tuple(map(int, re.findall(r"\d+", text)))  # type: ignore[return-value]


def test_what_it_is(one: Repl):
    assert (one.about.name, one.about.version, one.parallel) == ("repl", "4.15.0", 1)
    assert one.about.offers == {"core", "toolchain"}


def test_a_header_is_elaborated_once_a_process(one: Repl):
    header = "import Init\nimport Init\n"
    process, before = who(one, header)
    assert who(one, header) == (process, before + 1)
    assert who(one) == (process, before + 2) or who(one) == (process, before + 4)
    assert one.run("-- fake:info", LIMITS).messages == (Message("info", 1, 2, "fake info"),)


def test_lines_count_from_the_top_of_the_file(one: Repl):
    source = f"{HEADER}\ntheorem t : 1 = 2 := by sorry\n  -- fake:error\n#print axioms t\n"
    reply = one.run(source, LIMITS, 1)
    assert reply.sorries == 1 and 0 < reply.wall_s < 20
    assert reply.messages == (
        Message("warning", 3, 8, "declaration uses 'sorry'"),
        Message("error", 4, 2, "fake error"),
        Message("info", 5, 0, "'t' depends on axioms: [sorryAx]"),
    )


def test_a_long_reply(one: Repl):
    assert one.run(f"{HEADER}-- fake:noise=400000", LIMITS, 1).messages == (Message("info", 2, 0, "n" * 400_000),)


def test_messages_of_a_header_come_first_and_a_broken_header_is_the_files_fault(one: Repl):
    warned = f"{HEADER}set_option x true -- fake:warning\n"
    found = one.run(f"{warned}-- fake:info", LIMITS, 2).messages
    assert found == (Message("warning", 2, 2, "fake warning"), Message("info", 3, 2, "fake info"))
    broken = "import Nothing -- fake:error\n"
    for _ in range(2):
        assert one.run(f"{broken}-- fake:info", LIMITS, 1).messages == (Message("error", 1, 2, "fake error"),)


@pytest.mark.parametrize(
    ("mark", "error", "why"),
    [
        ("crash", Crashed, "signal SIGABRT: Stack overflow detected"),
        ("die=0", Crashed, "exit code 0"),
        ("die=1", Crashed, "exit code 1"),
        ("memory", Crashed, "out of memory"),
        ("flood", Crashed, "more output than allowed"),
        ("flood-stderr", Crashed, "more output than allowed"),
        ("noise=2000000", Crashed, "more output than allowed"),
        ("truncated", Crashed, "exit code 1"),
        ("garbage", Crashed, "written to standard output"),
        ("lean-error", Crashed, "Lean error"),
        ("hang", TimedOut, "killed after"),
        ("unknown-env", Unavailable, "Unknown environment"),
        ("message-only=odd", Unavailable, "odd"),
        ("same-env", Unavailable, "out of step"),
    ],
)
def test_what_is_out_of_order_costs_the_process(one: Repl, mark: str, error: type[Exception], why: str):
    before, _ = who(one)
    limits = Limits(timeout_s=0.5 if mark == "hang" else 20.0)
    with pytest.raises(error, match=why):
        one.run(f"{HEADER}theorem t : True := trivial -- fake:{mark}\n#print axioms t\n", limits, 1)
    after, commands = who(one)
    assert after != before and commands == 1


@pytest.mark.parametrize("mark", ["two-replies", "late-reply"])
def test_a_reply_too_many_never_reaches_the_next(one: Repl, mark: str):
    before, _ = who(one)
    try:
        assert one.run(f"{HEADER}-- fake:{mark}\n-- fake:info\n", LIMITS, 1).messages[0].line == 3
    except Crashed as error:
        assert "written to standard output" in str(error)
    time.sleep(0.4)  # both replies lie in the pipe
    assert one.run(f"{HEADER}-- fake:info\n", LIMITS, 1).messages == (Message("info", 2, 2, "fake info"),)
    assert who(one)[0] != before


def test_what_left_the_group_dies_with_the_process(one: Repl):
    with pytest.raises(TimedOut):
        one.run(f"{HEADER}-- fake:daemon=rlve-repl\n-- fake:hang\n", Limits(timeout_s=0.5), 1)
    assert eventually(lambda: not alive("rlve-repl"))


@pytest.mark.parametrize(
    ("mark", "why"), [("hang", "imports took more than 0.5 s"), ("crash", "died over the imports")]
)
def test_imports_that_fail_are_nobodys_fault(mark: str, why: str):
    repl = Repl(FAKE, processes=1, header_s=0.5)
    with pytest.raises(Unavailable, match=why):
        repl.run(f"import Init -- fake:{mark}\n-- fake:info\n", LIMITS, 1)
    repl.close()


def test_processes_are_replaced():
    often = Repl(FAKE, processes=1, max_uses=3)
    seen = [who(often)[0] for _ in range(7)]
    assert len(set(seen)) == 3 and seen == sorted(seen, key=seen.index)
    large = Repl(FAKE, processes=1, max_memory_mib=1)
    assert len({who(large)[0] for _ in range(3)}) == 3
    headers = Repl(FAKE, processes=1)
    assert len({who(headers, f"import Init -- {number}\n")[0] for number in range(9)}) == 3
    for repl in (often, large, headers):
        repl.close()


def test_a_process_that_died_while_idle_is_replaced_unnoticed():
    repl = Repl([*FAKE, "rlve-idle"], processes=1)
    first, _ = who(repl)
    repl.run(f"{HEADER}-- fake:die-later\n", LIMITS, 1)
    assert eventually(lambda: not alive("rlve-idle"))
    time.sleep(0.2)  # until the launcher has said so
    assert who(repl)[0] != first
    repl.close()


def test_many_threads_each_get_their_own_reply():
    repl = Repl(FAKE, processes=2)

    def ask(number: int) -> bool:
        reply = repl.run(f"{HEADER}\n-- fake:pid -- fake:noise={1000 + number}", LIMITS, 1)
        processes.add(reply.messages[1].text.split()[1])
        return reply.messages[0] == Message("info", 3, 0, "n" * (1000 + number))

    processes: set[str] = set()
    with ThreadPoolExecutor(6) as threads:
        assert all(threads.map(ask, range(120)))
    assert len(processes) == 2
    repl.close()


def test_close_kills_what_runs():
    repl, raised = Repl(FAKE, processes=1), []

    def run() -> None:
        try:
            repl.run(f"{HEADER}-- fake:daemon=rlve-pool\n-- fake:hang\n", Limits(60.0), 1)
        except Unavailable as error:
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    assert eventually(lambda: bool(alive("rlve-pool")))
    repl.close()
    thread.join(20)
    assert len(raised) == 1 and eventually(lambda: not alive("rlve-pool"))


def test_what_is_no_repl_is_refused():
    for command, why in ((["true"], "does not check a small file"), (["cat"], "does not check a small file")):
        repl = Repl(command, processes=1)
        with pytest.raises(ValueError, match=why):
            _ = repl.about
        repl.close()
    with pytest.raises(ValueError, match="there is no program"):
        Repl(["no-such-repl"])


def test_the_whole_way():
    """Marks in the statement, as a server that errs; and a checker that sorts it out."""
    checker = Checker(Repl(FAKE, processes=2), Limits(timeout_s=2.0), policy=Policy(retries=1, backoff_s=0.01))
    proof = Proof(Form.TACTICS, "exact h")
    results = {
        "": "proved",
        "axioms=propext,Quot.sound": "proved",
        "axioms=cheat": "axioms",
        "error": "lean_error",
        "sorry": "sorry",
        "sorry-backtick": "sorry",
        "sorry-ax": "sorry",
        "no-report": "no_report",
        "message-only": "crash",  # every time, while a plain proof passes: its own fault
        "crash": "crash",
        "hang": "timeout",
        "slow=0.2": "proved",
    }
    for number, mark in enumerate(results):
        checker.submit(number, Statement("t", "(p : Prop) (h : p) : p", preamble=f"-- fake:{mark}"), proof)
    found: dict[int, str] = {}
    while checker.pending:
        found |= {key: checked.result for key, checked in checker.finished(30.0)}
    assert [found[number] for number in range(len(results))] == list(results.values())
    checker.close()


def test_the_whole_way_with_a_real_lean():
    compiled(library())
    checker = Checker(Repl([*FAKE, "--real"], processes=1), LIMITS, policy=Policy(retries=0))
    statement = Statement("swap", "(p q : Prop) (h : p \u2227 q) : q \u2227 p")
    proofs = {"exact \u27e8h.2, h.1\u27e9": "proved", "exact h": "lean_error", "sorry": "sorry"}
    for text, result in proofs.items():
        checked = checker.check(statement, Proof(Form.TACTICS, text))
        assert (checked.result, checked.backend) == (result, "repl"), checked
    assert "line 1:" in checker.check(statement, Proof(Form.TACTICS, "exact h")).why
    checker.close()
