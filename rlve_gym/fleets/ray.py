"""A fleet of Ray actors, on this machine or on a cluster.

Each actor has its place in one placement group and makes one worker. Results stream back as they are made. An actor
that dies with its process or its machine, raises anything but ValueError or says nothing for too long is replaced at
its place, and what it was at is next; Ray itself restarts and repeats nothing, so what is lost is known here. What all
calls share goes into Ray's object store once, thus to each machine once, and to each worker once.

All actors end with this process, however it ends; a cluster that was there before stays.

Left out: sending work ahead, as in `rlve_gym.fleets.local`; Ray's client (`ray://`), which cannot stream; a head node
that dies, which ends the run: resume it.
"""

import os
import pickle
import time
import traceback
import weakref
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import ray
from ray.exceptions import RayError

from rlve_gym.fleets import _ray, away
from rlve_gym.fleets.base import Fleet, Key, Recipe
from rlve_gym.fleets.crew import Call, Crew
from rlve_gym.fleets.select import RaySection


@dataclass(frozen=True)
class Where:
    """Of an actor. node: Ray's id of the machine. address: of the machine. pid: the process there."""

    node: str
    address: str
    pid: int


class Host:
    """The actor: holds a worker. Its methods stream messages: ("placed", where), ("part", part, value), ("failed",
    is_the_users, text). That a stream ends says that the call has ended."""

    def __init__(self) -> None:
        self._worker: Any = None
        self._common: Any = None
        self._number = 0

    def start(self, recipe: Recipe, folder: str) -> Iterator[tuple]:
        """Make the worker, in the folder where the fleet's owner is, if it is here too: paths may be relative."""
        _ray.die_with_raylet()
        yield "placed", Where(ray.get_runtime_context().get_node_id(), ray.util.get_node_ip_address(), os.getpid())
        if os.path.isdir(folder):
            os.chdir(folder)
        try:
            self._worker = recipe.make()
        except ValueError as error:
            yield "failed", True, str(error)
        except Exception:
            yield "failed", False, traceback.format_exc()

    def call(self, method: str, argument: Any, number: int, common: list[Any]) -> Iterator[tuple]:
        """Call a method. common: a reference, in a list so that it is fetched here, once for each number of a `map`."""
        if self._number != number:
            self._common = None
            self._common, self._number = ray.get(common[0]), number
        try:
            for part, value in getattr(self._worker, method)(argument, self._common):
                yield "part", part, value
        except ValueError as error:
            yield "failed", True, str(error)
        except Exception:
            yield "failed", False, traceback.format_exc()


class _Actor:
    """One actor. where: None until it is there. stream: of its call or of its start, None if it is idle. clock: when
    it last said something."""

    def __init__(self, place: int, handle: Any, recipe: Recipe):
        self.place, self.handle = place, handle
        self.where: Where | None = None
        self.ready = False
        self.call: Call | None = None
        self.clock = time.monotonic()
        self.stream: Any = self._streaming("start", recipe, os.getcwd())

    def begin(self, call: Call, method: str, number: int, common: list[Any]) -> None:
        self.call, self.clock = call, time.monotonic()
        self.stream = self._streaming("call", method, call.argument, number, common)

    def next(self) -> tuple:
        """The message that is there, ("done",) at the end of the stream. Raises RayError if the actor is lost."""
        try:
            reference = next(self.stream)
        except StopIteration:
            self.stream = None
            return ("done",)
        message: Any = ray.get(reference)
        self.clock = time.monotonic()
        return message

    def _streaming(self, name: str, *arguments: Any) -> Any:
        return getattr(self.handle, name).options(num_returns="streaming").remote(*arguments)


