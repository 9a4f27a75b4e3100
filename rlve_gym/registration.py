"""The ids of gymnasium: every environment as `rlve/<Name>-v0`, registered once gymnasium itself is imported.

`import rlve_gym` does not import gymnasium, which takes several times as long as all of ours and brings numpy: the
command line and the processes that judge have no use for either. Whoever imports both, in either order, finds the ids.
"""

import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from itertools import dropwhile, islice
from types import ModuleType
from typing import Any

from rlve_gym.registry import class_name, environments, folder_of, public_names

JOINT = "rlve/Joint-v0"
WORKBOOK = "lean_workbook"
"""This one is also registered without a namespace, as `LeanWorkbook-v0`."""


def register() -> None:
    """Register all environments, under our names and their public RLVE identifiers. Imports none of them.

    If gymnasium is not imported yet, this happens when it is. Ids that are registered already stay as they are.
    """
    if sys.modules.get("gymnasium"):
        _register_now()
    elif not any(isinstance(finder, _Watch) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Watch())


def _register_now() -> None:
    from gymnasium.envs.registration import EnvSpec, registry

    for name, env in _ids():
        # gymnasium.register compares a new id with every other one: with hundreds of them, all the time goes there.
        if name not in registry:
            registry[name] = EnvSpec(id=name, entry_point="rlve_gym.gym:TextEnv", kwargs=_arguments(env))


def _ids() -> Iterator[tuple[str, str | None]]:
    """Ids of gymnasium, each with its environment, or None for all of them."""
    envs = environments()
    yield JOINT, None
    yield from ((f"rlve/{class_name(env)}-v0", env) for env in envs)
    yield from ((f"rlve/{name}-v0", env) for name, env in public_names().items() if env in envs)
    yield from ((f"{class_name(env)}-v0", env) for env in envs if env == WORKBOOK)


def _arguments(env: str | None) -> dict[str, Any]:
    if env is None:
        return {}
    folder = folder_of(env)
    return {"environments": [env]} if folder is None else {"environments": [env], "folder": folder}


class _Watch:
    """A finder that waits for the import of gymnasium, which those behind it serve as ever.

    It and its loader are no subclasses of those in `importlib.abc`, whose import costs more than all that is here.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "gymnasium":
            return None
        # The finders in front have found nothing. Asking them again would not end if one was a _Watch from a reload.
        behind = islice(dropwhile(lambda finder: finder is not self, list(sys.meta_path)), 1, None)
        found = (finder.find_spec(fullname, path, target) for finder in behind if hasattr(finder, "find_spec"))
        spec: Any = next((spec for spec in found if spec), None)
        if spec and spec.loader:
            spec.loader = _ThenRegister(spec.loader, self)
        return spec


class _ThenRegister:
    """Loads gymnasium with its own loader, then registers."""

    def __init__(self, loader: Any, watch: _Watch):
        self.loader, self.watch = loader, watch

    def __getattr__(self, name: str) -> Any:
        return getattr(self.loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = self.loader
        if module.__spec__:
            module.__spec__.loader = self.loader
        self.loader.exec_module(module)
        sys.meta_path[:] = [finder for finder in sys.meta_path if finder is not self.watch]
        _register_now()
