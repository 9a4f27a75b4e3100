"""How long an iteration takes and what it costs, if verification waits for generation and if it does not.

    python benchmarks/loop_time.py [--json] [--check] [--draw loop_time.png] [--gpu A10 --gpus 30] [--lane-s 4.4 ...]

A simulator, attempt by attempt, of two designs:

    sequential    all attempts are generated; then batches go to sandboxes, each starting a server for its batch
    streamed      what the trainers do: each attempt goes to a free lane of a warm pool as soon as it is generated

By default it takes the case of a published study (3,840 attempts in 147 s, batches of 64 to sandboxes of four lanes, an
iteration of 538 s). How many sandboxes ran at once and how long a server starts is not told, so the lane-seconds of an
attempt cannot be known: for each assumption they are fitted so that the sequential design takes those 538 s. Then the
same lane-seconds are streamed, into pools of several sizes. Prices are those of `rlve_gym.prices`: `held` has the GPUs
for the whole iteration, `elastic` only while they generate; a warm pool is paid for from beginning to end.

--check runs the real thing at a quarter of the size and ten times the speed, and compares: the trainer of evolution
strategies with two engine processes, `rollouts`, and the sequential design, all with the judge for proofs. Engines and
Lean sleep for scripted times, everything between them is real. Targets: the simulator is within 10 % of each; streamed,
the loop takes at most 1.1 times the longer of generation and verification.

2026-11-30, 2 CPU cores:
    20 sandboxes at once, servers start in 60 s: 4.01 lane-seconds an attempt
                             sandboxes  loop s /generation /longer  idle  GPUs held $ elastic $ sandboxes $
        sequential                  20     538        3.66    2.79   73%         4.94      1.35        2.01
        streamed                    20     211        1.44    1.10   30%         1.94      1.35        1.12
        streamed                    30     157        1.07    1.07    6%         1.44      1.35        1.25
    60 sandboxes at once, servers start in 60 s: 17.31 lane-seconds an attempt
        sequential                  60     538        3.66    1.94   73%         4.94      1.35        5.51
        streamed                    60     323        2.20    1.17   55%         2.97      1.35        5.14
        streamed                   145     202        1.38    1.38   27%         1.86      1.35        7.77
    real runs                    simulated s measured s    off /longer  idle measured
        trainer es, lanes suffice          15.14      15.17  -0.2%    1.03    3%       3%
        trainer es, too few lanes          20.69      20.74  -0.2%    1.08   29%      29%
        rollouts, lanes suffice            15.14      15.16  -0.1%    1.03    3%       6%
        sequential                         53.60      53.63  -0.1%    2.79   73%      73%

On a busy machine the first two rows were off by up to 9 % (1.07 and 1.12 of the longer): at ten times the speed, what
our own code takes weighs ten times as much.
No pool hides the last verification: where a single one takes 17 s on average and 55 s at most, as in the second
reading, 1.1 times the generation cannot be had; all pools from about 145 on reach 1.38.
"""

import argparse
import heapq
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from _loop_time_real import THEOREMS, by_batches, by_rollouts, by_trainer

from rlve_gym import add_folder
from rlve_gym.prices import AS_OF, FUNCTION, SANDBOX, gpu_usd
from rlve_gym.problem import Spec

LOOP_S = 538.0
"""What the study's iteration took."""
READINGS = {
    "20 sandboxes at once, servers start in 60 s": (20, 60.0),
    "60 sandboxes at once, servers start in 60 s": (60, 60.0),
}
POOLS = (20, 30, 40, 60, 90, 145, 180)
SPEED, SHARE = 10, 4


@cache
def _spread(seed: int, count: int, spread: float) -> list[float]:
    """Positive numbers whose mean is 1."""
    rng, shape = Random(f"verifications {seed}"), 1 / max(spread, 1e-6) ** 2
    drawn = [rng.gammavariate(shape, 1 / shape) for _ in range(count)]
    total = sum(drawn)
    return [value * count / total for value in drawn]


