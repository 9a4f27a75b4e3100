"""Lean on a Ray cluster: actors that hold a Lean each, so that proofs are checked by all machines of the cluster.

- What is in flight when an actor dies is an infrastructure failure, which the checker tries again, and another actor
  takes its place. A proof that brings down what it runs in does not pass by that: the checker finds it out.
- "Alone" means that no other proof runs on that machine; the others go on.
- All machines must have the same Lean: which one had checked a proof would decide its reward otherwise.

Left out: work sent ahead to actors that are busy; verifiers of other environments, which are cheap.
"""

import os
import threading
import time
import traceback
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pydantic import Field

from rlve_gym.fleets.crew import TRIES
from rlve_gym.fleets.select import RaySection
from rlve_gym.lean.backend import About, Backend, Crashed, Limits, Reply, TimedOut, Unavailable

if TYPE_CHECKING:
    from rlve_gym.lean.select import LeanSettings

_PATIENCE_S = 60.0
"""How long a proof waits for a free checker before it is said that all are busy."""
_CLOSE_S = 10.0
_PAUSE_S = 30.0
"""How long at most before an actor that did not start is tried again."""
_Found = TypeVar("_Found")


class CheckersSection(RaySection):
    """Actors that check proofs, on the cluster of the fleet if that is Ray too."""

    checker: Literal["auto", "embedded", "process", "repl", "kimina"] = "auto"
    """The Lean of each; `auto` is found out on its machine, and all must find the same."""
    lanes: Annotated[int, Field(ge=1, le=1024)] = 1
    """Proofs at a time in each: as many as it has cores."""
    silence_s: Annotated[float, Field(gt=0)] = 1800.0
    """An actor that takes so long to start, or beyond a proof's time limit to answer, is replaced. Loading Mathlib
    counts."""


class Host:
    """The actor: holds a Lean. Answers are ("reply", ...), or what kind of failure it is and its text."""

    def __init__(self) -> None:
        self._backend: Backend | None = None

    def start(self, settings: "LeanSettings", folder: str) -> tuple:
        """Make the Lean and have it show what it is: ("about", node, about)."""
        import ray

        from rlve_gym.fleets import _ray
        from rlve_gym.lean.select import make_backend

        _ray.die_with_raylet()
        if os.path.isdir(folder):
            os.chdir(folder)
        try:
            self._backend = make_backend(settings)
            return "about", ray.get_runtime_context().get_node_id(), self._backend.about
        except ValueError as error:
            return "wrong", str(error)
        except Exception:
            return "failed", traceback.format_exc().strip().splitlines()[-1]

    def run(self, source: str, limits: Limits, header_lines: int) -> tuple:
        """One run. Exceptions travel as plain data."""
        assert self._backend is not None
        try:
            return "reply", self._backend.run(source, limits, header_lines)
        except TimedOut as error:
            return "timed out", str(error)
        except Crashed as error:
            return "crashed", str(error)
        except Unavailable as error:
            return "unavailable", str(error), error.wait_s, error.busy
        except ValueError as error:
            return "wrong", str(error)


@dataclass(eq=False)
class _Seat:
    """An actor at its place. node: where it is, "" until it is ready. running: proofs that it has."""

    place: int
    handle: Any
    node: str = ""
    running: int = 0


