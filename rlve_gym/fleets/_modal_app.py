"""What runs on Modal: the images of each role, the class that holds a worker, and what fills the volume of models.

Importing this module imports modal. Classes and functions are sent by value (`serialized`), since what they are made
with comes from a configuration; so both sides must run the same Python, to which the images are pinned.

    engine          a worker of the fleet, on a GPU
    orchestrator    no GPU and no torch: fills the volume of models
"""

import pickle
import time
import traceback
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import modal
import modal.experimental

from rlve_gym._checkout import PACKAGE, home
from rlve_gym.fleets.base import Recipe
from rlve_gym.fleets.modal_plan import PYTHON, engine_packages, orchestrator_packages

if TYPE_CHECKING:
    from rlve_gym.fleets.modal import ModalSection

MODELS, RUNS = PurePosixPath("/models"), PurePosixPath("/runs")
"""Where the volumes are mounted."""
COMPLETE = ".complete"
"""Stands in a model's folder when all of it is there."""
_JUNK = ["**/__pycache__", "**/*.pyc"]
_FILES = ["*.json", "*.safetensors", "*.txt", "*.model", "*.jinja", "*.tiktoken"]
_KEPT = {"snapshot"}
"""Methods whose files other containers are to see."""


def engine_image(section: "ModalSection") -> modal.Image:
    """For workers. A compiler is there for kernels that are built on first use."""
    image = modal.Image.debian_slim(python_version=PYTHON).apt_install("build-essential")
    return _with_source(image.uv_pip_install(*engine_packages(section)))


def orchestrator_image() -> modal.Image:
    """For what needs no GPU: small, so that it starts in seconds."""
    return _with_source(modal.Image.debian_slim(python_version=PYTHON).uv_pip_install(*orchestrator_packages()))


def _with_source(image: modal.Image) -> modal.Image:
    """This package as it is here: in a checkout its folders lie beside it, there they lie inside, as in a wheel."""
    image = image.add_local_python_source("rlve_gym", ignore=_JUNK)
    for name in ("envs", "trainers", "configs"):
        if (folder := home(name)).parent != PACKAGE:
            image = image.add_local_dir(folder, f"/root/rlve_gym/{name}", ignore=_JUNK)
    return image


def volume(name: str) -> modal.Volume:
    return modal.Volume.from_name(name, create_if_missing=True, version=2)


def add_engine(app: modal.App, section: "ModalSection", recipe: Recipe) -> Any:
    """The role of a worker: a class whose instances keep theirs warm between calls."""
    options = section.resources()
    return app.cls(
        image=engine_image(section),
        volumes={
            str(MODELS): volume(section.models).with_mount_options(read_only=True),
            str(RUNS): volume(section.runs),
        },
        gpu=list(section.gpu) if isinstance(section.gpu, tuple) else section.gpu,
        max_containers=section.containers,
        scaledown_window=section.idle_s,
        timeout=section.timeout_s,
        startup_timeout=section.startup_s,
        retries=section.retries,
        serialized=True,
        include_source=False,
        **options,
    )(_engine(recipe, section.runs))


def _engine(recipe: Recipe, runs: str) -> type:
    class Engine:
        @modal.enter()
        def start(self) -> None:
            self.seat = Seat(recipe, runs)

        @modal.method()
        def stream(self, *call: Any) -> Iterator[tuple]:
            yield from self.seat.stream(*call)

        @modal.method()
        def whole(self, number: int, *call: Any) -> tuple[int, list[tuple]]:
            return number, list(self.seat.stream(*call))

    return Engine


_HEARD_S = 0.02
"""A pause in which the word that a call has begun leaves the container, so that what dies at once leaves a trace."""


class Seat:
    """A container's worker, and the common argument it has. What a worker raises is told, never thrown.

    Messages are (kind, try, ...), all of one call with one random word for the try: ("begun", ..., id of the call),
    ("part", ..., part, value), and at last ("done", ..., number of parts), ("refused", ..., text) for a ValueError, or
    ("failed", ..., text).
    """

    def __init__(self, recipe: Recipe, runs: str = ""):
        self._recipe, self._runs = recipe, runs
        self._refusal = ""
        self._digest, self._common = "", None
        try:
            self.worker: Any = recipe.make()
        except ValueError as error:
            self.worker, self._refusal = None, str(error) or type(error).__name__

    def stream(self, method: str, argument: Any, shared: "tuple[str, bytes | str]") -> Iterator[tuple]:
        """One call of a worker's method. A worker that fails or is interrupted is not used again."""
        word, parts = token_hex(4), 0
        yield "begun", word, modal.current_function_call_id()
        time.sleep(_HEARD_S)
        if self._refusal:
            yield "refused", word, self._refusal
            return
        try:
            if self.worker is None:
                self.worker = self._recipe.make()
            for part, value in getattr(self.worker, method)(argument, self.common(*shared)):
                yield "part", word, part, value
                parts += 1
            if method in _KEPT and self._runs and not modal.is_local():
                volume(self._runs).commit()
        except ValueError as error:
            yield "refused", word, str(error)
        except Exception:
            self._retire()
            yield "failed", word, traceback.format_exc()
        except BaseException:
            self._retire()
            raise
        else:
            yield "done", word, parts

    def common(self, digest: str, content: "bytes | str") -> Any:
        """The common argument: unpickled once. content: its bytes, or the id of the volume where they lie."""
        if self._digest != digest:
            self._digest = ""
            if isinstance(content, str):
                content = b"".join(modal.Volume.from_id(content).read_file(digest))
            self._common, self._digest = pickle.loads(content), digest
        return self._common

    def _retire(self) -> None:
        """Let go of a worker that may be in any state, and of the container, whose GPU may be too."""
        self.worker = None
        if not modal.is_local():
            modal.experimental.stop_fetching_inputs()  # pyright: ignore[reportUnusedCoroutine] - it blocks


def add_orchestrator(app: modal.App, section: "ModalSection") -> Any:
    """The role that fills the volume of models. It alone sees the secrets, and the volume's writing side."""
    return app.function(
        image=orchestrator_image(),
        volumes={str(MODELS): volume(section.models)},
        secrets=[modal.Secret.from_name(name) for name in section.secrets],
        timeout=section.timeout_s,
        serialized=True,
        include_source=False,
        name="fetch",
    )(fetch)


def fetch(model: str, place: str, models: str) -> int:
    """Download a model from the hub to the volume. Returns its size in bytes. Raises ValueError, with what to do."""
    from huggingface_hub import snapshot_download

    folder = Path(place)
    try:
        snapshot_download(model, local_dir=folder, allow_patterns=_FILES)
    except Exception as error:  # the classes of the hub need not be known where this is read
        why = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
        advice = "a gated one needs a Modal secret with HF_TOKEN, named in fleet.modal.secrets"
        raise ValueError(f"cannot download the model {model} ({why}); {advice}") from None
    if not list(folder.glob("*.safetensors")):
        raise ValueError(f"the model {model} has no .safetensors files: choose one that has")
    (folder / COMPLETE).write_text(model)
    if not modal.is_local():
        volume(models).commit()
    return sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
