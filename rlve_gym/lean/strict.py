"""The second opinion on accepted proofs: a fresh process, and the toolchain's own checker where there is one.

Kimina servers and REPLs reuse processes, and every first check believes messages of the process that ran the proof.
Here an accepted proof is elaborated again in a process of its own; and where the toolchain has `leanchecker` (Lean >=
4.28), it is compiled to an .olean and its declarations are replayed in the kernel, which catches environments that were
edited behind the kernel's back.

Left out: SafeVerify and comparator, which need a built Lake project for each statement. `Replay` takes any program that
gets the module's name, finds it on LEAN_PATH, and exits with 0 if it agrees.
"""

import secrets
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rlve_gym.lean.assembly import assemble
from rlve_gym.lean.backend import Backend, Crashed, Limits, TimedOut
from rlve_gym.lean.process import Process
from rlve_gym.lean.report import read
from rlve_gym.lean.sandbox import Sandbox
from rlve_gym.lean.select import LeanSettings
from rlve_gym.lean.statement import Proof, Statement

SCRATCH_MIB = 512
CHECKERS = ("leanchecker", "lean4checker")
_SCRIPT = """
set -eu
folder="$1/$2" module=$2 checker=$3; shift 3
mkdir "$folder"; cd "$folder"; trap 'cd /; rm -rf "$folder"' EXIT
cat > "$module.lean"
"$@" -o "$module.olean" "$module.lean" >/dev/null
LEAN_PATH=".${LEAN_PATH:+:$LEAN_PATH}" "$checker" "$module" >&2
"""
"""scratch folder, module, checker, Lean and its options -> exit code 0 if all agree."""


class Strict:
    """Several opinions, asked in turn until one disagrees. Closes what they use."""

    def __init__(self, opinions: Sequence["Fresh | Replay"]):
        self.opinions = opinions

    def __call__(self, statement: Statement, proof: Proof, limits: Limits) -> str | None:
        return next((why for opinion in self.opinions if (why := opinion(statement, proof, limits))), None)

    def close(self) -> None:
        for opinion in self.opinions:
            opinion.close()


class Fresh:
    """Checks a proof again on `backend`, which uses a fresh process for every source. `own`: whether to close it."""

    def __init__(self, backend: Backend, own: bool = False):
        self.backend, self.own = backend, own

    def __call__(self, statement: Statement, proof: Proof, limits: Limits) -> str | None:
        assembly = assemble(statement, proof, secrets.token_hex(8))
        try:
            checked = read(self.backend.run(assembly.source, limits, assembly.header_lines), assembly)
        except (TimedOut, Crashed) as error:
            return f"in a fresh process: {type(error).__name__}: {error}"
        return None if checked.proved else f"in a fresh process: {checked.result}: {checked.why}"

    def close(self) -> None:
        if self.own:
            self.backend.close()


class Replay:
    """Compiles a proof and has the kernel go through its declarations again."""

    def __init__(self, lean: Process, checker: str):
        program = lean.program
        self._lean, self._checker, self._mapped_mib = program.command, checker, lean.mapped_mib
        self._shell = replace(program, command=(shutil.which("sh") or "/bin/sh", "-c", _SCRIPT, "replay"))
        self._sandbox = Sandbox(scratch_mib=SCRATCH_MIB)

    @staticmethod
    def checker(lean: Process) -> str | None:
        """The checker that the toolchain of this Lean has beside it, if it has one."""
        beside = [Path(lean.program.command[0]).with_name(name) for name in CHECKERS]
        return next((str(path) for path in beside if path.is_file()), None)

    def __call__(self, statement: Statement, proof: Proof, limits: Limits) -> str | None:
        assembly = assemble(statement, proof, nonce := secrets.token_hex(8))
        words = (self._sandbox.scratch, f"Proof_{nonce}", self._checker, *self._lean)
        child = self._sandbox.start(self._shell, words, self._mapped_mib + limits.memory_mib)
        try:
            child.talk(assembly.source.encode(), 2 * limits.timeout_s, limits.output_bytes)
        except (TimedOut, Crashed) as error:
            return f"in the kernel's replay: {type(error).__name__}: {error}"
        finally:
            child.kill()
        return None if child.code == 0 else f"in the kernel's replay: {child.ending()}"[:400]

    def close(self) -> None:
        self._sandbox.close()


def second_opinion(first: Backend, settings: LeanSettings) -> Strict:
    """The second opinion that goes with a first one. `settings`: with nothing left to be found (`select.found`).

    Raises ValueError where there is no Lean that could start a process for a proof.
    """
    lean = _fresh_lean(first, settings)
    opinions: list[Fresh | Replay] = [Fresh(lean, own=lean is not first)]
    if isinstance(lean, Process) and (checker := Replay.checker(lean)):
        opinions.append(Replay(lean, checker))
    return Strict(opinions)


def _fresh_lean(first: Backend, settings: LeanSettings) -> Backend:
    kind = settings.ray.checker if settings.checker == "ray" else settings.checker
    if kind in ("process", "embedded"):
        return first
    try:
        return Process(("lake", "env", "lean") if settings.project else ("lean",), settings.project)
    except ValueError as error:
        raise ValueError(
            f"lean.strict needs a Lean of its own beside the {settings.checker} checker, and {error}; set lean.project "
            "to a built Lake project, or lean.strict to false"
        ) from error