class RayLean:
    """The backend. Actors start at once, in the background; `about` and `run` wait for the first one that is ready.

    settings: of the Lean that each actor holds. ValueError, with what to do, if there is no Ray or no room; `about` and
    `run` raise it where the Lean is set up wrongly or no actor starts.
    """

    def __init__(self, section: CheckersSection, settings: "LeanSettings"):
        try:
            from rlve_gym.fleets import _ray
        except ImportError as error:
            raise ValueError("the checker `ray` needs the package ray: pip install 'rlve-gymnasium[ray]'") from error
        self.section = section
        self._settings = replace(settings, checker=section.checker, parallel=section.lanes)
        self._changed = threading.Condition()
        self._seats: list[_Seat] = []
        self._alone: set[str] = set()
        self._about: About | None = None
        self._failed_starts = self._waits = 0
        self._end_of_all: str | None = None
        _ray.join(section.address, section.runtime_env)
        try:
            self._places = _ray.Places(section.actors, section.cpus_per_actor, section.gpus_per_actor, section.room_s)
        except BaseException:
            _ray.leave()
            raise
        self._end = weakref.finalize(self, _end, self._seats, self._places, os.getpid())
        with self._changed:
            for place in range(section.actors):
                self._hire(place)

    @property
    def parallel(self) -> int:
        """How many calls of `run` may usefully be in flight."""
        return self.section.actors * self.section.lanes

    @property
    def about(self) -> About:
        """What it is, as the first actor that is ready has shown."""
        with self._changed:
            return self._until(lambda: self._about, TRIES * self.section.silence_s)

    def run(self, source: str, limits: Limits, header_lines: int = 0) -> Reply:
        """Elaborate one file on an actor that is free."""
        with self._lease(limits) as seat:
            answer = seat.handle.run.remote(source, replace(limits, alone=False), header_lines)
            try:
                kind, *content = self._wait(answer, limits.timeout_s + self.section.silence_s)
            except Unavailable:
                with self._changed:
                    self._replace(seat)
                raise
        if kind == "reply":
            return content[0]
        raise _FAILURES[kind](*content)

    def close(self) -> None:
        """Kill what runs."""
        with self._changed:
            if self._end.alive:
                self._end_of_all = "the checkers are closed"
                self._changed.notify_all()
                _kill(self._seats)
                self._changed.wait_for(lambda: not self._waits, _CLOSE_S)
        self._end()

    @contextmanager
    def _lease(self, limits: Limits) -> Iterator[_Seat]:
        """A place at an actor, on a machine where no other proof runs meanwhile if it is to be alone."""
        patience_s = _PATIENCE_S + (0.0 if self._about else self.section.silence_s)
        seat, node = None, ""
        try:
            with self._changed:
                if limits.alone:
                    node = self._until(self._quietest, patience_s)
                    self._alone.add(node)
                    seat = self._until(lambda: self._idle(node), limits.timeout_s + patience_s)
                else:
                    seat = self._until(self._free, patience_s)
                seat.running += 1
            yield seat
        finally:
            with self._changed:
                self._alone.discard(node)
                if seat is not None:
                    seat.running -= 1
                self._changed.notify_all()

    def _until(self, find: Callable[[], _Found | None], patience_s: float) -> _Found:
        """Wait until something is found. Unavailable if that takes too long."""
        until = time.monotonic() + patience_s
        while True:
            if self._end_of_all is not None:
                raise ValueError(self._end_of_all)
            if (found := find()) is not None:
                return found
            if time.monotonic() >= until:
                raise Unavailable("all Lean checkers on Ray are busy or starting", busy=True)
            self._changed.wait(until - time.monotonic())

    def _ready(self) -> list[_Seat]:
        return [seat for seat in self._seats if seat.node]

    def _free(self) -> _Seat | None:
        """The actor that has least to do."""
        open_seats = [seat for seat in self._ready() if seat.node not in self._alone]
        least = min(open_seats, key=lambda seat: seat.running, default=None)
        return least if least is not None and least.running < self.section.lanes else None

    def _quietest(self) -> str | None:
        """The machine with the fewest proofs, of those that are not kept for one already."""
        running: Counter[str] = Counter()
        for seat in self._ready():
            running[seat.node] += seat.running
        return min(running.keys() - self._alone, key=lambda node: (running[node], node), default=None)

    def _idle(self, node: str) -> _Seat | None:
        """An actor of a machine on which no proof runs."""
        there = [seat for seat in self._ready() if seat.node == node]
        if not there:
            raise Unavailable("the machine that was kept for a proof is gone")
        return there[0] if not any(seat.running for seat in there) else None

    def _wait(self, answer: Any, timeout_s: float) -> tuple:
        """An actor's answer. Unavailable if the actor is lost."""
        import ray
        from ray.exceptions import RayError

        from rlve_gym.fleets import _ray

        with self._changed:
            self._waits += 1
        try:
            return ray.get(answer, timeout=timeout_s)
        except RayError as error:
            raise Unavailable(f"a Lean checker on Ray was lost: {_ray.why(error)}") from None
        finally:
            with self._changed:
                self._waits -= 1
                self._changed.notify_all()

    def _start(self, seat: _Seat, answer: Any) -> None:
        """Wait for an actor to be ready, in a thread of its own."""
        try:
            kind, *content = self._wait(answer, self.section.silence_s)
        except Unavailable as error:
            kind, content = "failed", [str(error)]
        with self._changed:
            if kind == "about":
                self._arrived(seat, *content)
            elif kind == "wrong":
                self._give_up(str(content[0]))
            else:
                self._failed_starts += 1
                if self._failed_starts >= TRIES and not self._ready():
                    self._give_up(f"Lean checkers on Ray do not start: {content[0]}")
                self._changed.wait_for(lambda: self._end_of_all, min(2.0**self._failed_starts, _PAUSE_S))
                self._replace(seat)
            self._changed.notify_all()

    def _give_up(self, why: str) -> None:
        self._end_of_all = self._end_of_all or why
        self._changed.notify_all()

    def _arrived(self, seat: _Seat, node: str, about: Any) -> None:
        seat.node, self._failed_starts = node, 0
        note = f"{self.section.actors} Ray actors, {self.section.lanes} proofs at a time in each. {about.note}"
        ours = replace(about, name=f"ray/{about.name}", note=note, own_alone=True)
        if self._about is None:
            self._about = ours
        elif replace(self._about, note="") != replace(ours, note=""):
            self._end_of_all = (
                f"machines of the cluster have different Leans: {self._about}, {ours}; set lean.ray.checker"
            )

    def _replace(self, seat: _Seat) -> None:
        """Another actor in its place, unless that was done already or all is over."""
        if seat in self._seats and self._end_of_all is None:
            _kill([seat])
            self._seats.remove(seat)
            self._hire(seat.place)

    def _hire(self, place: int) -> None:
        import ray

        options = {"max_concurrency": self.section.lanes, **self._places.options(place)}
        seat = _Seat(place, ray.remote(Host).options(**options).remote())
        self._seats.append(seat)
        answer = seat.handle.start.remote(self._settings, os.getcwd())
        threading.Thread(target=self._start, args=(seat, answer), daemon=True, name=f"lean-ray-{place}").start()


_FAILURES = {"timed out": TimedOut, "crashed": Crashed, "unavailable": Unavailable, "wrong": ValueError}


def _kill(seats: list[_Seat]) -> None:
    import ray

    for seat in seats:
        ray.kill(seat.handle)


def _end(seats: list[_Seat], places: Any, owner: int) -> None:
    """End all actors; in a fork of the process that owns them, none."""
    from rlve_gym.fleets import _ray

    if os.getpid() == owner and _ray.connected():
        _kill(seats)
        places.close()
        _ray.leave()
    seats.clear()


_: type[Backend] = RayLean
