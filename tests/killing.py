"""Runs a configuration in child processes that are killed (SIGKILL) again and again until one gets to the end.

python killing.py CONFIG KILLS_SEED: with seed 0 nothing is killed; with seed 1, that of the fast tests, half as often
as with others. torch is imported once, before the forks, so that a kill costs a fraction of a second. The first kills
and then every second one wait for a checkpoint that is being written and strike in the middle, or just after it; the
others come at any time, unless the run, on a fast machine, has ended before.
"""

import os
import random
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import torch

from rlve_gym.config import load_config
from rlve_gym.metrics import Run
from rlve_gym.registry import trainer


def child(path: str) -> None:
    torch.set_num_threads(1)
    config = load_config(path)
    folder = Path(config.runs) / config.name
    # Killed before its first line was written, a run is not there yet.
    run = Run.resume(folder) if (folder / "config.yaml").is_file() else Run.create(config)
    with run:
        trainer(config.trainer).train(run.config, run)


def written(folder: Path) -> set[tuple[str, int]]:
    """Checkpoints and beginnings of some, as names and inodes: what another run has left behind is not that of this."""
    found = set()
    for path in (*folder.glob("step-*"), *folder.glob(".step-*.partial")):
        with suppress(FileNotFoundError):
            found.add((path.name, path.stat().st_ino))
    return found


def main() -> None:
    path, seed = sys.argv[1], int(sys.argv[2])
    config = load_config(path)
    chance = random.Random(seed)
    kills, enough = 0, 4 if seed == 1 else 8
    while True:
        pid = os.fork()
        if pid == 0:
            child(path)
            os._exit(0)
        begun, delay = time.monotonic(), chance.uniform(0.3, 1.5)
        folder = Path(config.runs) / config.name / "checkpoints"
        before = written(folder)
        while True:
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                break
            by_event = kills < 2 or kills % 2
            due = written(folder) - before if by_event else time.monotonic() - begun > delay
            if seed and kills < enough and due:
                os.kill(pid, signal.SIGKILL)
                kills += 1
                seed = seed if kills < enough else 0
            time.sleep(0.0005)
        if os.waitstatus_to_exitcode(status) == 0:
            print("kills", kills)
            return
        assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL, "the run failed by itself"


if __name__ == "__main__":
    main()
