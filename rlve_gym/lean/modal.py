"""Lean in Modal's sandboxes: a warm pool of Kimina Lean servers, which start while a model generates already.

Proofs go to whatever sandbox has a free place, a few in a request at most, each as soon as it is there. What an image
of a server needs is in `SandboxSection`; how sandboxes come and go is in `rlve_gym.lean._modal_pool`.

- A sandbox that dies or falls silent takes no verdict with it: its proofs run again elsewhere, each alone in a sandbox.
  Only what is there when that happens for the second time, now alone, has crashed.
- "Alone" means alone in a sandbox; the rest of the pool goes on.
- Proofs cannot reach the network (unless `outbound` says so). With `block_network` nobody can reach the sandbox either:
  there is no public address, and requests go through the standard input of a process inside
  (`rlve_gym.lean._modal_relay`).

Left out: pools that grow and shrink with the work, memory snapshots of warm servers.
"""

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Self

from pydantic import Field, model_validator

from rlve_gym.lean._kimina_wire import Batches, NoAnswer, Outcome, Silent, placed
from rlve_gym.lean.backend import About, Crashed, Limits, Reply, Unavailable
from rlve_gym.lean.wire import unsendable
from rlve_gym.section import Section

if TYPE_CHECKING:
    from rlve_gym.lean._modal_pool import Sandbox

_EXPECTED = frozenset({"core", "toolchain"})
_TRIES = 3
_DEATHS = 2


