"""A Kimina Lean server, or several behind one address: Lean with Mathlib, warm, over HTTP.

What is known to go wrong there, and what is done: a file without an import first is elaborated on top of an earlier one
(ours always have one); one file that kills its REPL fails its whole batch (what fails in a batch is sent again alone);
a client that gives up leaves its work running (the server's time limit is explicit and far below ours); older servers
count lines from below the imports (found out from a known file); replies that are no replies look like success to a
careless reader (only what has an environment or messages counts).

Left out: infotrees, which break servers by their size, and the ASTs of other servers.
"""

import os
import threading
import time

from rlve_gym.lean import probe
from rlve_gym.lean._kimina_wire import Batches, Refused, Wire, placed
from rlve_gym.lean.backend import About, Crashed, Limits, Reply, TimedOut, Unavailable
from rlve_gym.lean.wire import unsendable

_PROBE_TRIES, _PROBE_WAIT_S, _PROBE_PATIENCE_S = 3, 1.0, 300.0


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
        self._parallel = parallel
        self._wire = Wire(self._server, max_wait_s)
        self._batches = Batches(batch, self._wire.ask)
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
        return placed(self._batches.ask(source, limits), source, shift)

    def close(self) -> None:
        """Close the connections. What runs on the server runs to its end."""
        self._server.close()

    def _known(self) -> tuple[probe.Probed, About]:
        with self._probing:
            if self._found is None:
                self._found = self._probe()
            return self._found

    def _probe(self) -> tuple[probe.Probed, About]:
        """Try a file with Mathlib and, if that cannot be had, one without."""
        problems: dict[str, str] = {}
        for module in ("Mathlib", "Init"):
            try:
                found = self._patiently(module)
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

    def _patiently(self, module: str) -> probe.Probed:
        tries, until = 0, time.monotonic() + _PROBE_PATIENCE_S
        while True:
            try:
                return self._wire.probe(module)
            except Unavailable as error:
                tries += not error.busy
                if tries >= _PROBE_TRIES or time.monotonic() > until:
                    raise
                time.sleep(error.wait_s or _PROBE_WAIT_S)
