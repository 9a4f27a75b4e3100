"""Modal's client, as far as a pool of Lean servers needs it: every call has its own deadline, nothing gets lost.

Calls of the client may never settle, so none is waited for without a limit. A sandbox whose creation was given up may
still appear: it is ended when it does. What was created and never heard of is found by its tags and ended.
"""

import asyncio
import atexit
import concurrent.futures
import logging
import os
import threading
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rlve_gym.lean.backend import Unavailable

if TYPE_CHECKING:
    from rlve_gym.lean.modal import SandboxSection

_log = logging.getLogger(__name__)
_END_TRIES = 4
_TAG, _NUMBER_TAG = "rlve-gym-pool", "rlve-gym-sandbox"


class SetUp(ValueError):
    """Nothing that trying again would help: no token, a refused request, an image that cannot be built."""


def load_modal() -> Any:
    """The package `modal`. ValueError, with what to do, if it is missing or has no token."""
    try:
        import modal
        import modal.config
        import modal.exception
    except ImportError as error:
        raise SetUp("Lean in Modal's sandboxes needs modal: pip install 'rlve-gymnasium[modal]'") from error
    known = modal.config.config
    if modal.is_local() and not (known.get("token_id") or known.get("oauth_refresh_token")):
        raise SetUp("Modal has no token here: run `modal setup`, or set MODAL_TOKEN_ID and MODAL_TOKEN_SECRET")
    return modal


