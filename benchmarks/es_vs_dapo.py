"""Evolution strategies against DAPO on a tiny model: the same warm start, problems, curriculum and evaluation.

    python benchmarks/es_vs_dapo.py [--task proofs] [--seeds 0 1 2 3 4] [--folder DIR] [--figure FILE.png] [--json]
    python benchmarks/es_vs_dapo.py --tune --folder DIR

A tiny model learns the form of answers; then each of the two real trainers goes on from it, with each seed.
What it draws: accuracy on held-out problems and the curriculum's level, over what was spent until then.

- tokens: of completions that were sampled for training.
- FLOPs: of the model's matrices, counted where they happen, padding included, so that a prompt that several rows share
  counts as often as it is read. Forward 2 a weight and position, which is the usual 2 P a token, where P is the weights
  of matrices; with a backward pass 6. Embeddings are looked up and cost nothing; the output matrix costs where there
  are logits. (torch's FlopCounterMode finds the same for sampling and 0.6 % less for a gradient.) Left out on both
  sides: attention among tokens, norms, and `apart`, which is printed by itself: with N members and P parameters, an
  iteration moves N members and then the weights, by N / 2 noises as they come in pairs, 2 P each: 3 N P; AdamW is taken
  as 12 P an update. Drawing noise is integer arithmetic and counts in seconds alone.
- seconds: of a processor, by one thread, with sampling, verification in process, update and curriculum. Wall time means
  nothing on a machine that does other work.

Evaluation counts as none of these. Both have the batches of the quickstarts (members x 16 prompts; 16 prompts x 16
samples, two updates), and a number of steps that takes about equally many seconds. A run that is finished in the folder
is not run again, one that was interrupted begins anew.

**Sorting**: a model of 49,000 parameters. Tuned with about as many trials for both, on seed 100, which is not in
the figure; `--tune` runs the last round again, at half the length or less. Two rounds of three trials went before, on
easier variants (a warm start of 400 steps, where both gained next to nothing; a window of 1, where both lost the levels
that were not drawn any more): sigma and alpha 0.016 and 0.1, 0.016 and 0.2, 64 members with alpha 0.1, 0.016 and 0.03,
0.016 and 0.01, 0.008 and 0.02; learning rates 5e-4, 1e-3, 3e-3, 2e-4, 1e-3, and one that did not run. Accuracy in the
last round, from 0.10: 0.098, 0.113, 0.100 after 16 iterations; 0.203, 0.213 (54), 0.174 after 90 steps.

**Proofs**: a model of 18,000 parameters, which learns what tactic closes which theorem. Sigma, alpha and population are
those of configs/quickstart_es.yaml; DAPO had two trials of 9 steps, at the end of which 0.74 and 0.81 of its samples
were right. Seconds are without those of Lean. Not run to the end yet.

Sorting, 2026-11-30, five seeds, one thread of a very busy machine:
    side  accuracy, from 0.11  level  tokens               FLOPs                  s
    es    0.09 to 0.10         0      1.00 to 1.01 x 10^6  1.5 x 10^11            54 to 57
    dapo  0.42 to 0.47         2      0.65 to 0.76 x 10^6  2.4 to 2.7 x 10^11     76 to 82
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import torch
from torch import nn
from torch.nn.modules.module import register_module_forward_hook

from rlve_gym.config import merged, parse_config
from rlve_gym.engines.transformers import TransformersEngine
from rlve_gym.evaluation import EvaluationSection, evaluate
from rlve_gym.judging import InlineJudge
from rlve_gym.lean.judge import open_judge
from rlve_gym.lean.select import LeanSettings
from rlve_gym.metrics import Run, read_lines
from rlve_gym.registry import trainer


@dataclass(frozen=True)
class Task:
    """Parts of configurations: of the warm start, what both sides share, what is a side's own.

    trials: changes that were tried on the tuning seed. inline: answers are judged in this process.
    """

    warm: dict[str, Any]
    shared: dict[str, Any]
    own: dict[str, dict[str, Any]]
    trials: dict[str, list[dict[str, Any]]]
    inline: bool


SIDES = ("es", "dapo")
TUNING_SEED = 100
RUN = {"threads": 1, "checkpoint": {"every": 0}}
ES = {"trainer": "es", "log_groups": 0, "together": 64, "observe": "unperturbed", "snapshots": {"every": 0}}
DAPO = {
    "trainer": "dapo",
    "log_groups": 0,
    "preset": "dapo",
    "algorithm": {"filter": "by_reward", "advantage_std": "batch", "old_logprobs": "rollout"},
    "samples": 16,
    "max_waves": 3,
}
SORTING = Task(
    warm={
        "environments": ["sorting"],
        "model": {"path": "tiny", "tiny": {"width": 64, "depth": 1, "feed_forward": 64, "context": 256}},
        "steps": 200,
        "batch": 64,
        "low": 0,
        "high": 3,
        "max_tokens": 12,
        "optimizer": {"lr": 6e-3, "warmup_steps": 30, "decay_steps": 240},
    },
    shared={
        "environments": ["sorting"],
        "model": {"max_batch": 4096},
        "prompts": 16,
        "sampling": {"temperature": 1.0, "max_tokens": 12},
        "curriculum": {"rule": "sliding_window", "window": 3, "threshold": 0.6, "prompts": 32},
        "evaluation": {"levels": [0, 1, 2, 3], "problems": 128, "temperature": 1.0},
    },
    own={
        "es": {
            "steps": 40,
            "evolution": {"population": 256, "sigma": 0.016, "alpha": 0.06, "antithetic": True},
            "evaluation": {"every": 4},
        },
        "dapo": {
            "steps": 300,
            "optimizer": {"lr": 1e-3, "betas": [0.9, 0.98], "updates": 2},
            "evaluation": {"every": 25},
        },
    },
    trials={
        "es": [
            {"steps": 20, "evolution": {"sigma": sigma, "alpha": alpha}}
            for sigma, alpha in ((0.016, 0.03), (0.016, 0.06), (0.03, 0.06))
        ],
        "dapo": [{"steps": 90, "optimizer": {"lr": lr}} for lr in (3e-4, 1e-3, 3e-3)],
    },
    inline=True,
)
PROOFS = Task(
    warm={
        "environments": ["linear_arithmetic", "bit_vector"],
        "model": {"path": "tiny", "tiny": {"width": 32, "depth": 1, "feed_forward": 32, "context": 512}},
        "steps": 60,
        "batch": 32,
        "low": 0,
        "high": 1,
        "max_tokens": 8,
        "optimizer": {"lr": 4e-3, "warmup_steps": 10},
    },
    shared={
        "environments": ["linear_arithmetic", "bit_vector"],
        "lean": {"checker": "embedded"},
        "model": {"max_batch": 4096},
        "prompts": 16,
        "sampling": {"temperature": 1.0, "max_tokens": 8},
        "curriculum": {"rule": "sliding_window", "window": 1, "prompts": 32},
        "evaluation": {"levels": [0, 1, 2, 3], "problems": 24, "temperature": 1.0},
        "judge": {"processes": 1},
    },
    own={
        "es": {
            "steps": 12,
            "evolution": {"population": 128, "sigma": 0.02, "alpha": 0.06, "antithetic": True},
            "evaluation": {"every": 3},
        },
        "dapo": {
            "steps": 45,
            "optimizer": {"lr": 1e-3, "betas": [0.9, 0.98], "updates": 2},
            "evaluation": {"every": 9},
        },
    },
    trials={"es": [], "dapo": [{"steps": 10, "optimizer": {"lr": lr}} for lr in (3e-4, 1e-3)]},
    inline=False,
)
TASKS = {"sorting": SORTING, "proofs": PROOFS}
QUICK = {"steps": 4, "evaluation": {"every": 2}}
AXES = {"tokens": "tokens of completions", "flops": "FLOPs of the model", "seconds": "processor seconds"}
PANELS = {"accuracy": "held-out accuracy", "level": "level of the curriculum"}
COLOURS = {"es": "#3987e5", "dapo": "#e08a1e"}
NAMES = {"es": "evolution strategies", "dapo": "DAPO"}
POINTS = 60
"""At which the runs of a side are compared."""


class Flops:
    """Counts those of linear layers, wherever in the process, while it is on."""

    def __init__(self) -> None:
        self.total, self.on = 0, True

    def __call__(self, module: nn.Module, arguments: tuple[Any, ...], output: torch.Tensor) -> None:
        # The output, as logits are computed for some of the places that go in.
        if self.on and isinstance(module, nn.Linear):
            passes = 3 if torch.is_grad_enabled() else 1
            self.total += 2 * passes * output.numel() * module.in_features

    def paused(self, function: Any) -> Any:
        """The function, without what it costs."""

        def call(*arguments: Any) -> Any:
            self.on = False
            try:
                return function(*arguments)
            finally:
                self.on = True

        return call


class Counted(Run):
    """A run that writes the FLOPs so far beside each step."""

    flops: Flops

    def log(self, step: int, metrics: Mapping[str, Any]) -> None:
        super().log(step, {**metrics, "flops": self.flops.total})


@contextmanager
def measured(module: Any, inline: bool) -> Iterator[Flops]:
    """Inside, a trainer's clocks are those of the processor, and FLOPs are counted. inline: it judges in process."""
    flops = Flops()
    with ExitStack() as stack:
        hook = register_module_forward_hook(flops)
        stack.callback(hook.remove)
        stack.enter_context(patch("time.perf_counter", time.process_time))
        if inline:
            stack.enter_context(patch.object(module, "open_judge", lambda *_, **__: nullcontext(InlineJudge())))
        stack.enter_context(patch.object(module, "evaluate", flops.paused(module.evaluate)))
        yield flops


