"""A process that owns a fleet of Ray actors and is killed, and looking for what it has left behind."""

import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import psutil

_OWNER = """
import sys
sys.path[:] = {path!r}
from rlve_gym.fleets.base import Recipe
from rlve_gym.fleets.ray import Actors
made = Actors(Recipe('fleet_worker:Worker', {{}}), 2, **{options!r})
for _, part, value in made.map('wait', [((0, n), {never!r}) for n in range(2)]):
    print(value, flush=True)
"""


def killed_owner(folder: Path, **options: Any) -> list[int]:
    """Its processes when it was killed in the middle of a `map`, those of the two actors first."""
    script = folder / "owner.py"
    script.write_text(_OWNER.format(path=sys.path, options=options, never=str(folder / "never")))
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout
        actors = [int(owner.stdout.readline()) for _ in range(2)]
        children = [child.pid for child in psutil.Process(owner.pid).children(recursive=True)]
        assert all(map(runs, actors))
        owner.kill()
    return [*actors, *children]


def runs(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def gone(pids: Iterable[int], within_s: float = 30.0) -> bool:
    """Whether all processes end in time."""
    until = time.monotonic() + within_s
    while any(map(runs, pids)) and time.monotonic() < until:
        time.sleep(0.02)
    return not any(map(runs, pids))
