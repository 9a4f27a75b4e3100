"""The engine contract: a language model, its weights, and a way to sample completions from it.

Everything above (rollouts, trainers, fleets) sees only this. `tests/engines/` runs one contract test on every engine.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol


class Finish(StrEnum):
    """Why a completion ended: the model stopped by itself (or at a stop string), or it was cut off."""

    STOP = "stop"
    LENGTH = "length"


@dataclass(frozen=True)
class Sampling:
    """How completions are sampled.

    temperature: 0 is greedy. top_p: keep the smallest set of tokens with this mass (1 keeps all). top_k: keep the k
    most likely (0 keeps all). max_tokens: per completion. stop: strings that end a completion, kept in its text.
    """

    temperature: float = 1.0
    top_p: float = 1.0
    top_k: int = 0
    max_tokens: int = 256
    stop: tuple[str, ...] = ()


@dataclass(frozen=True)
class Request:
    """One completion to sample. `seed` alone decides its randomness, whatever it is batched with.

    prompt: text; the engine applies the model's chat template if it is configured to.
    """

    id: int
    prompt: str
    seed: int


@dataclass(frozen=True)
class Completion:
    """A sampled completion. `_T`: one entry per sampled token, the end-of-sequence token included if it was sampled.

    text: what the model wrote, special tokens removed, except for `rlve_gym.verdict.MARKS`. If the prompt itself ends
    by opening a `<think>` block, the text begins with `<think>`, so that it can be judged on its own.
    logprobs_T: natural log-probabilities under the distribution sampled from (after temperature, top-p, top-k).
    """

    text: str
    tokens_T: tuple[int, ...] = ()
    logprobs_T: tuple[float, ...] = ()
    finish: Finish = Finish.STOP
    prompt_tokens: tuple[int, ...] = ()
    weights_version: int = 0


@dataclass(frozen=True)
class Member:
    """One member of a population: the model's weights plus sigma times noise that is a function of the first three.

    index: which noise. sigma: negative for the mirror image, the other member of an antithetic pair.
    """

    seed: int
    iteration: int
    index: int
    sigma: float


@dataclass(frozen=True)
class Capabilities:
    """What an engine can do beyond sampling. crowd: several members of a population side by side."""

    logprobs: bool
    set_weights: bool
    perturbed: bool
    crowd: bool = False


class Sampler(Protocol):
    """Something that samples completions: an engine, or a fleet of them."""

    def generate(self, requests: Sequence[Request], sampling: Sampling) -> Iterator[tuple[int, Completion]]:
        """Sample one completion per request; yields (request id, completion) in order of finishing."""
        ...


class Engine(Sampler, Protocol):
    """A model that samples completions. Not thread-safe."""

    capabilities: Capabilities
    weights_version: int

    def set_weights(self, version: int, tensors: Mapping[str, Any]) -> None:
        """Replace the weights (Hugging Face tensor name -> tensor). ValueError on missing or misshapen tensors."""
        ...

    def perturbed(self, member: Member) -> AbstractContextManager[None]:
        """Inside the context the weights are the member's; the originals come back bit for bit, from a copy."""
        ...

    def fingerprint(self) -> str:
        """A digest of the weights that are really used for sampling."""
        ...

    def close(self) -> None:
        """Release the model."""
        ...


class HeldEngine(Engine, Protocol):
    """An engine in this process, whose parameters are at hand in Hugging Face layout and in the types that it uses."""

    def tensors(self) -> Mapping[str, Any]:
        """The floating-point parameters by name, tied ones once. They may be written in place; then tell `bump`."""
        ...

    def bump(self, version: int) -> None:
        """The owner of `tensors` has changed them in place: sample from them, under this version."""
        ...

    def save(self, folder: Path) -> None:
        """Write model and tokenizer as an ordinary Hugging Face folder."""
        ...
