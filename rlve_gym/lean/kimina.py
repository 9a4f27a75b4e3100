"""A Kimina Lean server, or several behind one address: Lean with Mathlib, warm, over HTTP.

What is known to go wrong there, and what is done: a file without an import first is elaborated on top of an earlier one
(ours always have one); one file that kills its REPL fails its whole batch (what fails in a batch is sent again alone);
a client that gives up leaves its work running (the server's time limit is explicit and far below ours); older servers
count lines from below the imports (found out from a known file); replies that are no replies look like success to a
careless reader (only what has an environment or messages counts).

Left out: infotrees, which break servers by their size, and the ASTs of other servers.
"""

import math
import os
import secrets
import threading
import time

from rlve_gym.lean import probe
from rlve_gym.lean.backend import About, Crashed, Limits, Message, Reply, TimedOut, Unavailable
from rlve_gym.lean.wire import loads, messages, refused, sorries, unsendable

_PATHS = ("/api/check", "/verify")
_SLACK_S = 60.0
_LINGER_S = 0.02  # how long a batch waits to become full
_FRAME_BYTES = 1 << 16  # of an answer, besides its messages
_PROBE_TRIES, _PROBE_WAIT_S, _PROBE_PATIENCE_S = 3, 1.0, 300.0
_Outcome = Reply | Exception


class Kimina:
    """The backend. ValueError, with what to do, if there is no such server or it refuses the key.

    url, key: by default $LEAN_SERVER_API_URL, or http://localhost:8000, and $LEAN_SERVER_API_KEY.
    parallel: files in flight; fewer than the server has REPLs. batch: files a request, at most; 1 isolates best.
    max_wait_s: how long the server lets a file wait for a REPL (its LEAN_SERVER_MAX_WAIT).
    """

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        parallel: int = 4,
        batch: int = 1,
        max_wait_s: float = 120.0,
    ):
        try:
            from rlve_gym.lean._kimina_http import Server
        except ImportError as error:
            raise ValueError("a Kimina server needs requests: pip install 'rlve-gymnasium[lean]'") from error
        keys = (key, os.environ.get("LEAN_SERVER_API_KEY"), os.environ.get("LEANSERVER_API_KEY"))
        url = url or os.environ.get("LEAN_SERVER_API_URL") or "http://localhost:8000"
        self._server = Server(url, next(filter(None, keys), None))
        self._parallel, self._max_wait_s = parallel, max_wait_s
        self._batches = _Batches(batch, self._ask)
        self._paths = _PATHS
        self._probing = threading.Lock()
        self._found: tuple[probe.Probed, About] | None = None

    @property
    def parallel(self) -> int:
        """How many calls of `run` may usefully be in flight."""
        return self._parallel

    @property
    def about(self) -> About:
        """What it is; the first time, a small file is checked, with Mathlib if there is one. ValueError if it fails."""
        return self._known()[1]

    def run(self, source: str, limits: Limits, header_lines: int = 0) -> Reply:
        """Elaborate one file, which begins with an import. `header_lines` is not used: the server splits by itself."""
        if reply := unsendable(source):
            return reply
        assert source.startswith("import "), "a file without an import would see what others have declared"
        shift = self._known()[0].shift
        outcome = self._batches.ask(source, limits)
        if isinstance(outcome, Exception):
            raise outcome
        return _shifted(outcome, _header_lines(source, blank=shift == 2)) if shift else outcome

    def close(self) -> None:
        """Close the connections. What runs on the server runs to its end."""
        self._server.close()

    def _ask(self, sources: list[str], limits: Limits) -> list[_Outcome]:
        """One request, and what became of each file. Raises what concerns the request as a whole."""
        names = [secrets.token_hex(8) for _ in sources]
        timeout_s = max(1, math.ceil(limits.timeout_s))
        http_s = 2 * timeout_s + self._max_wait_s + _SLACK_S
        most_bytes = len(sources) * (limits.output_bytes + _FRAME_BYTES)
        for path in self._paths:
            payload = _payload(path, dict(zip(names, sources, strict=True)), timeout_s)
            answer = self._server.post(path, payload, http_s, most_bytes)
            if answer is not None:
                self._paths = (path,)
                entries = _by_name(answer, names)
                return [
                    self._outcome(entries[name], source, limits) for name, source in zip(names, sources, strict=True)
                ]
        raise Unavailable(f"{self._server.url} knows none of {', '.join(self._paths)}: is it a Kimina Lean server?")

    def _outcome(self, entry: dict, source: str, limits: Limits) -> _Outcome:
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
        imports = "\n".join(source.split("\n")[: _header_lines(source)])
        try:
            self._ask_alone(f"{imports}\ntheorem rlve_warm : True := True.intro\n", probe.LIMITS)
        except (Unavailable, TimedOut, Crashed) as error:
            return Unavailable(f"the server cannot load the imports: {error}")
        return Unavailable("the server had to load the imports first")

    def _ask_alone(self, source: str, limits: Limits) -> Reply:
        (outcome,) = self._ask([source], limits)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def _known(self) -> tuple[probe.Probed, About]:
        with self._probing:
            if self._found is None:
                self._found = self._probe()
            return self._found

    def _probe(self) -> tuple[probe.Probed, About]:
        """Try a file with Mathlib and, if that cannot be had, one without."""
        from rlve_gym.lean._kimina_http import Refused

        problems: dict[str, str] = {}
        for module in ("Mathlib", "Init"):
            try:
                found = probe.read(self._patiently(probe.source(module)).messages, module)
                if found.shift not in (0, 1, 2):
                    raise Refused(f"{self._server.url} counts lines in an unknown way ({found.shift:+d})")
                lines = "" if found.shift == 0 else " Its line numbers leave out the imports (corrected here)."
                note = f"What proofs can do on the server at {self._server.url} is its own affair.{lines}"
                return found, About("kimina", found.version, found.offers, note)
            except Refused:
                raise
            except (ValueError, Unavailable, TimedOut, Crashed) as error:
                problems.setdefault(str(error), f"import {module}: {error}")
        raise Refused(
            f"no usable Kimina server at {self._server.url} ({'; '.join(problems.values())}): start one, such as by "
            "docker run -p 8000:8000 projectnumina/kimina-lean-server:2.0.0, and set LEAN_SERVER_API_URL"
        )

    def _patiently(self, source: str) -> Reply:
        tries, until = 0, time.monotonic() + _PROBE_PATIENCE_S
        while True:
            try:
                return self._ask_alone(source, probe.LIMITS)
            except Unavailable as error:
                tries += not error.busy
                if tries >= _PROBE_TRIES or time.monotonic() > until:
                    raise
                time.sleep(error.wait_s or _PROBE_WAIT_S)


