"""What is said to a Kimina Lean server, whatever carries it there: files in one request, and what each answer means.

Known failures and what is done about them are listed in `rlve_gym.lean.kimina`.
"""

import math
import secrets
import threading
from collections.abc import Callable
from typing import Protocol

from rlve_gym.lean import probe
from rlve_gym.lean.backend import Crashed, Limits, Message, Reply, TimedOut, Unavailable
from rlve_gym.lean.wire import loads, messages, refused, sorries

PATHS = ("/api/check", "/verify")
SLACK_S = 60.0
LINGER_S = 0.02  # how long a batch waits to become full
FRAME_BYTES = 1 << 16  # of an answer, besides its messages
BUSY_WAIT_S, _LONGEST_WAIT_S = 1.0, 60.0
_GATEWAY = (502, 503, 504)
Outcome = Reply | Exception


class Refused(ValueError):
    """The server is not what was meant, or refuses us: trying again does not help. Says what to do."""


class NoAnswer(Unavailable):
    """Nothing came back from the server itself: it, or the way to it, may be gone."""


class Silent(NoAnswer):
    """Nothing came back, though it was waited for until the server must have given up itself."""


class Transport(Protocol):
    """A way to one server. `url` names it for people. Thread-safe."""

    url: str

    def post(self, path: str, payload: dict, timeout_s: float, most_bytes: int) -> bytes | None:
        """The body of a good answer; None if there is no such path. `timeout_s`: until something comes.

        Raises Refused (a wrong key, a redirection), Crashed (a good answer of more than `most_bytes`), Unavailable.
        """
        ...

    def close(self) -> None: ...


def failed(url: str, status: int, said: bytes, retry_after: str, location: str | None, keyed: bool) -> None:
    """What an answer other than 200 means: raises Refused or Unavailable; returns if there is no such path."""
    if status in (404, 405):
        return
    if status in (401, 403):
        key = "the key is wrong" if keyed else "a key is needed"
        raise Refused(f"{url} answers {status}: {key}; set LEAN_SERVER_API_KEY")
    if 300 <= status < 400:
        raise Refused(f"{url} has moved to {location}: set LEAN_SERVER_API_URL to that")
    wait_s = min(float(retry_after), _LONGEST_WAIT_S) if retry_after.isdecimal() else 0.0
    if status == 429:
        raise Unavailable(f"{url} is busy", wait_s or BUSY_WAIT_S, busy=True)
    text = " ".join(said.decode("utf-8", "replace").split())
    kind = NoAnswer if status in _GATEWAY else Unavailable
    raise kind(f"{url} answers {status}: {text[:300]}", wait_s)


class Wire:
    """Questions to one server. `max_wait_s`: how long it lets a file wait for a REPL (its LEAN_SERVER_MAX_WAIT)."""

    def __init__(self, server: Transport, max_wait_s: float):
        self.server, self._max_wait_s = server, max_wait_s
        self._paths = PATHS

    def ask(self, sources: list[str], limits: Limits, most_s: float = math.inf) -> list[Outcome]:
        """One request, and what became of each file. Raises what concerns the request as a whole.

        most_s: how long to wait for the answer at most; by default until the server must have given up itself.
        """
        names = [secrets.token_hex(8) for _ in sources]
        timeout_s = max(1, math.ceil(limits.timeout_s))
        http_s = min(most_s, 2 * timeout_s + self._max_wait_s + SLACK_S)
        most_bytes = len(sources) * (limits.output_bytes + FRAME_BYTES)
        for path in self._paths:
            payload = _payload(path, dict(zip(names, sources, strict=True)), timeout_s)
            answer = self.server.post(path, payload, http_s, most_bytes)
            if answer is not None:
                self._paths = (path,)
                entries = _by_name(answer, names)
                return [
                    self._outcome(entries[name], source, limits) for name, source in zip(names, sources, strict=True)
                ]
        raise Unavailable(f"{self.server.url} knows none of {', '.join(self._paths)}: is it a Kimina Lean server?")

    def alone(self, source: str, limits: Limits, most_s: float = math.inf) -> Reply:
        """One file in a request of its own."""
        (outcome,) = self.ask([source], limits, most_s)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def probe(self, module: str, most_s: float = math.inf) -> probe.Probed:
        """What the server shows of itself when it imports a module; loads it. ValueError if it cannot be believed."""
        return probe.read(self.alone(probe.source(module), probe.LIMITS, most_s).messages, module)

    def _outcome(self, entry: dict, source: str, limits: Limits) -> Outcome:
        error, response = entry.get("error"), entry.get("response")
        if error is not None:
            if "timed out" not in str(error):
                return Unavailable(f"the server failed: {str(error)[:300]}")
            return self._late_header(source, limits) if "header" in str(error) else TimedOut(str(error)[:300])
        if not isinstance(response, dict):
            return Unavailable("an answer with neither error nor response")
        if "env" not in response and "messages" not in response:
            return refused(str(response.get("message", "nothing")))
        try:
            seconds = entry.get("time", response.get("time"))
            wall_s = float(seconds) if isinstance(seconds, int | float) else 0.0
            return Reply(messages(response), wall_s, sorries(response))
        except ValueError as problem:
            return Unavailable(f"an answer that makes no sense: {problem}")

    def _late_header(self, source: str, limits: Limits) -> Unavailable:
        """The imports took too long for a proof's time limit: have them loaded with a generous one."""
        if limits.timeout_s >= probe.LIMITS.timeout_s:
            return Unavailable(f"the imports took more than {limits.timeout_s:g} s")
        imports = "\n".join(source.split("\n")[: header_lines(source)])
        try:
            self.alone(f"{imports}\ntheorem rlve_warm : True := True.intro\n", probe.LIMITS)
        except (Unavailable, TimedOut, Crashed) as error:
            return Unavailable(f"the server cannot load the imports: {error}")
        return Unavailable("the server had to load the imports first")


