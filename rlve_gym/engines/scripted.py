"""A scripted engine: completions come from a function or a table instead of a model. For tests and benchmarks.

It keeps the engine contract for real: randomness comes from the request's seed alone, weights can be replaced,
perturbed and restored, and log-probabilities depend on the weights. One token is one character (its code point); a
completion that is neither cut off nor ended by a stop string ends with the token `END`.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import blake2b
from typing import Any

import numpy as np

from rlve_gym.engines.base import Capabilities, Completion, Finish, Member, Request, Sampling
from rlve_gym.problem import random_stream

END = 0x110000
"""The token that ends a completion: the first number that is no code point."""


class ScriptedEngine:
    """Answers requests from a script.

    Args:
        answer: the text for a request, or a table from prompt to text.
        seconds_per_completion: sampling takes this long per completion, so n requests take n times as long.
        batch: completions that finish together, the shortest first.
    """

    def __init__(
        self,
        answer: Callable[[Request], str] | Mapping[str, str],
        seconds_per_completion: float = 0.0,
        batch: int = 1,
    ):
        if batch < 1:
            raise ValueError(f"batch={batch}: at least one completion must finish at a time")
        self.capabilities = Capabilities(logprobs=True, set_weights=True, perturbed=True)
        self.weights_version = 0
        self.weights: dict[str, np.ndarray] = {"bias": np.zeros(4), "scale": np.ones((2, 3), np.float32)}
        self._answer, self._seconds_per_completion, self._batch = answer, seconds_per_completion, batch

    def generate(self, requests: Sequence[Request], sampling: Sampling) -> Iterator[tuple[int, Completion]]:
        """Yields (request id, completion), batch by batch. At temperature 0 the script sees seed 0."""
        digest, version = self.fingerprint(), self.weights_version
        for start in range(0, len(requests), self._batch):
            batch = requests[start : start + self._batch]
            if self._seconds_per_completion:
                time.sleep(self._seconds_per_completion * len(batch))
            done = [(request.id, self._complete(request, sampling, digest, version)) for request in batch]
            yield from sorted(done, key=lambda pair: len(pair[1].tokens_T))

    def _complete(self, request: Request, sampling: Sampling, digest: str, version: int) -> Completion:
        if sampling.temperature == 0:
            request = replace(request, seed=0)
        text, stopped = _until_stop(self._text(request), sampling.stop)
        tokens = [*map(ord, text)] if stopped else [*map(ord, text), END]
        finish = Finish.STOP
        if len(tokens) > sampling.max_tokens:
            finish, tokens = Finish.LENGTH, tokens[: sampling.max_tokens]
            text = text[: sampling.max_tokens]
        return Completion(
            text=text,
            tokens_T=tuple(tokens),
            logprobs_T=_logprobs(len(tokens), sampling.temperature, request.seed, digest),
            finish=finish,
            prompt_tokens=tuple(map(ord, request.prompt)),
            weights_version=version,
        )

    def _text(self, request: Request) -> str:
        if isinstance(self._answer, Mapping):
            if request.prompt not in self._answer:
                raise ValueError(f"the script has no answer to the prompt {request.prompt[:80]!r}")
            return self._answer[request.prompt]
        return self._answer(request)

    def set_weights(self, version: int, tensors: Mapping[str, Any]) -> None:
        """Replace the weights. Raises ValueError on missing, unknown or misshapen tensors, and then changes nothing."""
        if tensors.keys() != self.weights.keys():
            raise ValueError(f"weights must be exactly {', '.join(self.weights)}, not {', '.join(tensors) or 'none'}")
        fresh = {}
        for name, old in self.weights.items():
            fresh[name] = np.array(tensors[name], dtype=old.dtype)
            if fresh[name].shape != old.shape:
                raise ValueError(f"the weight {name} must have shape {old.shape}, not {fresh[name].shape}")
        self.weights, self.weights_version = fresh, version

    @contextmanager
    def perturbed(self, member: Member) -> Iterator[None]:
        """Inside, every weight has sigma times normal noise added, drawn from (seed, iteration, index)."""
        original = self.weights
        noise = np.random.default_rng([member.seed, member.iteration, member.index])
        try:
            self.weights = {
                name: (value + member.sigma * noise.standard_normal(value.shape)).astype(value.dtype)
                for name, value in original.items()
            }
            yield
        finally:
            self.weights = original

    def fingerprint(self) -> str:
        """A digest of the weights' names, types, shapes and bytes."""
        digest = blake2b(digest_size=16)
        for name, value in sorted(self.weights.items()):
            digest.update(f"{name} {value.dtype} {value.shape}".encode())
            digest.update(value.tobytes())
        return digest.hexdigest()

    def close(self) -> None:
        """Nothing to release."""


def _until_stop(text: str, stop: Sequence[str]) -> tuple[str, bool]:
    """The text up to and including the stop string that ends first, and whether there is one."""
    ends = [text.find(string) + len(string) for string in stop if string in text]
    return (text[: min(ends)], True) if ends else (text, False)


def _logprobs(count: int, temperature: float, seed: int, digest: str) -> tuple[float, ...]:
    """0 for each token at temperature 0 (the choice is certain), else a function of the seed and the weights."""
    if temperature == 0:
        return (0.0,) * count
    rng = random_stream("scripted", seed, digest)
    return tuple(-2.0 * rng.random() for _ in range(count))