def train(raw: Mapping[str, Any], folder: Path, name: str, seed: int, inline: bool = True) -> Path:
    """The folder of a finished run; one that is there already is left as it is."""
    done = folder / name
    if (done / "model").exists():
        return done
    shutil.rmtree(done, ignore_errors=True)
    print(f"{name} begins", file=sys.stderr)
    config = parse_config({**RUN, **raw, "runs": str(folder), "name": name, "seed": seed})
    module = trainer(config.trainer)
    with measured(module, inline) as flops, Counted.create(config) as run:
        assert isinstance(run, Counted)
        run.flops = flops
        module.train(config, run)
    return done


def curve(folder: Path) -> dict[str, list[float]]:
    """What a run had spent and where it stood, step by step; accuracy where it was evaluated."""
    lines = read_lines(folder / "metrics.jsonl")
    seconds = np.cumsum([line["time/collect_s"] + line.get("time/update_s", 0.0) for line in lines])
    return {
        "tokens": [line["total/tokens"] for line in lines],
        "flops": [line["flops"] for line in lines],
        "seconds": seconds.tolist(),
        "level": [line["curriculum/level_mean"] for line in lines],
        "accuracy": [line.get("eval/accuracy", float("nan")) for line in lines],
    }


def quick(task: Task) -> Task:
    """A few steps of each, on fewer problems."""
    shared = merged(task.shared, {"evaluation": {"problems": 8}})
    own = {side: merged(its, QUICK) for side, its in task.own.items()}
    return replace(task, warm={**task.warm, "steps": 20}, shared=shared, own=own)


