"""The process that holds the embedded Lean: one initialised library, from which a child is forked for every source.

Run by path, isolated (`python -I -S`), with an environment of its own, in one of two ways:

    once LIBRARY ARGUMENTS...    run Lean's command line and leave with its exit status
    serve LIBRARY CONTROL        serve runs that arrive on the socket with descriptor CONTROL, until it closes; the
                                 working folder is all that they may read

A run is one message on CONTROL: JSON {"arguments", "timeout_s", "memory_mib"} and four descriptors: input, output,
errors, and one end of a socket pair, the run's channel. On the channel comes back JSON {"status", "timed_out",
"wall_s"} once the child is dead; what the other side writes there, or its hanging up, kills the child at once. The
first message on CONTROL goes the other way: {"offline", "landlock"}, whether a child is kept from network and files.

A fork of a process with threads is safe only if the child needs none of them. The one thread here is the event loop of
Lean's runtime, which serves sockets and timers of Lean programs; elaboration uses neither.
"""

import ctypes
import gc
import json
import os
import resource
import selectors
import signal
import socket
import sys
import time
from contextlib import suppress
from dataclasses import dataclass

# What Lean may map for itself while it checks one source: stacks of a few threads and the allocator's reserve.
OWN_ADDRESS_SPACE = 1536 << 20
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446
_LANDLOCK_READ = 1 << 2 | 1 << 3  # read a file, list a folder
# How many of Landlock's rights to the file system each version of it knows; all of them are taken away but reading.
_LANDLOCK_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}
_LANDLOCK_TCP, _LANDLOCK_SCOPES = 0b11, 0b11  # bind and connect (version 4); abstract sockets and signals (version 6)


@dataclass
class Child:
    """A source that is being checked."""

    pid: int
    channel: socket.socket
    began: float
    deadline: float
    timed_out: bool = False


