"""Mounts the top-level folders `envs/` and `trainers/` of a checkout as subpackages of `rlve_gym`.

In a wheel both lie inside the package and there is nothing to do. In a checkout they lie beside it, and are loaded
under their packaged name, so that a user's own `envs/` or `trainers.py` can never shadow them.
"""

import importlib.util
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent


def home(name: str) -> Path:
    """The folder that holds `name` ("envs", "trainers", "configs"), in a wheel or in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def mount(name: str) -> None:
    """Make `rlve_gym.<name>` importable from the folder beside the package."""
    full, folder = f"rlve_gym.{name}", home(name)
    if full in sys.modules or folder.parent == PACKAGE:
        return
    spec = importlib.util.spec_from_file_location(
        full, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"{folder} is missing: the checkout of rlve-gym is incomplete")
    module = importlib.util.module_from_spec(spec)
    sys.modules[full] = module
    spec.loader.exec_module(module)
    setattr(sys.modules["rlve_gym"], name, module)
