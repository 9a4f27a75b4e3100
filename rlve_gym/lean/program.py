"""From the command that a user would type to the program that is started: no elan, no lake, no inherited environment.

`lake env` takes half a second and may write; elan looks for toolchains in a home that a sandboxed program does not
have. Both are asked once, here, outside of the sandbox: this runs only what the user has named.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from rlve_gym.lean.sandbox import Program

SETUP_S = 300.0
_KEPT = ("LEAN_PATH", "LEAN_SYSROOT", "RLVE_GYM_CACHE", "XDG_CACHE_HOME")
_NO_HOME = "/nonexistent"
MAPPED_MIB, MAPPED_MATHLIB_MIB = 4096, 16384
"""Address space that Lean needs by itself: it maps whole libraries into memory, most of which it never touches."""


def resolve(command: Sequence[str], cwd: str | Path | None = None) -> Program:
    """The program behind a command such as ["lake", "env", "lean"]. ValueError if there is none."""
    if isinstance(command, str) or not command:
        raise ValueError(f"command {command!r}: give a list of words, such as ['lake', 'env', 'lean']")
    folder = Path(cwd or os.getcwd()).absolute()
    if not folder.is_dir():
        raise ValueError(f"there is no folder {folder}")
    variables, words = _without_lake(list(command), folder)
    sysroot = variables.get("LEAN_SYSROOT") or _sysroot(words[0], folder, variables.get("PATH", os.defpath))
    path = os.pathsep.join([*([f"{sysroot}/bin"] if sysroot else []), variables.get("PATH", os.defpath)])
    real = Path(sysroot, "bin", "lean")
    passed_by = sysroot and Path(words[0]).name == "lean" and real.is_file()
    words[0] = str(real) if passed_by else _found(words[0], folder, path)
    kept = {name: variables[name] for name in _KEPT if name in variables}
    kept |= {"LEAN_SYSROOT": sysroot} if sysroot else {}
    kept |= {"LEAN_PATH": libraries} if (libraries := _libraries(variables.get("LEAN_PATH", ""), folder)) else {}
    kept.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    fixed = {"PATH": path, "HOME": _NO_HOME, "LANG": "C.UTF-8", "UV_USE_IO_URING": "0"}
    return Program(tuple(words), str(folder), kept | fixed)


def has_mathlib(program: Program) -> bool:
    """Whether `import Mathlib` would find something: the file is looked for, not loaded."""
    environment = program.environment
    folders = environment.get("LEAN_PATH", "").split(os.pathsep)
    folders += [f"{environment['LEAN_SYSROOT']}/lib/lean"] if "LEAN_SYSROOT" in environment else []
    return any(Path(folder, "Mathlib.olean").is_file() for folder in folders if folder)


def _without_lake(words: list[str], folder: Path) -> tuple[dict[str, str], list[str]]:
    """The environment that `lake env` would give, or ours, and the command behind it."""
    for place, (first, second) in enumerate(pairwise(words)):
        if Path(first).name == "lake" and second == "env" and len(words) > place + 2:
            lake = [_found(words[0], folder, os.environ.get("PATH", os.defpath)), *words[1 : place + 2]]
            printed = _said([*lake, "printenv"], folder)
            if printed is None:
                raise ValueError(f"`{' '.join(lake)} printenv` fails in {folder}: is it a Lean project, and built?")
            lines = (line.partition("=") for line in printed.splitlines() if "=" in line)
            return {name: value for name, _, value in lines}, words[place + 2 :]
    return dict(os.environ), words


def _found(word: str, folder: Path, path: str) -> str:
    """A program's absolute path; symbolic links stay, as a virtual environment's Python is one."""
    found = shutil.which(folder / word) if "/" in word else shutil.which(word, path=path)
    if found is None:
        raise ValueError(f"there is no program {word!r}: install it, or name it by its path")
    return os.path.abspath(found)


def _sysroot(word: str, folder: Path, path: str) -> str:
    """The toolchain's folder, as Lean itself tells it; "" if there is no Lean to ask."""
    lean = shutil.which(folder / word) if "/" in word and Path(word).name == "lean" else shutil.which("lean", path=path)
    prefix = _said([lean, "--print-prefix"], folder) if lean else None
    return prefix.strip() if prefix and Path(prefix.strip(), "bin", "lean").is_file() else ""


def _said(command: list[str], folder: Path) -> str | None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SETUP_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def _libraries(lean_path: str, folder: Path) -> str:
    """LEAN_PATH with absolute entries; that of the project in `folder` if there is none."""
    entries = [folder / entry for entry in lean_path.split(os.pathsep) if entry]
    if not entries:
        builds = [folder / ".lake/build", *sorted(folder.glob(".lake/packages/*/.lake/build"))]
        entries = [build / lib for build in builds for lib in ("lib/lean", "lib") if (build / lib).is_dir()]
    return os.pathsep.join(map(str, entries))
