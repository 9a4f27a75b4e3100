"""Checkpoints: whole or not there, damage is found, a full disk loses nothing."""

import resource
from pathlib import Path

import pytest

from rlve_gym import checkpoint


def put(text: str):
    def fill(folder: Path) -> None:
        (folder / "model").mkdir()
        (folder / "model" / "weights").write_text(text)

    return fill


def test_a_checkpoint_comes_back(tmp_path):
    written = checkpoint.write(tmp_path, 40, {"levels": {"sorting": 3}}, put("abc"), keep=2)
    assert written == tmp_path / "step-00000040"
    assert checkpoint.read(written) == {"levels": {"sorting": 3}}
    assert (written / "model" / "weights").read_text() == "abc"


def test_only_the_newest_are_kept(tmp_path):
    for step in (1, 2, 9, 10):
        checkpoint.write(tmp_path, step, {}, put("x"), keep=2)
    assert [checkpoint.step_of(path) for path in checkpoint.checkpoints(tmp_path)] == [9, 10]


def test_writing_a_step_again_replaces_it(tmp_path):
    checkpoint.write(tmp_path, 5, {"n": 1}, put("old"), keep=2)
    again = checkpoint.write(tmp_path, 5, {"n": 2}, put("new"), keep=2)
    assert checkpoint.read(again) == {"n": 2}


@pytest.mark.parametrize("harm", ["flip", "cut", "remove", "seal", "seal_gone"])
def test_damage_is_found_and_the_last_good_one_named(tmp_path, harm):
    checkpoint.write(tmp_path, 1, {}, put("one"), keep=2)
    damaged = checkpoint.write(tmp_path, 2, {}, put("two"), keep=2)
    weights, seal = damaged / "model" / "weights", damaged / checkpoint.SEAL
    {
        "flip": lambda: weights.write_text("twO"),
        "cut": lambda: weights.write_text("tw"),
        "remove": weights.unlink,
        "seal": lambda: seal.write_text(seal.read_text()[:-5]),
        "seal_gone": seal.unlink,
    }[harm]()
    with pytest.raises(checkpoint.CheckpointError, match=r"damaged .* resume from .*step-00000001 instead"):
        checkpoint.read(damaged)


def test_a_leftover_of_a_killed_write_is_no_checkpoint(tmp_path):
    leftover = tmp_path / ".step-00000003.partial"
    leftover.mkdir()
    (leftover / "model").write_text("half")
    assert checkpoint.checkpoints(tmp_path) == []
    checkpoint.write(tmp_path, 4, {}, put("x"), keep=1)
    assert not leftover.exists()


def test_a_write_that_the_system_refuses_keeps_the_last_good_one(tmp_path):
    """A file-size limit makes the system refuse the write half-way, as a full disk does."""
    good = checkpoint.write(tmp_path, 1, {"n": 1}, put("small"), keep=1)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, before[1]))
    try:
        said = r"could not write .* last good checkpoint is .*step-00000001"
        with pytest.raises(checkpoint.CheckpointError, match=said):
            checkpoint.write(tmp_path, 2, {"n": 2}, put("x" * 100_000), keep=1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert checkpoint.checkpoints(tmp_path) == [good]
    assert checkpoint.read(good) == {"n": 1}
    assert not list(tmp_path.glob(".*"))


def test_torch_and_safetensors_on_a_full_disk_give_the_same_error(tmp_path):
    """Their writers raise errors of their own instead of OSError."""
    torch = pytest.importorskip("torch")
    from safetensors.torch import save_file

    tensors = {"w": torch.zeros(100_000)}
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    for save in (lambda folder: torch.save(tensors, folder / "x.pt"), lambda folder: save_file(tensors, folder / "x")):
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, before[1]))
        try:
            with pytest.raises(checkpoint.CheckpointError, match="could not write"):
                checkpoint.write(tmp_path, 2, {}, save, keep=1)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_fault_of_ours_is_not_called_a_full_disk(tmp_path):
    def fill(folder: Path) -> None:
        raise KeyError("a bug")

    with pytest.raises(KeyError, match="a bug"):
        checkpoint.write(tmp_path, 2, {}, fill, keep=1)
    assert not list(tmp_path.iterdir())
