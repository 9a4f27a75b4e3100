"""Tiny real models. torch is imported inside of the fixtures: a light installation has none, and skips these tests."""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def folder(tmp_path_factory) -> Path:
    """A very small model whose next-token distributions are neither uniform nor certain."""
    return lively(tmp_path_factory.mktemp("models") / "tiny", width=32)


@pytest.fixture(scope="session")
def wide_folder(tmp_path_factory) -> Path:
    """The same with heads of 32, which is what vLLM takes on a CPU."""
    return lively(tmp_path_factory.mktemp("models") / "wide", width=64)


def lively(path: Path, width: int) -> Path:
    import torch

    from rlve_gym.engines.transformers import TransformersEngine
    from rlve_gym.models import tiny

    torch.set_num_threads(1)
    tiny(path, width=width, depth=2, heads=2, feed_forward=2 * width, levels=2)
    engine = TransformersEngine.load(str(path), device="cpu")
    with torch.no_grad():
        engine.model.get_input_embeddings().weight.mul_(8)
        for parameter in engine.model.model.layers.parameters():
            parameter.mul_(8 if parameter.dim() == 2 else 1)
    engine.save(path)
    return path


@pytest.fixture(scope="session")
def needs_vllm() -> None:
    """Skip where there is no vLLM, unless this is the run that is to test it."""
    if os.environ.get("RLVE_GYM_NEEDS_VLLM"):
        import vllm  # noqa: F401
    elif not find_spec("vllm"):
        pytest.skip("vLLM is not installed (make test-vllm)")


@pytest.fixture(scope="module")
def vllm_engine(needs_vllm, wide_folder):
    from rlve_gym.engines.vllm import VllmEngine, VllmSection

    engine = VllmEngine.load(str(wide_folder), device="cpu", max_batch=5, options=VllmSection(kv_cache_gib=0.05))
    yield engine
    engine.close()


@pytest.fixture
def engine(folder):
    from rlve_gym.engines.transformers import TransformersEngine

    return TransformersEngine.load(str(folder), device="cpu")
