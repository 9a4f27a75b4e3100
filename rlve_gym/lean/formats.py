"""Records of the data sets that people use, made into rows: by their columns, whatever file they come from.

    prompt, target                      kfdong/STP_Lean_SFT: an open code block and what completes it
    formal_statement (id, status, ...)  internlm/Lean-Workbook: ends with `:= by sorry`, some rows are steps of a proof
    problem_id, full_proof              Goedel-LM/Lean-workbook-proofs: whole files
    signature (see `rows`)              our own

Records of the same statement become one row with all their proofs. Nothing is dropped in silence: `Report` names every
record that gave no row, by reason.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rlve_gym.lean.rows import Dropped, Row, Source, dedented, own_row, read_source, text

WORKBOOK_OPENS = ("BigOperators", "Nat", "Real", "Rat")
"""What Lean-Workbook's authors open above its statements, which come without a header."""
CONJECTURED = ("<hard theorem>", "</hard theorem>", "<easy theorem>", "<lemma>")
"""Marks of the rows in which STP's conjecturer was trained."""
_FENCE = re.compile(r"```lean4?[ \t]*\n")
_WORKBOOK_NAME = re.compile(r"lean_workbook(?:_plus)?_\d+")

Record = Mapping[str, Any]
_parsed = lru_cache(maxsize=100_000)(read_source)
"""Many records of one statement have the same prompt."""


@dataclass
class Report:
    """What became of the records. rows: all of them; kept: different statements; merged: records that only added to
    one; dropped: reason -> the ids of those records."""

    rows: int = 0
    kept: int = 0
    merged: int = 0
    dropped: dict[str, list[str]] = field(default_factory=dict)


def stp(record: Record) -> Row:
    prompt, target = text(record, "prompt"), text(record, "target")
    if any(mark in part for mark in CONJECTURED for part in (prompt, target)):
        raise Dropped("of the conjecturer")
    if "lean_workbook" not in prompt:
        raise Dropped("not of lean_workbook")
    source = _parsed(_FENCE.split(prompt, maxsplit=1)[-1])
    if not _WORKBOOK_NAME.fullmatch(source.name):
        raise Dropped("not of lean_workbook")
    proof = dedented(target.partition("\n```")[0])
    return _row(source, proof=proof)


def workbook(record: Record) -> Row:
    source = _parsed(text(record, "formal_statement"))
    opens = source.opens or WORKBOOK_OPENS
    words = text(record, "natural_language_statement")
    return _row(source, opens, words, text(record, "status"), steps=int(bool(text(record, "tactic").strip())))


def goedel(record: Record) -> Row:
    return _row(read_source(text(record, "full_proof")))


def _row(
    source: Source, opens: tuple[str, ...] = (), informal: str = "", status: str = "", proof: str = "", steps: int = 0
) -> Row:
    found = proof or source.proof
    return Row(
        source.name,
        source.signature,
        "mathlib",
        opens or source.opens,
        informal=informal or source.informal,
        status=status,
        proofs=(found,) if found.strip() else (),
        steps=steps,
    )


FORMATS: tuple[tuple[tuple[str, ...], Callable[[Record], Row]], ...] = (
    (("signature",), own_row),
    (("full_proof",), goedel),
    (("prompt", "target"), stp),
    (("formal_statement",), workbook),
)
"""Columns that tell a format -> how a record of it is read."""


def collected(records: Iterable[object], where: str) -> tuple[list[Row], Report]:
    """The rows of these records, each statement once, in order of first appearance, and what became of the rest.

    `where` names the source. Raises ValueError if the records have columns that are not known.
    """
    report = Report()
    rows: dict[str, Row] = {}
    read = None
    for number, record in enumerate(records):
        report.rows += 1
        try:
            if not isinstance(record, Mapping):
                raise Dropped("no JSON object")
            read = read or _format(record, where)
            row = read(record)
        except Dropped as reason:
            report.dropped.setdefault(str(reason), []).append(_name(record, number))
            continue
        report.merged += row.id in rows
        rows[row.id] = rows[row.id].merged(row) if row.id in rows else row
    _parsed.cache_clear()
    report.kept = len(rows)
    return list(rows.values()), report


def _format(record: Record, where: str) -> Callable[[Record], Row]:
    """How records with these columns are read."""
    for columns, read in FORMATS:
        if all(column in record for column in columns):
            return read
    known = "; ".join(" and ".join(columns) for columns, _ in FORMATS)
    raise ValueError(f"{where} has the columns {', '.join(map(str, record))[:200]}: there must be {known}")


def _name(record: object, number: int) -> str:
    """The id of a record, or its place."""
    if isinstance(record, Mapping):
        for key in ("id", "problem_id", "name"):
            if isinstance(value := record.get(key), str | int):
                return str(value)[:80]
    return f"row {number}"
