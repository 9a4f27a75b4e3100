"""What a second engine is worth on a fleet of Ray actors, and what the way to an actor costs, beside local processes.

    python benchmarks/ray_fleet.py [--json] [--rounds 3]

A scripted engine computes instead of sampling: 32 calls (members) of 8 parts (completions), each part about 25 ms of
one core. Fleets of one and of two workers do the same calls in turns, workers started and warm; the median of the
rounds counts. Target: two actors are at least 1.7 times as fast as one, on two cores. Then what there is besides the
work: milliseconds for a call of 8 parts that compute nothing, and seconds until 4 calls have a common argument of
256 MB, which all workers get.

2026-11-30, 2 CPU cores:
         fleet    one s    two s  ratio  lowest  call ms  256 MB s
     processes     1.96     1.00   1.96    1.92     0.06      0.11
           ray     2.25     1.19   1.89    1.83     2.04      0.06
"""

import argparse
import hashlib
import json
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from rlve_gym.fleets.base import Fleet, Recipe
from rlve_gym.fleets.local import Processes
from rlve_gym.fleets.ray import Actors

CALLS, PARTS, ITERATIONS = 32, 8, 40_000
COMMON_MIB = 256
RECIPE = Recipe("ray_fleet:Worker", {})
FLEETS: dict[str, Callable[[int], Processes | Actors]] = {
    "processes": lambda workers: Processes(RECIPE, workers),
    "ray": lambda workers: Actors(RECIPE, workers, cpus=0.5),
}


class Worker:
    """The scripted engine."""

    def sample(self, iterations: int, common: Any) -> Iterator[tuple[int, str]]:
        for part in range(PARTS):
            yield part, hashlib.pbkdf2_hmac("sha256", b"member", bytes([part]), iterations).hex() if iterations else ""

    def size(self, argument: None, common: Any) -> Iterator[tuple[int, int]]:
        yield 0, common["weights"].nbytes


def seconds(fleet: Fleet, method: str, calls: int, argument: Any, common: Any = None) -> float:
    """Of one map, in which every part must come."""
    began = time.perf_counter()
    found = list(fleet.map(method, [((0, n), argument) for n in range(calls)], common))
    took = time.perf_counter() - began
    assert len({(key, part) for key, part, _ in found}) == len(found) == calls * (PARTS if method == "sample" else 1)
    assert not fleet.losses()
    return took


def rows(rounds: int) -> Iterator[dict[str, Any]]:
    """One row for each kind of fleet."""
    common = {"weights": np.zeros(COMMON_MIB << 17, dtype=np.float16)}
    for name, fleet in FLEETS.items():
        with fleet(1) as one, fleet(2) as two:
            for warm in (one, two):
                seconds(warm, "sample", 8, 0)
            times = [[seconds(made, "sample", CALLS, ITERATIONS) for made in (one, two)] for _ in range(rounds)]
            of_one, of_two = (statistics.median(column) for column in zip(*times, strict=True))
            calls_ms = statistics.median(seconds(one, "sample", 100, 0) for _ in range(rounds)) * 10
            common_s = statistics.median(seconds(two, "size", 4, None, common) for _ in range(rounds))
        yield {
            "fleet": name,
            "one_s": of_one,
            "two_s": of_two,
            "ratio": of_one / of_two,
            "ratios": [one / two for one, two in times],
            "call_ms": calls_ms,
            "common_s": common_s,
        }


def main() -> None:
    parser = argparse.ArgumentParser(description="Two engines against one on Ray.")
    parser.add_argument("--json", action="store_true", help="print one JSON array instead of a table")
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured")
    arguments = parser.parse_args()
    if arguments.json:
        print(json.dumps(list(rows(arguments.rounds))))
        return
    print(f"{'fleet':>10} {'one s':>8} {'two s':>8} {'ratio':>6} {'lowest':>7} {'call ms':>8} {'256 MB s':>9}")
    for row in rows(arguments.rounds):
        print(f"{row['fleet']:>10} {row['one_s']:8.2f} {row['two_s']:8.2f} {row['ratio']:6.2f}", end=" ")
        print(f"{min(row['ratios']):7.2f} {row['call_ms']:8.2f} {row['common_s']:9.2f}")


if __name__ == "__main__":
    main()
