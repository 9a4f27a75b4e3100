"""The paper's comparison of adaptive and static difficulty in miniature, simulated: no model, seconds on one core.

    python benchmarks/curriculum_simulation.py [--json] [--figure out.svg]

**Student.** It answers a problem of level d correctly with probability 1 / (1 + exp(-1.2 (theta - d))); theta is its
skill. Each step, 32 prompts of one environment are drawn from a real `Curriculum` and answered G = 8 times. Groups
with 0 < correct < G survive dynamic sampling. Theta then grows by 0.15 times the mean of 4 p (1 - p) over the
surviving groups, p being their shares of correct answers, times the share that survives: every arm pays for the same
number of answers, and a step teaches as much as they hold of signal. Theta starts at 0.5.

**Effective prompt ratio** (EPR): the share of drawn prompts whose group survives, 0 < correct < G. With rewards 0 and
1 it is the same by reward and by correctness.

**What it shows, and what not.** Static [0, 1] starts well and runs dry, static [0, 100] wastes most prompts, [0, 20]
is steady and middling, the sliding window keeps its ratio and ends with the highest skill: the order the paper
reports (arXiv 2511.07317). It is no evidence for `target rate 0.5`, shown for comparison: this student forgets
nothing, learns no format and pays nothing for premature difficulty, and each of these in reality favours RLVE's high
threshold.

Result, 2026-11-29, 2 CPU cores: mean +- standard deviation over 5 seeds, 10 s of one core.

    arm              EPR 0-25      EPR 25-100    EPR 100-200   EPR 300-400   skill at 100  skill at 400  top level
    adaptive         0.75 +- 0.02  0.45 +- 0.01  0.38 +- 0.02  0.39 +- 0.03  5.5 +- 0.1    16.1 +- 0.3   15.0 +- 0.7
    static [0, 1]    0.77 +- 0.01  0.25 +- 0.00  0.10 +- 0.01  0.04 +- 0.00  4.0 +- 0.0    5.2 +- 0.0    1.0 +- 0.0
    static [0, 20]   0.16 +- 0.01  0.18 +- 0.01  0.21 +- 0.00  0.20 +- 0.01  2.4 +- 0.1    8.6 +- 0.1    20.0 +- 0.0
    static [0, 100]  0.03 +- 0.01  0.03 +- 0.00  0.04 +- 0.00  0.04 +- 0.00  0.8 +- 0.0    2.0 +- 0.1    100.0 +- 0.0
    target rate 0.5  0.95 +- 0.00  0.95 +- 0.00  0.95 +- 0.00  0.95 +- 0.00  11.9 +- 0.1   46.4 +- 0.2   46.8 +- 0.4
"""

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

from rlve_gym import Outcome, Spec, Verdict
from rlve_gym.curriculum import Curriculum, SlidingWindow, Static, TargetRate

STEPS, PROMPTS, GROUP, SEEDS = 400, 32, 8, 5
SLOPE, START, RATE = 1.2, 0.5, 0.15
ENV = "simulated"
SPANS = [(0, 25), (25, 100), (100, 200), (300, 400)]

ARMS: dict[str, Callable[[int], Curriculum]] = {
    "adaptive": lambda seed: SlidingWindow([ENV], seed, samples=GROUP),
    "static [0, 1]": lambda seed: Static([ENV], seed, low=0, high=1),
    "static [0, 20]": lambda seed: Static([ENV], seed, low=0, high=20),
    "static [0, 100]": lambda seed: Static([ENV], seed, low=0, high=100),
    "target rate 0.5": lambda seed: TargetRate([ENV], seed, samples=GROUP),
}


class Answer(NamedTuple):
    """The two parts of a rollout that a curriculum looks at."""

    spec: Spec
    verdict: Verdict


@dataclass(frozen=True)
class Run:
    """One value per step: effective prompt ratio, skill after the step, top level after the step."""

    ratios: list[float]
    skills: list[float]
    tops: list[int]