@dataclass(frozen=True)
class Loop:
    """An iteration. Times in seconds. lane_s: of a lane, for one attempt, on average; its distribution is a gamma.

    generation_s: from the first token to the last attempt. first_s: when the first one is there; the others are spread
    evenly. lane_spread: standard deviation of lane_s, as a share of it. start_s: of a sandbox, until it can verify.
    batch: attempts for which the sequential design starts a sandbox. replay_s: before anything is generated.
    """

    attempts: int = 3840
    generation_s: float = 147.0
    first_s: float = 10.0
    lane_s: float = 4.4
    lane_spread: float = 0.5
    sandboxes: int = 20
    lanes: int = 4
    start_s: float = 60.0
    batch: int = 64
    update_s: float = 0.0
    replay_s: float = 0.0
    seed: int = 0

    def arrivals(self) -> list[float]:
        """When each attempt has been generated, in order."""
        rng, width = Random(f"arrivals {self.seed}"), self.generation_s - self.first_s
        inner = sorted(self.first_s + width * rng.random() for _ in range(self.attempts - 2))
        return [self.replay_s + moment for moment in (self.first_s, *inner, self.generation_s)]

    def verifications(self) -> list[float]:
        """How long a lane takes for each attempt, in the order in which they are begun. The mean is exact."""
        return [self.lane_s * value for value in _spread(self.seed, self.attempts, self.lane_spread)]

    @property
    def verification_s(self) -> float:
        """What the pool needs at least."""
        return self.attempts * self.lane_s / (self.sandboxes * self.lanes)


@dataclass(frozen=True)
class Outcome:
    """What came of it. verified: when the verdicts came, in order. sandbox_s: seconds of sandboxes that are paid."""

    loop_s: float
    generated: list[float]
    verified: list[float]
    sandbox_s: float


def _lanes(arrivals: Sequence[float], seconds: Sequence[float], lanes: int, ready: float = 0.0) -> list[float]:
    """When each ends, if they are taken in order by whatever lane is free."""
    free, ends = [ready] * lanes, []
    for arrival, duration in zip(arrivals, seconds, strict=True):
        end = max(arrival, heapq.heappop(free)) + duration
        heapq.heappush(free, end)
        ends.append(end)
    return ends


def streamed(loop: Loop, warm: bool = True) -> Outcome:
    """Each attempt as soon as it is there, into a pool that is warm, or begins to start with the generation."""
    arrivals, ready = loop.arrivals(), 0.0 if warm else loop.start_s
    verified = sorted(_lanes(arrivals, loop.verifications(), loop.sandboxes * loop.lanes, ready))
    loop_s = verified[-1] + loop.update_s
    return Outcome(loop_s, arrivals, verified, loop.sandboxes * loop_s)


def sequential(loop: Loop) -> Outcome:
    """All generation, then batches, each in a sandbox of its own."""
    arrivals, seconds = loop.arrivals(), loop.verifications()
    free, verified, paid_s = [arrivals[-1]] * loop.sandboxes, [], 0.0
    for at in range(0, loop.attempts, loop.batch):
        began, its = heapq.heappop(free), seconds[at : at + loop.batch]
        ends = _lanes([0.0] * len(its), its, loop.lanes, began + loop.start_s)
        heapq.heappush(free, max(ends))
        paid_s += max(ends) - began
        verified += ends
    return Outcome(max(verified) + loop.update_s, arrivals, sorted(verified), paid_s)


def fitted(loop: Loop, loop_s: float) -> Loop:
    """With the lane-seconds for which the sequential design takes so long."""
    low, high = 0.0, loop_s
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if sequential(replace(loop, lane_s=middle)).loop_s < loop_s else (low, middle)
    return replace(loop, lane_s=low)


