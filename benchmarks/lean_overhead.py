"""What the layers around Lean cost a proof, and what becomes of 4,000 proofs on a server that fails.

    python benchmarks/lean_overhead.py [--json]

Lean is replaced by programs that answer at once (those of the tests), which are also asked as directly as possible, in
turns with ours: a bare `subprocess.run`, a pipe, a kept HTTP connection. The difference of the medians is ours. At most
3 ms a proof are meant for `process` (which puts its program behind walls), 1 ms for `repl` and `kimina`.

Then 4,000 different proofs, every second one wrong, go through the checker to a Kimina server that fails 5 % of all
requests: status 500, 429 (then a second is waited), a lost connection, an answer that is late. Every verdict must be
right, and none may be missing.

2026-11-30, 2 CPU cores with other work, this program in the scheduler's class FIFO (`chrt -f 1`):
                 bare ms   ours ms  overhead    target
    process        1.943     4.119     2.177       3.0
    repl           0.138     0.385     0.247       1.0
    kimina         0.379     0.971     0.592       1.0
    proofs 4,000, right 4,000, wrong 0, unavailable 0, failures 103, busy 59, proofs a second 305
"""

import argparse
import http.client
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from rlve_gym.lean.backend import Backend, Limits
from rlve_gym.lean.checker import Checker
from rlve_gym.lean.kimina import Kimina
from rlve_gym.lean.process import Process
from rlve_gym.lean.repl import Repl
from rlve_gym.lean.statement import Form, Proof, Statement

TESTS = Path(__file__).resolve().parents[1] / "tests" / "lean"
HEADER, BODY = "import Init\n", "theorem t (p : Prop) (h : p) : p := h\n#print axioms t\n"
LIMITS = Limits(timeout_s=30.0)
MESSAGE = {"severity": "information", "pos": {"line": 3, "column": 0}, "data": "'t' does not depend on any axioms"}
LEAN = f"cat >/dev/null\nprintf '%s\\n' '{json.dumps(MESSAGE).replace(chr(39), chr(39) + chr(92) + chr(39) * 2)}'\n"
TARGETS_MS = {"process": 3.0, "repl": 1.0, "kimina": 1.0}
PROOFS, FAIL_RATE, IN_FLIGHT = 4000, 0.05, 8


def compared(turns: int, bare: Callable[[], object], ours: Callable[[], object]) -> dict[str, float]:
    """Medians in milliseconds of two things done in turns, and their difference."""
    times_ms: dict[str, list[float]] = {"bare": [], "ours": []}
    for _ in range(turns):
        for name, function in (("bare", bare), ("ours", ours)):
            began = time.perf_counter()
            function()
            times_ms[name].append(1e3 * (time.perf_counter() - began))
    found = {f"{name}_ms": median(times) for name, times in times_ms.items()}
    return found | {"overhead_ms": found["ours_ms"] - found["bare_ms"]}


def run(backend: Backend) -> Callable[[], object]:
    """One proof on a backend."""

    def once() -> None:
        (message,) = backend.run(HEADER + BODY, LIMITS, 1).messages
        assert message.line == 3, message

    return once


def process() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "lean.sh")
        script.write_text(LEAN)
        backend = Process(["/bin/sh", str(script)])
        command, text = ["/bin/sh", str(script), "--stdin", "--json"], (HEADER + BODY).encode()
        found = compared(400, lambda: subprocess.run(command, input=text, capture_output=True), run(backend))
        backend.close()
        return found


def repl() -> dict[str, float]:
    command = [sys.executable, str(TESTS / "fake_repl.py")]
    backend = Repl(command, processes=1, max_uses=10**9)
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    source, sink = child.stdout, child.stdin
    assert source and sink

    def bare() -> None:
        sink.write(json.dumps({"cmd": BODY}).encode() + b"\n\n")
        sink.flush()
        while source.readline() != b"\n":
            pass

    found = compared(3000, bare, run(backend))
    backend.close()
    child.communicate()
    return found


@contextmanager
def server(fail_rate: float) -> Iterator[str]:
    """The URL of a fake Kimina server in a process of its own."""
    command = [sys.executable, str(TESTS / "fake_kimina.py"), "--fail-rate", str(fail_rate)]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdout
    try:
        yield child.stdout.readline().strip()
    finally:
        child.communicate()


def kimina() -> dict[str, float]:
    with server(0.0) as url:
        backend = Kimina(url)
        connection = http.client.HTTPConnection(urlsplit(url).netloc)
        body = json.dumps({"snippets": [{"id": "x", "code": HEADER + BODY}], "timeout": 30})

        def bare() -> None:
            connection.request("POST", "/api/check", body)
            json.loads(connection.getresponse().read())

        found = compared(2000, bare, run(backend))
        connection.close()
        backend.close()
        return found


def storm() -> dict[str, float]:
    """Counts of what became of the proofs, the requests that a proof needed, and proofs a second."""
    with server(FAIL_RATE) as url:
        checker = Checker(Kimina(url, parallel=IN_FLIGHT), LIMITS)
        began = time.perf_counter()
        for number in range(PROOFS):
            marks = f"-- fake:{'error' if number % 2 else 'info'} {number}"
            statement = Statement("t", "(p : Prop) (h : p) : p", needs="mathlib", preamble=marks)
            checker.submit(number, statement, Proof(Form.TACTICS, "exact h"))
        results: dict[int, str] = {}
        while checker.pending:
            results |= {key: checked.result for key, checked in checker.finished(1.0)}
        seconds = time.perf_counter() - began
        right = sum(result == ("lean_error" if key % 2 else "proved") for key, result in results.items())
        tries = Counter(checker.counts)
        checker.close()
    return {
        "proofs": PROOFS,
        "right": right,
        "wrong": len(results) - right - list(results.values()).count("unavailable"),
        "unavailable": list(results.values()).count("unavailable"),
        "failures": tries["failures"],
        "busy": tries["busy"],
        "proofs_a_second": PROOFS / seconds,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Overhead of the layers around Lean.")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    arguments = parser.parse_args()
    table = {"process": process(), "repl": repl(), "kimina": kimina()}
    found = storm()
    if arguments.json:
        print(json.dumps(table | {"storm": found}))
        return
    print(f"{'':10}{'bare ms':>10}{'ours ms':>10}{'overhead':>10}{'target':>10}")
    for name, times in table.items():
        print(f"{name:10}" + "".join(f"{value:10.3f}" for value in times.values()) + f"{TARGETS_MS[name]:10.1f}")
    print(", ".join(f"{name.replace('_', ' ')} {value:,.0f}" for name, value in found.items()))


if __name__ == "__main__":
    main()
