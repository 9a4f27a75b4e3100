"""Checkpoints that survive being killed at any moment.

A checkpoint is a folder `step-00000040`. It is written under another name, synced to the disk, sealed with the digest
of every file, and renamed; so a folder with that name is whole. What it must hold is the trainer's business: weights,
optimizer, curriculum. Everything random is a function of (run seed, step), so no random stream needs saving, and
because a step is redone whole from the last checkpoint there are no specs in flight to remember.
"""

import errno
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

SEAL = "seal.json"
_NAME = re.compile(r"step-(\d{8,})")


class CheckpointError(ValueError):
    """A checkpoint that cannot be written or read; the message says what to do."""


def checkpoints(folder: Path) -> list[Path]:
    """The finished checkpoints in a folder, oldest first."""
    if not folder.is_dir():
        return []
    return sorted((path for path in folder.iterdir() if _NAME.fullmatch(path.name)), key=step_of)


def step_of(checkpoint: Path) -> int:
    """The number of steps done when the checkpoint was written."""
    match = _NAME.fullmatch(checkpoint.name)
    if match is None:
        raise CheckpointError(f"{checkpoint} is not a checkpoint (a folder named step-00000040)")
    return int(match[1])


def matches(path: Path) -> bool:
    """Whether a path is named like a checkpoint, in a folder of checkpoints."""
    return path.parent.name == "checkpoints" and _NAME.fullmatch(path.name) is not None


@contextmanager
def writing(what: str, folder: Path) -> Iterator[None]:
    """Trouble with the disk becomes a CheckpointError that says what to go on from. `folder`: of the checkpoints."""
    try:
        yield
    except CheckpointError:
        raise
    except Exception as error:
        if not _disk_trouble(error):
            raise
        newest = checkpoints(folder)
        kept = f"the last good checkpoint is {newest[-1]}" if newest else "there is no checkpoint yet"
        reason = " ".join(str(error).split())
        raise CheckpointError(f"could not write {what}: {reason}; {kept}. Free some space and resume") from error


def write(folder: Path, step: int, state: dict[str, Any], fill: Callable[[Path], None], keep: int) -> Path:
    """Write one: `fill` puts files into the folder it is given; `state` (JSON) goes into the seal.

    Raises CheckpointError if the disk is full or not writable; the earlier checkpoints stay as they are.
    """
    final = folder / f"step-{step:08d}"
    partial = folder / f".{final.name}.partial"
    try:
        with writing(f"the checkpoint of step {step}", folder):
            folder.mkdir(parents=True, exist_ok=True)
            for leftover in folder.glob(".step-*.partial"):
                shutil.rmtree(leftover)
            partial.mkdir()
            fill(partial)
            _seal(partial, state)
            if final.exists():
                shutil.rmtree(final)
            partial.rename(final)
            _sync(folder)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    for old in checkpoints(folder)[:-keep]:
        shutil.rmtree(old)
    return final


def read(checkpoint: Path) -> dict[str, Any]:
    """The state of a checkpoint, every file checked against its digest. Raises CheckpointError if it is damaged."""
    try:
        sealed = json.loads((checkpoint / SEAL).read_text(encoding="utf-8"))
        digests, state = sealed["digests"], sealed["state"]
        damaged = [name for name, digest in digests.items() if _digest(checkpoint / name) != digest]
    except (OSError, ValueError, KeyError, TypeError) as error:
        damaged, digests, state = [f"{SEAL}: {error}"], {}, {}
    if damaged:
        others = [path.name for path in checkpoints(checkpoint.parent) if path != checkpoint]
        instead = f"resume from {checkpoint.parent / others[-1]} instead" if others else "there is no other one"
        raise CheckpointError(f"checkpoint {checkpoint} is damaged ({damaged[0]}); {instead}")
    return state


def _disk_trouble(error: BaseException) -> bool:
    """Libraries that write files wrap the system's error in their own; the number or its text is still in there."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, OSError):
            return True
        if any(
            os.strerror(code) in str(seen) for code in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EROFS, errno.EIO)
        ):
            return True
        seen = seen.__cause__ or seen.__context__
    return "file write failed" in str(error) or "unexpected pos" in str(error)


def _seal(folder: Path, state: dict[str, Any]) -> None:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    digests = {path.relative_to(folder).as_posix(): _digest(path) for path in files}
    seal = folder / SEAL
    seal.write_text(json.dumps({"digests": digests, "state": state}), encoding="utf-8")
    for path in [*files, seal]:
        _sync(path)
    _sync(folder)


def _digest(path: Path) -> str:
    digest = blake2b(digest_size=16)
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