def row(name: str, loop: Loop, outcome: Outcome, gpu: str, gpus: int, cores: float, gib: float) -> dict[str, Any]:
    """The figures of one design."""
    gpu_s = gpu_usd(gpu, 1.0) * gpus
    verification_s = min(loop.verification_s, outcome.loop_s)
    return {
        "design": name,
        "sandboxes": loop.sandboxes,
        "loop_s": outcome.loop_s,
        "of_generation": outcome.loop_s / outcome.generated[-1],
        "of_longer": outcome.loop_s / max(outcome.generated[-1], verification_s),
        "gpu_idle": 1 - outcome.generated[-1] / outcome.loop_s,
        "gpus_held_usd": gpu_s * outcome.loop_s,
        "gpus_elastic_usd": gpu_s * outcome.generated[-1],
        "sandboxes_usd": SANDBOX.usd(cores, gib, outcome.sandbox_s),
        "as_functions_usd": FUNCTION.usd(cores, gib, outcome.sandbox_s),
    }


def table(loop: Loop, options: tuple[str, int, float, float]) -> list[dict[str, Any]]:
    """One reading: the sequential design, the same pool streamed into, and other pools."""
    found = [row("sequential", loop, sequential(loop), *options)]
    pools = sorted({loop.sandboxes, *POOLS})
    found += [row("streamed", made, streamed(made), *options) for made in (replace(loop, sandboxes=n) for n in pools)]
    return [*found, row("streamed, cold pool", loop, streamed(loop, warm=False), *options)]


def small(loop: Loop) -> Loop:
    """A part of it at a higher speed."""
    times = {name: getattr(loop, name) / SPEED for name in ("generation_s", "first_s", "lane_s", "start_s")}
    return replace(loop, attempts=loop.attempts // SHARE, sandboxes=loop.sandboxes // SHARE, **times)


def checks(loop: Loop) -> Iterator[dict[str, Any]]:
    """Simulated and measured, for each design."""
    few = small(loop)
    many = replace(few, sandboxes=2 * few.sandboxes)
    cases = [
        ("trainer es, lanes suffice", by_trainer, many, streamed),
        ("trainer es, too few lanes", by_trainer, few, streamed),
        ("rollouts, lanes suffice", by_rollouts, many, streamed),
        ("sequential", by_batches, few, sequential),
    ]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "loop_time.py").write_text(THEOREMS)
        add_folder(folder)
        problem = Spec("loop_time", 0, 0).problem()
        template = problem.completion(problem.solve())
        for name, real, its, simulated in cases:
            outcome = simulated(its)
            took, idle = real(its, template, folder)
            longer = took / max(its.generation_s, its.verification_s)
            expected = {"simulated_s": outcome.loop_s, "simulated_idle": 1 - outcome.generated[-1] / outcome.loop_s}
            measured = {"measured_s": took, "measured_idle": idle, "off": outcome.loop_s / took - 1}
            yield {"case": name, **expected, **measured, "of_longer": longer, "of_generation": took / its.generation_s}