class SandboxSection(Section):
    """The pool of sandboxes. Modal's token comes from its own configuration alone."""

    sandboxes: Annotated[int, Field(gt=0, le=1000)] = 16
    """How many are kept ready. Each is paid for from its start to its end, used or not."""
    lanes: Annotated[int, Field(gt=0, le=64)] = 4
    """Proofs at a time in one sandbox: as many as it has cores."""
    batch: Annotated[int, Field(gt=0, le=8)] = 1
    """Proofs in one request at most; 1 isolates best, and is fastest unless the network is slow."""
    image: str = "projectnumina/kimina-lean-server:2.0.0"
    """The server's image, in a registry. It must have Python."""
    command: tuple[str, ...] = ("python", "-m", "server")
    """How the server is started; empty for the image's own command. When it ends, the sandbox ends."""
    workdir: str = "/root/kimina-lean-server"
    """Where the command runs; empty for the image's own folder."""
    env: Mapping[str, str] = {"HOME": "/root"}
    """Environment of the server, such as LEAN_SERVER_MAX_REPL_MEM: 12G for Lean 4.20 and later. No secrets: proofs can
    read it."""
    port: Annotated[int, Field(gt=0, lt=65536)] = 8000
    """Where the server listens."""
    mathlib: bool = True
    """Whether statements may need Mathlib. It is loaded before a sandbox counts as ready; without it there, the run
    ends."""
    cpu: Annotated[float, Field(ge=0.125, le=64)] = 4.0
    """Physical cores of one sandbox."""
    memory_mib: Annotated[int, Field(ge=128)] = 16384
    """Memory of one sandbox."""
    region: tuple[str, ...] = ()
    """Where sandboxes may run, such as [us-east]; by default anywhere, which is cheapest."""
    block_network: bool = False
    """Give sandboxes no network at all, not even an address of their own: the strictest isolation. Requests go through
    Modal's API instead of HTTPS."""
    outbound: tuple[str, ...] = ()
    """Networks that a proof may reach from its sandbox, such as [192.0.2.0/24]; by default none."""
    inbound: tuple[str, ...] = ()
    """Who may call the public address of a sandbox, such as [203.0.113.7/32]; by default everybody who has its key."""
    app: str = "rlve-gym-lean"
    """The app under which sandboxes are listed."""
    starting: Annotated[int, Field(gt=0, le=128)] = 32
    """How many may be starting at once; more than about 100 make each other late."""
    creates_per_s: Annotated[float, Field(gt=0, le=40)] = 4.0
    """How fast they are created; Modal limits the rate of an account."""
    build_s: Annotated[float, Field(gt=0)] = 1800.0
    """Seconds that fetching the image may take, which happens once."""
    start_s: Annotated[float, Field(gt=0)] = 600.0
    """Seconds from a sandbox's creation until it has checked its first file, with its imports."""
    give_up_s: Annotated[float, Field(gt=0)] = 1200.0
    """Seconds without any ready sandbox after which the run ends."""
    call_s: Annotated[float, Field(gt=0)] = 30.0
    """Seconds that any other call of Modal's API may take."""
    close_s: Annotated[float, Field(gt=0)] = 30.0
    """Seconds that ending all sandboxes may take at the end of a run."""
    max_wait_s: Annotated[float, Field(gt=0)] = 60.0
    """Seconds that the server lets a proof wait for a free process (its LEAN_SERVER_MAX_WAIT)."""
    lifetime_s: Annotated[int, Field(ge=10, le=86400)] = 14400
    """Seconds that a sandbox lives at most. It is replaced before: servers grow, and a lifetime cannot be extended."""
    idle_timeout_s: Annotated[int, Field(ge=10, le=86400)] = 300
    """Seconds without a sign of us after which Modal ends a sandbox: what a killed run leaves behind lives so long."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.batch > self.lanes:
            raise ValueError(f"batch: {self.batch} proofs in a request, but a sandbox takes {self.lanes} at a time")
        if self.block_network and (self.inbound or self.outbound):
            raise ValueError("inbound, outbound: with block_network a sandbox has no network")
        return self


class ModalLean:
    """The backend. The pool begins to start at once, in the background; `run` waits for the first ready sandbox.

    parallel: proofs in flight; 0 for as many as the pool has places. ValueError, with what to do, if there is no
    `modal` or no token here; `run` raises it if no sandbox can be started.
    """

    def __init__(self, section: SandboxSection | None = None, parallel: int = 0):
        from rlve_gym.lean._modal_pool import Pool
        from rlve_gym.lean._modal_sdk import Sdk

        self.section = section or SandboxSection()
        places = self.section.sandboxes * self.section.lanes
        self._parallel = min(parallel or places, places)
        self.pool = Pool(self.section, Sdk(self.section, secrets.token_hex(8)))
        self._batches = Batches(self.section.batch, self._send)

    @property
    def parallel(self) -> int:
        """How many calls of `run` may usefully be in flight."""
        return self._parallel

    @property
    def about(self) -> About:
        """What it is, as the first sandbox has shown; until there is one, what it is expected to be. Never waits."""
        section, found = self.section, self.pool.found()
        offers = found.offers if found else _EXPECTED | ({"mathlib"} if section.mathlib else set())
        way = "without any network" if section.block_network else "behind a public address with a key"
        note = f"{section.sandboxes} sandboxes of Modal, {section.lanes} proofs at a time in each, {way}."
        if found is None:
            note += " None is ready yet: the version is unknown, and what it offers is what is expected."
        return About("modal", found.version if found else "", offers, note, own_alone=True)

    def run(self, source: str, limits: Limits, header_lines: int = 0) -> Reply:
        """Elaborate one file, which begins with an import. `header_lines` is not used: the server splits by itself."""
        if reply := unsendable(source):
            return reply
        assert source.startswith("import "), "a file without an import would see what others have declared"
        if limits.alone:
            (outcome,) = self._send([source], limits)
            if isinstance(outcome, Exception):
                raise outcome
            return self._placed(outcome, source)
        return self._placed(self._batches.ask(source, limits), source)

    def close(self) -> None:
        """Terminate all sandboxes."""
        self.pool.close()

    def _placed(self, reply: Reply, source: str) -> Reply:
        found = self.pool.found()
        return placed(reply, source, found.shift if found else 0)

    def _send(self, sources: list[str], limits: Limits) -> list[Outcome]:
        """One request to some sandbox; what is lost with a sandbox or on the way is sent again to another."""
        deaths, tried = 0, list["Sandbox"]()
        while True:
            with self.pool.lease(len(sources), limits.alone or deaths > 0, tried) as sandbox:
                try:
                    outcomes = sandbox.wire.ask(sources, limits)
                    self.pool.answered(sandbox, outcomes)
                    return outcomes
                except Unavailable as error:
                    lost, why = isinstance(error, NoAnswer), error
                    deaths += self.pool.blame(sandbox, error) or isinstance(error, Silent)
                    tried.append(sandbox)
            if len(sources) == 1 and deaths >= _DEATHS:
                raise Crashed(f"two sandboxes ended or fell silent over it, the second with nothing else in it: {why}")
            if len(sources) > 1 or not lost or len(tried) >= _TRIES:
                raise why
