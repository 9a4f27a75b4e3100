"""The process that starts Lean programs: behind walls if the machine permits, and always with limits and no survivors.

Run by path, isolated (`python -I -S`): `_launcher.py CONTROL MODE SCRATCH_MIB`. CONTROL is a socket; SCRATCH_MIB is the
size of the one folder that programs can write to, usually 0. The launcher first puts up its
walls and says on it, in JSON, which ones stand: {"walls": [...]}. Everything started later is born behind them.

A run is one message on CONTROL: JSON {"command", "cwd", "environment", "memory_mib"} and four descriptors: input,
output, errors, and one end of a socket pair, the run's line. On the line comes back b"+" once the program is started,
{"error"} if it cannot be, {"code"} (negative: a signal) when it has ended, {"rss_kib"} when b"?" is asked. Hanging up
kills the program and all it has started; so does the death of the other side, which hangs up everything.

Left out: walls against reading files, as Lean's own lie anywhere. No network, no writing: what is read goes nowhere.
"""

import ctypes
import json
import os
import platform
import resource
import selectors
import signal
import socket
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass

_PDEATHSIG, _CAPBSET_DROP, _SET_SECCOMP, _SUBREAPER, _NO_NEW_PRIVS = 1, 24, 22, 36, 38
_NEW_NS, _NEW_IPC, _NEW_USER, _NEW_PID, _NEW_NET = 0x20000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
_NOSUID, _NODEV, _NOEXEC, _BIND, _REC, _PRIVATE, _DETACH = 2, 4, 8, 0x1000, 0x4000, 0x40000, 2
_MOUNT_SETATTR, _AT_FDCWD, _AT_RECURSIVE, _ATTR_READ_ONLY = 442, -100, 0x8000, 1
SCRATCH = "/dev/scratch"
_DEVICES = ("null", "zero", "full", "random", "urandom")
# Audit architecture and the numbers of socket, ptrace, process_vm_readv, process_vm_writev; io_uring_setup is 425.
_CALLS = {"x86_64": (0xC000003E, 41, 101, 310, 311), "aarch64": (0xC00000B7, 198, 117, 270, 271)}
_IO_URING_SETUP, _X32, _EPERM, _ENOSYS = 425, 0x40000000, 1, 38
_libc = ctypes.CDLL(None, use_errno=True)


def main(control: socket.socket, mode: str, scratch_mib: int) -> None:
    walls = ["files are read-only", "no network", "other processes are out of sight"] if mode != "plain" else []
    if mode == "namespaces":
        _enter_namespaces(scratch_mib)
    walls += _restrict(scratch_mib)
    control.send(json.dumps({"walls": walls}).encode())
    _Launcher(control).serve()


def _enter_namespaces(scratch_mib: int) -> None:
    """Go on as process 1 of new namespaces: no network, all file systems read-only, other processes out of sight.

    Whatever fails here ends the launcher, and the other side tries another mode.
    """
    user, group = os.getuid(), os.getgid()
    _call(_libc.unshare(_NEW_USER | _NEW_NS | _NEW_PID | _NEW_NET | _NEW_IPC), "unshare")
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    if child := os.fork():
        os.closerange(3, 1024)
        os.waitpid(child, 0)
        os._exit(0)
    _libc.prctl(_PDEATHSIG, signal.SIGKILL)
    _mount(b"none", b"/", None, _REC | _PRIVATE)
    _mount(b"proc", b"/proc", b"proc", _NOSUID | _NODEV | _NOEXEC)
    _few_devices()
    os.mkdir(SCRATCH)
    attributes = struct.pack("QQQQ", _ATTR_READ_ONLY, 0, 0, 0)
    _call(_libc.syscall(_MOUNT_SETATTR, _AT_FDCWD, b"/", _AT_RECURSIVE, attributes, len(attributes)), "read-only")
    if scratch_mib:
        _mount(b"none", SCRATCH.encode(), b"tmpfs", _NOSUID | _NODEV, f"size={scratch_mib}m".encode())


def _few_devices() -> None:
    """Replace /dev: a read-only file system does not keep root from writing to a disk's device."""
    _mount(b"none", b"/tmp", b"tmpfs", _NOSUID)
    os.mkdir("/tmp/dev")
    _mount(b"/dev", b"/tmp/dev", None, _BIND | _REC)
    _mount(b"none", b"/dev", b"tmpfs", _NOSUID)
    for name in _DEVICES:
        os.close(os.open(f"/dev/{name}", os.O_CREAT, 0o666))
        _mount(f"/tmp/dev/{name}".encode(), f"/dev/{name}".encode(), None, _BIND)
    os.symlink("/proc/self/fd", "/dev/fd")
    _call(_libc.umount2(b"/tmp", _DETACH), "umount")


def _mount(source: bytes, target: bytes, kind: bytes | None, flags: int, data: bytes | None = None) -> None:
    _call(_libc.mount(source, target, kind, flags, data), f"mount {target.decode()}")


def _call(result: int, what: str) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")


