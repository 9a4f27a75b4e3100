"""The gallery, the audit of guessing behind it, and pictures."""

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Self

import pytest

from rlve_gym import Choice, Integers, Problem, agreement, environments, exact, load, step
from rlve_gym.audit import Rates, Shapes, audit, audited, echoes
from rlve_gym.gallery import LEVELS, has_picture, page, read_rates

DOCS = Path(__file__).resolve().parent.parent / "docs"
RATES = DOCS / "guess_rates.json"


@dataclass(frozen=True)
class Coin(Problem):
    """Three heads in four tosses; the question tells the answer in its last word."""

    side: str

    template = "A coin shows\n{self.side}"
    answer = Choice(("heads", "tails"))
    difficulty = {"n": step(1)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        return cls(rng.choice(("heads", "heads", "heads", "tails")))

    def solve(self) -> str:
        return self.side

    def score(self, answer: str) -> float:
        return exact(self.side, answer)


@dataclass(frozen=True)
class Hidden(Problem):
    """Two digits that the question does not tell."""

    digits: list[int]

    template = "Guess two digits. {self.hint}"
    hint = "Blocks:\n\n1 2\n3 4\n\nwords in between\n5 6 7"
    answer = Integers("digits")
    difficulty = {"n": step(1)}

    @classmethod
    def generate(cls, rng: Random, n: int) -> Self:
        return cls([rng.randrange(10), rng.randrange(10)])

    def solve(self) -> list[int]:
        return self.digits

    def score(self, answer: list[int]) -> float:
        return agreement(self.digits, answer)


def test_rates_of_guessing_by_hand():
    found = audit(Coin, 0, 400)
    assert found.constant == pytest.approx(0.75, abs=0.08) and found.best == "heads"
    assert found.echo == 1 and found.empty == 0 and found.random == pytest.approx(0.625, abs=0.4)
    found = audit(Hidden, 0, 400)
    assert found.constant < 0.05 and found.echo < 0.05 and 0 <= found.random < 0.05 and found.worst < 0.05


def test_an_audit_is_a_function_of_its_arguments():
    assert audit(Hidden, 3, 50) == audit(Hidden, 3, 50)


def test_what_is_copied():
    ways = echoes(Hidden([1, 2]))
    assert ways["block 0"] == "1 2\n3 4" and ways["line -1"] == "5 6 7" and ways["number 0"] == "1"
    assert ways["numbers of line -1, reversed"] == "7 6 5" and ways["numbers"] == "1 2 3 4 5 6 7"


def test_random_answers_have_the_shape_of_references():
    shapes = Shapes(["1 2 3", "4 5"])
    found = {shapes.random(Random(seed)) for seed in range(200)}
    assert {len(text.split()) for text in found} == {2, 3}
    assert {int(entry) for text in found for entry in text.split()} == {1, 2, 3, 4, 5}
    grids = {Shapes(["XO\nOX"]).random(Random(seed)) for seed in range(60)}
    assert grids == {"XO\nOX"} or all(len(grid) == 5 and grid[2] == "\n" for grid in grids)


def test_rates_survive_a_file(tmp_path):
    rates = Rates("sorting", 0, 10, 0.5, 0.0, 0.25, 0.125, "1 2")
    file = tmp_path / "rates.json"
    file.write_text(json.dumps([rates.to_json()]))
    assert read_rates(file) == {("sorting", 0): rates}


@pytest.mark.skipif(not RATES.exists(), reason="an installed package has no documents")
def test_the_gallery_is_that_of_the_code():
    text = (DOCS / "gallery.md").read_text(encoding="utf-8")
    assert text == page(read_rates(RATES)), "run: rlve-gym gallery --out docs/gallery.md --rates docs/guess_rates.json"


@pytest.mark.skipif(not RATES.exists(), reason="an installed package has no documents")
def test_every_environment_has_its_rates_and_its_picture():
    rates = read_rates(RATES)
    assert {(env, level) for env in audited() for level in LEVELS} == set(rates), (
        "run: rlve-gym audit --out docs/guess_rates.json"
    )
    drawn = {path.stem for path in (DOCS / "gallery").glob("*.png")}
    assert drawn == {env for env in environments() if has_picture(env)}


@pytest.mark.skipif(not RATES.exists(), reason="an installed package has no documents")
@pytest.mark.parametrize("env, level", [("sorting", 0), ("circuit", 5), ("knights_and_knaves", 0)])
def test_written_rates_are_those_of_the_code(env, level):
    written = read_rates(RATES)[env, level]
    assert audit(load(env), level, written.problems) == written


def test_pictures_show_what_is_told(tmp_path):
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    from rlve_gym.pictures import Cells, Colors, Graph, Points, Tree, draw

    pictures = {
        "cells": Cells([[1, ""], ["", 22]], shaded=[(0, 1)], boxes=(1, 1)),
        "colors": Colors([[0, 1], [2, 3]]),
        "graph": Graph(3, [(1, 2, 5), (2, 3, 7)], directed=True, first=1),
        "tree": Tree(0, [(0, 1), (2, 0), (2, 3)]),
        "points": Points([(0, 0), (3, 4)], [((0, 0), (3, 4))], [(1, 1, 2)]),
    }
    texts = {}
    for name, picture in pictures.items():
        axes = Figure().add_subplot()
        picture.paint(axes)
        texts[name] = {text.get_text() for text in axes.texts} - {""}
        draw(picture, tmp_path / f"{name}.png")
        assert (tmp_path / f"{name}.png").read_bytes()[:4] == b"\x89PNG"
    assert texts["cells"] == {"1", "22"} and texts["graph"] == {"1", "2", "3", "5", "7"}
    assert texts["tree"] == {"0", "1", "2", "3"} and texts["points"] == {"0", "1"}
    draw(pictures["tree"], tmp_path / "one.svg")
    first = (tmp_path / "one.svg").read_text()
    assert first.lstrip().startswith("<?xml")


def test_a_tree_has_its_root_above_and_its_children_apart():
    from rlve_gym.pictures import _layers

    places = _layers(0, [(1, 0), (0, 2), (2, 3), (2, 4)])
    assert {vertex: y for vertex, (_, y) in places.items()} == {0: 0, 1: -1, 2: -1, 3: -2, 4: -2}
    assert len(set(places.values())) == 5 and places[2][0] == (places[3][0] + places[4][0]) / 2


def test_what_has_no_picture_says_so():
    with pytest.raises(ValueError, match="sorting has no picture"):
        _ = load("sorting").draw(0, 0).picture


def test_the_commands(tmp_path):
    from typer.testing import CliRunner

    from rlve_gym.cli import app

    out = tmp_path / "rates.json"
    run = CliRunner().invoke(app, ["audit", "sorting", "--level", "1", "--problems", "20", "--out", str(out), "--json"])
    assert run.exit_code == 0
    (value,) = json.loads(run.stdout[run.stdout.index("[") :])
    assert value == audit(load("sorting"), 1, 20).to_json() == json.loads(out.read_text())[0]
    table = CliRunner().invoke(app, ["audit", "sorting", "--level", "1", "--problems", "20"])
    assert "sorting" in table.stdout and "constant" in table.stdout
    pytest.importorskip("matplotlib")
    drawn = tmp_path / "maze.png"
    assert CliRunner().invoke(app, ["show", "maze", "--draw", str(drawn)]).exit_code == 0 and drawn.exists()
