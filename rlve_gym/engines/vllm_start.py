"""Starting vLLM: what it reads from the environment, and its arguments."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rlve_gym.engines.vllm import VllmSection

WORKER = "rlve_gym.engines.vllm_worker.Worker"


def prepare(device: str | None) -> bool:
    """Set what vLLM reads from the environment, and say whether it is one for a CPU. Raises ValueError without vLLM."""
    os.environ["VLLM_ENABLE_V1_MULTIPROCESSING"] = "0"
    os.environ.setdefault("VLLM_LOGGING_LEVEL", "WARNING")
    os.environ.setdefault("VLLM_NO_USAGE_STATS", "1")
    os.environ.setdefault("VLLM_CPU_OMP_THREADS_BIND", "nobind")
    # Threads of torch, of which there are some by then, do not survive a fork.
    os.environ.setdefault("VLLM_WORKER_MULTIPROC_METHOD", "spawn")
    kind, _, numbers = (device or "").partition(":")
    if kind == "cuda" and numbers:
        _show_only(numbers.split(","))
    try:
        from vllm.platforms import current_platform  # pyright: ignore[reportMissingImports]
    except ImportError as error:
        raise ValueError(f"engine: vllm needs vLLM ({error}): pip install 'rlve-gymnasium[vllm]'") from None
    on_cpu = current_platform.is_cpu()
    if kind and kind != ("cpu" if on_cpu else "cuda"):
        raise ValueError(f"device {device!r}: the vLLM that is installed is one for {'CPUs' if on_cpu else 'GPUs'}")
    return on_cpu


def _show_only(numbers: Sequence[str]) -> None:
    """Have CUDA see these of its devices only, which is how vLLM is told."""
    import torch

    if torch.cuda.is_initialized():
        raise ValueError("this process uses a GPU already, so vLLM cannot be given one by number: device: cuda")
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    known = visible.split(",") if visible else None
    os.environ["CUDA_VISIBLE_DEVICES"] = ",".join(known[int(n)] if known else n for n in numbers)


def start(source: str, model: Any, max_batch: int, on_cpu: bool, options: "VllmSection") -> Any:
    """A `vllm.LLM`."""
    from vllm import LLM  # pyright: ignore

    eager = on_cpu if options.enforce_eager is None else options.enforce_eager
    if on_cpu and eager:
        import torch

        # vLLM compiles small functions even so, which takes a compiler and most of a minute.
        torch._dynamo.config.disable = True
    cache_gib = options.kv_cache_gib or (1.0 if on_cpu else None)
    return LLM(
        model=source,
        dtype=str(model.dtype).removeprefix("torch."),
        tensor_parallel_size=options.tensor_parallel_size,
        gpu_memory_utilization=options.gpu_memory_utilization,
        kv_cache_memory_bytes=int(cache_gib * 2**30) if cache_gib else None,
        max_model_len=options.max_model_len,
        max_num_seqs=max_batch,
        enforce_eager=eager,
        # A step that was begun ahead would hold keys and values of weights that are to change.
        async_scheduling=False,
        logprobs_mode="processed_logprobs",
        generation_config="vllm",
        worker_extension_cls=WORKER,
        use_tqdm_on_load=False,
        disable_log_stats=True,
        seed=0,
    )