class Sdk:
    """One pool's use of Modal. Thread-safe; what blocks, blocks no longer than it says.

    `call_s` (of the section): the deadline of a call that is not about creating something.
    """

    def __init__(self, section: "SandboxSection", pool: str):
        self.modal, self._section, self._pool = load_modal(), section, pool
        self._lock = threading.Lock()
        self._alive: dict[str, Any] = {}
        self._ended: set[str] = set()
        self._creating: set[concurrent.futures.Future] = set()
        self._ending: set[concurrent.futures.Future] = set()
        self._closing = self._stopped = False
        self._app: Any = None
        self._image: Any = None
        self._pid = os.getpid()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="lean-modal", daemon=True).start()
        atexit.register(self.close)

    @property
    def alive(self) -> int:
        """How many sandboxes are known to exist."""
        with self._lock:
            return len(self._alive)

    def call(self, what: str, work: Coroutine[Any, Any, Any], limit_s: float) -> Any:
        """The result of a coroutine. Unavailable if it fails or takes too long, SetUp if trying again is no use."""
        return self._settled(what, self._submit(work), limit_s)

    def prepare(self) -> None:
        """Look up the app and have the image built, which may take minutes the first time."""
        modal, section = self.modal, self._section
        self._app = self.call("looking up the app", modal.App.lookup.aio(section.app, create_if_missing=True), 60.0)
        image = modal.Image.from_registry(section.image)
        self._image = self.call("building the image", image.build.aio(self._app), section.build_s)

    def create(self, number: int, key: str, limit_s: float) -> Any:
        """A new sandbox, in which the server starts. `number`: of this attempt, to find what became of it."""
        future = self._tracked(self._creating, self._create(number, key))
        try:
            return self._settled("creating a sandbox", future, limit_s, cancel=False)
        except Unavailable:
            self._tracked(self._ending, self._sweep({_TAG: self._pool, _NUMBER_TAG: str(number)}))
            future.add_done_callback(self._end_late)
            raise

    def exit_code(self, sandbox: Any) -> int | None:
        """How a sandbox has ended; None while it runs. Raises Unavailable."""
        gone = self.modal.exception.NotFoundError, self.modal.exception.SandboxTimeoutError
        try:
            return self.call("asking for a sandbox's state", sandbox.poll.aio(), self._section.call_s)
        except Unavailable as error:
            if isinstance(error.__cause__, gone):
                return -1
            raise

    def end(self, sandbox: Any) -> None:
        """Have a sandbox terminated; does not wait."""
        with suppress(Unavailable):
            self._tracked(self._ending, self._end(sandbox))

    def close(self) -> None:
        """Terminate everything, those too that are just being created; at most about `close_s`."""
        with self._lock:
            first = not self._closing
            self._closing, alive, creating = True, list(self._alive.values()), list(self._creating)
        if os.getpid() != self._pid or self._stopped:
            return
        until = time.monotonic() + self._section.close_s
        if first:
            for sandbox in alive:
                self.end(sandbox)
        concurrent.futures.wait(creating, max(0.0, min(self._section.call_s, until - time.monotonic())))
        sweep = self._submit(self._sweep({_TAG: self._pool}))
        with self._lock:
            ending = [*self._ending, sweep]
        concurrent.futures.wait(ending, max(0.0, until - time.monotonic()))
        if self.alive:
            _log.warning("%d sandboxes may still run; Modal ends them after idle_timeout_s at the latest", self.alive)
        with suppress(Unavailable):
            stopping = self._submit(self._stop())
            self._stopped = True
            concurrent.futures.wait([stopping], 1.0)
        atexit.unregister(self.close)

    def _submit(self, work: Coroutine[Any, Any, Any]) -> concurrent.futures.Future:
        if self._stopped:
            work.close()
            raise Unavailable("Modal: the pool of sandboxes is closed")
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def _tracked(self, where: set[concurrent.futures.Future], work: Coroutine[Any, Any, Any]) -> Any:
        future = self._submit(work)
        with self._lock:
            where.add(future)
        future.add_done_callback(where.discard)
        return future

    def _settled(self, what: str, future: concurrent.futures.Future, limit_s: float, cancel: bool = True) -> Any:
        concurrent.futures.wait([future], max(0.0, limit_s))
        if not future.done():
            if cancel:
                future.cancel()
            raise Unavailable(f"Modal: {what} took more than {limit_s:.0f} s")
        if future.cancelled():
            raise Unavailable(f"Modal: {what} was cancelled")
        error = future.exception()
        if error is None or isinstance(error, Unavailable):
            return future.result()
        raise self._meaning(what, error) from error

    def _meaning(self, what: str, error: BaseException) -> Exception:
        known = self.modal.exception
        why = f"Modal: {what} failed ({type(error).__name__}: {' '.join(str(error).split())[:300]})"
        if isinstance(error, known.AuthError):
            return SetUp(f"{why}: run `modal setup`, or set MODAL_TOKEN_ID and MODAL_TOKEN_SECRET")
        if isinstance(error, known.ConflictError):
            return Unavailable(why)
        if isinstance(error, known.PermissionDeniedError | known.InvalidError | known.VersionError):
            return SetUp(f"{why}: see lean.modal in the configuration, and your workspace's settings")
        if isinstance(error, known.ImageBuildError):
            return SetUp(f"{why}: is lean.modal.image a name that your workspace can pull?")
        return Unavailable(why)

    async def _create(self, number: int, key: str) -> Any:
        modal, section = self.modal, self._section
        network: dict[str, Any] = {"block_network": True}
        if not section.block_network:
            inbound = list(section.inbound) or None
            network = {
                "encrypted_ports": [section.port],
                "outbound_cidr_allowlist": list(section.outbound),
                "inbound_cidr_allowlist": inbound,
            }
        sandbox = await modal.Sandbox.create.aio(
            *section.command,
            app=self._app,
            image=self._image,
            cpu=section.cpu,
            memory=section.memory_mib,
            timeout=section.lifetime_s,
            idle_timeout=section.idle_timeout_s,
            region=list(section.region) or None,
            workdir=section.workdir or None,
            env={**section.env, "LEAN_SERVER_PORT": str(section.port), "LEAN_SERVER_MAX_REPLS": str(section.lanes)},
            secrets=[modal.Secret.from_dict({"LEAN_SERVER_API_KEY": key})] if key else [],
            tags={_TAG: self._pool, _NUMBER_TAG: str(number)},
            **network,
        )
        with self._lock:
            self._alive[sandbox.object_id] = sandbox
            late = self._closing
        if late:
            await self._end(sandbox)
        return sandbox

    def _end_late(self, future: concurrent.futures.Future) -> None:
        """A sandbox that came after it had been given up."""
        if not future.cancelled() and future.exception() is None:
            self.end(future.result())

    async def _end(self, sandbox: Any) -> None:
        """Terminate a sandbox; that it has ended already is fine."""
        with self._lock:
            if sandbox.object_id in self._ended:
                return
        known = self.modal.exception
        ended = known.NotFoundError, known.SandboxTimeoutError, known.SandboxTerminatedError, known.ConflictError
        error: BaseException | None = None
        for attempt in range(_END_TRIES):
            error = await self._within(sandbox.terminate.aio(), self._section.call_s)
            if error is None or isinstance(error, ended):
                with self._lock:
                    self._alive.pop(sandbox.object_id, None)
                    self._ended.add(sandbox.object_id)
                await self._within(sandbox.detach.aio(), self._section.call_s)
                return
            await asyncio.sleep(0.1 * 4**attempt)
        _log.warning("sandbox %s could not be terminated (%s)", sandbox.object_id, error)

    async def _stop(self) -> None:
        """End what still waits in the loop, and the loop."""
        rest = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in rest:
            task.cancel()
        if rest:
            await asyncio.wait(rest, timeout=0.5)
        self._loop.call_soon(self._loop.stop)

    async def _sweep(self, tags: dict[str, str]) -> None:
        """End what carries these tags, whoever has heard of it."""

        async def found() -> None:
            async for sandbox in self.modal.Sandbox.list.aio(app_id=self._app.app_id, tags=tags):
                await self._end(sandbox)

        if self._app is not None and (error := await self._within(found(), 3 * self._section.call_s)):
            _log.debug("looking for lost sandboxes failed: %s", error)

    @staticmethod
    async def _within(work: Coroutine[Any, Any, Any], limit_s: float) -> BaseException | None:
        """Wait for a coroutine. What went wrong; it is not waited for any longer than that, come what may."""
        task = asyncio.ensure_future(work)
        done, _ = await asyncio.wait({task}, timeout=limit_s)
        if not done:
            task.cancel()
            return TimeoutError(f"nothing for {limit_s:g} s")
        return asyncio.CancelledError() if task.cancelled() else task.exception()
