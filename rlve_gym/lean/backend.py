"""The contract between the checker and a Lean: a source text goes in, Lean's messages come out.

A backend runs one source at a time per call of `run`, which blocks; the checker calls it from several threads. It knows
nothing of theorems: what messages mean is decided in one place, `rlve_gym.lean.report`, for every backend alike.

Left out: infotrees, tactic mode, pickles. A reward needs none of them, and tactic mode has accepted wrong proofs.
"""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Limits:
    """What one run may use. `timeout_s`: wall clock, of the source without its imports where the backend can tell them
    apart. `memory_mib`: address space beyond what the backend itself needs. `output_bytes`: text of all messages.
    `alone`: nothing else may run beside it; only for backends whose `About` says that they see to it."""

    timeout_s: float = 60.0
    memory_mib: int = 8192
    output_bytes: int = 1 << 20
    alone: bool = False


@dataclass(frozen=True)
class Message:
    """One message of Lean's. `severity`: "error", "warning" or "info". `line` counts from 1 in the source that was
    given to `run`, `column` from 0 in code points; both are 0 where the backend cannot tell."""

    severity: str
    line: int
    column: int
    text: str


@dataclass(frozen=True)
class Reply:
    """All messages of one run, in Lean's order, and its seconds. `sorries`: how many holes the backend names."""

    messages: tuple[Message, ...]
    wall_s: float
    sorries: int = 0


@dataclass(frozen=True)
class About:
    """What a backend is. `version`: such as "4.35.0", or "" if unknown. `offers`: what statements may need of it, a
    subset of {"core", "toolchain", "mathlib"}. `note`: one sentence for people, such as what is not sandboxed.
    `own_alone`: it has many machines, and runs a source with `Limits.alone` on one that does nothing else meanwhile."""

    name: str
    version: str
    offers: frozenset[str]
    note: str = ""
    own_alone: bool = False


class TimedOut(Exception):
    """The source ran past its wall clock and was killed. Says nothing yet about the proof: the machine may be busy."""


class Crashed(Exception):
    """Lean died on this source (signal, out of memory, stack overflow, more output than allowed)."""


class Unavailable(Exception):
    """The backend failed for reasons that are not the source's: never a verdict on the proof, may be tried again.

    `wait_s`: how long to wait before the next try; a busy server is not a failure (`busy`: does not count as a try).
    """

    def __init__(self, why: str, wait_s: float = 0.0, busy: bool = False):
        super().__init__(why)
        self.wait_s, self.busy = wait_s, busy


class Backend(Protocol):
    """A Lean. Thread-safe. `run` raises TimedOut, Crashed or Unavailable; ValueError if it is set up wrongly (a missing
    program, a refused key), with what to do about it, which is never tried again."""

    @property
    def about(self) -> About:
        """What it is; may start it."""
        ...

    @property
    def parallel(self) -> int:
        """How many calls of `run` may usefully be in flight."""
        ...

    def run(self, source: str, limits: Limits, header_lines: int = 0) -> Reply:
        """Elaborate one file. `header_lines`: how many leading lines are the same for many sources (imports and
        options), which a backend may elaborate once. Line numbers of messages count them."""
        ...

    def close(self) -> None:
        """Kill what runs. `run` must not be called any more."""
        ...
