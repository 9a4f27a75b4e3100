"""When things happen in a step: exact moments by a clock of the test's, bounded lines, overlap by order."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_run import write_run

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

from rlve_gym.config import parse_config
from rlve_gym.engines.base import Completion, Sampling
from rlve_gym.engines.scripted import ScriptedEngine
from rlve_gym.judging import InlineJudge, Judge
from rlve_gym.metrics import Run, read_lines
from rlve_gym.problem import Spec
from rlve_gym.report import write_report
from rlve_gym.rollout import rollouts
from rlve_gym.timeline import POINTS, ROWS, SPANS, Stage, Timeline, fewer, places, union
from rlve_gym.verdict import Reward

MOST_BYTES = 6_000
"""Of a line, with times below 100,000 s."""


class Clock:
    """Stands still until it is set."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


def set_to(clock: Clock, seconds: float) -> None:
    clock.at = 1000.0 + seconds


def played(clock: Clock) -> Timeline:
    """Two rows: three attempts, the last verdict 3 s after the last of them; an update of 2 s."""
    timeline = Timeline(None, clock)
    with timeline.stage(Stage.GENERATE):
        set_to(clock, 1.0)
    first = timeline.generated(0)
    set_to(clock, 1.5)
    timeline.queued(0)
    with timeline.stage(Stage.GENERATE):
        set_to(clock, 4.0)
    second = timeline.generated(1)
    timeline.queued(1)
    third = timeline.generated(1)
    timeline.queued(1)
    for moment, row, since in ((5.0, 0, first), (6.0, 1, second), (7.0, 1, third)):
        set_to(clock, moment)
        timeline.verified(row, since)
    with timeline.stage(Stage.UPDATE):
        set_to(clock, 9.0)
    set_to(clock, 10.0)
    return timeline


def test_exact_values(clock):
    timeline = played(clock)
    assert timeline.line() == {
        "seconds": 10.0,
        "attempts": 3,
        "generator_idle": 0.65,
        "stages": {"generate": [[0.0, 1.0], [1.5, 4.0]], "verify": [[1.0, 7.0]], "update": [[7.0, 9.0]]},
        "places": [1, 2, 3],
        "generated": [1.0, 4.0, 4.0],
        "verified": [5.0, 6.0, 7.0],
        "rows": {
            "low": [0, 1],
            "high": [0, 1],
            "attempts": [1, 2],
            "generated_first": [1.0, 4.0],
            "generated_last": [1.0, 4.0],
            "queued_last": [1.5, 4.0],
            "verified_first": [5.0, 6.0],
            "verified_last": [5.0, 7.0],
        },
    }
    assert timeline.metrics() == {"time/generator_idle": 0.65, "time/verdicts_after_s": 3.0}


def test_a_new_step_begins_with_nothing(clock):
    timeline = played(clock)
    timeline.begin()
    assert timeline.now() == 0 and timeline.metrics() == {"time/generator_idle": 0.0, "time/verdicts_after_s": 0.0}
    set_to(clock, 12.0)
    assert timeline.line()["attempts"] == 0 and timeline.line()["rows"] == {} and timeline.line()["stages"] == {}
    assert timeline.metrics()["time/generator_idle"] == 1.0
    timeline.rows_from(7)
    timeline.generated(1)
    assert timeline.line()["rows"]["low"] == [8]
    set_to(clock, 15.0)
    assert timeline.line()["stages"] == {"verify": [[2.0, 5.0]]}
    assert timeline.line()["rows"]["verified_last"] == [None]


def test_calls_of_workers_overlap_and_their_updates_come_before(clock):
    timeline = Timeline(None, clock)
    set_to(clock, 8.0)
    timeline.call(follow_s=2.0, perturb_s=1.0, generate_s=4.0)
    set_to(clock, 9.0)
    timeline.call(follow_s=0.0, perturb_s=0.0, generate_s=3.0)
    set_to(clock, 10.0)
    line = timeline.line()
    assert line["stages"] == {"generate": [[4.0, 9.0]], "update": [[1.0, 3.0]]} and line["generator_idle"] == 0.5


class Telling(InlineJudge):
    """Has its verdicts long before anybody takes them."""

    def tell(self, hear):
        self.hear = hear


def test_a_verdict_was_there_when_the_judge_told_and_never_before_its_attempt(clock):
    judge = Telling()
    timeline = Timeline(judge, clock)
    since = timeline.generated(0)
    set_to(clock, 2.0)
    judge.hear(5)
    set_to(clock, 3.0)
    late = timeline.generated(0)
    set_to(clock, 9.0)
    for moment, key in ((since, 5), (late, 5), (since, 6), (since, None)):
        timeline.verified(0, moment, key)
    assert timeline.line()["verified"] == [2.0, 3.0, 9.0, 9.0]


