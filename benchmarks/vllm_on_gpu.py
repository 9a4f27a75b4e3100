"""What cannot be tested without a GPU: vLLM's weights in place, several GPUs, half precision. Checks first, then speed.

    pip install 'rlve-gymnasium[vllm]'
    python benchmarks/vllm_on_gpu.py [--model Qwen/Qwen2.5-0.5B-Instruct] [--gpus 1] [--prompts 64] [--json]

Checks, each a line that says ok or FAILED, and the exit status: the fingerprint of what vLLM holds is that of the model
by transformers, as it is, as two members and in between; weights that are set arrive; log-probabilities are those of
`token_logprobs` up to the rounding of the type; the same call gives the same completions. Then seconds of entering and
leaving a member and of new weights, and tokens a second. It also runs on a CPU, with the vLLM for CPUs.

Not run on a GPU yet.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

if missing := [name for name in ("torch", "transformers", "vllm") if find_spec(name) is None]:
    print(f"this needs {', '.join(missing)}: pip install 'rlve-gymnasium[vllm]'", file=sys.stderr)
    sys.exit(2)

import torch

from rlve_gym.engines.base import Completion, Member, Request, Sampling
from rlve_gym.engines.transformers import TransformersEngine, token_logprobs
from rlve_gym.engines.vllm import VllmEngine, VllmSection

SAMPLING = Sampling(temperature=1.0, max_tokens=64)
MEMBERS = [Member(seed=1, iteration=2, index=index, sigma=sigma) for index, sigma in ((0, 1e-3), (7, -1e-3))]


def requests(count: int) -> list[Request]:
    return [Request(n, f"What is {n // 4} + {n % 7}? Think first.", seed=n) for n in range(count)]


def distance(plain: TransformersEngine, completions: list[Completion]) -> float:
    """The median difference of log-probabilities to those of training."""
    found = []
    for completion in completions:
        logprobs_BT, _ = token_logprobs(plain.model, [(completion.prompt_tokens, completion.tokens_T)])
        found += (logprobs_BT[0].cpu() - torch.tensor(completion.logprobs_T)).abs().tolist()
    return statistics.median(found)


def checks(engine: VllmEngine, plain: TransformersEngine, count: int) -> dict[str, Any]:
    """What holds, by name."""
    base = engine.fingerprint()
    found: dict[str, Any] = {"weights are the model's": base == plain.fingerprint()}
    for n, member in enumerate(MEMBERS):
        with torch.no_grad(), engine.perturbed(member), plain.perturbed(member):
            found[f"member {n} is the member"] = engine.fingerprint() == plain.fingerprint() != base
            found[f"distance as member {n}"] = distance(plain, [c for _, c in engine.generate(requests(8), SAMPLING)])
        found[f"weights come back after member {n}"] = engine.fingerprint() == base
    once, again = (list(engine.generate(requests(count), SAMPLING)) for _ in range(2))
    found["the same call gives the same completions"] = once == again
    with torch.no_grad():
        found["distance"] = distance(plain, [completion for _, completion in once[:8]])
    fresh = {name: tensor * 0.5 for name, tensor in plain.tensors().items()}
    old = {name: tensor.clone() for name, tensor in plain.tensors().items()}
    for version, weights in enumerate((fresh, old), start=1):
        engine.set_weights(version, weights)
        plain.set_weights(version, weights)
        found[f"new weights {version} arrive"] = engine.fingerprint() == plain.fingerprint()
    return found


def seconds(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def speeds(engine: VllmEngine, count: int) -> dict[str, float]:
    def member() -> None:
        with engine.perturbed(MEMBERS[0]):
            pass

    def sample() -> None:
        tokens.extend(len(completion.tokens_T) for _, completion in engine.generate(requests(count), SAMPLING))

    tokens: list[int] = []
    member()
    taken = seconds(sample)
    return {
        "entering and leaving a member, s": seconds(member),
        "new weights, s": seconds(lambda: engine.bump(9)),
        "tokens a second": sum(tokens) / taken,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Checks and speed of the vLLM engine.")
    parser.add_argument("--model", default="Qwen/Qwen2.5-0.5B-Instruct", help="a folder, hub id or package")
    parser.add_argument("--gpus", type=int, default=1, help="GPUs that share the model")
    parser.add_argument("--prompts", type=int, default=64, help="completions of a call")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    arguments = parser.parse_args()
    options = VllmSection(tensor_parallel_size=arguments.gpus, gpu_memory_utilization=0.5, max_model_len=1024)
    engine = VllmEngine.load(arguments.model, max_batch=arguments.prompts, options=options)
    dtype = str(next(iter(engine.tensors().values())).dtype).removeprefix("torch.")
    plain = TransformersEngine.load(arguments.model, dtype=dtype)
    found = {**checks(engine, plain, arguments.prompts), **speeds(engine, arguments.prompts)}
    engine.close()
    # Rounding is relative: half precision has 8 bits, and logits of a dozen.
    limit = 1e-3 if dtype == "float32" else 0.1
    ok = {name: value for name, value in found.items() if isinstance(value, bool)}
    ok |= {name: value < limit for name, value in found.items() if name.startswith("distance")}
    if arguments.json:
        print(json.dumps(found))
    for name, value in () if arguments.json else found.items():
        verdict = ("ok" if ok[name] else "FAILED") if name in ok else ""
        print(f"{name:45} {'' if isinstance(value, bool) else f'{value:.4g}':>10} {verdict}")
    sys.exit(not all(ok.values()))


if __name__ == "__main__":
    main()
