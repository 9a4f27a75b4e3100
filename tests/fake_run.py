"""Writes the folder of a run that never took place, in the format of real ones, for tests of what reads it."""

import json
import math
from pathlib import Path
from random import Random

OUTCOMES = ("correct", "partial", "wrong", "invalid", "malformed", "truncated", "timeout", "error")
HOSTILE = (
    "<answer>1 2 3</answer></script><script>alert('no')</script>",
    '<img src=x onerror="alert(1)"> [bold red]markup[/] {{ 7 * 7 }} {% raw %}',
    "bell \x07 escape \x1b[31m null \x00 half \ud800 rtl \u202e end",
    "word " * 5000 + "<answer>3</answer>",
    "</pre></details></body></html><style>* { display: none }</style>",
)
CONFIG = """\
trainer: dapo
name: {name}
seed: 0
environments: [{environments}]
model:
  path: models/tiny
steps: {planned}
"""


def write_run(
    folder: Path,
    steps: int,
    envs: tuple[str, ...] = ("sorting",),
    speed: float = 1.0,
    rollouts_a_step: int = 4,
    planned: int | None = None,
) -> Path:
    """A run of `steps` steps in `folder`. With `speed` 0 no level is ever gained."""
    folder.mkdir(parents=True)
    config = CONFIG.format(name=folder.name, environments=", ".join(envs), planned=planned or steps)
    (folder / "config.yaml").write_text(config, encoding="utf-8")
    (folder / "versions.json").write_text('{"run": "1", "python": "3.11"}', encoding="utf-8")
    rng = Random(folder.name)
    levels = dict.fromkeys(envs, 0)
    with (folder / "metrics.jsonl").open("w") as metrics, (folder / "rollouts.jsonl").open("w") as rollouts:
        for step in range(steps):
            for env in envs:
                levels[env] += rng.random() < speed * 8 / (steps * (1 + 0.3 * levels[env]))
            metrics.write(json.dumps(_metrics(step, steps, levels, rng)) + "\n")
            for sample in range(rollouts_a_step):
                rollouts.write(json.dumps(_rollout(step, sample, rng.choice(envs), levels, rng)) + "\n")
    return folder


def _metrics(step: int, steps: int, levels: dict[str, int], rng: Random) -> dict:
    skill = 1 - math.exp(-3 * step / steps)
    accuracy = min(max(0.15 + 0.6 * skill + rng.gauss(0, 0.08), 0), 1)
    row = {
        "step": step,
        "reward/mean": 2 * accuracy - 1,
        "accuracy/mean": accuracy,
        "epr/reward": min(0.5 + 0.3 * skill + rng.gauss(0, 0.06), 1),
        "epr/correct": min(0.3 + 0.4 * skill + rng.gauss(0, 0.06), 1),
        "length/mean": 40 + 20 * skill + rng.gauss(0, 3),
        "length/truncated": max(0.2 - 0.2 * skill, 0),
        "loss": rng.gauss(0, 0.02),
        "grad_norm": abs(rng.gauss(0.5, 0.15)),
        "entropy": 1.5 - skill + rng.gauss(0, 0.03),
        "lr": 3e-4 * min(1, step / 20),
        "clip/low": 0.01,
        "clip/high": abs(rng.gauss(0.02, 0.005)),
        "prompts/drawn": 16 + rng.randrange(16),
        "prompts/kept": 16,
        "time/generate_s": abs(rng.gauss(0.3, 0.03)),
        "time/judge_s": 0.02,
        "time/update_s": abs(rng.gauss(0.2, 0.02)),
        "time/step_s": 0.55,
        "total/rollouts": 256 * (step + 1),
        "total/tokens": 11000 * (step + 1),
        "curriculum/level_mean": sum(levels.values()) / len(levels),
    }
    if rng.random() < 0.1:
        row["short"] = "no more waves <left>"
    row |= {f"outcome/{name}": 0.0 for name in OUTCOMES}
    row |= {"outcome/correct": accuracy, "outcome/wrong": (1 - accuracy) / 2, "outcome/malformed": (1 - accuracy) / 2}
    for env, level in levels.items():
        row |= {f"curriculum/{env}/level": level, f"curriculum/{env}/low": max(level - 3, 0)}
        row |= {f"env/{env}/accuracy": min(max(accuracy + rng.gauss(0, 0.1), 0), 1), f"env/{env}/reward": accuracy}
    return row


def _rollout(step: int, sample: int, env: str, levels: dict[str, int], rng: Random) -> dict:
    outcome = rng.choices(OUTCOMES, (40, 10, 20, 5, 10, 5, 1, 1))[0]
    score = {"correct": 1.0, "partial": 0.6}.get(outcome, 0.0)
    return {
        "step": step,
        "group": step % 16,
        "sample": sample,
        "env": env,
        "level": rng.randint(max(levels[env] - 3, 0), levels[env]),
        "seed": rng.randrange(10**6),
        "text": rng.choice([*HOSTILE, "The sorted numbers are <answer>1 2 3</answer>"]),
        "outcome": outcome,
        "score": score,
        "why": "not an integer: '<b>x</b>'" if outcome == "malformed" else "",
        "reward": None if outcome in ("timeout", "error") else score - (outcome == "malformed"),
        "finish": "length" if outcome == "truncated" else "stop",
        "tokens": rng.randrange(10, 90),
        "kept": rng.random() < 0.7,
    }
