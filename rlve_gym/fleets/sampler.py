"""Sampling by a fleet for a trainer that changes the weights itself, such as DAPO: new weights go out, samples come in.

The weights travel as the second argument of a `map`, so a fleet sends them to each worker (or, on Ray, to each node)
once a step. A worker that is new gets them with its first share.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rlve_gym.engines.base import Completion, Request, Sampling
from rlve_gym.engines.weights import own_tensors
from rlve_gym.fleets.base import Fleet

if TYPE_CHECKING:
    from rlve_gym.engines.transformers import TransformersEngine

MAKER = "rlve_gym.fleets.sampler:Worker"


@dataclass(frozen=True)
class Order:
    """What all shares of a call have in common. weights: in the safetensors format, those of `version`."""

    version: int
    weights: bytes
    sampling: Sampling


class Worker:
    """An engine that takes on the weights it is sent. Its public method is for `Fleet.map`. Options: see `Follower`."""

    def __init__(
        self,
        model: str,
        threads: int = 0,
        device: str | None = None,
        engine_options: Mapping[str, Any] | None = None,
    ):
        from rlve_gym.engines.select import load_engine

        if threads:
            import torch

            torch.set_num_threads(threads)
        self.engine = load_engine(model, **{**(engine_options or {}), "device": device})
        self._version = -1

    def sample(self, share: tuple[Request, ...], order: Order) -> Iterator[tuple[int, Completion]]:
        """(request id, completion) as they finish."""
        if self._version != order.version:
            from safetensors.torch import load

            # Between two weights there are none that have a name.
            self._version = -1
            self.engine.set_weights(order.version, load(order.weights))
            self._version = order.version
        yield from self.engine.generate(share, order.sampling)


class FleetSampler:
    """A fleet of `Worker`s that samples from an engine's weights. Implements `rlve_gym.engines.base.Sampler`.

    engine: the trainer's; whoever changes its weights names them anew (`bump`). share: requests that a worker gets at a
    time. It must not depend on how many workers there are: rounding may differ with a batch's size, and results should
    not depend on who did what.
    """

    def __init__(self, fleet: Fleet, engine: "TransformersEngine", share: int):
        assert share > 0
        self.fleet, self.engine, self.share = fleet, engine, share
        self._version, self._packed = -1, b""
        self._calls = 0

    def generate(self, requests: Sequence[Request], sampling: Sampling) -> Iterator[tuple[int, Completion]]:
        """See `rlve_gym.engines.base.Sampler`."""
        shares = [tuple(requests[at : at + self.share]) for at in range(0, len(requests), self.share)]
        self._calls += 1
        items = [((self._calls, n), share) for n, share in enumerate(shares)]
        for _, number, completion in self.fleet.map("sample", items, Order(*self._weights(), sampling)):
            yield number, completion

    def _weights(self) -> tuple[int, bytes]:
        """The version and the weights, packed once."""
        if self._version != self.engine.weights_version:
            from safetensors.torch import save

            tensors = own_tensors(self.engine.model)
            self._packed = save({name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()})
            self._version = self.engine.weights_version
        return self._version, self._packed
