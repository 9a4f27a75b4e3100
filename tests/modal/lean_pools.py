"""Pools of Lean servers against the fake control plane: sandboxes are processes, their server is `lean/fake_kimina.py`.

with pool(plane, sandboxes=2) as lean: lean.run(...)          # or Checker(lean)
python lean_pools.py tunnel|blocked                           # a child to be killed: says when it is ready
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rlve_gym.lean.modal import ModalLean, SandboxSection

SERVER = (sys.executable, str(Path(__file__).parents[1] / "lean" / "fake_kimina.py"))
SOURCE = "import Mathlib\ntheorem t : True := trivial\n#print axioms t\n"


def section(**settings: Any) -> SandboxSection:
    """Settings with which a pool can be had here; not validated, so that lifetimes can be short."""
    quick: dict[str, Any] = {
        **{"sandboxes": 2, "lanes": 2, "command": SERVER, "workdir": "", "env": {}, "creates_per_s": 40.0},
        **{"start_s": 30.0, "give_up_s": 60.0, "call_s": 10.0, "close_s": 20.0},
    }
    return SandboxSection().model_copy(update=quick | settings)


def trusted(plane: Any) -> dict[str, str]:
    """Variables with which the fake's tunnels are believed. Has the fake map the server's port in every sandbox."""
    plane.inner_ports = {8000}
    return {"REQUESTS_CA_BUNDLE": str(plane.ca_file)}


@contextmanager
def pool(plane: Any, **settings: Any) -> Iterator[ModalLean]:
    """A pool; all of its sandboxes end with it."""
    os.environ.update(trusted(plane))
    lean = ModalLean(section(**settings))
    try:
        yield lean
    finally:
        lean.close()


def main() -> None:
    """A run that never ends by itself."""
    from rlve_gym.lean.backend import Limits

    lean = ModalLean(section(block_network=sys.argv[1] == "blocked", idle_timeout_s=3))
    lean.run(SOURCE, Limits(5.0))
    print("ready", flush=True)
    if "raise" in sys.argv:
        raise ValueError("as planned")
    sys.stdin.read()


if __name__ == "__main__":
    main()
