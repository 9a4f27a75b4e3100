"""Does reinforcement learning, and not the warm start, raise the level in the quickstart? Five seeds and controls.

For each seed: the warm start of configs/quickstart_sft.yaml, then configs/quickstart.yaml, and beside it the same run
with learning rate 0, from the same warm start with the same curriculum and seeds. Prints the level at the end and the
accuracy on held-out problems (levels 0-5, temperature 1) of both, and exits 1 unless in at least 4 of 5 seeds the
trained model ends at least 2 levels above its control on at least one environment.

    python benchmarks/quickstart_seeds.py [--es] [--seeds 0 1 2 3 4] [--folder DIR] [--json] [KEY=VALUE ...]

--es: the same question about configs/quickstart_es.yaml, where one level above the control is enough. Its control has
alpha 0 and two members: as the unmoved model is observed, nothing else of the population would count.

Result, 2026-11-29, 2 CPU cores (other work on the machine during the first three seeds): 4 of 5 seeds.

    seed                 sorting level   coprime_pair_counting level             held-out accuracy  ahead      s
       0                 1 (control 0)                 2 (control 0)           0.39 (control 0.15)      2    348
       1                 2 (control 0)                 2 (control 0)           0.39 (control 0.12)      2    395
       2                 1 (control 0)                 2 (control 0)           0.37 (control 0.11)      2    326
       3                 2 (control 0)                 2 (control 0)           0.39 (control 0.13)      2    290
       4                 1 (control 0)                 1 (control 0)           0.35 (control 0.10)      1    288

Result of --es --seeds 0 1 2, 2026-11-30, with other work on the machine: 3 of 3 seeds.

    seed       linear_arithmetic level              bit_vector level             held-out accuracy  ahead      s
       0                 6 (control 0)                 1 (control 0)           0.79 (control 0.56)      6    401
       1                 8 (control 2)                 1 (control 0)           0.80 (control 0.70)      6    680
       2                 9 (control 1)                 1 (control 1)           0.79 (control 0.72)      8    612
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rlve_gym.config import load_config
from rlve_gym.metrics import read_lines


@dataclass(frozen=True)
class Quickstart:
    """warm, trained: configurations. control: what makes a control of the second. ahead: levels that count."""

    warm: str
    trained: str
    control: tuple[str, ...]
    ahead: int


DAPO = Quickstart("quickstart_sft", "quickstart", ("optimizer.lr=0",), 2)
ES = Quickstart("quickstart_es_sft", "quickstart_es", ("evolution.alpha=0", "evolution.population=2"), 1)


def train(*arguments: str) -> None:
    """One run through the command line, as a user starts it. A finished run is left as it is."""
    command = [str(Path(sys.executable).with_name("rlve-gym")), "train", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stderr}")


def seed_of(which: Quickstart, folder: Path, seed: int, overrides: list[str]) -> dict:
    """Warm start, then run and control side by side, one thread each; what they ended with."""
    names = {kind: f"{kind}-{seed}" for kind in ("warm", "trained", "control")}
    model = f"model.path={folder / names['warm'] / 'model'}"
    steps = {
        "warm": [which.warm],
        "trained": [which.trained, model, *overrides],
        "control": [which.trained, model, *overrides, *which.control],
    }

    def run(kind: str) -> None:
        if not (folder / names[kind] / "model").exists():
            train(*steps[kind], f"runs={folder}", f"seed={seed}", f"name={names[kind]}")

    began = time.perf_counter()
    run("warm")
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(run, ["trained", "control"]))
    found: dict = {"seed": seed, "seconds": round(time.perf_counter() - began)}
    for kind in ("trained", "control"):
        last = read_lines(folder / names[kind] / "metrics.jsonl")[-1]
        for env in load_config(which.trained).environments:
            found[f"{kind}/{env}"] = int(last[f"curriculum/{env}/level"])
        found[f"{kind}/accuracy"] = last["eval/accuracy"]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="The quickstart against its control, over seeds.")
    parser.add_argument("overrides", nargs="*", help="changes to the configuration, as key=value")
    parser.add_argument("--es", action="store_true", help="the quickstart of evolution strategies")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2, 3, 4])
    parser.add_argument("--folder", type=Path, help="where the runs are kept; by default a temporary folder")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    which = ES if options.es else DAPO
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.folder or Path(temporary)).resolve()
        rows = [seed_of(which, folder, seed, options.overrides) for seed in options.seeds]
    environments = load_config(which.trained).environments
    ahead = [max(row[f"trained/{env}"] - row[f"control/{env}"] for env in environments) for row in rows]
    for row, levels in zip(rows, ahead):
        row["ahead"] = levels
    if options.json:
        print(json.dumps(rows))
    else:
        table(rows, environments)
    wins = sum(levels >= which.ahead for levels in ahead)
    print(f"{wins} of {len(rows)} seeds end at least {which.ahead} levels above their control", file=sys.stderr)
    sys.exit(wins < 0.8 * len(rows))


def table(rows: list[dict], environments: list[str]) -> None:
    """One line a seed: levels at the end and held-out accuracy, trained and control."""
    heads = [f"{env} level" for env in environments] + ["held-out accuracy"]
    print("seed  " + "  ".join(f"{head:>28}" for head in heads) + "  ahead      s")
    for row in rows:
        cells = [f"{row[f'trained/{env}']} (control {row[f'control/{env}']})" for env in environments]
        cells.append(f"{row['trained/accuracy']:.2f} (control {row['control/accuracy']:.2f})")
        print(
            f"{row['seed']:>4}  "
            + "  ".join(f"{cell:>28}" for cell in cells)
            + f"  {row['ahead']:>5}  {row['seconds']:>5}"
        )


if __name__ == "__main__":
    main()
