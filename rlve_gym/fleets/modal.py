"""A fleet on Modal: workers in containers that come and go; this process only says what is to be done.

A call is a generator on the far side, so parts arrive as they are made. Modal keeps the stream of a call when it moves
the call to another container, and what comes then is a mixture of two tries: some parts twice, others never. So a call
has ended when as many parts are known as its last message names, and is done again else.

`stream: false` asks for whole calls with Modal's `map` instead; docs/decisions.md has the comparison.

Left out: retries by Modal itself are possible but off, since the fleet's own are reported, bounded and spare the parts
that have come. One container serves one call at a time.
"""

import hashlib
import io
import pickle
import queue
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from rlve_gym.fleets.base import Fleet, Key, Recipe
from rlve_gym.fleets.crew import Call, Lossy
from rlve_gym.section import Section

TRIES = 6
"""How often one piece of work may be lost: with one call in twenty lost, it happens once in sixty million calls."""
INLINE_BYTES = 1 << 17
"""A common argument up to this size travels with each call; a larger one is stored once, for containers to read."""


class ModalSection(Section):
    """Containers on Modal. Prices and what a run would take: `rlve-gym train CONFIG fleet=modal --dry-run`."""

    app: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,64}$")] = "rlve-gym"
    """The name under which Modal lists the app."""
    gpu: str | tuple[str, ...] | None = "L40S"
    """What each container has: a type, or several in the order of preference. For `H100` there may come an H200, which
    rounds otherwise; for `H100!` there may not. Nothing: no GPU."""
    containers: Annotated[int, Field(ge=1, le=1000)] = 8
    """Containers at the same time, at most; the plan of the account sets a limit too."""
    cpu: Annotated[float, Field(ge=0.125, le=64)] = 4.0
    """Physical cores of a container."""
    memory_mib: Annotated[int, Field(ge=128)] = 16384
    """Memory of a container."""
    timeout_s: Annotated[int, Field(ge=1, le=86400)] = 3600
    """Seconds that one call may take; then it is lost and done again."""
    startup_s: Annotated[int, Field(ge=1, le=86400)] = 1800
    """Seconds that a container may take to start and load the model."""
    idle_s: Annotated[int, Field(ge=2, le=1200)] = 300
    """Seconds that a container without work is kept, and paid for. Less than the pause between two iterations makes all
    of them start anew, load the model and replay the history."""
    retries: Annotated[int, Field(ge=0, le=10)] = 0
    """Times that Modal does a call again before the fleet hears that it failed."""
    retry_s: Annotated[float, Field(ge=0, le=3600)] = 2.0
    """Seconds before work that was lost twice is tried again; doubles each time. The first time there is no pause."""
    region: str | tuple[str, ...] | None = None
    """Where containers run; naming a region raises the price."""
    packages: tuple[str, ...] = (
        "vllm==0.32.0",
        "torch",
        "transformers>=5,<6",
        "datasets>=3",
        "accelerate",
        "safetensors",
    )
    """What is installed in the image of the engines, beside what this package needs."""
    models: str = "rlve-gym-models"
    """The volume that holds base models, which engines can only read. `rlve-gym modal setup CONFIG` fills it."""
    runs: str = "rlve-gym-runs"
    """The volume that holds snapshots, so that new containers are spared the replay."""
    secrets: tuple[str, ...] = ()
    """Names of Modal secrets that downloading the model needs, such as one with HF_TOKEN. Engines do not get them."""
    stream: bool = True
    """Have each completion as it is finished; otherwise each call as a whole."""
    member_s: Annotated[float, Field(gt=0)] | None = None
    """For the estimate of --dry-run alone: seconds that a container takes for one member; of DAPO, for one share."""
    proof_s: Annotated[float, Field(gt=0)] | None = None
    """For the estimate of --dry-run alone: seconds that a proof takes to check in one lane of a sandbox."""

    def resources(self) -> dict[str, Any]:
        """What a container has, in Modal's words."""
        region = list(self.region) if isinstance(self.region, tuple) else self.region
        return {"cpu": self.cpu, "memory": self.memory_mib} | ({"region": region} if region else {})


@dataclass(eq=False)
class _Call(Call):
    """A piece of work. began: some container took it. ready_s: when it may be tried again."""

    began: bool = False
    ready_s: float = 0.0


@dataclass(eq=False)
class _Try:
    """A call under way. id: Modal's, once it has begun. word: of the container's try that spoke last. dropped: nobody
    waits for it any more."""

    call: _Call
    clock_s: float
    id: str | None = None
    word: str = ""
    dropped: bool = False