class Actors(Crew[_Actor]):
    """A fleet of Ray actors. address, runtime_env: see `_ray.join`; cpus, gpus: of each, reserved.

    silence_s: from when an actor has its place. room_s: how long to wait for a cluster to have places for all.
    """

    kind = "Ray actors"

    def __init__(
        self,
        recipe: Recipe,
        workers: int = 1,
        address: str | None = None,
        cpus: float = 1.0,
        gpus: float = 0.0,
        runtime_env: Mapping[str, Any] | None = None,
        silence_s: float = 3600.0,
        room_s: float = 600.0,
    ):
        super().__init__(workers, silence_s)
        self._recipe = recipe
        self._commons = 0
        self._digest, self._shared = b"", []
        _ray.join(address, runtime_env)
        try:
            self._places = _ray.Places(workers, cpus, gpus, room_s)
        except BaseException:
            _ray.leave()
            raise
        self.close = weakref.finalize(self, _end, self._pool, self._places, os.getpid())
        for place in range(workers):
            self._pool.append(self._hire(place))

    def _share(self, common: Any) -> None:
        """Put it where each node fetches it once; what equals the one before, as a step's weights, is there already."""
        digest, buffers = blake2b(digest_size=16), []
        digest.update(pickle.dumps(common, 5, buffer_callback=buffers.append))
        for buffer in buffers:
            digest.update(buffer.raw())
        if self._digest != digest.digest():
            self._digest, self._commons, self._shared = digest.digest(), self._commons + 1, [ray.put(common)]

    def map(self, method: str, items: Iterable[tuple[Key, Any]], common: Any = None) -> Iterator[tuple[Key, Any, Any]]:
        """See `rlve_gym.fleets.base.Fleet`."""
        self._share(common)
        self._waiting.extend(Call(key, argument) for key, argument in items)
        left = len(self._waiting)
        try:
            while left:
                for actor in self._pool:
                    if actor.ready and actor.call is None and self._waiting:
                        actor.begin(self._waiting.popleft(), method, self._commons, self._shared)
                for actor, (kind, *content) in self._messages():
                    call = actor.call
                    if kind == "done" and call is not None:
                        actor.call = None
                        left -= 1
                    elif kind == "done":
                        actor.ready, self._failed_starts = True, 0
                    elif kind == "placed":
                        (actor.where,) = content
                    elif kind == "failed":
                        self._failed(actor, *content)
                    elif call is not None and content[0] not in call.parts:
                        call.parts.add(content[0])
                        yield call.key, *content
        finally:
            self._give_up()

    def _messages(self) -> Iterator[tuple[_Actor, tuple]]:
        """Wait until an actor has said something, or has been silent for too long; one message of each."""
        by_stream = {actor.stream: actor for actor in self._pool if actor.stream is not None}
        watched = self._watched()
        late_at = min(actor.clock for actor in watched) + self.silence_s
        ready, _ = ray.wait(list(by_stream), num_returns=1, timeout=max(0.0, late_at - time.monotonic()))
        if ready:
            ready, _ = ray.wait(list(by_stream), num_returns=len(by_stream), timeout=0)
        talking = [by_stream[stream] for stream in ready]
        for actor in watched:
            if actor not in talking and time.monotonic() - actor.clock >= self.silence_s:
                self._lose(actor, f"silent for {self.silence_s:g} s")
        for actor in [actor for actor in talking if actor in self._pool]:
            try:
                message = actor.next()
            except RayError as error:
                self._lose(actor, _ray.why(error))
                continue
            yield actor, message

    def _watched(self) -> list[_Actor]:
        """Those whose silence counts. One without a place waits for room in the cluster, while others work."""
        talking = [actor for actor in self._pool if actor.stream is not None]
        return [actor for actor in talking if actor.where is not None] or talking

    def _failed(self, actor: _Actor, is_the_users: bool, text: str) -> None:
        if not is_the_users:
            self._lose(actor, text.strip())
            return
        actor.call = None
        self._replace(actor)
        raise ValueError(text)

    def _hire(self, place: int) -> _Actor:
        handle = ray.remote(Host).options(**self._places.options(place)).remote()
        return _Actor(place, handle, self._recipe)

    def _dismiss(self, seat: _Actor) -> None:
        ray.kill(seat.handle)

    def _name(self, seat: _Actor) -> str:
        where = f" ({seat.where.address}, process {seat.where.pid})" if seat.where else ""
        return f"Ray actor {seat.place}{where}"


def open_actors(section: RaySection, recipe: Recipe, silence_s: float) -> Fleet:
    """The fleet that a configuration names. What actors on other machines save comes home from there."""
    options = section.model_dump(include={"address", "runtime_env", "room_s"})
    places = {"cpus": section.cpus_per_actor, "gpus": section.gpus_per_actor}
    if not _ray.elsewhere(section.address):
        return Actors(recipe, section.actors, silence_s=silence_s, **places, **options)
    recipe = Recipe(away.MAKER, {"maker": recipe.maker, "options": recipe.options})
    return away.Home(Actors(recipe, section.actors, silence_s=silence_s, **places, **options))


def _end(pool: list[_Actor], places: _ray.Places, owner: int) -> None:
    """End all actors; in a fork of the process that owns them, none."""
    if os.getpid() == owner and _ray.connected():
        for actor in pool:
            ray.kill(actor.handle)
        places.close()
        _ray.leave()
    pool.clear()
