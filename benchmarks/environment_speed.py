"""What environments cost: drawing a problem, verifying a reference answer, and solving at higher levels.

    python benchmarks/environment_speed.py [ENV ...] [--json]

Per environment, the median over 40 seeds at level 0 (5 at levels 5 and 20) of: `draw` (random stream, parameters and
problem), `verify` of the reference's completion (extraction, parsing, scoring; the reference is known, as it is for all
samples of a group but the first), and `solve`. Targets, as medians over the environments: drawing at level 0 at most
0.2 ms, verification at most 0.05 ms.

2026-11-30, 2 CPU cores with some other work, 115 environments, medians of the columns and the largest:
                  draw_0 ms  verify_0 ms    draw_5 ms   solve_5 ms   draw_20 ms  solve_20 ms
    MEDIAN           0.0193       0.0066       0.0274       0.0062       0.0512       0.0271
    largest          1.1048       0.7353       9.7800       8.6794      99.5715      78.5465
                 propositi-   differen-    propositi-   countdown_  circuit      covering_
                 onal_taut.   tiate        onal_taut.   close                    walk
"""

import argparse
import json
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

import rlve_gym
from rlve_gym.registry import resolve

SEEDS, SEEDS_HIGH, REPEATS = 40, 5, 3
COLUMNS = ["draw_0_ms", "verify_0_ms", "draw_5_ms", "solve_5_ms", "draw_20_ms", "solve_20_ms"]


def milliseconds(function: Callable[[], Any], repeats: int = 1) -> float:
    """The fastest of a few calls."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        function()
        times.append((time.perf_counter() - began) * 1e3)
    return min(times)


def row(env: str) -> dict[str, float]:
    """The medians of one environment, by column."""
    cls = rlve_gym.load(env)
    problems = [cls.draw(0, seed) for seed in range(SEEDS)]
    texts = [problem.completion(problem.reference) for problem in problems]
    assert all(problem.verify(text).correct for problem, text in zip(problems, texts)), env
    found = {
        "draw_0_ms": median(milliseconds(partial(cls.draw, 0, seed), REPEATS) for seed in range(SEEDS)),
        "verify_0_ms": median(milliseconds(partial(p.verify, t), REPEATS) for p, t in zip(problems, texts)),
    }
    for level in (5, 20):
        high = [cls.draw(level, seed) for seed in range(SEEDS_HIGH)]
        found[f"draw_{level}_ms"] = median(milliseconds(partial(cls.draw, level, s)) for s in range(SEEDS_HIGH))
        found[f"solve_{level}_ms"] = median(milliseconds(problem.solve) for problem in high)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of environments.")
    parser.add_argument("envs", nargs="*", metavar="ENV", help="environments (default: all)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    arguments = parser.parse_args()
    envs = [resolve(env) for env in arguments.envs] or rlve_gym.environments()
    table = {env: row(env) for env in envs}
    table["MEDIAN"] = {column: median(found[column] for found in table.values()) for column in COLUMNS}
    if arguments.json:
        print(json.dumps(table))
        return
    width = max(map(len, table))
    print(" " * width, *(f"{column.removesuffix('_ms') + ' ms':>12}" for column in COLUMNS))
    for env, found in table.items():
        print(f"{env:{width}}", *(f"{found[column]:12.4f}" for column in COLUMNS))


if __name__ == "__main__":
    main()
