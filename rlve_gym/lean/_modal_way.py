"""The two ways to a Lean server in a sandbox: through Modal's tunnel, or through a relay's standard streams."""

import asyncio
import base64
import json
import math
import secrets
import threading
from pathlib import Path
from typing import Any

from rlve_gym.lean._kimina_wire import NoAnswer, Silent, Transport, failed
from rlve_gym.lean._modal_relay import MOST_LINE
from rlve_gym.lean._modal_sdk import Sdk
from rlve_gym.lean.backend import Crashed, Unavailable
from rlve_gym.lean.wire import loads

_ANSWER_SLACK_S = 10.0
_PROGRAM = (Path(__file__).parent / "_modal_relay.py").read_text(encoding="utf-8")


def tunnel(sdk: Sdk, sandbox: Any, port: int, key: str, limit_s: float) -> Transport:
    """The way over HTTPS: the server answers at an address that anybody can reach, to those who have its key."""
    from rlve_gym.lean._kimina_http import Server

    tunnels = sdk.call("asking for a sandbox's tunnel", sandbox.tunnels.aio(timeout=math.ceil(limit_s)), limit_s)
    if port not in tunnels:
        raise Unavailable(f"Modal: a sandbox without a tunnel to port {port}")
    return Server(tunnels[port].url, key)


class Relay:
    """A `Transport` over a process in the sandbox (see `_modal_relay`), started at the first use and after it broke.

    silence_s: after so long without a request the process ends, and is started again when there is one.
    """

    def __init__(self, sdk: Sdk, sandbox: Any, port: int, silence_s: float, call_s: float):
        self.url = f"the server in sandbox {sandbox.object_id}"
        self._sdk, self._sandbox, self._port = sdk, sandbox, port
        self._silence_s, self._call_s = silence_s, call_s
        self._opening = threading.Lock()
        self._stream: _Stream | None = None

    def post(self, path: str, payload: dict, timeout_s: float, most_bytes: int) -> bytes | None:
        """The body of a good answer; None if there is no such path. See `Transport`."""
        request = {"path": path, "payload": payload, "timeout_s": timeout_s, "most_bytes": most_bytes}
        answer = self._ask(request, timeout_s)
        try:
            if "failed" in answer:
                kind = Silent if answer["failed"] == "TimeoutError" else NoAnswer
                raise kind(f"no answer from {self.url} ({str(answer['failed'])[:100]})")
            if answer.get("long"):
                raise Crashed("more output than allowed")
            body = base64.b64decode(answer["body"], validate=True)
            status, retry_after = int(answer["status"]), str(answer.get("retry_after", ""))
        except (KeyError, ValueError, TypeError) as error:
            raise NoAnswer(f"no answer from {self.url} that makes sense ({type(error).__name__})") from error
        return body if status == 200 else failed(self.url, status, body, retry_after, None, keyed=False)

    def close(self) -> None:
        """Nothing: the process ends with its sandbox."""

    def _ask(self, request: dict, timeout_s: float) -> dict:
        name = secrets.token_hex(8)
        line = json.dumps({"id": name, **request}).encode() + b"\n"
        if len(line) > MOST_LINE:
            raise Crashed("a request that is longer than a relay takes")
        stream = self._opened()
        try:
            return self._sdk.call("a relay's answer", stream.ask(name, line), timeout_s + _ANSWER_SLACK_S)
        except NoAnswer:
            raise
        except (Unavailable, ValueError) as error:
            raise NoAnswer(f"no answer from {self.url} ({error})") from error

    def _opened(self) -> "_Stream":
        with self._opening:
            if self._stream is None or self._stream.broken:
                stream = _Stream(self.url, self._call_s)
                command = ("python3", "-u", "-c", _PROGRAM, str(self._port), str(self._silence_s))
                try:
                    self._sdk.call("starting a relay", stream.open(self._sandbox, command), self._call_s)
                except (Unavailable, ValueError) as error:
                    raise NoAnswer(str(error)) from error
                self._stream = stream
            return self._stream


class _Stream:
    """One process and its answers. All of it runs in the loop of `Sdk`, except for `broken`."""

    def __init__(self, url: str, call_s: float):
        self.broken = ""
        self._url, self._call_s = url, call_s
        self._writing = asyncio.Lock()
        self._waiting: dict[str, asyncio.Future[dict]] = {}
        self._reading: asyncio.Task[None] | None = None
        self._process: Any = None

    async def open(self, sandbox: Any, command: tuple[str, ...]) -> None:
        """Start the process and wait for its first word."""
        from modal.stream_type import StreamType

        hello = self._waiting["hello"] = asyncio.get_running_loop().create_future()
        try:
            self._process = await sandbox.exec.aio(*command, text=False, stderr=StreamType.DEVNULL)
            self._reading = asyncio.ensure_future(self._read(self._process))
            self._reading.add_done_callback(self._ended)
            await hello
        except asyncio.CancelledError:
            self._break("it did not begin")
            raise

    async def ask(self, name: str, line: bytes) -> dict:
        """Send a request; its answer. NoAnswer if the process ends before that."""
        if self.broken:
            raise NoAnswer(f"no answer from {self._url} ({self.broken})")
        answer = self._waiting[name] = asyncio.get_running_loop().create_future()
        try:
            async with self._writing:
                self._process.stdin.write(line)
                sent = asyncio.ensure_future(self._process.stdin.drain.aio())
                done, _ = await asyncio.wait({sent}, timeout=self._call_s)
            if not done:
                sent.cancel()
                self._break("its standard input takes nothing")
            elif error := sent.exception():
                self._break(f"{type(error).__name__}: {error}"[:300])
            return await answer
        finally:
            self._waiting.pop(name, None)

    async def _read(self, process: Any) -> None:
        buffer = bytearray()
        async for chunk in process.stdout:
            buffer += chunk
            if b"\n" in chunk:
                *lines, rest = buffer.split(b"\n")
                buffer = bytearray(rest)
                for line in lines:
                    self._hear(bytes(line))
            if len(buffer) > MOST_LINE:
                raise ValueError("a line that does not end")

    def _hear(self, line: bytes) -> None:
        answer = loads(line)
        if not isinstance(answer, dict):
            raise ValueError("a line that is no answer")
        waiting = self._waiting.get("hello" if "hello" in answer else str(answer.get("id")))
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    def _ended(self, reading: "asyncio.Task[None]") -> None:
        error = None if reading.cancelled() else reading.exception()
        self._break(f"{type(error).__name__}: {error}"[:300] if error else "its relay has ended")

    def _break(self, why: str) -> None:
        """Nothing more comes: everybody who waits is told."""
        self.broken = self.broken or why
        for waiting in list(self._waiting.values()):
            if not waiting.done():
                waiting.set_exception(NoAnswer(f"no answer from {self._url} ({self.broken})"))
        if self._reading is not None:
            self._reading.cancel()