@pytest.mark.parametrize("rows", [1, ROWS, ROWS + 1, 5000])
def test_a_line_is_bounded_and_loses_nobody(clock, rows):
    timeline = Timeline(None, clock)
    for n in range(rows):
        for sample in range(2):
            with timeline.stage(Stage.GENERATE):
                set_to(clock, 5.12345678 * n + sample + 1)
            since = timeline.generated(n)
            timeline.queued(n)
            set_to(clock, 5.12345678 * n + sample + 1.5)
            timeline.verified(n, since)
    line = timeline.line()
    assert len(json.dumps(line)) < MOST_BYTES
    assert sum(line["rows"]["attempts"]) == line["attempts"] == 2 * rows
    assert line["rows"]["low"][0] == 0 and line["rows"]["high"][-1] == rows - 1
    assert len(line["rows"]["low"]) <= ROWS and len(line["generated"]) == len(line["places"]) <= POINTS
    assert all(len(spans) <= SPANS for spans in line["stages"].values())
    assert line["verified"][-1] == line["seconds"]
    assert line["stages"]["generate"][0][0] == 0 and line["stages"]["verify"][-1][1] == line["seconds"]


def test_spans():
    assert union([(3, 4), (0, 1), (0.5, 2), (9, 12), (-1, 0)], 10) == [(0, 2), (3, 4), (9, 10)]
    assert fewer([(0, 1), (1.1, 2), (5, 6), (6.2, 7)], 2) == [[0, 2], [5, 7]]
    assert fewer([(0, 1), (2, 3)], 2) == [[0, 1], [2, 3]] and fewer([], 2) == []
    assert places(3) == [1, 2, 3] and places(0) == []
    assert len(places(1000)) == POINTS and places(1000)[0] == 1 and places(1000)[-1] == 1000


# In a collection


class Waits:
    """An engine that does not finish its last completion before the judge has told of a verdict."""

    def __init__(self, engine: ScriptedEngine, first: threading.Event):
        self.engine, self.first = engine, first

    def generate(self, requests, sampling) -> Iterator[tuple[int, Completion]]:
        for number, found in self.engine.generate(requests, sampling):
            if number == len(requests) - 1:
                assert self.first.wait(60), "no verdict came while completions were generated"
            yield number, found


def test_verification_goes_on_while_the_engine_is_waited_for():
    specs, first = [Spec("sorting", 0, seed) for seed in range(3)], threading.Event()
    table = {spec.problem().prompt(): spec.problem().completion(spec.problem().solve()) for spec in specs}
    told = []
    with Judge(processes=1) as judge:
        timeline = Timeline(judge)
        judge.tell(lambda key: (told.append(key), timeline.hear(key), first.set()))
        engine = Waits(ScriptedEngine(table), first)
        groups = list(rollouts(specs, engine, judge, Sampling(), 2, (), Reward(), timeline=timeline))
    assert len(groups) == 3 and len(told) == 6
    line = timeline.line()
    assert line["attempts"] == 6 and line["rows"]["attempts"] == [2, 2, 2]
    assert line["verified"][0] <= line["generated"][-1], "nothing was verified before the last was generated"
    assert all(since <= until for since, until in zip(line["generated"], line["verified"], strict=True))


# In a run's folder


def test_a_run_that_goes_back_loses_the_timelines_after_its_checkpoint(tmp_path, clock):
    raw = {"trainer": "sft", "name": "run", "environments": ["sorting"], "model": {"path": "tiny"}}
    config = parse_config({**raw, "runs": str(tmp_path)})
    line = played(clock).line()
    with Run.create(config) as run:
        run.log_timeline(0, line)
        run.save(1, {}, lambda folder: None)
        run.log_timeline(1, line)
        assert len(read_lines(tmp_path / "run/timeline.jsonl")) == 2
    with Run.resume(tmp_path / "run") as run:
        assert read_lines(tmp_path / "run/timeline.jsonl") == [{"step": 0, **line}]
        run.log_timeline(1, line)
    assert [found["step"] for found in read_lines(tmp_path / "run/timeline.jsonl")] == [0, 1]


def with_timelines(run: Path, lines: list[dict]) -> Path:
    (run / "timeline.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return run


def test_the_report_draws_the_median_the_longest_and_the_last(tmp_path, clock):
    line = played(clock).line()
    lines = [{"step": n, **line, "seconds": seconds} for n, seconds in enumerate((10.0, 30.0, 11.0, 12.0, 10.5))]
    page = write_report(with_timelines(write_run(tmp_path / "run", 5), lines)).read_text()
    for title in ("Step 2 (median): 11 s, 65% idle", "Step 1 (longest): 30 s", "Step 4 (last): 10.5 s"):
        assert title in page
    drawing = page[page.index("Where the seconds of a step go") :]
    assert drawing.count("<svg") >= 3 and "generate" in drawing and "attempts" in drawing
    assert page.count("Where the seconds") == 1


def test_lines_that_are_no_timelines_are_left_out(tmp_path, clock):
    whole = {"step": 4, **played(clock).line()}
    broken = [{"step": 1}, {"step": 2, "seconds": "10"}, {"step": 3, "seconds": 1e6, "rows": 3}]
    lines = [*broken, {**whole, "generated": None, "seconds": 9.0}, {**whole, "stages": {"update": [[None, 1]]}}]
    page = write_report(with_timelines(write_run(tmp_path / "run", 2), lines)).read_text()
    assert "Where the seconds" not in page
    assert "Where the seconds" not in write_report(write_run(tmp_path / "none", 2)).read_text()
