"""Follower: a worker that stands where a run of evolution strategies is, and samples as any member of its population.

It needs the base model and the history, which comes with every call: what is new in it is applied, so a worker that is
new, was away or belongs to a run that went back is brought to the same bits as all others.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rlve_gym.engines.base import Completion, HeldEngine, Member, Request, Sampling
from rlve_gym.engines.select import load_engine
from rlve_gym.evolution import Replica, fingerprint
from rlve_gym.fleets.base import Fleet
from rlve_gym.history import History

MAKER = "rlve_gym.fleets.follower:Follower"
SECONDS = -1
"""The part of a call's result that is no completion: where its time went."""


@dataclass(frozen=True)
class Work:
    """What all calls of an iteration share. history: the packed form."""

    history: bytes
    prompts: tuple[str, ...]
    sampling: Sampling


@dataclass(frozen=True)
class Attempts:
    """What is to be sampled: (place of the prompt, seed) each, by the weights as they are.

    members: if there are any, they share the attempts equally, the first ones are the first member's, and so on; two
    or more are sampled side by side. The completions are numbered in the order of the attempts.
    """

    attempts: tuple[tuple[int, int], ...]
    members: tuple[Member, ...] = ()


@dataclass(frozen=True)
class Seconds:
    """Where a call's time went: catching up with the history, moving to the member and back, generating."""

    follow: float = 0.0
    perturb: float = 0.0
    generate: float = 0.0

    def __add__(self, other: "Seconds") -> "Seconds":
        return Seconds(self.follow + other.follow, self.perturb + other.perturb, self.generate + other.generate)


class Follower:
    """Makes an engine and keeps it where the history says. Its public methods are for `Fleet.map`.

    model: the base. threads: of torch, 0 leaves its default. snapshots: a folder to take snapshots of the change from.
    device, engine_options: see `ModelSection.engine_choice`.
    """

    def __init__(
        self,
        model: str,
        threads: int = 0,
        snapshots: str | None = None,
        device: str | None = None,
        engine_options: Mapping[str, Any] | None = None,
    ):
        import torch

        if threads:
            torch.set_num_threads(threads)
        self.engine: HeldEngine = load_engine(model, **{**(engine_options or {}), "device": device})
        self._snapshots = Path(snapshots) if snapshots else None
        self._history: History | None = None
        self._replica: Replica | None = None
        self._written: str | None = None

    def base(self, argument: None, common: None) -> Iterator[tuple[str, str]]:
        """The fingerprint and the type of the base, for the header of a history. Only before anything is followed."""
        assert self._replica is None, "the weights may be the base's no longer"
        tensors = self.engine.tensors()
        yield "fingerprint", fingerprint(tensors)
        yield "dtype", str(next(iter(tensors.values())).dtype).removeprefix("torch.")

    def sample(self, argument: Attempts, work: Work) -> Iterator[tuple[int, Completion | Seconds]]:
        """Completions, numbered, as they finish; last the `Seconds`."""
        clock = _Clock()
        self._follow(work.history)
        follow = clock.lap()
        requests = [Request(n, work.prompts[place], seed) for n, (place, seed) in enumerate(argument.attempts)]
        generate = perturb = 0.0
        with self._as(argument.members):
            perturb = clock.lap()
            for number, completion in self.engine.generate(requests, work.sampling):
                generate += clock.lap()
                yield number, completion
                clock.lap()
            generate += clock.lap()
        yield SECONDS, Seconds(follow, perturb + clock.lap(), generate)

    def _as(self, members: tuple[Member, ...]) -> AbstractContextManager[None]:
        if len(members) > 1:
            if not self.engine.capabilities.crowd:
                raise ValueError(f"together: {type(self.engine).__name__} samples one member at a time; give 1")
            engine: Any = self.engine
            return engine.crowd(members)
        return self.engine.perturbed(members[0]) if members else nullcontext()

    def fingerprint(self, argument: None, history: bytes) -> Iterator[tuple[str, str]]:
        """A digest of the weights that a history stands for."""
        self._follow(history)
        yield "fingerprint", self.engine.fingerprint()

    def snapshot(self, keep: int, history: bytes) -> Iterator[tuple[str, str]]:
        """Write a snapshot of the change into the folder of snapshots, where the newest `keep` stay."""
        self._follow(history)
        assert self._replica is not None and self._snapshots is not None
        yield "path", str(self._replica.snapshot(self._snapshots, keep))

    def save(self, folder: str, history: bytes) -> Iterator[tuple[str, str]]:
        """Write the model that a history stands for, with its tokenizer, as an ordinary Hugging Face folder."""
        self._follow(history)
        self.engine.save(Path(folder))
        yield "folder", folder

    def _follow(self, packed: bytes) -> None:
        history = self._history = self._history.follow(packed) if self._history else History.from_bytes(packed)
        if self._replica is None:
            self._replica = Replica(self.engine.tensors(), history.header)
            self._written = self._replica.digest
        self._replica.catch_up(history, self._snapshots)
        if self._written != self._replica.digest:
            self._written = None
            self._replica.write(self.engine.tensors())
            self.engine.bump(self._replica.iterations)
            self._written = self._replica.digest


class Unperturbed:
    """The weights as they are, as something to sample from: requests go to a fleet of followers in shares.

    size: of a share. It must not depend on how many workers there are, since rounding may differ with a batch's size.
    """

    def __init__(self, fleet: Fleet, history: bytes, iteration: int, size: int):
        self._fleet, self._history, self._iteration, self._size = fleet, history, iteration, size

    def generate(self, requests: Sequence[Request], sampling: Sampling) -> Iterator[tuple[int, Completion]]:
        """See `rlve_gym.engines.base.Sampler`."""
        places = {prompt: place for place, prompt in enumerate(dict.fromkeys(request.prompt for request in requests))}
        shares = [requests[at : at + self._size] for at in range(0, len(requests), self._size)]
        items = [
            ((self._iteration, n), Attempts(tuple((places[request.prompt], request.seed) for request in share)))
            for n, share in enumerate(shares)
        ]
        for (_, n), number, value in self._fleet.map("sample", items, Work(self._history, tuple(places), sampling)):
            if number != SECONDS:
                yield shares[n][number].id, value


class _Clock:
    def __init__(self) -> None:
        self._last = time.perf_counter()

    def lap(self) -> float:
        """Seconds since the last lap."""
        last, self._last = self._last, time.perf_counter()
        return self._last - last
