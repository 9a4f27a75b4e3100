"""What fleets that can lose work have in common: calls, a note of losses, and seats whose workers are replaced."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, Self, TypeVar

from rlve_gym.fleets.base import Key

TRIES = 4
"""How often one piece of work may be lost, and how often in a row a worker may fail to start."""


@dataclass(eq=False)
class Call:
    """A piece of work. parts: those that were yielded already. lost: how often its worker was."""

    key: Key
    argument: Any
    parts: set[Any] = field(default_factory=set)
    lost: int = 0


class Seat(Protocol):
    """A worker at its place. ready: it was made. call: what it is at, or None."""

    place: int
    ready: bool
    call: Call | None


SeatT = TypeVar("SeatT", bound=Seat)


class Lossy:
    """A context manager that notes what was lost until it is asked."""

    close: Callable[[], object]

    def __init__(self, workers: int, silence_s: float):
        self.workers, self.silence_s = workers, silence_s
        self._losses: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def losses(self) -> list[str]:
        """Why work was done again, or workers were replaced, since the last call."""
        found, self._losses = self._losses, []
        return found


class Crew(Lossy, Generic[SeatT]):
    """The base of a fleet with seats, which says how a worker is hired, how it is dismissed and what it is called."""

    kind: str
    """What workers are called where they do not start."""

    def __init__(self, workers: int, silence_s: float):
        if workers < 1:
            raise ValueError(f"{workers} {self.kind}: give one or more")
        super().__init__(workers, silence_s)
        self._pool: list[SeatT] = []
        self._waiting: deque[Call] = deque()
        self._failed_starts = 0

    def _hire(self, place: int) -> SeatT:
        raise NotImplementedError

    def _dismiss(self, seat: SeatT) -> None:
        raise NotImplementedError

    def _name(self, seat: SeatT) -> str:
        raise NotImplementedError

    def _replace(self, seat: SeatT) -> None:
        self._dismiss(seat)
        self._pool.remove(seat)
        self._pool.append(self._hire(seat.place))

    def _lose(self, seat: SeatT, why: str) -> None:
        """Replace a worker; what it was at is next. Raises RuntimeError if that has happened too often."""
        call, ready = seat.call, seat.ready
        seat.call = None
        self._replace(seat)
        self._losses.append(f"{self._name(seat)} was replaced: {why.splitlines()[-1]}")
        self._failed_starts += not ready
        if self._failed_starts >= TRIES:
            raise RuntimeError(f"{self.kind} do not start: {why}")
        if call is not None:
            call.lost += 1
            if call.lost >= TRIES:
                raise RuntimeError(f"the work {call.key} was lost {TRIES} times with its worker: {why}")
            self._waiting.appendleft(call)

    def _give_up(self) -> None:
        """Nobody waits for what is left: forget it, and replace those that are at it."""
        self._waiting.clear()
        for seat in [seat for seat in self._pool if seat.call is not None]:
            self._replace(seat)
