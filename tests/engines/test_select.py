from importlib.util import find_spec

import pytest

pytest.importorskip("torch")

from rlve_gym.config import ModelSection
from rlve_gym.engines import vllm_start
from rlve_gym.engines.select import load_engine
from rlve_gym.engines.transformers import TransformersEngine
from rlve_gym.engines.vllm import _seed


def test_the_engine_that_a_configuration_names(folder):
    section = ModelSection(path=str(folder), device="cpu", max_batch=7)
    engine = load_engine(section.path, **section.engine_choice())
    assert isinstance(engine, TransformersEngine) and engine.max_batch == 7
    with pytest.raises(ValueError, match="choose one of transformers, vllm"):
        load_engine(section.path, engine="llama")


@pytest.mark.skipif(find_spec("vllm") is not None, reason="it is installed")
def test_vllm_that_is_not_installed(folder):
    section = ModelSection(path=str(folder), engine="vllm", device="cpu")
    with pytest.raises(ValueError, match=r"pip install 'rlve-gymnasium\[vllm\]'"):
        load_engine(section.path, **section.engine_choice())


@pytest.mark.parametrize("visible, numbers, expected", [(None, "1", "1"), ("4,5,6", "2,0", "6,4"), ("", "0", "0")])
def test_gpus_by_number_are_among_those_that_are_visible(monkeypatch, visible, numbers, expected):
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    if visible is not None:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)
    vllm_start._show_only(numbers.split(","))
    assert vllm_start.os.environ["CUDA_VISIBLE_DEVICES"] == expected
    monkeypatch.setattr("torch.cuda.is_initialized", lambda: True)
    with pytest.raises(ValueError, match="uses a GPU already"):
        vllm_start._show_only(["0"])


def test_seeds_of_vllm_are_63_bits_and_all_different():
    seeds = [*range(-1000, 1000), 2**63, 2**64, 2**64 + 1, -(2**80)]
    found = {_seed(seed) for seed in seeds}
    assert len(found) == len(seeds) and all(0 <= seed < 2**63 for seed in found)
