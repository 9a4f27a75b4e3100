"""What Lean there is on this machine, and whether it can be believed: three canaries before any proof."""

from dataclasses import dataclass

from rlve_gym.lean.backend import Backend, Unavailable
from rlve_gym.lean.checker import Checker, Policy
from rlve_gym.lean.select import LeanSettings, found, make_backend
from rlve_gym.lean.statement import Form, Proof, Statement

TRUE = Statement("canary", "(p q : Prop) (h : p) (k : q) : p \u2227 q")
FALSE = Statement("canary", "(p q : Prop) (h : p) : p \u2227 q")
CANARIES = {
    "proof": (TRUE, "exact \u27e8h, k\u27e9", "proved"),
    "false": (FALSE, "exact \u27e8h, h\u27e9", "lean_error"),
    "sorry": (FALSE, "sorry", "sorry"),
}
"""Name -> (statement, tactics, the result that it must have)."""

OLD = (4, 20)
"""Kernels before this version accept a known proof of False."""


@dataclass(frozen=True)
class Finding:
    """One Lean that was looked for. `canaries`: name -> result; `problem`: why it cannot be used, or empty."""

    checker: str
    version: str = ""
    offers: tuple[str, ...] = ()
    note: str = ""
    canaries: tuple[tuple[str, str], ...] = ()
    problem: str = ""

    @property
    def sound(self) -> bool:
        """Whether every canary had the result that it must have."""
        return not self.problem and all(CANARIES[name][2] == result for name, result in self.canaries)


def examine(settings: LeanSettings) -> Finding:
    """The Lean of these settings, with its canaries. Never raises because of what is missing."""
    try:
        settings = found(settings)
        backend = make_backend(settings)
    except (ValueError, OSError) as error:
        return Finding(settings.checker, problem=str(error))
    try:
        return _with_canaries(settings.checker, backend)
    except (ValueError, OSError, Unavailable) as error:
        return Finding(settings.checker, problem=str(error))
    finally:
        backend.close()


def _with_canaries(kind: str, backend: Backend) -> Finding:
    checker = Checker(backend, policy=Policy(retries=1, patience_s=60.0))
    results = []
    for name, (statement, tactics, _) in CANARIES.items():
        checked = checker.check(statement, Proof(Form.TACTICS, tactics))
        results.append((name, checked.result if checked.result != "unavailable" else f"unavailable: {checked.why}"))
    about = backend.about
    note = about.note + (" Its kernel is old enough to have known faults." if old(about.version) else "")
    return Finding(kind, about.version, tuple(sorted(about.offers)), note.strip(), tuple(results))


def old(version: str) -> bool:
    """Whether a version such as "4.15.0" is one of which final claims should not be made."""
    parts = version.split("-")[0].split(".")
    return len(parts) >= 2 and all(part.isdigit() for part in parts[:2]) and (int(parts[0]), int(parts[1])) < OLD
