"""A Kimina Lean server that is not one: real HTTP on the loopback, the answers of `fake_repl`, and faults on demand.

    with FakeKimina() as server: ... server.url ...
    python fake_kimina.py [--fail-rate 0.05]        prints its URL and serves until killed; LEAN_SERVER_PORT and
                                                    LEAN_SERVER_API_KEY are heeded; --real has the embedded Lean answer

A file misbehaves by a mark, `-- fake:MARK` or, for what is not a comment, the identifier `fake_MARK` (see `fake_repl`):

    status-N           the whole request is answered with HTTP status N (429 is the full pool)
    not-json, truncated, disconnect, empty, no-results, duplicate-ids, unknown-id, missing-id     the whole request
    slow=SECONDS       for the file
    timeout, header-timeout, server-error, message-only, no-response    the file's entry
    stuck              no answer at all for 5 s
    crash, huge-line   its REPL dies: HTTP status 500 for the whole request
    exit               the whole server ends
    once               the other marks hold only until the file's text has been seen (its hexadecimal numbers aside)

and, without any mark, by lacking an import: the next such file sees its declarations.
"""

import argparse
import json
import os
import random
import re
import socket
import sys
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from lean.fake_repl import Repl, marks, message, says

_DECLARED = re.compile(r"^(?:theorem|def|lemma) (\S+)", re.MULTILINE)
_LONGEST_LINE = 1 << 16


