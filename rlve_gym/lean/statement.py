"""What is to be proved, and a proof of it, as plain data. The environment owns the statement, the model the proof."""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b, sha256

HEARTBEATS = 200_000
"""Lean's own measure of work, the same on every machine, so that a verdict does not depend on how busy one is."""

NEEDS = ("core", "toolchain", "mathlib")
"""What a statement needs of a Lean: the small library of the embedded one, a full toolchain, or Mathlib too."""

IMPORTS = {"core": ("Init",), "toolchain": ("Init",), "mathlib": ("Mathlib",)}


class Form(StrEnum):
    """How a proof is written: a block of tactics after `by`, or a term."""

    TACTICS = "tactics"
    TERM = "term"


@dataclass(frozen=True)
class Statement:
    """A theorem to prove. All of it is trusted text.

    signature: binders and type, what stands between the name and `:=`, such as "(a b : Nat) (h : a = b) : b = a".
    needs: one of NEEDS. opens: namespaces, such as ("Real", "Nat"). preamble: definitions that the type uses.
    """

    name: str
    signature: str
    needs: str = "core"
    opens: tuple[str, ...] = ()
    preamble: str = ""
    heartbeats: int = HEARTBEATS

    def __post_init__(self) -> None:
        if self.needs not in NEEDS:
            raise ValueError(f"needs {self.needs!r}: choose one of {', '.join(NEEDS)}")
        if not 0 < self.heartbeats <= 10_000_000:
            raise ValueError(f"heartbeats {self.heartbeats}: the limit must be finite")

    @property
    def theorem(self) -> str:
        """`theorem name signature`, without what follows."""
        return f"theorem {self.name} {self.signature}"

    @property
    def imports(self) -> str:
        """The import lines: the same text for all statements that need the same, since servers reuse what they load."""
        return "".join(f"import {module}\n" for module in IMPORTS[self.needs])

    @property
    def context(self) -> str:
        """What stands between the imports and the theorem, for Lean and for a prompt."""
        lines = [f"open {' '.join(self.opens)}"] if self.opens else []
        return "\n".join([*lines, *([self.preamble.strip()] if self.preamble else [])])

    @property
    def digest(self) -> str:
        """16 hex digits that name the statement, whatever its name and white space."""
        canonical = "\n".join([self.needs, " ".join(self.opens), *map(_spaced, (self.preamble, self.signature))])
        return sha256(canonical.encode()).hexdigest()[:16]


def _spaced(text: str) -> str:
    return " ".join(text.split())


@dataclass(frozen=True)
class Proof:
    """A screened proof in one normal form: no comments, common indentation removed. `helpers`: lemmas before it."""

    form: Form
    text: str
    helpers: str = ""

    @property
    def digest(self) -> str:
        parts = "\0".join([self.form, self.helpers, self.text])
        return blake2b(parts.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
