"""The worker process of `rlve_gym.judging`: reads items, verifies them one by one, writes a verdict for each.

Protocol, both ways: frames of a 4-byte big-endian length and a JSON array whose first entry is its kind. JSON keeps
every float bit for bit, and carries lone surrogates escaped.

    to the worker     ["folder", path]                                        add a folder of environments
                      ["item", number, env, level, seed, text, truncated]     verify a completion
    from the worker   ["ready"]                                               imports are done
                      ["loaded", env]                                         its module is imported, it begins
                      ["verdict", number, outcome, score, why, severity, seconds]
                      ["leaving"]                                             no further item is taken: memory is low

The worker ends when its input does. The protocol moves to descriptors of its own, so that a verifier which prints or
reads cannot disturb it.
"""

import ctypes
import json
import os
import signal
import struct
import sys
import time
from contextlib import suppress
from functools import lru_cache
from typing import Any, BinaryIO

from rlve_gym.problem import Problem, Spec
from rlve_gym.registry import add_folder, load
from rlve_gym.verdict import Outcome, Verdict

PROBLEMS_KEPT = 256
_LENGTH = struct.Struct(">I")
_PR_SET_PDEATHSIG = 1


def frame(*message: object) -> bytes:
    """The bytes of one message."""
    body = json.dumps(message, separators=(",", ":")).encode()
    return _LENGTH.pack(len(body)) + body


def unframe(buffer: bytearray) -> list[list[Any]]:
    """Take all complete messages from the front of `buffer`; an incomplete one stays."""
    messages, at = [], 0
    while len(buffer) - at >= 4:
        end = at + 4 + _LENGTH.unpack_from(buffer, at)[0]
        if end > len(buffer):
            break
        messages.append(json.loads(buffer[at + 4 : end]))
        at = end
    del buffer[:at]
    return messages


@lru_cache(maxsize=PROBLEMS_KEPT)
def _problem(env: str, level: int, seed: int) -> Problem:
    return Spec(env, level, seed).problem()


def _verify(env: str, level: int, seed: int, text: str, truncated: bool) -> Verdict:
    """The verdict on one completion. Whatever a faulty verifier raises, SystemExit included, is outcome `error`."""
    try:
        return _problem(env, level, seed).verify(text, truncated=truncated)
    except MemoryError:
        return Verdict(Outcome.ERROR, why="MemoryError: the verifier went beyond the judge's memory_mib")
    except BaseException as error:
        return Verdict(Outcome.ERROR, why=described(error))


def described(error: BaseException) -> str:
    """An exception in one line of at most 500 characters. Even `str(error)` may fail in a user's code."""
    try:
        text = str(error)
    except Exception:
        text = ""
    return " ".join(f"{type(error).__name__}: {text}".split())[:500].removesuffix(":")


def _memory_bytes() -> int:
    """The address space in use, 0 where the platform does not tell."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _limit_memory(limit_bytes: int) -> None:
    """Bound the address space where the platform can, and leave no core file behind a crash."""
    try:
        import resource

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        soft = limit_bytes if hard == resource.RLIM_INFINITY else min(limit_bytes, hard)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, ValueError, OSError):
        return


def _die_with(parent: int) -> None:
    """On Linux: be killed when the parent dies, even while a verifier hangs in C code."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def _own_pipes() -> tuple[BinaryIO, int]:
    """Move the protocol away from standard input and output, which then lead to the null device."""
    source, sink = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    os.close(null)
    # A child that a verifier forks must not keep the pipe open (a crash shows by its end) nor answer in our place.
    os.register_at_fork(after_in_child=lambda: os.close(sink))
    return os.fdopen(source, "rb"), sink


def _send(sink: int, *message: object) -> None:
    view = memoryview(frame(*message))
    while view:
        view = view[os.write(sink, view) :]


def main(parent: int, memory_mib: int) -> None:
    """Serve items until the input ends. `memory_mib` is what verification may take beyond the imports done so far."""
    _die_with(parent)
    source, sink = _own_pipes()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ceiling = _memory_bytes() + memory_mib * 2**20
    _limit_memory(ceiling)
    loaded: set[str] = set()
    _send(sink, "ready")
    while len(head := source.read(4)) == 4:
        message = json.loads(source.read(_LENGTH.unpack(head)[0]))
        if message[0] == "folder":
            # A folder that has vanished shows as an unknown environment where it matters: in its own verdicts.
            with suppress(ValueError):
                add_folder(message[1])
            continue
        _answer(sink, loaded, *message[1:])
        if _memory_bytes() > ceiling - memory_mib * 2**19:
            _send(sink, "leaving")
            return


def _answer(
    sink: int, loaded: set[str], number: int, env: str, level: int, seed: int, text: str, truncated: bool
) -> None:
    """Verify one item and send what came of it."""
    began = time.perf_counter()
    if env not in loaded:
        try:
            load(env)
        except BaseException as error:
            why = f"the environment {env} cannot be loaded: {described(error)}"
            _send(sink, "verdict", number, Outcome.ERROR, 0.0, why, 1.0, time.perf_counter() - began)
            return
        loaded.add(env)
        _send(sink, "loaded", env)
        began = time.perf_counter()
    verdict = _verify(env, level, seed, text, truncated)
    fields = [verdict.outcome, verdict.score, verdict.why, verdict.severity]
    try:
        _send(sink, "verdict", number, *fields, time.perf_counter() - began)
    except TypeError as error:
        why = f"the verdict is no plain data: {described(error)}"
        _send(sink, "verdict", number, Outcome.ERROR, 0.0, why, 1.0, time.perf_counter() - began)