class _Batch:
    """Files that travel together. `answers` is set before `done`."""

    def __init__(self) -> None:
        self.sources: list[str] = []
        self.full, self.done = threading.Event(), threading.Event()
        self.answers: list[Outcome] = []


class Batches:
    """Puts files of several threads into one request: the first thread of a batch waits a little and sends it."""

    def __init__(self, size: int, send: Callable[[list[str], Limits], list[Outcome]]):
        self._size, self._send = size, send
        self._lock = threading.Lock()
        self._open: dict[Limits, _Batch] = {}

    def ask(self, source: str, limits: Limits) -> Reply:
        """What became of one file; raises what is no reply. What failed in company is sent again alone."""
        batch, place = self._join(source, limits)
        if place == 0:
            batch.full.wait(LINGER_S if self._size > 1 else 0.0)
            self._close(batch, limits)
            try:
                batch.answers = self._send(batch.sources, limits)
            except (Unavailable, Crashed, ValueError) as error:
                batch.answers = [error] * len(batch.sources)
            finally:
                batch.done.set()
        batch.done.wait()
        answer = batch.answers[place]
        if len(batch.sources) > 1 and (isinstance(answer, Crashed) or _is_failure(answer)):
            (answer,) = self._send([source], limits)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _join(self, source: str, limits: Limits) -> tuple[_Batch, int]:
        with self._lock:
            batch = self._open.setdefault(limits, _Batch())
            batch.sources.append(source)
            if len(batch.sources) == self._size:
                del self._open[limits]
                batch.full.set()
            return batch, len(batch.sources) - 1

    def _close(self, batch: _Batch, limits: Limits) -> None:
        with self._lock:
            if self._open.get(limits) is batch:
                del self._open[limits]


def placed(reply: Reply, source: str, shift: int) -> Reply:
    """A reply of a server that counts lines in another way (see `probe.Probed`), with the lines of the source."""
    if not shift:
        return reply
    lines = header_lines(source, blank=shift == 2)
    moved = tuple(Message(m.severity, m.line + lines, m.column, m.text) for m in reply.messages)
    return Reply(moved, reply.wall_s, reply.sorries)


def header_lines(source: str, blank: bool = True) -> int:
    """How many lines the server takes for the header: leading ones that import something or are blank (if `blank`)."""
    count = 0
    for line in source.split("\n"):
        if line.strip() and not line.startswith("import "):
            break
        count += blank or bool(line.strip())
    return count


def _is_failure(answer: Outcome) -> bool:
    return isinstance(answer, Unavailable) and not answer.busy


def _payload(path: str, sources: dict[str, str], timeout_s: int) -> dict:
    if path == "/verify":
        return {"codes": [{"custom_id": name, "proof": text} for name, text in sources.items()], "timeout": timeout_s}
    return {"snippets": [{"id": name, "code": text} for name, text in sources.items()], "timeout": timeout_s}


def _by_name(answer: bytes, names: list[str]) -> dict[str, dict]:
    """The entries of an answer: one for each name and no other, or Unavailable."""
    try:
        body = loads(answer)
    except ValueError as error:
        raise Unavailable(f"an answer that is not JSON: {answer[:100]!r}") from error
    results = body.get("results") if isinstance(body, dict) else None
    if not isinstance(results, list) or not all(isinstance(entry, dict) for entry in results):
        raise Unavailable("an answer without results")
    found = [str(entry.get("id", entry.get("custom_id"))) for entry in results]
    if sorted(found) != sorted(names):
        raise Unavailable("an answer to other questions: identifiers are missing, unknown, or there twice")
    return dict(zip(found, results, strict=True))