def warm_start(task: Task, folder: Path) -> Path:
    """The run whose model all others begin with."""
    return train({"trainer": "sft", **task.warm}, folder, "warm", seed=0)


def settings(task: Task, side: str, warm: Path) -> dict[str, Any]:
    """Of a side's runs."""
    raw = merged(merged({"es": ES, "dapo": DAPO}[side], task.shared), task.own[side])
    return merged(raw, {"model": {"path": str(warm / "model")}})


def accuracy(task: Task, engine: TransformersEngine) -> float:
    """Of a model, on the problems that the runs are evaluated on."""
    envs, sampling = task.shared["environments"], task.shared["sampling"]
    with open_judge(envs, LeanSettings(checker="embedded"), processes=1) as judge:
        options = EvaluationSection(**task.shared["evaluation"])
        return evaluate(engine, judge, envs, options, sampling["max_tokens"], "tags")["eval/accuracy"]


def apart(raw: Mapping[str, Any], parameters: int) -> int:
    """FLOPs of a whole run that are not the model's: noise and its update, or AdamW."""
    if raw["trainer"] == "dapo":
        return raw["steps"] * raw["optimizer"]["updates"] * 12 * parameters
    members = raw["evolution"]["population"]
    noises = members // 2 if raw["evolution"]["antithetic"] else members
    return raw["steps"] * 2 * (members + noises) * parameters


def seed_of(task: Task, folder: Path, seed: int) -> dict[str, Any]:
    """The two runs of a seed."""
    warm = warm_start(task, folder)
    engine = TransformersEngine.load(str(warm / "model"), device="cpu")
    found: dict[str, Any] = {"seed": seed, "warm": accuracy(task, engine)}
    parameters = sum(parameter.numel() for parameter in engine.model.parameters())
    for side in SIDES:
        raw = settings(task, side, warm)
        run = train(raw, folder, f"{side}-{seed}", seed, task.inline)
        found[side] = curve(run) | {"apart": apart(raw, parameters)}
    return found


