"""Reports are read back as a browser would: what is text stays text, and every curve that was logged is there."""

import json
import math
import os
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from fake_run import HOSTILE, write_run

pytest.importorskip("matplotlib")
pytest.importorskip("jinja2")

from rlve_gym import charts
from rlve_gym.report import MAX_CHARS, figure, visible, write_report
from rlve_gym.runlog import Examples, History, read_examples, read_history


class Page(HTMLParser):
    """Elements that a page has, its attributes' names, and its text."""

    def __init__(self, html: str):
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.texts: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def text(self) -> str:
        return "".join(self.texts)


def page(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def test_report_has_the_figures_and_the_rollouts(tmp_path):
    run = write_run(tmp_path / "quick", 60, ("sorting", "made_up"), planned=80)
    made = page(write_report(run))
    assert "stroke-dasharray" not in (run / "report.html").read_text(encoding="utf-8")
    assert (run / "report.html").is_file() and not list(run.glob("*.partial"))
    for words in (
        "quick",
        "60 of 80",
        "models/tiny",
        "15,360",
        "0:00:33",
        "Effective prompt ratio",
        "Time, seconds a step",
    ):
        assert words in made.text
    levels = read_history(run).columns["curriculum/sorting/level"].values
    assert f"sorting{levels[-1]:g}" in made.text.replace("\n", "")
    assert "Sort these numbers in ascending order" in made.text
    assert "the prompt cannot be drawn again here: unknown environment 'made_up'" in made.text
    assert made.tags.count("svg") > 12
    assert {"level", "accuracy", "by reward", "by correctness", "correct", "malformed"} <= set(made.texts)


def test_model_text_stays_text(tmp_path):
    run = write_run(tmp_path / "hostile", 40, rollouts_a_step=16)
    made = page(write_report(run))
    assert not {"script", "img", "iframe", "link", "object"} & set(made.tags)
    assert not {name for name in made.attributes if name.startswith("on")}
    for text in (HOSTILE[0], HOSTILE[1], HOSTILE[4]):
        assert text in made.text
    assert "no more waves <left>" in made.text and "'<b>x</b>'" in made.text
    assert "bell \\x07 escape \\x1b[31m null \\x00 half \\ud800 rtl \\u202e end" in made.text
    assert "src" not in made.attributes and "href" not in made.attributes - {"xlink:href"}


def test_long_text_keeps_both_ends():
    shown = visible("a" * 10 + "x" * 50_000 + "z" * 10)
    assert shown.startswith("aaaaaaaaaa") and shown.endswith("zzzzzzzzzz") and "44,020 characters left out" in shown
    assert len(shown) < MAX_CHARS + 100
    assert visible("tab\tline\n\x85") == "tab\tline\n\\x85"


def test_control_is_drawn_dashed(tmp_path):
    run, control = write_run(tmp_path / "run", 30), write_run(tmp_path / "lr0", 20, speed=0)
    both = write_report(run, tmp_path / "both.html", control).read_text(encoding="utf-8")
    assert both.count("stroke-dasharray") > 5
    assert "level, control" in both and "lr0" in both


@pytest.mark.parametrize("steps", [0, 1])
def test_runs_at_their_beginning(tmp_path, steps):
    made = page(write_report(write_run(tmp_path / "short", steps)))
    assert ("No step is finished yet" in made.text) == (steps == 0)


def test_missing_files_and_keys(tmp_path):
    run = write_run(tmp_path / "bare", 0)
    (run / "rollouts.jsonl").unlink()
    (run / "metrics.jsonl").write_text('{"step": 0, "loss": 1.5, "of_a_new_trainer": 2}\n{"step": 1}\n')
    made = page(write_report(run))
    assert "Loss" in made.text and "Reward" not in made.text
    assert "Other figures" in made.text and "of_a_new_trainer" in made.text


def test_a_line_cut_off_by_a_kill_is_left_out(tmp_path):
    run = write_run(tmp_path / "killed", 10)
    for name in ("metrics.jsonl", "rollouts.jsonl"):
        whole = (run / name).read_bytes()
        (run / name).write_bytes(whole[: len(whole) - 40])
    assert read_history(run).steps == 9
    assert sum(its.count for its in read_examples(run)["sorting"].values()) == 39


def test_steps_written_twice_count_once(tmp_path):
    history = History()
    for step, loss in ((0, 1.0), (1, 2.0), (2, 3.0), (1, 5.0)):
        history.add({"step": step, "loss": loss, "lr" if step == 2 else "entropy": 0.0})
    assert history.steps == 2
    assert list(history.columns["loss"].values) == [1.0, 5.0]
    assert list(history.columns["lr"].steps) == []


def test_line_separators_inside_a_completion_are_no_line_ends(tmp_path):
    run = write_run(tmp_path / "separators", 1, rollouts_a_step=0)
    line = {
        "step": 0,
        "env": "sorting",
        "level": 0,
        "seed": 1,
        "text": "a\u2028b\x85c",
        "outcome": "wrong",
        "score": 0.0,
    }
    (run / "rollouts.jsonl").write_text(json.dumps(line, ensure_ascii=False) + "\n", encoding="utf-8")
    assert read_examples(run)["sorting"][0].picked["first"]["text"] == "a\u2028b\x85c"


def test_examples_are_first_last_best_worst_and_failed():
    examples = Examples()
    for step, (outcome, score, reward) in enumerate(
        [
            ("wrong", 0, 0),
            ("error", 0, None),
            ("partial", 0.5, 0.1),
            ("correct", 1, 1),
            ("malformed", 0, -1),
            ("wrong", 0, 0),
        ]
    ):
        examples.add({"step": step, "outcome": outcome, "score": score, "reward": reward})
    assert [(reason, line["step"]) for reason, line in examples.shown()] == [
        ("first", 0),
        ("failed", 1),
        ("best", 3),
        ("worst, no valid answer", 4),
        ("last", 5),
    ]
    assert (examples.count, examples.correct) == (6, 1)


def test_many_steps_are_thinned_and_small(tmp_path):
    steps = np.arange(100_000.0)
    x, y = charts.thin(steps, np.sin(steps / 9000))
    assert len(x) == charts.POINTS and np.allclose(y, np.sin(x / 9000), atol=1e-3)
    history = History()
    for step in range(20_000):
        history.add({"step": step, "loss": math.sin(step), "curriculum/sorting/level": step // 3000})
    assert len(charts.lines(history, None, {"loss": "loss"})) < 60_000
    stairs = charts.staircase(history, None, "sorting", 6, 20_000, accuracy=True)
    assert len(stairs) < 30_000


def test_corners_keep_every_change():
    x, y = charts.corners(np.arange(7.0), np.array([0.0, 0, 1, 1, 1, 2, 2]))
    assert list(x) == [0, 2, 5, 6] and list(y) == [0, 1, 2, 2]


def test_smoothing_keeps_a_constant_and_averages_the_rest():
    assert np.allclose(charts.smooth(np.full(100, 3.0)), 3.0)
    assert list(charts.smooth(np.array([0.0, 3.0, 0.0]), share=0.67)) == [1.5, 1.0, 1.5]


def test_text_takes_the_colour_of_the_page(tmp_path):
    svg = charts.lines(read_history(write_run(tmp_path / "run", 5)), None, {"loss": "loss"})
    assert svg.startswith("<svg") and charts.INK not in svg and "currentColor" in svg and "metadata" not in svg


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_figure(tmp_path, kind):
    run, control = (
        write_run(tmp_path / "run", 30, ("sorting", "sat")),
        write_run(tmp_path / "control", 30, ("sorting",)),
    )
    first = figure(run, tmp_path / f"a.{kind}", control).read_bytes()
    assert first[:5] == {"svg": b"<?xml", "png": b"\x89PNG\r"}[kind]
    assert first == figure(run, tmp_path / f"b.{kind}", control).read_bytes()


def test_what_is_no_run_is_refused(tmp_path):
    with pytest.raises(ValueError, match="is not a run"):
        write_report(tmp_path)
    with pytest.raises(ValueError, match="no figures yet"):
        figure(write_run(tmp_path / "empty", 0), tmp_path / "x.svg")


@pytest.mark.parametrize("bad", [None, "abc", [1], {"a": 1}, float("nan"), float("-inf"), 10**400, -1e308])
def test_values_of_the_wrong_kind_do_not_stop_a_report(tmp_path, bad):
    """Files that were edited, or written by another program."""
    run = write_run(tmp_path / "run", 3)
    metrics = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
    rollout = json.loads((run / "rollouts.jsonl").read_text().splitlines()[0])
    with (run / "metrics.jsonl").open("a") as file:
        for key in metrics[0]:
            file.write(json.dumps({**metrics[-1], "step": 3, "eval/sorting/levelx": 0.5, key: bad}) + "\n")
    with (run / "rollouts.jsonl").open("a") as file:
        for key in rollout:
            file.write(json.dumps({**rollout, key: bad}) + "\n")
        file.write("[" * 100_000 + "\n")
    assert "accuracy" in page(write_report(run)).text


def test_an_environment_that_is_broken_by_now_is_named(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "broken_by_now.py").write_text("1 / 0")
    run = write_run(tmp_path / "run", 3, ("broken_by_now",))
    with (run / "config.yaml").open("a") as file:
        file.write(f"environment_folders: [{tmp_path / 'mine'}]\n")
    assert "cannot be drawn again here: division by zero" in page(write_report(run)).text


def test_a_device_is_never_replaced_by_a_report(tmp_path):
    run = write_run(tmp_path / "run", 3)
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", tmp_path):
        with pytest.raises(ValueError, match="cannot write"):
            write_report(run, place)
    assert (tmp_path / "pipe").is_fifo()
