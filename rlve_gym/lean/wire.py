"""Lean's messages in JSON, read strictly: what the command line, the REPL and Kimina servers have in common."""

import json

from rlve_gym.lean.backend import Crashed, Message, Reply, Unavailable

_SEVERITIES = {"error": "error", "warning": "warning", "information": "info", "info": "info", "trace": "info"}


def message(entry: object, shift: int = 0) -> Message:
    """A message from its JSON, `shift` lines further down. ValueError if Lean does not write messages like that."""
    match entry:
        case {"severity": str(severity), "pos": {"line": int(line), "column": int(column)}, "data": str(text)}:
            if severity in _SEVERITIES:
                return Message(_SEVERITIES[severity], line + shift, column, text)
    raise ValueError("not a message of Lean's")


def messages(reply: dict, shift: int = 0) -> tuple[Message, ...]:
    """All messages of a REPL's reply. ValueError if one of them, or their list, is not what it should be."""
    entries = reply.get("messages") or []
    if not isinstance(entries, list):
        raise ValueError("messages are not a list")
    return tuple(message(entry, shift) for entry in entries)


def sorries(reply: dict) -> int:
    """How many holes a REPL's reply names. ValueError if that is not a list."""
    entries = reply.get("sorries") or []
    if not isinstance(entries, list):
        raise ValueError("sorries are not a list")
    return len(entries)


def loads(text: bytes | str) -> object:
    """JSON from outside. ValueError for everything that is not JSON, however deep it is nested."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("JSON nested too deeply") from error


def unsendable(source: str) -> Reply | None:
    """The reply to a text that no Lean can be given, as it has no UTF-8 or a NUL; None if it can be sent."""
    for number, character in enumerate(source):
        if character == "\0" or "\ud800" <= character <= "\udfff":
            before = source[:number]
            line, column = before.count("\n") + 1, number - before.rfind("\n") - 1
            return Reply((Message("error", line, column, f"forbidden character U+{ord(character):04X}"),), 0.0)
    return None


def refused(text: str) -> Exception:
    """What a REPL's reply without messages, only a `message`, means: the source's fault or the REPL's. Never a pass."""
    if text.startswith("Lean error"):
        return Crashed(f"Lean stopped with an error of its own: {text[:300]}")
    return Unavailable(f"the REPL refused: {text[:300]}")
