"""A tiny real model. torch is imported inside of the fixtures: a light installation has none, and skips these tests."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def folder(tmp_path_factory) -> Path:
    """A very small model whose next-token distributions are neither uniform nor certain."""
    import torch

    from rlve_gym.engines.transformers import TransformersEngine
    from rlve_gym.models import tiny

    torch.set_num_threads(1)
    path = tiny(tmp_path_factory.mktemp("models") / "tiny", width=32, depth=2, heads=2, feed_forward=64, levels=2)
    engine = TransformersEngine.load(str(path), device="cpu")
    with torch.no_grad():
        engine.model.get_input_embeddings().weight.mul_(8)
        for parameter in engine.model.model.layers.parameters():
            parameter.mul_(8 if parameter.dim() == 2 else 1)
    engine.save(path)
    return path


@pytest.fixture
def engine(folder):
    from rlve_gym.engines.transformers import TransformersEngine

    return TransformersEngine.load(str(folder), device="cpu")