class FakeKimina(ThreadingHTTPServer):
    """url: where it is. requests: of every path, how many. seconds: the time limits that were asked for, in order.

    key: what must be sent as the bearer. paths: what it knows. shift: how it counts lines, "absolute", "body" (below
    imports and blank lines) or "imports" (below imports). modules: what can be imported. header_s: what importing takes
    the first time. repls: how many files at a time, more are answered by 429. fail_rate: which part of requests fails.
    port: 0 for a free one. real: has the embedded Lean answer, which ignores marks that change what Lean says.
    exit_rate: after which part of requests it ends, each time another.
    """

    daemon_threads = True
    request_queue_size = 128

    def __init__(
        self,
        key: str = "",
        paths: tuple[str, ...] = ("/api/check", "/verify"),
        shift: str = "absolute",
        modules: tuple[str, ...] = ("Init", "Mathlib"),
        header_s: float = 0.0,
        repls: int = 1000,
        fail_rate: float = 0.0,
        port: int = 0,
        real: bool = False,
        exit_rate: float = 0.0,
    ):
        super().__init__(("127.0.0.1", port), _Handler)
        self.key, self.paths, self.shift, self.modules, self.header_s = key, paths, shift, modules, header_s
        self.repls, self.fail_rate, self.real, self.exit_rate = repls, fail_rate, real, exit_rate
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.requests: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.seconds: list[int] = []
        self.batches: Counter[int] = Counter()
        self.lock = threading.Lock()
        self.busy = 0
        self._seen: set[str] = set()
        self._loaded: set[str] = set()
        self._leaked: list[str] = []
        self._random = random.Random(1 if not exit_rate else None)
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> "FakeKimina":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that hang up are no news."""

    def marked(self, code: str) -> dict[str, str]:
        """The marks of a file; none if they hold once and it was here before."""
        found = marks(code)
        text = re.sub(r"[0-9a-f]{16}", "", code)
        with self.lock:
            if "once" in found and text in self._seen:
                return {}
            self._seen.add(text)
        return found

    def misfortune(self) -> str:
        """What happens to a request by chance: nothing, mostly."""
        with self.lock:
            if self._random.random() < self.exit_rate:
                os._exit(3)
            if self._random.random() >= self.fail_rate:
                return ""
            return self._random.choice(["status-500", "status-429", "disconnect", "slow"])

    def elaborate(self, code: str, found: dict[str, str], timeout_s: int) -> dict:
        """The entry of a file in the results, without its name."""
        lines = code.split("\n")
        height = next(
            (n for n, line in enumerate(lines) if line.strip() and not line.startswith("import ")), len(lines)
        )
        imports = [line for line in lines[:height] if line.strip()]
        missing = [line for line in imports if line.removeprefix("import ").strip() not in self.modules]
        if (late := self.load(tuple(imports), timeout_s)) or "header-timeout" in found:
            late = late or f"Lean REPL header command timed out in {timeout_s} seconds"
            return {"time": timeout_s, "error": late}
        if "exit" in found:
            os._exit(3)
        if "stuck" in found:
            time.sleep(5)
        time.sleep(min(float(found.get("slow") or 0), timeout_s))
        if "timeout" in found or float(found.get("slow") or 0) > timeout_s:
            return {"time": timeout_s, "error": f"Lean REPL command timed out in {timeout_s} seconds"}
        if "server-error" in found:
            return {"time": 0.1, "error": "REPL process not started or shut down"}
        if "no-response" in found:
            return {"time": 0.1}
        if "message-only" in found or missing:
            return {"time": 0.1, "response": {"message": found.get("message-only") or "Unknown environment."}}
        said, holes = Repl.real_answer("", code) if self.real else says(code)
        said += [message("error", 1, 0, f"'{name}' has already been declared") for name in self.leaked(code, imports)]
        for entry in [*said, *holes]:
            entry["pos"]["line"] -= {"absolute": 0, "body": height, "imports": len(imports)}[self.shift]
        response = {"env": 1} | ({"messages": said} if said else {}) | ({"sorries": holes} if holes else {})
        return {"time": 0.001, "response": response}

    def load(self, imports: tuple[str, ...], timeout_s: int) -> str:
        """Import what is not imported yet. An error if there is not enough time."""
        with self.lock:
            if self.header_s <= timeout_s:
                self._loaded.add("\n".join(imports))
            elif "\n".join(imports) not in self._loaded:
                return f"Lean REPL header command timed out in {timeout_s} seconds"
        return ""

    def leaked(self, code: str, imports: list[str]) -> list[str]:
        """What files without imports have declared before."""
        if imports:
            return []
        with self.lock:
            again = [name for name in _DECLARED.findall(code) if name in self._leaked]
            self._leaked += _DECLARED.findall(code)
        return again


class _Handler(BaseHTTPRequestHandler):
    server: FakeKimina
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self.answer(200, {"status": "ok"}) if self.path == "/health" else self.answer(404, {"detail": "Not Found"})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with self.server.lock:
            self.server.requests[self.path] += 1
        if self.path not in self.server.paths:
            return self.answer(404, {"detail": "Not Found"})
        if self.server.key and self.headers["Authorization"] not in (f"Bearer {self.server.key}", self.server.key):
            return self.answer(401, {"detail": "Invalid API key"})
        request = json.loads(body)
        kind = ("snippets", "id", "code") if self.path == "/api/check" else ("codes", "custom_id", "proof")
        files = [(str(entry[kind[1]]), entry[kind[2]]) for entry in request[kind[0]]]
        with self.server.lock:
            self.server.seconds.append(request["timeout"])
            self.server.batches[len(files)] += 1
            self.server.busy += len(files)
        try:
            self.check(files, kind[1], request["timeout"])
        finally:
            with self.server.lock:
                self.server.busy -= len(files)

    def check(self, files: list[tuple[str, str]], name: str, timeout_s: int) -> None:
        if self.server.busy > self.server.repls:
            return self.answer(429, {"detail": "No available REPLs"})
        results = []
        found = {}
        for key, code in files:
            found |= (own := self.server.marked(code))
            results.append({name: key, **self.server.elaborate(code, own, timeout_s)})
            if "crash" in own or ("huge-line" in own and len(json.dumps(results[-1])) > _LONGEST_LINE):
                return self.answer(500, {"detail": "JSON decode error: Expecting value: line 1 column 1 (char 0)"})
        if chance := self.server.misfortune():
            found[chance] = ""
            time.sleep(0.2 if chance == "slow" else 0)
        for mark in found:
            if mark.startswith("status-"):
                return self.answer(int(mark[7:]), {"detail": "asked for"})
        if "duplicate-ids" in found:
            results.append(dict(results[0]))
        if "missing-id" in found:
            results.pop()
        if "unknown-id" in found:
            results[0][name] = "somebody-else"
        if "disconnect" in found:
            return self.hang_up()
        text = json.dumps(
            {"outcomes" if "no-results" in found else "results": results[:: -1 if len(results) > 1 else 1]}
        )
        if "not-json" in found:
            text = "<html>502 Bad Gateway</html>"
        self.send(200, b"" if "empty" in found else text.encode(), cut="truncated" in found)

    def answer(self, status: int, body: dict) -> None:
        self.send(status, json.dumps(body).encode())

    def send(self, status: int, body: bytes, cut: bool = False) -> None:
        with self.server.lock:
            self.server.statuses[status] += 1
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if status in (301, 307):
            self.send_header("Location", "https://lean.example.org/")
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if cut else body)
        self.wfile.flush()
        if cut:
            self.hang_up()

    def hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--fail-rate", type=float, default=0.0)
    parser.add_argument("--real", action="store_true")
    parser.add_argument("--exit-rate", type=float, default=0.0, help="of the requests after which it ends")
    parser.add_argument("--modules", default="Init,Mathlib")
    asked, known = parser.parse_args(), os.environ
    with FakeKimina(
        known.get("LEAN_SERVER_API_KEY", ""),
        modules=("Init",) if asked.real else tuple(asked.modules.split(",")),
        fail_rate=asked.fail_rate,
        port=int(known.get("LEAN_SERVER_PORT", "0")),
        real=asked.real,
        exit_rate=asked.exit_rate,
    ) as fake:
        print(fake.url, flush=True)
        sys.stdin.read()
