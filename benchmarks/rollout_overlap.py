"""How well rollouts overlap generation and judging: a scripted engine and a scripted verifier of known durations.

    python benchmarks/rollout_overlap.py [--json]

One collection is 16 prompts x 8 samples; generation and judging (two workers) sleep for known times. Each is run alone
first, in the same run, as sleeping takes longer than asked for on a busy machine. Target: a collection takes at most
1.1 times the longer of the two. The last row has no durations: what the machinery itself costs. Below the table: how
many trivial verdicts a second the judge gives (target: 5,000).

2026-11-29, 2 CPU cores:
     generation s  judging s  collection s  ratio
            2.607      0.672         2.608  1.000
            2.603      1.968         2.634  1.012
            2.601      2.479         2.639  1.015
            1.308      2.610         2.620  1.004
            3.893      3.902         4.000  1.025
            0.667      6.457         6.464  1.001
            0.002      0.015         0.016  1.110
    verdicts a second: 30,178
"""

import argparse
import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rlve_gym import Reward, Spec, add_folder
from rlve_gym.engines.base import Completion, Request, Sampling
from rlve_gym.engines.scripted import ScriptedEngine
from rlve_gym.judging import Judge
from rlve_gym.rollout import rollouts

PROMPTS, SAMPLES, PROCESSES = 16, 8, 2
CASES_MS = [(20, 10), (20, 30), (20, 38), (10, 40), (30, 60), (5, 100), (0, 0)]
"""Milliseconds (per completion, per verification)."""

ENVIRONMENT = '''"""Say a number; verification takes {ms} ms."""
import time
from dataclasses import dataclass

from rlve_gym import Integer, Problem

@dataclass(frozen=True)
class Slow{ms}(Problem):
    number: int
    template = "Say {{self.number}}."
    answer = Integer()
    difficulty = {{}}

    @classmethod
    def generate(cls, rng):
        return cls(rng.randint(0, 10**9))

    def solve(self):
        return self.number

    def score(self, answer):
        time.sleep({ms} / 1000)
        return float(answer == self.number)
'''


def durations_s(judge: Judge, generate_ms: int, verify_ms: int) -> tuple[float, float, float]:
    """Seconds that generation alone, judging alone, and one collection take; every verdict is checked."""
    specs = [Spec(f"slow{verify_ms}", 0, seed) for seed in range(PROMPTS)]
    problems = [spec.problem() for spec in specs]
    table = {problem.prompt(): problem.completion(problem.solve()) for problem in problems}
    list(rollouts(specs[:4], ScriptedEngine(table), judge, Sampling(), 1, (), Reward()))
    engine = ScriptedEngine(table, seconds_per_completion=generate_ms / 1000)
    requests = [Request(number, problems[number // SAMPLES].prompt(), 0) for number in range(PROMPTS * SAMPLES)]

    began = time.perf_counter()
    completions = list(engine.generate(requests, Sampling()))
    generated = time.perf_counter()
    for number, completion in completions:
        judge.submit(number, specs[number // SAMPLES], completion)
    verdicts = []
    while judge.pending:
        verdicts += judge.finished(1.0)
    judged = time.perf_counter()
    groups = list(rollouts(specs, engine, judge, Sampling(), SAMPLES, (), Reward()))
    collected = time.perf_counter()

    assert all(verdict.correct for _, verdict in verdicts)
    assert all(rollout.verdict.correct for group in groups for rollout in group.rollouts)
    return generated - began, judged - generated, collected - judged


def verdicts_per_second(count: int = 20_000) -> float:
    """How fast two workers give trivial verdicts, from the first submission to the last verdict."""
    spec = Spec("sorting", 3, 0)
    completion = Completion(spec.problem().completion(spec.problem().solve()))
    with Judge(PROCESSES) as judge:
        for key in range(100):
            judge.submit(key, spec, completion)
        while judge.pending:
            judge.finished(1.0)
        began = time.perf_counter()
        for key in range(count):
            judge.submit(key, spec, completion)
        while judge.pending:
            judge.finished(1.0)
        return count / (time.perf_counter() - began)


def rows() -> Iterator[dict[str, float]]:
    """One row per case: seconds of generation, of judging, of the collection, and its ratio to the longer."""
    with tempfile.TemporaryDirectory() as folder:
        for verify_ms in {verify_ms for _, verify_ms in CASES_MS}:
            Path(folder, f"slow{verify_ms}.py").write_text(ENVIRONMENT.format(ms=verify_ms))
        add_folder(folder)
        with Judge(PROCESSES) as judge:
            for generate_ms, verify_ms in CASES_MS:
                generation_s, judging_s, took_s = durations_s(judge, generate_ms, verify_ms)
                row = {"generation_s": generation_s, "judging_s": judging_s, "collection_s": took_s}
                yield row | {"ratio": took_s / max(generation_s, judging_s)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Overlap of generation and judging.")
    parser.add_argument("--json", action="store_true", help="print one JSON array instead of a table")
    if parser.parse_args().json:
        print(json.dumps({"collections": list(rows()), "verdicts_per_second": verdicts_per_second()}))
        return
    print(f"{'generation s':>13} {'judging s':>10} {'collection s':>13} {'ratio':>6}")
    for row in rows():
        print(f"{row['generation_s']:13.3f} {row['judging_s']:10.3f}", end=" ")
        print(f"{row['collection_s']:13.3f} {row['ratio']:6.3f}")
    print(f"verdicts a second: {verdicts_per_second():,.0f}")


if __name__ == "__main__":
    main()