def draw(readings: dict[str, Loop], out: Path) -> None:
    """Attempts generated and verified over time, both designs, for each reading."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 3.1 * len(readings)), layout="constrained", facecolor="white")
    grid = figure.subplots(len(readings), 2, sharex=True, sharey=True, squeeze=False)
    for axes, (reading, loop) in zip(grid, readings.items(), strict=True):
        enough = next(
            n for n in range(1, 1000) if replace(loop, sandboxes=n).verification_s <= 0.93 * loop.generation_s
        )
        designs = {
            f"sequential, {reading}": sequential(loop),
            f"streamed into a warm pool of {enough}": streamed(replace(loop, sandboxes=enough)),
        }
        for place, (title, outcome) in zip(axes, designs.items(), strict=True):
            counts = range(1, loop.attempts + 1)
            place.fill_between([0, outcome.generated[-1]], 0, loop.attempts, color="#3987e5", alpha=0.12, linewidth=0)
            place.axvspan(outcome.generated[-1], outcome.loop_s, color="#8c8c8c", alpha=0.15, linewidth=0)
            place.plot(outcome.generated, counts, color="#3987e5", label="generated")
            place.plot(outcome.verified, counts, color="#e08a1e", label="verified")
            place.set_title(f"{title}: {outcome.loop_s:.0f} s", fontsize=10)
            idle, right = 1 - outcome.generated[-1] / outcome.loop_s, outcome.loop_s < 2 * loop.generation_s
            place.text(outcome.loop_s, 0.04 * loop.attempts, f" {idle:.0%} idle ", ha="left" if right else "right")
            place.set(xlim=(0, None), ylim=(0, None))
    grid[0, 1].legend(frameon=False, loc="center right")
    grid[-1, 0].set_xlabel("seconds (grey: nothing is generated any more)")
    grid[-1, 1].set_xlabel("seconds")
    for axes in grid[:, 0]:
        axes.set_ylabel("attempts")
    figure.savefig(out, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time and cost of an iteration, sequential and streamed.")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--check", action="store_true", help="compare with real runs, about two minutes")
    parser.add_argument("--draw", type=Path, help="draw both timelines")
    parser.add_argument("--gpu", default="A10")
    parser.add_argument("--gpus", type=int, default=30)
    parser.add_argument("--cores", type=float, default=4.0, help="of a sandbox")
    parser.add_argument("--gib", type=float, default=16.0, help="of a sandbox")
    for name, value in asdict(Loop()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), help=f"default {value}, or the study's")
    given = vars(parser.parse_args())
    own = {name: given[name] for name in asdict(Loop()) if given[name] is not None}
    if own:
        readings = {"your own": replace(Loop(), **own)}
    else:
        readings = {
            name: fitted(Loop(sandboxes=sandboxes, start_s=start_s), LOOP_S)
            for name, (sandboxes, start_s) in READINGS.items()
        }
    options = (given["gpu"], given["gpus"], given["cores"], given["gib"])
    tables = {name: table(loop, options) for name, loop in readings.items()}
    if given["draw"]:
        draw(readings, given["draw"])
    compared = checks(next(iter(readings.values()))) if given["check"] else ()
    if given["json"]:
        print(
            json.dumps(
                {"readings": tables, "lane_s": {n: r.lane_s for n, r in readings.items()}, "checks": [*compared]}
            )
        )
        return
    for name, loop in readings.items():
        _print(name, loop, tables[name], given)
    for number, line in enumerate(compared):
        _print_check(line, number == 0)


def _print(name: str, loop: Loop, rows: list[dict[str, Any]], given: dict[str, Any]) -> None:
    print(f"{name}: {loop.lane_s:.2f} lane-seconds an attempt; {given['gpus']} {given['gpu']}, prices of {AS_OF}")
    print(f"{'':20}{'sandboxes':>10}{'loop s':>8}{'/generation':>12}{'/longer':>8}{'idle':>6}", end="")
    print(f"{'GPUs held $':>13}{'elastic $':>10}{'sandboxes $':>12}{'(functions)':>12}")
    for its in rows:
        print(f"{its['design']:20}{its['sandboxes']:10}{its['loop_s']:8.0f}{its['of_generation']:12.2f}", end="")
        print(f"{its['of_longer']:8.2f}{its['gpu_idle']:6.0%}{its['gpus_held_usd']:13.2f}", end="")
        print(f"{its['gpus_elastic_usd']:10.2f}{its['sandboxes_usd']:12.2f}{its['as_functions_usd']:12.2f}")
    print()


def _print_check(line: dict[str, Any], first: bool) -> None:
    if first:
        print(
            f"{'real runs':28}{'simulated s':>12}{'measured s':>11}{'off':>7}{'/longer':>8}{'idle':>6}{'measured':>9}"
        )
    print(f"{line['case']:28}{line['simulated_s']:12.2f}{line['measured_s']:11.2f}{line['off']:7.1%}", end="")
    print(f"{line['of_longer']:8.2f}{line['simulated_idle']:6.0%}{line['measured_idle']:9.0%}", flush=True)


if __name__ == "__main__":
    main()
