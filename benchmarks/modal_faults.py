"""A thousand iterations on a Modal that loses things: is a member lost, a verdict wrong, a process left behind?

    python benchmarks/modal_faults.py [--iterations 1000] [--members 4] [--containers 2] [--sandboxes 0] [--json]

Modal is the fake control plane of the tests: the client, the container runtime and what runs in containers are real,
in local processes. One call in twenty is struck: its input is lost, raises, times out, or its container is killed amid
its results. The worker does sums, three parts a member, so that the fleet itself is what takes time.

With --sandboxes each member has a proof to check, in a pool of Lean sandboxes whose server is scripted and fails one
request in twenty; creations are refused or stillborn as often. A part that comes twice, is missing or wrong, a wrong
verdict, and whatever is alive after the end, ends the program with an error.

2026-11-30, 2 CPU cores, --sandboxes 2:
    iterations      1000
    calls           4000
    struck          {'lost': 53, 'timeout': 48, 'kill': 51, 'raise': 63}
    seen_as_losses  161
    containers      53
    sandboxes       3
    verdicts        4000
    lost_members    0
    left_behind     0
    seconds         161.9
What is struck and not seen as a loss, Modal had done again by itself.
"""

import argparse
import json
import sys
import threading
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from rlve_gym.fleets import _modal_app
from rlve_gym.fleets.base import Recipe
from rlve_gym.fleets.modal import Modal, ModalSection
from rlve_gym.lean.backend import Limits
from rlve_gym.lean.checker import Checker, Policy
from rlve_gym.lean.statement import Form, Proof, Statement

TESTS = Path(__file__).resolve().parents[1] / "tests"
FAULTS = ("lost", "raise", "timeout", "kill")
RATE = 0.05
PARTS = 3
STATEMENT = Statement("goal", "(p : Prop) (h : p) : p", needs="mathlib")


def proof(number: int) -> tuple[Proof, str]:
    """A proof, one in four wrong, and what is to become of it."""
    wrong = number % 4 == 0
    return Proof(Form.TACTICS, f"exact {'fake_error' if wrong else 'ok'}_{number}"), "lean_error" if wrong else "proved"


def pool_of_sandboxes(plane: Any, sandboxes: int, stack: ExitStack) -> Checker:
    """A pool that fails, and what asks it."""
    import lean_pools

    for kind in ("refuse", "born dead"):
        plane.faults.create(kind, times=None, probability=RATE)
    command = (*lean_pools.SERVER, "--fail-rate", str(RATE), "--exit-rate", "0.001")
    lean = stack.enter_context(lean_pools.pool(plane, sandboxes=sandboxes, command=command))
    return stack.enter_context(Checker(lean, Limits(timeout_s=5.0), policy=Policy(backoff_s=0.01)))


def iterate(fleet: Modal, checker: Checker | None, members: int, iteration: int) -> int:
    """One iteration, checked: every part of every member once, every verdict right. Returns how many verdicts."""
    found: dict[tuple, int] = {}
    wanted: dict[int, str] = {}
    verdicts: dict[Any, str] = {}
    items = [((iteration, member), member) for member in range(members)]
    for (_, member), part, value in fleet.map("times", items, iteration):
        assert (member, part) not in found, "a part came twice"
        found[member, part] = value
        if checker and part == 0:
            number = iteration * members + member
            attempt, wanted[number] = proof(number)
            checker.submit(number, STATEMENT, attempt)
    assert found == {(m, part): m * iteration + part for m in range(members) for part in range(PARTS)}
    while checker and checker.pending:
        verdicts |= {key: checked.result for key, checked in checker.finished(1.0)}
    assert verdicts == wanted, "a verdict is missing or wrong"
    return len(verdicts)


def measure(iterations: int, members: int, containers: int, sandboxes: int) -> dict[str, Any]:
    """Run it all. Raises AssertionError if anything is lost, twice, wrong or left behind."""
    sys.path[:0] = [str(TESTS), str(TESTS / "modal")]
    from fake_fixtures import the_plane

    # Containers of the fake import from here; to send them the package would only take time.
    _modal_app._with_source = lambda image: image
    plane = the_plane()
    plane.reset()
    section = ModalSection(containers=containers, gpu=None, packages=(), retry_s=0.1)
    threads, began, counts = threading.active_count(), time.perf_counter(), Counter[str]()
    with ExitStack() as stack:
        for kind in FAULTS:
            after = {"after": 2} if kind == "kill" else {}
            plane.faults.input(kind, "Engine.stream", times=None, probability=RATE / len(FAULTS), **after)
        checker = pool_of_sandboxes(plane, sandboxes, stack) if sandboxes else None
        fleet = stack.enter_context(Modal(section, Recipe("fleet_worker:Worker", {})))
        for iteration in range(iterations):
            counts["verdicts"] += iterate(fleet, checker, members, iteration)
            counts["losses"] += len(fleet.losses())
            if sys.stderr.isatty() and iteration % 10 == 9:
                print(f"\r{iteration + 1} of {iterations}", end="", file=sys.stderr)
        struck = Counter(fault.kind for fault in plane.faults.struck if fault.where == "input")
    seconds = time.perf_counter() - began
    until = time.monotonic() + 30
    while (plane.ledger.leaks() or threading.active_count() > threads + 1) and time.monotonic() < until:
        time.sleep(0.1)
    assert not plane.ledger.leaks() and not plane.ledger.errors, [*plane.ledger.leaks(), *plane.ledger.errors]
    return {
        "iterations": iterations,
        "calls": iterations * members,
        "struck": dict(struck),
        "seen_as_losses": counts["losses"],
        "containers": plane.ledger["containers started"],
        "sandboxes": plane.ledger["sandboxes created"],
        "verdicts": counts["verdicts"],
        "lost_members": 0,
        "left_behind": 0,
        "threads_left": threading.active_count() - threads,
        "seconds": round(seconds, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--members", type=int, default=4)
    parser.add_argument("--containers", type=int, default=2)
    parser.add_argument("--sandboxes", type=int, default=0, help="of Lean; 0 checks no proofs")
    parser.add_argument("--json", action="store_true")
    options = vars(parser.parse_args())
    as_json = options.pop("json")
    found = measure(**options)
    print(json.dumps(found) if as_json else "\n".join(f"{name:16}{value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