class Modal(Lossy):
    """A fleet of containers. The app lives as long as the fleet; Modal ends it too if this process is gone."""

    def __init__(self, section: ModalSection, recipe: Recipe, silence_s: float = 3600.0):
        """Raises ValueError if Modal cannot be reached, saying what to do."""
        super().__init__(section.containers, silence_s)
        self._section, self._recipe = section, recipe
        self._stack = ExitStack()
        self._store: Any = None
        self._stored = ""
        self._engine: Any = None
        self._start()

    def close(self) -> None:
        """End the app, and with it all containers."""
        self._store = self._engine = None
        self._stored = ""
        self._stack.close()

    def _start(self) -> None:
        modal = import_modal()
        from rlve_gym.fleets._modal_app import add_engine

        app = modal.App(self._section.app, include_source=False)
        with reaching_modal():
            engine = add_engine(app, self._section, self._recipe)
            self._stack.enter_context(app.run())
        self._engine = engine()

    def map(self, method: str, items: Iterable[tuple[Key, Any]], common: Any = None) -> Iterator[tuple[Key, Any, Any]]:
        """See `rlve_gym.fleets.base.Fleet`."""
        calls = [_Call(key, argument) for key, argument in items]
        if not calls:
            return
        if self._engine is None:
            self._start()
        way = self._streams if self._section.stream else self._wholes
        yield from way(calls, method, self._share(common))

    def _share(self, common: Any) -> tuple[str, bytes | str]:
        """(digest, bytes) of the common argument, or (digest, id of the volume) of a large one."""
        modal = import_modal()
        data = pickle.dumps(common, pickle.HIGHEST_PROTOCOL)
        digest = hashlib.blake2b(data, digest_size=16).hexdigest()
        if len(data) <= INLINE_BYTES:
            return digest, data
        if self._store is None:
            self._store = self._stack.enter_context(modal.Volume.ephemeral())
        if self._stored != digest:
            with self._store.batch_upload(force=True) as batch:
                batch.put_file(io.BytesIO(data), digest)
            if self._stored:
                self._store.remove_file(self._stored)
            self._stored = digest
        return digest, self._store.object_id

    def _streams(self, calls: list[_Call], method: str, shared: Any) -> Iterator[tuple[Key, Any, Any]]:
        """As many calls at a time as there are containers, each with a thread that listens to it."""
        waiting, tries = deque(calls), set[_Try]()
        inbox: queue.SimpleQueue[tuple[_Try, tuple]] = queue.SimpleQueue()
        try:
            while waiting or tries:
                self._begin(waiting, tries, inbox, method, shared)
                for one, (kind, word, *content) in self._messages(inbox, waiting, tries):
                    call = one.call
                    if word and one.word not in ("", word):
                        self._lose(call, "its container ended, and Modal began it anew")
                    one.word, call.began = word, call.began or bool(word)
                    if kind == "part" and content[0] not in call.parts:
                        call.parts.add(content[0])
                        yield call.key, content[0], content[1]
                    elif kind == "done" and len(call.parts) >= content[0]:
                        tries.discard(one)
                    elif kind == "refused":
                        tries.discard(one)
                        raise ValueError(content[0])
                    elif kind not in ("begun", "part"):
                        tries.discard(one)
                        self._lose(call, "parts were lost on the way" if kind == "done" else content[0])
                        waiting.appendleft(call)
        finally:
            for one in tries:
                _drop(one)

    def _begin(self, waiting: deque[_Call], tries: set[_Try], inbox: Any, method: str, shared: Any) -> None:
        """Start what may be started."""
        clock_s = time.monotonic()
        for call in [call for call in waiting if call.ready_s <= clock_s][: self.workers - len(tries)]:
            waiting.remove(call)
            one = _Try(call, clock_s)
            tries.add(one)
            generator = self._engine.stream.remote_gen(method, call.argument, shared)
            threading.Thread(target=_listen, args=(one, generator, inbox), daemon=True).start()

    def _messages(self, inbox: Any, waiting: deque[_Call], tries: set[_Try]) -> Iterator[tuple[_Try, tuple]]:
        """Wait until a call has said something, was silent for too long, or may be tried again."""
        clock_s = time.monotonic()
        ends = [one.clock_s + self.silence_s for one in tries]
        starts = [call.ready_s for call in waiting] if len(tries) < self.workers else []
        with suppress(queue.Empty):
            one, message = inbox.get(timeout=max(0.0, min([*ends, *starts]) - clock_s))
            one.clock_s = time.monotonic()
            if one in tries:
                yield one, message
        for one in [one for one in tries if time.monotonic() - one.clock_s >= self.silence_s]:
            _drop(one)
            yield one, ("lost", "", f"silent for {self.silence_s:g} s")

    def _lose(self, call: _Call, why: str) -> None:
        """Note that a call was lost. Raises RuntimeError if it was too often."""
        call.lost += 1
        last = why.strip().splitlines()[-1] if why.strip() else "for no reason given"
        self._losses.append(f"the work {call.key} was lost and is done again: {last}")
        if call.lost >= TRIES:
            what = f"the work {call.key} was lost {TRIES} times" if call.began else "containers do not start"
            raise RuntimeError(f"{what}: {why}")
        if call.lost > 1:
            call.ready_s = time.monotonic() + self._section.retry_s * 2 ** (call.lost - 2)

    def _wholes(self, calls: list[_Call], method: str, shared: Any) -> Iterator[tuple[Key, Any, Any]]:
        """Rounds of Modal's `map`: what a round has not brought is asked again in the next.

        An exception does not say whose it is, since results come in the order of finishing.
        """
        left = dict(enumerate(calls))
        whole = False
        try:
            while left:
                arguments = [(number, method, call.argument, shared) for number, call in left.items()]
                why, failed = "no result came", dict[int, str]()
                found = self._engine.whole.starmap(arguments, order_outputs=False, return_exceptions=True)
                for result in found:
                    if isinstance(result, BaseException):
                        why = f"{type(result).__name__}: {result}"
                        continue
                    number, messages = result
                    call, (kind, _, *content) = left[number], messages[-1]
                    call.began = True
                    if kind == "refused":
                        raise ValueError(content[0])
                    for _, _, part, value in messages[1:-1]:
                        if part not in call.parts:
                            call.parts.add(part)
                            yield call.key, part, value
                    if kind == "done":
                        del left[number]
                    else:
                        failed[number] = content[0]
                for number, call in left.items():
                    self._lose(call, failed.get(number, why))
                time.sleep(max([0.0, *(call.ready_s - time.monotonic() for call in left.values())]))
            whole = True
        finally:
            if not whole:
                # There is no other way to take back what was asked for.
                self.close()


