"""The second opinion on accepted proofs: a fresh process, and the toolchain's own checker where there is one.

Kimina servers and REPLs reuse processes, and every first check reads messages of the process that ran the proof. Here
an accepted proof is elaborated again in a process of its own, compiled to an .olean in a private folder, and replayed
in the kernel by `leanchecker` (Lean >= 4.28) where the toolchain has it, which catches environments that were edited
behind the kernel's back.

Left out: SafeVerify and comparator need a built Lake project for each statement; `replay` takes any command that gets
the module's name and must exit with 0.
"""

import secrets
from dataclasses import dataclass
from typing import Self

from rlve_gym.lean.assembly import assemble
from rlve_gym.lean.backend import Backend, Crashed, Limits, TimedOut
from rlve_gym.lean.report import read
from rlve_gym.lean.select import LeanSettings
from rlve_gym.lean.statement import Proof, Statement


@dataclass(frozen=True)
class Fresh:
    """Checks a proof again on `backend`, which must use a fresh process for every source."""

    backend: Backend

    @classmethod
    def beside(cls, first: Backend, settings: LeanSettings) -> Self:
        """The second opinion that goes with a first one."""
        raise NotImplementedError

    def __call__(self, statement: Statement, proof: Proof, limits: Limits) -> str | None:
        assembly = assemble(statement, proof, secrets.token_hex(8))
        try:
            checked = read(self.backend.run(assembly.source, limits, assembly.header_lines), assembly)
        except (TimedOut, Crashed) as error:
            return f"{type(error).__name__}: {error}"
        return None if checked.proved else f"{checked.result}: {checked.why}"
