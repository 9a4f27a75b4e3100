"""What Lean's messages mean: one classifier for every backend.

A proof counts when there is no error, no hole, and exactly one axiom report, on the line where we asked for it, that
names the check of this run and no axiom but Lean's three. "No error and no sorry" alone is no specification: files that
end early, messages that are suppressed and statements that were changed all satisfy it.

One option of Lean's turns its kernel off without a trace in messages or axioms: with it `decide +kernel` proves 1 = 2.
The screen refuses all such options; here a file that names this one does not count, however it is written.
"""

import re
from dataclasses import dataclass

from rlve_gym.lean.assembly import Assembly
from rlve_gym.lean.backend import Message, Reply

AXIOMS = {"propext", "Classical.choice", "Quot.sound"}
UNCHECKED = "skipKernelTC"
WHY_CHARS = 400
_SORRY = re.compile(r"declaration uses\s+\W?\s*sorry", re.IGNORECASE)
_REPORT = re.compile(r"\s*'([^']*)' (?:does not depend on any axioms|depends on axioms: \[([^\[\]]*)\])\s*")


@dataclass(frozen=True)
class Checked:
    """What became of a proof. `result`: "proved", "lean_error", "sorry", "axioms", "no_report", "timeout", "crash", or
    "unavailable" (infrastructure: says nothing about the proof); `why`: one line for people and models."""

    result: str
    why: str = ""
    axioms: tuple[str, ...] = ()
    wall_s: float = 0.0
    backend: str = ""
    version: str = ""

    @property
    def proved(self) -> bool:
        return self.result == "proved"


def read(reply: Reply, assembly: Assembly) -> Checked:
    """The meaning of a reply to this assembly."""
    if UNCHECKED in assembly.source:
        return Checked("axioms", "the proof turns the kernel off", wall_s=reply.wall_s)
    errors = [message for message in reply.messages if message.severity == "error"]
    if errors:
        return Checked("lean_error", _described(errors[0], assembly), wall_s=reply.wall_s)
    if reply.sorries or any(_SORRY.search(message.text) for message in reply.messages):
        return Checked("sorry", "the proof leaves a hole (sorry)", wall_s=reply.wall_s)
    reports = [message for message in reply.messages if f"check_{assembly.nonce}" in message.text]
    if len(reports) != 1:
        return Checked("no_report", f"{len(reports)} reports of axioms, not one", wall_s=reply.wall_s)
    return _axioms(reports[0], assembly, reply.wall_s)


def _axioms(message: Message, assembly: Assembly, wall_s: float) -> Checked:
    match = _REPORT.fullmatch(message.text)
    misplaced = message.line not in (0, assembly.report_line)
    if match is None or match[1] != f"check_{assembly.nonce}" or misplaced or message.severity != "info":
        return Checked("no_report", "the report of axioms is not where or what it should be", wall_s=wall_s)
    axioms = tuple(name.strip() for name in match[2].split(",")) if match[2] is not None else ()
    if foreign := [name for name in axioms if name not in AXIOMS]:
        result = "sorry" if foreign == ["sorryAx"] else "axioms"
        return Checked(result, f"the proof rests on {', '.join(foreign)}"[:WHY_CHARS], axioms, wall_s)
    return Checked("proved", "", axioms, wall_s)


def _described(message: Message, assembly: Assembly) -> str:
    """An error with its line in the proof, bounded. Names of this run stay out: why is shown to models."""
    text = " ".join(message.text.replace(assembly.nonce, "").split())
    within = assembly.first_line <= message.line <= assembly.last_line
    place = f"line {message.line - assembly.first_line + 1}: " if within else ""
    return (place + text)[:WHY_CHARS]