def main(arguments: list[str]) -> None:
    mode, library, *rest = arguments
    lean = ctypes.CDLL(library, ctypes.RTLD_GLOBAL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if mode == "once":
        _lean_main(lean, rest)
    control = socket.socket(fileno=int(rest[0]))
    offline = _leave_network()
    lean.lean_initialize()
    landlock = ctypes.CDLL(None).syscall(_LANDLOCK_CREATE, None, 0, 1) >= 1
    control.send(json.dumps({"offline": offline, "landlock": landlock}).encode())
    _Server(lean, control).serve()


def _lean_main(lean: ctypes.CDLL, arguments: list[str]) -> None:
    """Lean's own `main`; does not come back: it leaves with Lean's exit status."""
    words = [b"lean", *(argument.encode() for argument in arguments)]
    argv = (ctypes.c_char_p * (len(words) + 1))(*words, None)
    lean.lean_setup_args.restype = ctypes.c_void_p
    lean.lean_main.argtypes = [ctypes.c_int, ctypes.c_void_p]
    status = lean.lean_main(len(words), lean.lean_setup_args(len(words), argv))
    ctypes.CDLL(None).fflush(None)
    os._exit(status & 255)


def _leave_network() -> bool:
    """Enter a network namespace without interfaces, where the system permits it to everyone."""
    return ctypes.CDLL(None).unshare(_NEW_USER | _NEW_NETWORK) == 0


class _Server:
    """The loop of the fork server. Single-threaded; it never waits for a child."""

    def __init__(self, lean: ctypes.CDLL, control: socket.socket):
        self._lean, self._control = lean, control
        self._parent = os.getppid()
        self._children: dict[int, Child] = {}
        with open("/proc/self/statm", "rb") as file:
            pages = int(file.read().split()[0])
        self._base_bytes = pages * resource.getpagesize() + OWN_ADDRESS_SPACE
        self._wake, wake_end = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.set_wakeup_fd(wake_end, warn_on_full_buffer=False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(control, selectors.EVENT_READ)
        self._selector.register(self._wake, selectors.EVENT_READ)
        # A collection in a child would touch, and so copy, every page of this process.
        gc.freeze()

    def serve(self) -> None:
        """Until the other side closes the socket or dies."""
        while os.getppid() == self._parent:
            for key, _ in self._selector.select(self._wait_s()):
                if key.fileobj is self._control:
                    if not self._accept():
                        return
                elif key.fileobj == self._wake:
                    with suppress(BlockingIOError):
                        os.read(self._wake, 4096)
                elif key.data.pid in self._children:
                    self._kill(key.data)
            self._reap()
            self._stop_late()

    def _wait_s(self) -> float:
        now = time.monotonic()
        return max(0.0, min([1.0, *(child.deadline - now for child in self._children.values())]))

    def _accept(self) -> bool:
        message, descriptors, _, _ = socket.recv_fds(self._control, 1 << 16, 4)
        if not message:
            return False
        run = json.loads(message)
        channel = socket.socket(fileno=descriptors[3])
        began = time.monotonic()
        pid = os.fork()
        if pid == 0:
            self._be_child(descriptors, run)
        for descriptor in descriptors[:3]:
            os.close(descriptor)
        child = self._children[pid] = Child(pid, channel, began, began + run["timeout_s"])
        self._selector.register(channel, selectors.EVENT_READ, child)
        return True

    def _be_child(self, descriptors: list[int], run: dict) -> None:
        """Never comes back: whatever goes wrong before Lean runs is exit status 70."""
        try:
            server = os.getppid()
            os.setsid()
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGINT):
                signal.signal(number, signal.SIG_DFL)
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != server:
                os._exit(70)
            for number, descriptor in enumerate(descriptors[:3]):
                os.dup2(descriptor, number)
            os.closerange(3, 1024)
            _limit(self._base_bytes + (run["memory_mib"] << 20))
            _read_only(".")
            _lean_main(self._lean, run["arguments"])
        finally:
            os._exit(70)

    def _kill(self, child: Child) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGKILL)  # before its setsid the group does not exist yet

    def _stop_late(self) -> None:
        now = time.monotonic()
        for child in self._children.values():
            if now >= child.deadline and not child.timed_out:
                child.timed_out = True
                self._kill(child)

    def _reap(self) -> None:
        """Take leave of the dead. Their group is killed first, while the number is still theirs."""
        for child in list(self._children.values()):
            if os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
                continue
            self._kill(child)
            status = os.waitstatus_to_exitcode(os.waitpid(child.pid, 0)[1])
            wall_s = time.monotonic() - child.began
            reply = {"status": status, "timed_out": child.timed_out, "wall_s": wall_s}
            with suppress(OSError):
                child.channel.send(json.dumps(reply).encode())
            self._selector.unregister(child.channel)
            child.channel.close()
            del self._children[child.pid]


def _limit(address_space: int) -> None:
    """Bound memory; forbid writing files and leave few descriptors."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    bytes_ = address_space if hard == resource.RLIM_INFINITY else min(address_space, hard)
    resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))


def _read_only(folder: str) -> None:
    """Where the kernel has Landlock: take away every access to files but reading those in `folder`, and to other
    processes."""
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    version = libc.syscall(_LANDLOCK_CREATE, None, 0, 1)
    if version < 1:
        return
    files = (1 << _LANDLOCK_RIGHTS.get(version, 16)) - 1
    words = 1 if version < 4 else 2 if version < 6 else 3
    handled = (ctypes.c_uint64 * words)(*(files, _LANDLOCK_TCP, _LANDLOCK_SCOPES)[:words])
    rules = libc.syscall(_LANDLOCK_CREATE, handled, 8 * words, 0)
    beneath = os.open(folder, os.O_PATH | os.O_CLOEXEC)
    rule = _LANDLOCK_READ.to_bytes(8, "little") + beneath.to_bytes(4, "little")
    libc.syscall(_LANDLOCK_ADD, rules, 1, rule, 0)
    libc.syscall(_LANDLOCK_RESTRICT, rules, 0)
    os.close(rules)
    os.close(beneath)


if __name__ == "__main__":
    main(sys.argv[1:])
