"""The file that every Lean must answer before it may judge: it shows what can be proved, the version, and honesty.

A backend that finds nothing wrong with the last line would find nothing wrong with anything, and is refused.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rlve_gym.lean.backend import Limits, Message

LIMITS = Limits(timeout_s=600.0)
"""Generous: a first import of Mathlib from a cold disk takes minutes."""
FALSE = "rlve_no_such_name"
_LINES = {
    "core": "theorem rlve_probe_core : True := True.intro",
    "toolchain": "theorem rlve_probe_toolchain : (#[1, 2] : Array Nat).size = 2 := rfl",
    "mathlib": "theorem rlve_probe_mathlib (x y : \u211d) : x + y = y + x := by ring",
    "version": "#eval Lean.versionString",
    "false": f"theorem rlve_probe_false : True := {FALSE}",
}
_FIRST_LINE = 3  # behind the import and a blank line: servers that cut both off are found out
_VERSION = re.compile(r'"?v?(\d+\.\d+\.\d+[-.\w]*)"?')


@dataclass(frozen=True)
class Probed:
    """What a Lean has shown. `version` may be empty. `shift`: what its line numbers lack."""

    offers: frozenset[str]
    version: str
    shift: int = 0


def source(module: str = "Init") -> str:
    """The file, with that import."""
    lines = [text for name, text in _LINES.items() if name != "mathlib" or module == "Mathlib"]
    return "\n".join([f"import {module}", "", *lines, ""])


def read(messages: Sequence[Message], module: str = "Init") -> Probed:
    """What the answer shows. ValueError, with what Lean said, if it cannot be used."""
    names = [name for name in _LINES if name != "mathlib" or module == "Mathlib"]
    canaries = [message for message in messages if message.severity == "error" and FALSE in message.text]
    if not canaries:
        said = "; ".join(f"{m.severity}: {' '.join(m.text.split())}" for m in messages)[:300]
        raise ValueError(f"this Lean accepts an unknown name in a file with `import {module}`, and says: {said or '-'}")
    shift = _FIRST_LINE + names.index("false") - canaries[0].line
    failed = {_name(names, message.line + shift) for message in messages if message.severity == "error"}
    if failed & {"", "core", "mathlib"}:
        texts = [m.text for m in messages if _name(names, m.line + shift) in ("", "core", "mathlib")]
        raise ValueError(f"this Lean does not check a file with `import {module}`: {' '.join(texts[0].split())[:300]}")
    offers = {"core", *({"toolchain"} - failed), *({"mathlib"} if module == "Mathlib" else ())}
    return Probed(frozenset(offers), _version(messages), shift)


def _name(names: list[str], line: int) -> str:
    """What stands in a line; "" for the import and what is nowhere."""
    return names[line - _FIRST_LINE] if 0 <= line - _FIRST_LINE < len(names) else ""


def _version(messages: Sequence[Message]) -> str:
    found = (_VERSION.fullmatch(message.text.strip()) for message in messages if message.severity == "info")
    return next((match[1] for match in found if match), "")
