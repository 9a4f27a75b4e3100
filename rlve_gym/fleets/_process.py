"""An engine process of `rlve_gym.fleets.local`: makes a worker, calls its methods, sends back what they yield.

Frames both ways: 8 bytes of length, big-endian, and a pickled tuple whose first entry is its kind. Both ends are our
own processes, and text of models is only ever a string in there.

    to the process     ("make", recipe)                        what the worker is
                       ("common", value)                       the second argument of calls from here on
                       ("call", method, argument)              one call
    from the process   ("ready",)                              the worker is made
                       ("part", part, value)                   one part of the call's result
                       ("done",)                               the call has ended
                       ("failed", is_the_users, text)          the call, or making the worker, has raised

The process ends when its input does, or its parent.
"""

import os
import pickle
import signal
import struct
import traceback
from typing import Any, BinaryIO

from rlve_gym._judge_worker import _die_with, _own_pipes

_LENGTH = struct.Struct(">Q")


def frame(*message: object) -> bytes:
    """The bytes of one message."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


def unframe(buffer: bytearray) -> list[tuple]:
    """Take all complete messages from the front of `buffer`; an incomplete one stays."""
    messages, at = [], 0
    while len(buffer) - at >= _LENGTH.size:
        end = at + _LENGTH.size + _LENGTH.unpack_from(buffer, at)[0]
        if end > len(buffer):
            break
        messages.append(pickle.loads(memoryview(buffer)[at + _LENGTH.size : end]))
        at = end
    del buffer[:at]
    return messages


def main(parent: int) -> None:
    """Serve calls until the input ends."""
    _die_with(parent)
    source, sink = _own_pipes()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker = common = None
    while (message := _receive(source)) is not None:
        kind, *content = message
        if kind == "common":
            (common,) = content
            continue
        try:
            if kind == "make":
                worker = content[0].make()
                _send(sink, "ready")
                continue
            method, argument = content
            for part, value in getattr(worker, method)(argument, common):
                _send(sink, "part", part, value)
        except ValueError as error:
            _send(sink, "failed", True, str(error))
        except Exception:
            _send(sink, "failed", False, traceback.format_exc())
        else:
            _send(sink, "done")


def _receive(source: BinaryIO) -> tuple[Any, ...] | None:
    head = source.read(_LENGTH.size)
    return pickle.loads(source.read(_LENGTH.unpack(head)[0])) if len(head) == _LENGTH.size else None


def _send(sink: int, *message: object) -> None:
    view = memoryview(frame(*message))
    while view:
        view = view[os.write(sink, view) :]
