"""Base models on a volume of Modal: each lies in a folder of its own, complete once a file says so.

A hub id is downloaded by a function on Modal (`rlve-gym modal setup`); a folder of this machine is uploaded.
"""

import hashlib
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rlve_gym.fleets.modal import ModalSection


def folder_of(model: str) -> Path | None:
    """The folder on this machine that a model is, or None for a hub id."""
    from rlve_gym.models import _source

    source = Path(_source(model))
    return source if (source / "config.json").is_file() else None


def name_of(model: str) -> str:
    """The name of a model's folder on the volume. That of a folder here is by its contents."""
    folder = folder_of(model)
    if folder is None:
        return model.replace("/", "--")
    digest = hashlib.blake2b(digest_size=8)
    for path in _files(folder):
        digest.update(f"{path.name} {path.stat().st_size}\n".encode())
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "blake2b").digest())
    return f"folder-{digest.hexdigest()}"


def on_volume(section: "ModalSection", model: str) -> str:
    """Where workers find a model. A folder of this machine is uploaded if it is not there yet.

    Raises ValueError, saying what to do, if a model of the hub is not there.
    """
    from rlve_gym.fleets._modal_app import MODELS, volume

    models, name, folder = volume(section.models), name_of(model), folder_of(model)
    if not is_there(models, name):
        if folder is None:
            raise ValueError(
                f"the volume {section.models} does not hold {model}: rlve-gym modal setup CONFIG downloads it, once"
            )
        upload(models, name, folder)
    return str(MODELS / name)


def is_there(models: Any, name: str) -> bool:
    """Whether a volume holds all of a model."""
    from modal.exception import NotFoundError

    from rlve_gym.fleets._modal_app import COMPLETE

    try:
        return any(entry.path.rpartition("/")[2] == COMPLETE for entry in models.listdir(name))
    except (NotFoundError, FileNotFoundError):
        return False


def upload(models: Any, name: str, folder: Path) -> None:
    """Copy a folder to the volume; the file that says so comes last."""
    from rlve_gym.fleets._modal_app import COMPLETE

    with models.batch_upload(force=True) as batch:
        for path in _files(folder):
            batch.put_file(path, f"{name}/{path.name}")
    with models.batch_upload(force=True) as batch:
        batch.put_file(io.BytesIO(b"uploaded"), f"{name}/{COMPLETE}")


def snapshots(folder: str) -> str:
    """Where workers keep the snapshots of the run whose folder of snapshots this is."""
    from rlve_gym.fleets._modal_app import RUNS

    return str(RUNS / Path(folder).absolute().parent.name / Path(folder).name)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file())
