"""A run that is killed at any moment and resumed gives the same numbers as one that is left alone."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

pytest.importorskip("torch")

from rlve_gym.checkpoint import CheckpointError, checkpoints
from rlve_gym.config import parse_config
from rlve_gym.metrics import Run, read_lines
from rlve_gym.registry import trainer

TINY = {"path": "tiny", "tiny": {"width": 32, "depth": 1, "heads": 2, "feed_forward": 32, "levels": 3}}
DAPO = {
    "trainer": "dapo",
    "environments": ["sorting", "euclid_game"],
    "model": TINY,
    "preset": "rlve",
    "steps": 8,
    "prompts": 3,
    "samples": 4,
    "max_waves": 3,
    "curriculum": {"prompts": 1, "threshold": 0.01},
    "sampling": {"max_tokens": 8},
    "optimizer": {"lr": 1e-2, "updates": 2, "tokens_per_microbatch": 200},
    "evaluation": {"every": 4, "levels": [0], "problems": 2},
    "checkpoint": {"every": 1},
    "judge": {"processes": 1},
    "threads": 1,
}
SFT = {
    "trainer": "sft",
    "environments": ["sorting"],
    "model": TINY,
    "steps": 12,
    "batch": 8,
    "optimizer": {"lr": 1e-2, "warmup_steps": 4},
    "checkpoint": {"every": 1},
    "threads": 1,
}


def timeless(path: Path) -> list[dict]:
    return [{key: value for key, value in line.items() if not key.startswith("time/")} for line in read_lines(path)]


def finish(tmp_path: Path, raw: dict, name: str, seed: int) -> Path:
    config = tmp_path / f"{name}.yaml"
    config.write_text(yaml.safe_dump({**raw, "name": name, "runs": str(tmp_path)}))
    script = Path(__file__).with_name("killing.py")
    done = subprocess.run([sys.executable, script, config, str(seed)], capture_output=True, text=True, timeout=110)
    assert done.returncode == 0, done.stderr[-2000:]
    if seed:
        assert int(done.stdout.split()[-1]) >= 2, "nothing was killed: the test shows nothing"
    return tmp_path / name


def same(one: Path, other: Path) -> None:
    assert timeless(one / "metrics.jsonl") == timeless(other / "metrics.jsonl")
    timelines = [read_lines(folder / "timeline.jsonl") for folder in (one, other)]
    steps = [[(line["step"], line["attempts"]) for line in lines] for lines in timelines]
    assert steps[0] == steps[1]
    assert (one / "rollouts.jsonl").read_bytes() == (other / "rollouts.jsonl").read_bytes()
    assert (one / "model/model.safetensors").read_bytes() == (other / "model/model.safetensors").read_bytes()


@pytest.mark.parametrize("raw", [DAPO, SFT], ids=["dapo", "sft"])
def test_killed_and_resumed_equals_undisturbed(tmp_path, raw):
    undisturbed = finish(tmp_path, raw, "undisturbed", 0)
    lines = timeless(undisturbed / "metrics.jsonl")
    assert [line["step"] for line in lines] == list(range(raw["steps"]))
    assert len({line["loss"] for line in lines if "loss" in line}) > 2, "nothing was learned: the test shows nothing"
    same(undisturbed, finish(tmp_path, raw, "killed", 1))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3, 4])
def test_killed_at_other_moments(tmp_path, seed):
    same(finish(tmp_path, DAPO, "undisturbed", 0), finish(tmp_path, DAPO, "killed", seed))


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A short finished run."""
    folder = tmp_path_factory.mktemp("runs")
    config = parse_config({**SFT, "steps": 2, "name": "run", "runs": str(folder)})
    with Run.create(config) as run:
        trainer("sft").train(config, run)
    return folder / "run"


def test_a_checkpoint_of_another_run_is_refused(finished, tmp_path):
    config = parse_config({**SFT, "name": "other", "runs": str(tmp_path)})
    Run.create(config).close()
    shutil.copytree(finished / "checkpoints", tmp_path / "other" / "checkpoints")
    with pytest.raises(CheckpointError, match="another run"):
        Run.resume(tmp_path / "other")


def test_a_damaged_checkpoint_is_named_and_the_one_before_can_be_resumed(finished, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(finished, folder)
    first, last = checkpoints(folder / "checkpoints")
    (last / "optimizer.pt").write_bytes(b"x")
    with pytest.raises(CheckpointError, match=r"optimizer\.pt.*step-00000001"):
        Run.resume(folder)
    with Run.resume(first) as run:
        assert run.step == 1
        trainer("sft").train(run.config, run)
    same(finished, folder)


def test_creating_a_run_twice_or_resuming_what_is_none(finished, tmp_path):
    config = parse_config(yaml.safe_load((finished / "config.yaml").read_text()))
    with pytest.raises(ValueError, match="--resume"):
        Run.create(config)
    with pytest.raises(ValueError, match="not a run"):
        Run.resume(tmp_path)


def test_a_run_folder_says_what_it_was_made_with(finished):
    versions = json.loads((finished / "versions.json").read_text())
    assert {"torch", "transformers", "gymnasium"} <= set(versions["packages"])
    assert parse_config(yaml.safe_load((finished / "config.yaml").read_text())).steps == 2


def test_a_log_cut_off_in_the_middle_of_a_line_is_read_up_to_it(tmp_path):
    path = tmp_path / "metrics.jsonl"
    path.write_bytes(b'{"step": 0, "text": "a\\u2028b"}\n{"step": 1}\n{"st')
    assert [line["step"] for line in read_lines(path)] == [0, 1]
