"""Run: the folder of a training run, and the lines that are written into it.

    runs/<name>/config.yaml      the resolved configuration
                versions.json    Python, packages, git commit
                metrics.jsonl    one object per step, keys `group/metric`; all clock times are under `time/`
                rollouts.jsonl   rollouts for reading, one object a line
                timeline.jsonl   one object per step: what was generated, verified and updated when, see timeline.py
                checkpoints/     see checkpoint.py
                model/           the trained model, in Hugging Face format

On resume the .jsonl files are cut back to where they stood at the checkpoint, so that nothing is there twice. One
process at a time works on a run: it holds a lock (flock) on the file `lock`, which the system releases when it ends.
"""

import fcntl
import importlib.metadata
import json
import math
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

from rlve_gym import checkpoint
from rlve_gym.config import RunConfig, parse_config, to_yaml
from rlve_gym.strict_yaml import read_yaml

LOCK_S = 1.0
LOGS = ("metrics.jsonl", "rollouts.jsonl", "timeline.jsonl")
PACKAGES = ("rlve-gymnasium", "gymnasium", "numpy", "torch", "transformers", "tokenizers", "safetensors", "pydantic")


class Run:
    """A run's folder. Make one with `Run.create` or `Run.resume`."""

    def __init__(self, folder: Path, config: RunConfig, identity: str, start: Path | None, lock: IO[bytes]):
        self.folder = folder
        self._lock = lock
        self.config = config
        self.identity = identity
        self.start = start
        """The checkpoint to go on from, or None."""
        self._state = checkpoint.read(start) if start else {}
        if self._state and self._state["run"] != identity:
            raise checkpoint.CheckpointError(f"{start} is a checkpoint of another run, not of {folder}")
        for later in self._later() if self._state else ():
            self.note(f"{later.name} is removed: the run goes on from {start.name if start else 'its beginning'}")
            shutil.rmtree(later)
        self._files = {name: self._open(folder / name, self._state.get("bytes", {}).get(name, 0)) for name in LOGS}

    @classmethod
    def create(cls, config: RunConfig) -> "Run":
        """A new folder, whole or not there. Raises ValueError if the run exists.

        One that has not finished a step is replaced: it holds nothing but a configuration, perhaps a mistaken one.
        """
        folder = Path(config.runs) / config.name
        identity, place = uuid4().hex, folder.resolve()
        partial = place.with_name(f".{place.name}.{identity[:8]}")
        with ExitStack() as undo:
            undo.callback(shutil.rmtree, partial, ignore_errors=True)
            partial.mkdir(parents=True)
            made_with = json.dumps({"run": identity, **versions()}, indent=1)
            (partial / "versions.json").write_text(made_with, encoding="utf-8")
            (partial / "config.yaml").write_text(to_yaml(config), encoding="utf-8")
            lock = undo.enter_context(_locked(partial))
            if place.exists():
                _remove_unbegun(place)
            partial.rename(place)
            run = cls(folder, config, identity, None, lock)
            undo.pop_all()
        return run

    @classmethod
    def resume(cls, path: str | Path) -> "Run":
        """Continue a run from its newest checkpoint, or from the checkpoint folder given; later ones are removed then.

        Raises ValueError if the folder is no run, another process works on it, or the checkpoint is damaged or
        another run's.
        """
        path = Path(path)
        start = path if checkpoint.matches(path.absolute()) else None
        folder = path.absolute().parent.parent if start else path
        if not (folder / "config.yaml").is_file():
            raise ValueError(f"{folder} is not a run: it has no config.yaml")
        with ExitStack() as undo:
            lock = undo.enter_context(_locked(folder))
            config, identity = parse_config(read_yaml(folder / "config.yaml")), _identity(folder)
            found = [start] if start else checkpoint.checkpoints(folder / "checkpoints")
            run = cls(folder, config, identity, found[-1] if found else None, lock)
            undo.pop_all()
        return run

    @property
    def step(self) -> int:
        """Steps done before this process."""
        return self._state.get("step", 0)

    @property
    def initial(self) -> str:
        """The model that the run began with: a folder, hub id or package. The model `tiny` is made on first use."""
        config = self.config
        if config.model.path != "tiny":
            return config.model.path
        folder = self.folder / "initial"
        if not folder.exists():
            from rlve_gym.models import tiny

            partial = self.folder / ".initial.partial"
            shutil.rmtree(partial, ignore_errors=True)
            with self._writing(folder):
                tiny(partial, seed=config.seed, envs=config.environments, **config.model.tiny.model_dump())
                partial.rename(folder)
        return str(folder)

    @property
    def weights(self) -> str:
        """The model to go on with: the checkpoint's, or the initial one."""
        return str(self.start / "model") if self.start else self.initial

    @property
    def state(self) -> dict[str, Any]:
        """What the trainer had put into the checkpoint that the run continues from."""
        return self._state.get("trainer", {})

    def log(self, step: int, metrics: Mapping[str, Any]) -> None:
        """Append one line of metrics. A figure that is not finite is left out: JSON has no word for it."""
        finite = {key: value for key, value in metrics.items() if not isinstance(value, float) or math.isfinite(value)}
        self._write("metrics.jsonl", {"step": step, **finite})

    def note(self, text: str) -> None:
        """Tell the user something about the run, in a line on stderr and in notes.txt."""
        print(f"{self.config.name}: {text}", file=sys.stderr)
        with (self.folder / "notes.txt").open("a", encoding="utf-8") as file:
            file.write(text + "\n")

    def log_rollouts(self, lines: Iterable[Mapping[str, Any]]) -> None:
        """Append rollouts, one line each."""
        for line in lines:
            self._write("rollouts.jsonl", line)

    def log_timeline(self, step: int, line: Mapping[str, Any]) -> None:
        """Append the timeline of a step."""
        self._write("timeline.jsonl", {"step": step, **line})

    def save(self, step: int, state: dict[str, Any], fill: Callable[[Path], None]) -> None:
        """Write a checkpoint of the state after `step` steps. Raises CheckpointError on a full disk."""
        for name, file in self._files.items():
            with self._writing(self.folder / name):
                file.flush()
                os.fsync(file.fileno())
        sizes = {name: file.tell() for name, file in self._files.items()}
        sealed = {"run": self.identity, "step": step, "bytes": sizes, "trainer": state}
        checkpoint.write(self.folder / "checkpoints", step, sealed, fill, self.config.checkpoint.keep)

    def save_model(self, fill: Callable[[Path], None]) -> None:
        """Write the finished model to `model/`."""
        partial, final = self.folder / ".model.partial", self.folder / "model"
        for folder in (partial, final):
            shutil.rmtree(folder, ignore_errors=True)
        with self._writing(final):
            partial.mkdir()
            fill(partial)
            partial.rename(final)

    def close(self) -> None:
        """Close the files, also if the disk does not take their last lines, and let go of the run."""
        with self._lock, ExitStack() as stack:
            for name, file in self._files.items():
                stack.enter_context(self._writing(self.folder / name))
                stack.callback(file.close)

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, name: str, line: Mapping[str, Any]) -> None:
        file = self._files[name]
        with self._writing(self.folder / name):
            file.write(json.dumps(line, allow_nan=False).encode() + b"\n")
            if name != "rollouts.jsonl":
                file.flush()

    def _writing(self, path: Path) -> AbstractContextManager[None]:
        return checkpoint.writing(str(path), self.folder / "checkpoints")

    def _later(self) -> list[Path]:
        """Checkpoints after the one that the run goes on from, newest first: the logs will not reach to them."""
        found = checkpoint.checkpoints(self.folder / "checkpoints")
        return [path for path in reversed(found) if checkpoint.step_of(path) > self.step]

    @staticmethod
    def _open(path: Path, size: int) -> IO[bytes]:
        file = path.open("ab")
        if path.stat().st_size < size:
            file.close()
            raise checkpoint.CheckpointError(
                f"{path} is shorter than it was at the checkpoint: restore it, or start anew"
            )
        file.truncate(size)
        file.seek(size)
        return file


