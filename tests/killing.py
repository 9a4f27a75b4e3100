"""Runs a configuration in child processes that are killed (SIGKILL) again and again until one gets to the end.

python killing.py CONFIG KILLS_SEED: with seed 0 nothing is killed; with seed 1, that of the fast tests, half as often
as with others. torch is imported once, before the forks, so that a kill costs a fraction of a second. Every second kill
waits for a checkpoint that is being written and strikes in the middle.
"""

import os
import random
import signal
import sys
import time
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
        begun, delay = time.monotonic(), chance.uniform(0.3, 2.5 if enough > 4 else 1.5)
        partials = Path(config.runs) / config.name / "checkpoints"
        while True:
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                break
            writing = kills % 2 and list(partials.glob(".step-*.partial"))
            if seed and kills < enough and (writing or time.monotonic() - begun > delay + 2 * (kills % 2)):
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