def _restrict(scratch_mib: int) -> list[str]:
    """What every child inherits: no privileges, no writing, no core files, no sockets. Returns the walls that stand."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (scratch_mib << 20, scratch_mib << 20))
    _libc.prctl(_SUBREAPER, 1, 0, 0, 0)
    for capability in range(64):
        _libc.prctl(_CAPBSET_DROP, capability, 0, 0, 0)
    _libc.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0)
    return ["no sockets"] if _forbid_calls() else []


def _forbid_calls() -> bool:
    """A seccomp filter: no sockets, no io_uring (which makes sockets), no meddling with other processes."""
    if platform.machine() not in _CALLS:
        return False
    architecture, *forbidden = _CALLS[platform.machine()]
    load, equal, at_least, give = 0x20, 0x15, 0x35, 0x06
    allow, deny, absent = 0x7FFF0000, 0x00050000 | _EPERM, 0x00050000 | _ENOSYS
    rules = [(load, 0, 0, 4), (equal, 1, 0, architecture), (give, 0, 0, deny), (load, 0, 0, 0)]
    rules += [(at_least, 0, 1, _X32), (give, 0, 0, deny), (equal, 0, 1, _IO_URING_SETUP), (give, 0, 0, absent)]
    for number in forbidden:
        rules += [(equal, 0, 1, number), (give, 0, 0, deny)]
    code = b"".join(struct.pack("HBBI", *rule) for rule in [*rules, (give, 0, 0, allow)])
    program = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(buffer := ctypes.create_string_buffer(code)))
    done = _libc.prctl(_SET_SECCOMP, 2, program, 0, 0) == 0
    del buffer
    return done


@dataclass(eq=False)
class _Run:
    pid: int
    line: socket.socket


class _Launcher:
    """The loop. Single-threaded; it never waits for a program."""

    def __init__(self, control: socket.socket):
        self._control = control
        control.set_inheritable(False)
        self._runs: dict[int, _Run] = {}
        self._wake, wake_end = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.set_wakeup_fd(wake_end, warn_on_full_buffer=False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(control, selectors.EVENT_READ)
        self._selector.register(self._wake, selectors.EVENT_READ)
        self._children = f"/proc/self/task/{os.getpid()}/children"

    def serve(self) -> None:
        """Until the other side closes the socket or dies."""
        while True:
            for key, _ in self._selector.select(1.0):
                if key.fileobj is self._control:
                    if not self._start():
                        self._end()
                        return
                elif key.fileobj == self._wake:
                    with suppress(BlockingIOError):
                        os.read(self._wake, 4096)
                elif key.data.pid in self._runs:
                    self._hear(key.data)
            self._reap()
            self._kill_orphans()

    def _start(self) -> bool:
        try:
            message, descriptors, _, _ = socket.recv_fds(self._control, 1 << 18, 4)
        except ConnectionError:
            return False
        if not message:
            return False
        for descriptor in descriptors:
            os.set_inheritable(descriptor, False)
        line = socket.socket(fileno=descriptors[3])
        if (pid := os.fork()) == 0:
            _become(json.loads(message), descriptors)
        for descriptor in descriptors[:3]:
            os.close(descriptor)
        run = self._runs[pid] = _Run(pid, line)
        self._selector.register(line, selectors.EVENT_READ, run)
        self._say(run, b"+")
        return True

    def _hear(self, run: _Run) -> None:
        """The other side asks for the memory in use, or has hung up."""
        try:
            question = run.line.recv(16)
        except OSError:
            question = b""
        if question == b"?":
            self._say(run, json.dumps({"rss_kib": _rss_kib(run.pid)}).encode())
        else:
            self._selector.unregister(run.line)
            self._kill(run.pid)

    def _say(self, run: _Run, what: bytes) -> None:
        with suppress(OSError):
            run.line.send(what, socket.MSG_DONTWAIT)

    def _kill(self, pid: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)  # before its setsid the group does not exist yet

    def _reap(self) -> None:
        """Take leave of the dead. The group of a program is killed first, while its number is still theirs."""
        with suppress(ChildProcessError):
            while ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                self._kill(ended.si_pid)
                code = os.waitstatus_to_exitcode(os.waitpid(ended.si_pid, 0)[1])
                if run := self._runs.pop(ended.si_pid, None):
                    self._say(run, json.dumps({"code": code}).encode())
                    with suppress(KeyError, ValueError):
                        self._selector.unregister(run.line)
                    run.line.close()

    def _kill_orphans(self) -> None:
        """Programs that left their group come to us when their parent dies. They live a second at most."""
        with suppress(OSError), open(self._children) as file:
            for pid in map(int, file.read().split()):
                if pid not in self._runs:
                    self._kill(pid)

    def _end(self) -> None:
        """Kill everything. Lines are closed first: nobody shall take this for the programs' own end."""
        for run in self._runs.values():
            with suppress(KeyError):
                self._selector.unregister(run.line)
            run.line.close()
            self._kill(run.pid)
        while self._runs:
            signal.sigtimedwait([signal.SIGCHLD], 0.05)
            self._reap()
        self._kill_orphans()


def _rss_kib(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize() // 1024
    except (OSError, IndexError):
        return 0


def _become(run: dict, descriptors: list[int]) -> None:
    """In the child; never comes back. What goes wrong before the program runs is told on the run's line."""
    try:
        os.setsid()
        _libc.prctl(_PDEATHSIG, signal.SIGKILL)
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        for number, descriptor in enumerate(descriptors[:3]):
            os.dup2(descriptor, number)
        limit, hard = run["memory_mib"] << 20, resource.getrlimit(resource.RLIMIT_AS)[1]
        limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        os.chdir(run["cwd"])
        os.execve(run["command"][0], run["command"], run["environment"])
    except (OSError, ValueError) as error:
        os.write(descriptors[3], json.dumps({"error": str(error)}).encode())
    finally:
        os._exit(127)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])), sys.argv[2], int(sys.argv[3]))
