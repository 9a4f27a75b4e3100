"""Watching processes of this machine, also those in namespaces of their own."""

import os
import time
from collections.abc import Callable

import psutil


def eventually(condition: Callable[[], bool], within_s: float = 15.0) -> bool:
    until = time.monotonic() + within_s
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def alive(token: str) -> list[int]:
    """Processes with this in their command line."""
    found = []
    for process in psutil.process_iter(["cmdline", "status"]):
        if token in " ".join(process.info["cmdline"] or []) and process.info["status"] != psutil.STATUS_ZOMBIE:
            found.append(process.pid)
    return [pid for pid in found if pid != os.getpid()]