def tune(task: Task, folder: Path) -> None:
    """One line a trial: accuracy at the end, the best on the way, level, seconds."""
    warm = warm_start(task, folder)
    for side, trials in task.trials.items():
        for number, changes in enumerate(trials):
            raw = merged(settings(task, side, warm), changes)
            its = curve(train(raw, folder, f"trial-{side}-{number}", TUNING_SEED, task.inline))
            right = [value for value in its["accuracy"] if value == value]
            figures = f"{right[-1]:.3f} {max(right):.3f} {its['level'][-1]:.1f} {its['seconds'][-1]:.0f} s"
            print(f"{side:5} {number} {figures}  {json.dumps(changes)}", flush=True)


def on_grid(curves: list[dict[str, list[float]]], start: float, axis: str, panel: str) -> tuple[np.ndarray, np.ndarray]:
    """[P] amounts spent, up to the least that a run ended with, and [seeds, P] where each run stood by then."""
    grid = np.linspace(0, min(its[axis][-1] for its in curves), POINTS)
    rows = []
    for its in curves:
        spent, value = np.array(its[axis]), np.array(its[panel])
        known = ~np.isnan(value)
        spent, value = np.append(0, spent[known]), np.append(start if panel == "accuracy" else 0, value[known])
        if panel == "level":
            rows.append(value[np.searchsorted(spent, grid, side="right") - 1])
        else:
            rows.append(np.interp(grid, spent, value))
    return grid, np.array(rows)


def draw(rows: list[dict[str, Any]], path: Path) -> None:
    """The figure: means over the seeds, and from the worst to the best."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    with rc_context({"axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.25}):
        figure = Figure(figsize=(11, 6), layout="constrained")
        axes = figure.subplots(len(PANELS), len(AXES), sharey="row", sharex="col")
        start = float(np.mean([row["warm"] for row in rows]))
        for line, (panel, what) in zip(axes, PANELS.items()):
            for one, (axis, unit) in zip(line, AXES.items()):
                for side in SIDES:
                    grid, values = on_grid([row[side] for row in rows], start, axis, panel)
                    one.plot(grid, values.mean(axis=0), color=COLOURS[side], label=NAMES[side])
                    one.fill_between(grid, values.min(axis=0), values.max(axis=0), color=COLOURS[side], alpha=0.2)
                one.set_ylim(bottom=0)
                one.set_xlim(left=0)
                one.set_xlabel(unit if panel == list(PANELS)[-1] else "")
            line[0].set_ylabel(what)
        axes[-1][0].yaxis.set_major_locator(MaxNLocator(integer=True))
        axes[0][0].legend(frameon=False)
        figure.savefig(path, dpi=110)


def ends(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What each run ended with."""
    found = []
    for row in rows:
        for side in SIDES:
            its = row[side]
            last = {name: its[name][-1] for name in (*AXES, *PANELS)} | {"apart": its["apart"]}
            found.append({"seed": row["seed"], "side": side, "warm": row["warm"], **last})
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Evolution strategies against DAPO on a tiny model.")
    parser.add_argument("--task", choices=list(TASKS), default="sorting")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2, 3, 4])
    parser.add_argument("--folder", type=Path, help="where the runs are kept; by default a temporary folder")
    parser.add_argument("--figure", type=Path, help="where the figure is written (PNG)")
    parser.add_argument("--quick", action="store_true", help="a few steps of each, to see that it runs")
    parser.add_argument("--tune", action="store_true", help="run the trials instead")
    parser.add_argument("--json", action="store_true", help="print the curves as one JSON object")
    options = parser.parse_args()
    torch.set_num_threads(1)
    task = quick(TASKS[options.task]) if options.quick else TASKS[options.task]
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.folder or Path(temporary)).resolve()
        if options.tune:
            return tune(task, folder)
        rows = [seed_of(task, folder, seed) for seed in options.seeds]
    if options.figure:
        draw(rows, options.figure)
    if options.json:
        print(json.dumps(rows))
        return
    print("seed  side   warm  accuracy  level     tokens     FLOPs      s     apart")
    for end in ends(rows):
        print(
            f"{end['seed']:>4}  {end['side']:4}  {end['warm']:5.2f}  {end['accuracy']:8.3f}  {end['level']:5.0f}"
            f"  {end['tokens']:9,}  {end['flops']:8.2e}  {end['seconds']:5.0f}  {end['apart']:8.2e}"
        )


if __name__ == "__main__":
    main()
