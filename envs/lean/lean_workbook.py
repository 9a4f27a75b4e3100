"""Prove a theorem of a data set: competition mathematics in Lean 4, levelled by how hard its proofs were.

The data set is part of the id: `lean_workbook:DATA`, with DATA as `rlve_gym.lean.datasets` reads it, such as
`bundled-core`, `theorems.jsonl` or `kfdong/STP_Lean_SFT`. Without one it is `bundled`, about 240 theorems of our own:
levels 0 to 5 need nothing but core Lean, levels 6 to 9 need Mathlib. A prompt can be drawn anywhere; a proof can only
be checked where the Lean has what the statement needs.

A set has at most 10 levels of equal size, the last one level 9, and fewer if it is small; all levels above are the
last. Seeds from `rlve_gym.problem.HELD_OUT` upward draw from theorems that no seed below it draws.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any, ClassVar, Self

from rlve_gym.difficulty import as_level, step
from rlve_gym.lean.datasets import dataset, require_name
from rlve_gym.lean.levels import LEVELS, Theorems
from rlve_gym.lean.rows import Row
from rlve_gym.lean.statement import Statement
from rlve_gym.lean.theorem import Theorem
from rlve_gym.problem import HELD_OUT, as_seed, random_stream


@dataclass(frozen=True)
class LeanWorkbook(Theorem):
    row: dict[str, Any]

    template = f"{Theorem.template}{{self.in_words}}"
    difficulty = {"bucket": step(0, cap=LEVELS - 1)}
    needs = "mathlib"
    data: ClassVar[str] = "bundled"

    @classmethod
    def id(cls) -> str:
        return super().id() if cls is LeanWorkbook else f"{super().id()}:{cls.data}"

    @classmethod
    def variant(cls, data: str) -> type["LeanWorkbook"]:
        """The environment over another data set. Raises ValueError if that can be no name of one."""
        require_name(data)
        return _variant(data)

    @classmethod
    def theorems(cls) -> Theorems:
        """The theorems that problems are drawn from. Raises ValueError if the data set is not there."""
        return dataset(cls.data).theorems

    @classmethod
    def variety(cls, level: int) -> int:
        levels = cls.theorems().levels
        return len(levels[min(level, len(levels) - 1)])

    @classmethod
    def draw(cls, level: int, seed: int) -> Self:
        level, seed = as_level(level), as_seed(seed)
        stream = random_stream("LeanWorkbook", cls.version, level, seed)
        return cls.generate(stream, **cls.parameters(level), held_out=seed >= HELD_OUT)

    @classmethod
    def generate(cls, rng: Random, bucket: int, held_out: bool = False) -> Self:
        return cls(cls.theorems().pick(bucket, rng, held_out).problem.value())

    @cached_property
    def theorem(self) -> Row:
        return Row.restored(self.row)

    @cached_property
    def statement(self) -> Statement:
        return self.theorem.statement

    @property
    def signature(self) -> str:
        return self.theorem.signature

    @property
    def informal(self) -> str:
        return self.theorem.informal

    @property
    def in_words(self) -> str:
        return f"\n\nIn words: {self.informal}" if self.informal else ""

    def solve(self) -> str:
        """The shortest known proof. Raises ValueError if the data set has none."""
        if not self.theorem.proofs:
            raise ValueError(
                f"{self.theorem.name} of {self.data} has no known proof that could be given as an answer: give "
                "`proofs` in its row, or use another model if it is `tiny`, which learns its tokens from proofs"
            )
        return self.theorem.proofs[0]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (None if type(self) is LeanWorkbook else self.data, self.value())


@cache
def _variant(data: str) -> type[LeanWorkbook]:
    needs = "core" if data == "bundled-core" else "mathlib"
    inside = {"data": data, "needs": needs, "__module__": __name__, "__qualname__": "LeanWorkbook"}
    return type("LeanWorkbook", (LeanWorkbook,), inside)


def _restored(data: str | None, value: dict[str, Any]) -> LeanWorkbook:
    """Unpickles: a class that a data set makes cannot be found by its name. The data set itself is not read."""
    return (LeanWorkbook if data is None else _variant(data))(**value)