def _locked(folder: Path) -> IO[bytes]:
    """The run's lock, held until the file is closed. Raises ValueError if another process holds it for LOCK_S.

    A killed process may have been starting another, which holds the lock a moment longer. Some network file systems
    know no locks; there, nobody is kept out.
    """
    file = (folder / "lock").open("ab")
    until = time.monotonic() + LOCK_S
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return file
        except BlockingIOError:
            if time.monotonic() > until:
                file.close()
                raise ValueError(f"another process works on {folder}: wait for it to end, or stop it") from None
            time.sleep(0.05)
        except OSError:
            return file


def _remove_unbegun(folder: Path) -> None:
    """Remove a run that has not finished a step. Raises ValueError if it has, or if the folder is something else."""
    made = {"config.yaml", "versions.json"}
    ours = {*made, "lock", "notes.txt", "initial", ".initial.partial", *LOGS}
    names = {path.name for path in folder.iterdir()}
    metrics = folder / "metrics.jsonl"
    if not (made <= names <= ours or not names) or (metrics.exists() and metrics.stat().st_size):
        raise ValueError(f"{folder} exists: continue it with --resume {folder}, or choose another name=...")
    with _locked(folder):
        shutil.rmtree(folder)


def _identity(folder: Path) -> str:
    """What tells this run from others of the same name. Raises ValueError if it cannot be read."""
    path = folder / "versions.json"
    try:
        return str(json.loads(path.read_text(encoding="utf-8"))["run"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is damaged ({type(error).__name__}): restore it, or start anew") from None


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a .jsonl file; a last line that was cut off by a crash is left out."""
    if not path.is_file():
        return []
    lines = path.read_bytes().split(b"\n")
    return [json.loads(line) for line in lines[:-1] if line]


def versions() -> dict[str, Any]:
    """What the run was made with."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    commit = _git("rev-parse", "HEAD")
    return {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "packages": found,
        "commit": commit,
        "dirty": bool(_git("status", "--porcelain", "--untracked-files=no")) if commit else None,
    }


def _git(*arguments: str) -> str | None:
    """Output of git in the checkout that this package lies in; None in an installed package."""
    here = Path(__file__).parent.parent
    if not (here / ".git").exists():
        return None
    try:
        done = subprocess.run(["git", *arguments], cwd=here, capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
