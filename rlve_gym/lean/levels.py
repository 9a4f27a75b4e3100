"""Levels of difficulty for a fixed set of theorems, and how they follow what models achieve.

Every row gets a rank, from easy to hard. The order is first by what the statement needs of a Lean, since core
statements can be checked anywhere, then by an estimate (`difficulty`) or the row's own number in its place:

- a known proof: log2(1 + its tactics) + log2(1 + its characters / 100), less half of log2 of how many are known;
- no known proof: as much as a proof of about 12 tactics if the source says it is proved, else of about 60;
- half of log2(1 + characters / 100) of the signature;
- 0.3 for each quantifier (at most 4), and for each kind of operator that makes work (at most 4).

The rank is a prior: a row at share q of the order is expected to be proved with probability 1 - q, as if that had been
seen in PRIOR_TRIES rollouts (a Beta prior). `passes` and `tries` of the row are added, and rows are sorted by the mean
of the posterior, (PRIOR_TRIES (1 - q) + passes) / (PRIOR_TRIES + tries). Without any tries that is the prior's order.

About one theorem in HELD_OUT_SHARE is held out: those whose id is smallest as a hash, the same in every data set. Both
parts are cut into levels of equal size. Levels above the last one are the last one.

Left out: measuring how far automation gets on each statement, which needs the Lean of the run.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from math import log2
from random import Random

from rlve_gym.lean.rows import Row
from rlve_gym.lean.statement import NEEDS

LEVELS = 10
"""At most."""
LEVEL_ROWS = 12
"""At least, if the set has so many: a level of a few theorems would be learned by heart."""
PRIOR_TRIES = 8
HELD_OUT_SHARE = 10
PROVED, UNPROVED = 5.5, 8.0
_SYMBOLS = set("\u2211\u220f\u221a\u222b\u2223\u230a\u2308^/%!")
"""Sum, product, root, integral, divides, floor, ceiling, and what ASCII has."""
_FUNCTIONS = {
    *("sqrt", "sin", "cos", "tan", "log", "logb", "exp"),
    *("choose", "factorial", "fib", "gcd", "lcm", "Prime", "Coprime", "Irrational", "ZMod"),
}
_QUANTIFIER = re.compile("[∀∃]")
_WORD = re.compile(r"[A-Za-z]+|[^\sA-Za-z]")
_STEP = re.compile(r"\n|;|<;>")


def difficulty(row: Row) -> float:
    """The estimate that the module's docstring describes: larger is harder."""
    if row.difficulty is not None:
        return row.difficulty
    return _effort(row) + _look(row.signature)


def _effort(row: Row) -> float:
    if row.proofs:
        shortest = min(row.proofs, key=len)
        size = log2(1 + tactics(shortest)) + log2(1 + len(shortest) / 100)
        return size - log2(len(row.proofs)) / 2
    if row.steps:
        return 2 * log2(1 + row.steps)
    return PROVED if row.status == "proved" else UNPROVED


def tactics(proof: str) -> int:
    """About how many tactics a proof has: lines, and parts of lines."""
    return sum(bool(part.strip()) for part in _STEP.split(proof))


def _look(signature: str) -> float:
    operators = len({*_WORD.findall(signature)} & (_SYMBOLS | _FUNCTIONS))
    quantifiers = len(_QUANTIFIER.findall(signature))
    return log2(1 + len(signature) / 100) / 2 + 0.3 * (min(quantifiers, 4) + min(operators, 4))


@dataclass(frozen=True)
class Ranked:
    """A row and the share of rollouts that are expected to prove it."""

    row: Row
    rate: float


def ranked(rows: Sequence[Row]) -> list[Ranked]:
    """All rows from easy to hard."""
    prior = sorted(rows, key=lambda row: (NEEDS.index(row.needs), difficulty(row), row.id))
    rates = [_rate(row, 1 - (place + 0.5) / len(prior)) for place, row in enumerate(prior)]
    return sorted(map(Ranked, prior, rates), key=lambda one: -one.rate)


def _rate(row: Row, prior: float) -> float:
    """The mean of the Beta posterior."""
    return (PRIOR_TRIES * prior + row.passes) / (PRIOR_TRIES + row.tries)


class Theorems:
    """A set of theorems in levels. Immutable; what is drawn depends on the rows alone, not on their order."""

    def __init__(self, rows: Sequence[Row]):
        assert rows, "a set of theorems cannot be empty"
        self.order = ranked(rows)

    @property
    def rows(self) -> list[Row]:
        """All rows from easy to hard."""
        return [one.row for one in self.order]

    @cached_property
    def held_out(self) -> frozenset[str]:
        """The ids of the theorems that only evaluation sees. One alone cannot be held out."""
        by_hash = sorted((_hashed(row.id), row.id) for row in self.rows)
        share = sum(value % HELD_OUT_SHARE == 0 for value, _ in by_hash)
        by_hash.sort(key=lambda pair: (pair[0] % HELD_OUT_SHARE, pair[0]))
        count = min(max(share, 1), len(by_hash) - 1)
        return frozenset(name for _, name in by_hash[:count])

    @cached_property
    def levels(self) -> tuple[tuple[Row, ...], ...]:
        """The rows for training, by level."""
        return self._cut([row for row in self.rows if row.id not in self.held_out])

    @cached_property
    def held_out_levels(self) -> tuple[tuple[Row, ...], ...]:
        """The rows for evaluation, by level; neighbours share rows where there are too few."""
        return self._cut([row for row in self.rows if row.id in self.held_out] or self.rows)

    def pick(self, level: int, rng: Random, held_out: bool = False) -> Row:
        """One row of a level, each with the same probability."""
        levels = self.held_out_levels if held_out else self.levels
        return rng.choice(levels[min(level, len(levels) - 1)])

    def level_of(self, row: Row) -> int:
        """The lowest level that the row is drawn at."""
        levels = self.held_out_levels if row.id in self.held_out else self.levels
        return next(level for level, its in enumerate(levels) if any(row.id == other.id for other in its))

    @cached_property
    def count(self) -> int:
        """How many levels there are."""
        training = len(self.order) - len(self.held_out)
        return max(1, min(LEVELS, training // LEVEL_ROWS))

    def _cut(self, rows: Sequence[Row]) -> tuple[tuple[Row, ...], ...]:
        starts = [level * len(rows) // self.count for level in range(self.count + 1)]
        return tuple(tuple(rows[start : max(start + 1, end)]) for start, end in pairwise(starts))


def _hashed(row_id: str) -> int:
    return int.from_bytes(sha256(row_id.encode()).digest()[:6])
