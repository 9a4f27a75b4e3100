"""The folder of a run: whole or not there, one process at a time, and a disk that gives out costs one line."""

import resource
import subprocess
import sys
from contextlib import contextmanager

import pytest

pytest.importorskip("torch")

import torch

from rlve_gym.checkpoint import CheckpointError, checkpoints
from rlve_gym.config import parse_config
from rlve_gym.metrics import Run, read_lines
from rlve_gym.optimizer import Optimizer, OptimizerSection
from rlve_gym.registry import trainer

SFT = {
    "trainer": "sft",
    "name": "run",
    "environments": ["sorting"],
    "model": {"path": "tiny", "tiny": {"width": 32, "depth": 1, "heads": 2, "feed_forward": 32, "levels": 1}},
    "steps": 4,
    "batch": 4,
    "high": 0,
    "optimizer": {"lr": 1e-2},
    "checkpoint": {"every": 1, "keep": 4},
    "threads": 1,
}


@pytest.fixture
def config(tmp_path):
    return parse_config({**SFT, "runs": str(tmp_path)})


@contextmanager
def files_of_at_most(size_bytes):
    """The system refuses to write more to a file, as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def trained(run):
    with run:
        trainer("sft").train(run.config, run)


def test_a_run_that_cannot_be_created_leaves_nothing(config, tmp_path):
    with files_of_at_most(100), pytest.raises(OSError, match="large"):
        Run.create(config)
    assert not list(tmp_path.iterdir())


def test_a_run_that_never_did_a_step_is_replaced(config, tmp_path):
    """After a mistake in the model's path, say, the corrected command works."""
    with Run.create(config) as run:
        first = run.identity
        run.note("a note")
    with Run.create(config) as run:
        assert run.identity != first
        run.log(0, {"loss": 1.0})
    with pytest.raises(ValueError, match="--resume"):
        Run.create(config)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


@pytest.mark.parametrize("name", ["config.yaml", "thesis.txt"])
def test_a_folder_that_is_no_run_is_left_alone(config, tmp_path, name):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / name).write_text("mine")
    with pytest.raises(ValueError, match="exists"):
        Run.create(config)
    assert (tmp_path / "run" / name).read_text() == "mine"


def test_a_second_process_is_refused(config):
    script = "import sys; from rlve_gym.metrics import Run; Run.resume(sys.argv[1])"
    with Run.create(config) as run:
        other = subprocess.run([sys.executable, "-c", script, run.folder], capture_output=True, text=True, timeout=60)
        assert "ValueError: another process works on" in other.stderr
        with pytest.raises(ValueError, match="another process works on"):
            Run.create(config)
    Run.resume(run.folder).close()


@pytest.mark.parametrize("harm", ["versions.json", "config.yaml"])
def test_a_run_whose_files_are_damaged_is_refused(config, harm):
    with Run.create(config) as run:
        (run.folder / harm).write_text("[")
    with pytest.raises(ValueError, match=harm) as error:
        Run.resume(run.folder)
    assert "\n" not in str(error.value)


def test_logs_that_cannot_be_written_are_one_clear_error(config):
    run = Run.create(config)
    said = r"metrics\.jsonl.*no checkpoint yet.*resume"
    with files_of_at_most(5000), pytest.raises(CheckpointError, match=said), run:
        for step in range(1000):
            run.log(step, {"loss": 0.5})
    with Run.resume(run.folder) as again:
        again.log(0, {"loss": 0.5})
    assert read_lines(run.folder / "metrics.jsonl") == [{"step": 0, "loss": 0.5}]


def test_buffered_lines_that_cannot_be_written_show_at_the_end(config):
    run = Run.create(config)
    with files_of_at_most(100), pytest.raises(CheckpointError, match=r"rollouts\.jsonl"), run:
        run.log_rollouts([{"text": "x" * 500}])
    Run.resume(run.folder).close()


def test_a_model_that_cannot_be_written_is_one_clear_error(config):
    run = Run.create(config)
    with run, files_of_at_most(10_000), pytest.raises(CheckpointError, match=r"could not write .*initial"):
        trainer("sft").train(config, run)
    trained(Run.resume(run.folder))
    said = r"could not write .*model.*last good checkpoint is .*step-00000004"
    with Run.resume(run.folder) as run, files_of_at_most(10_000), pytest.raises(CheckpointError, match=said):
        trainer("sft").train(config, run)


def test_going_on_from_an_early_checkpoint_removes_the_later_ones(config, capsys):
    """They belong to logs that are cut back: left there, the next resume would fail on them."""
    trained(Run.create(config))
    folder = checkpoints(Run.resume(f"{config.runs}/run").folder / "checkpoints")[1]
    Run.resume(folder).close()
    assert "step-00000004 is removed" in capsys.readouterr().err
    with Run.resume(f"{config.runs}/run") as run:
        assert run.step == 2
        trainer("sft").train(run.config, run)
    assert [line["step"] for line in read_lines(run.folder / "metrics.jsonl")] == [0, 1, 2, 3]


def test_runs_may_lie_in_a_folder_named_checkpoints(tmp_path):
    config = parse_config({**SFT, "runs": str(tmp_path / "checkpoints")})
    Run.create(config).close()
    with Run.resume(tmp_path / "checkpoints" / "run") as run:
        assert run.start is None


def test_diverged_weights_are_an_error_and_never_saved(tmp_path):
    layer = torch.nn.Linear(2, 2)
    optimizer = Optimizer(layer, OptimizerSection(lr=1.0))
    layer(torch.full((2,), torch.nan)).sum().backward()
    assert optimizer.step()["skipped"] == 1.0
    with torch.no_grad():
        layer.weight[0, 0] = torch.nan
    with pytest.raises(ValueError, match=r"diverged.*optimizer\.lr.*resume"):
        optimizer.save(tmp_path / "optimizer.pt")
    assert not list(tmp_path.iterdir())
    layer(torch.full((2,), torch.nan)).sum().backward()
    with pytest.raises(ValueError, match="diverged"):
        optimizer.step()
