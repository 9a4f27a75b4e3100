"""Which engine a run uses: what its configuration says."""

from collections.abc import Mapping
from typing import Any

from rlve_gym.engines.base import HeldEngine

ENGINES = ("transformers", "vllm")


def load_engine(
    path: str, *, engine: str = "transformers", vllm: Mapping[str, Any] | None = None, **options: Any
) -> HeldEngine:
    """The engine of a model. options: `ModelSection.engine_options`; vllm: of `VllmSection`.

    Raises ValueError, saying what to do, if there is no such model or the engine is not installed.
    """
    if engine == "vllm":
        from rlve_gym.engines.vllm import VllmEngine, VllmSection

        return VllmEngine.load(path, options=VllmSection(**(vllm or {})), **options)
    if engine != "transformers":
        raise ValueError(f"engine {engine!r}: choose one of {', '.join(ENGINES)}")
    from rlve_gym.engines.transformers import TransformersEngine

    return TransformersEngine.load(path, **options)