def _listen(one: _Try, generator: Iterator[tuple], inbox: "queue.SimpleQueue[tuple[_Try, tuple]]") -> None:
    """The thread of a call: pass on what it says. A call that nobody waits for is cancelled as soon as it begins."""
    try:
        last = ""
        for message in generator:
            last = message[0]
            if last == "begun":
                one.id = message[2]
                if one.dropped:
                    _cancel(one.id)
            inbox.put((one, message))
        if last not in ("done", "refused", "failed"):
            inbox.put((one, ("lost", "", "its stream was cut off")))
    except Exception as error:
        inbox.put((one, ("lost", "", f"{type(error).__name__}: {error}")))


def _drop(one: _Try) -> None:
    """Give up a call. Its container ends: whatever it was interrupted at, its worker is not used again."""
    one.dropped = True
    if one.id:
        threading.Thread(target=_cancel, args=(one.id,), daemon=True).start()


def _cancel(call_id: str | None) -> None:
    import modal

    if call_id:
        with suppress(Exception):  # it may have ended, or the app with it
            modal.FunctionCall.from_id(call_id).cancel(terminate_containers=True)


def import_modal() -> Any:
    """The module. Raises ValueError, saying what to do, if it is missing or has no token."""
    try:
        import modal
        import modal.config
    except ImportError as error:
        raise ValueError("Modal needs its package: pip install 'rlve-gymnasium[modal]', then `modal setup`") from error
    known = modal.config.config
    if modal.is_local() and not (known.get("token_id") or known.get("oauth_refresh_token")):
        raise ValueError("Modal has no token here: run `modal setup`, or set MODAL_TOKEN_ID and MODAL_TOKEN_SECRET")
    return modal


@contextmanager
def reaching_modal() -> Iterator[None]:
    """Errors of the account and of the network become ValueErrors that say what to do."""
    from modal import exception

    try:
        yield
    except exception.AuthError as error:
        raise ValueError(
            f"Modal does not know who asks ({error}): run `modal setup`, or set MODAL_TOKEN_ID and MODAL_TOKEN_SECRET"
        ) from error
    except exception.NotFoundError as error:
        raise ValueError(f"Modal has no such thing ({error}): create it, or change its name in fleet.modal") from error
    except exception.InvalidError as error:
        raise ValueError(f"Modal refuses this ({error}): change it in fleet.modal") from error
    except exception.ConnectionError as error:
        raise ValueError(f"Modal cannot be reached: {error}") from error


def open_modal(section: ModalSection, recipe: Recipe, silence_s: float) -> Fleet:
    """The fleet for a run's recipe: its model on the volume, its snapshots too, what it saves brought home."""
    from rlve_gym.fleets import away
    from rlve_gym.fleets._modal_models import on_volume, snapshots

    import_modal()
    with reaching_modal():
        options = {**recipe.options, "model": on_volume(section, recipe.options["model"])}
    if folder := options.get("snapshots"):
        options["snapshots"] = snapshots(folder)
    options = {"maker": recipe.maker, "options": options}
    return away.Home(Modal(section, Recipe(away.MAKER, options), silence_s))