class _Batch:
    """Files that travel together. `answers` is set before `done`."""

    def __init__(self) -> None:
        self.sources: list[str] = []
        self.full, self.done = threading.Event(), threading.Event()
        self.answers: list[_Outcome] = []


class _Batches:
    """Puts files of several threads into one request: the first thread of a batch waits a little and sends it."""

    def __init__(self, size: int, send):
        self._size, self._send = size, send
        self._lock = threading.Lock()
        self._open: dict[Limits, _Batch] = {}

    def ask(self, source: str, limits: Limits) -> _Outcome:
        """What became of one file. What failed in company is sent again alone."""
        batch, place = self._join(source, limits)
        if place == 0:
            batch.full.wait(_LINGER_S if self._size > 1 else 0.0)
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


def _is_failure(answer: _Outcome) -> bool:
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


def _header_lines(source: str, blank: bool = True) -> int:
    """How many lines the server takes for the header: leading ones that import something or are blank (if `blank`)."""
    count = 0
    for line in source.split("\n"):
        if line.strip() and not line.startswith("import "):
            break
        count += blank or bool(line.strip())
    return count


def _shifted(reply: Reply, lines: int) -> Reply:
    moved = tuple(Message(m.severity, m.line + lines, m.column, m.text) for m in reply.messages)
    return Reply(moved, reply.wall_s, reply.sorries)