def simulate(curriculum: Curriculum, seed: int, steps: int = STEPS) -> Run:
    """Train the simulated student on what the curriculum draws."""
    rng, skill, run = Random(seed), START, Run([], [], [])
    for _ in range(steps):
        specs = [curriculum.draw() for _ in range(PROMPTS)]
        shares, answers = [], []
        for spec in specs:
            chance = 1 / (1 + exp(-SLOPE * (skill - spec.level)))
            group = [rng.random() < chance for _ in range(GROUP)]
            shares.append(sum(group) / GROUP)
            answers += [Answer(spec, Verdict(Outcome.CORRECT if right else Outcome.WRONG)) for right in group]
        curriculum.observe(answers)
        curriculum.advance()
        kept = [share for share in shares if 0 < share < 1]
        skill += RATE * sum(4 * share * (1 - share) for share in kept) / PROMPTS
        run.ratios.append(len(kept) / PROMPTS)
        run.skills.append(skill)
        run.tops.append(curriculum.levels(ENV)[1])
    return run


def summary(runs: Sequence[Run]) -> dict[str, list[float]]:
    """Name of a figure -> its value in each run."""
    found = {f"EPR {low}-{high}": [mean(run.ratios[low:high]) for run in runs] for low, high in SPANS}
    for step in (100, STEPS):
        found[f"skill at {step}"] = [run.skills[step - 1] for run in runs]
    found["top level"] = [float(run.tops[-1]) for run in runs]
    return found


def table(results: dict[str, dict[str, list[float]]]) -> str:
    """Mean +- standard deviation over the seeds, one arm a row."""
    names = list(next(iter(results.values())))
    rows = [["arm", *names]]
    for arm, figures in results.items():
        digits = [2 if name.startswith("EPR") else 1 for name in names]
        cells = [f"{mean(figures[n]):.{d}f} +- {stdev(figures[n]):.{d}f}" for n, d in zip(names, digits, strict=True)]
        rows.append([arm, *cells])
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows)


def ordering(results: dict[str, dict[str, list[float]]]) -> dict[str, bool]:
    """What the paper reports, checked on the means."""
    last = {arm: mean(figures["EPR 300-400"]) for arm, figures in results.items()}
    first = {arm: mean(figures["EPR 0-25"]) for arm, figures in results.items()}
    skill = {arm: mean(figures[f"skill at {STEPS}"]) for arm, figures in results.items()}
    statics = [arm for arm in ARMS if arm.startswith("static")]
    return {
        "adaptive has the highest late EPR of adaptive and static": last["adaptive"]
        > max(last[arm] for arm in statics),
        "static [0, 1] falls below a third of its first EPR": last["static [0, 1]"] < first["static [0, 1]"] / 3,
        "static [0, 100] stays far below adaptive throughout": last["static [0, 100]"] < last["adaptive"] / 3,
        "static [0, 20] is the best static range": skill["static [0, 20]"] == max(skill[arm] for arm in statics),
        "adaptive ends with the highest skill of adaptive and static": skill["adaptive"]
        > max(skill[arm] for arm in statics),
    }


def draw_figure(runs: dict[str, list[Run]], path: Path) -> None:
    """Effective prompt ratio (running mean over 20 steps) and skill over steps; a band spans the seeds."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(10, 3.6), layout="constrained")
    for arm, its_runs in runs.items():
        smooth = [[mean(run.ratios[max(0, t - 19) : t + 1]) for t in range(STEPS)] for run in its_runs]
        for axis, curves in zip(axes, (smooth, [run.skills for run in its_runs]), strict=True):
            columns = list(zip(*curves, strict=True))
            axis.plot([mean(column) for column in columns], label=arm)
            axis.fill_between(range(STEPS), [min(c) for c in columns], [max(c) for c in columns], alpha=0.2)
    for axis, title in zip(axes, ("effective prompt ratio", "skill (level solved half the time)"), strict=True):
        axis.set(title=title, xlabel="step")
        axis.set_ylim(bottom=0)
    axes[1].legend(frameon=False)
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print every seed's figures as JSON")
    parser.add_argument("--figure", type=Path, help="write the curves to this file (.svg)")
    arguments = parser.parse_args()
    runs = {arm: [simulate(make(seed), seed) for seed in range(SEEDS)] for arm, make in ARMS.items()}
    results = {arm: summary(its_runs) for arm, its_runs in runs.items()}
    checks = ordering(results)
    if arguments.figure:
        draw_figure(runs, arguments.figure)
    if arguments.json:
        print(json.dumps({"arms": results, "ordering": checks}, indent=1))
    else:
        print(table(results))
        print("\n".join(f"{'yes' if holds else 'NO '}  {claim}" for claim, holds in checks.items()))
    if not all(checks.values()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
