"""Data sets of theorems by name: the bundled one, files, and those of the Hugging Face hub.

A name is one of

- `bundled`, or its parts `bundled-core` (what the embedded Lean can check) and `bundled-mathlib`;
- a file that ends with .jsonl, .json or .parquet, or a folder with such files, in any of the columns of `formats`;
- an id on the hub, `OWNER/NAME` or `OWNER/NAME@REVISION`. Give the revision where runs are to be repeated: what a spec
  draws depends on the data. It needs the package `datasets` (the extra `data`), as Parquet files and folders do.

What a data set holds after cleaning can be written with `write` and is then a data set of its own; `relevel` does so
with the pass rates of runs.

Left out: keeping cleaned data sets on disk, as a few ten thousand rows take seconds; and rewriting statements for
another version of Mathlib.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from importlib import import_module, resources
from operator import index
from pathlib import Path
from typing import Any

from rlve_gym.difficulty import as_level
from rlve_gym.lean.assembly import elaboration
from rlve_gym.lean.backend import Backend, Limits
from rlve_gym.lean.formats import Report, collected
from rlve_gym.lean.levels import Theorems, difficulty
from rlve_gym.lean.rows import Row
from rlve_gym.lean.statement import NEEDS
from rlve_gym.problem import Spec
from rlve_gym.registry import UnknownName
from rlve_gym.runlog import json_lines
from rlve_gym.verdict import Outcome

BUNDLED = {"bundled": NEEDS, "bundled-core": ("core",), "bundled-mathlib": ("mathlib",)}
"""Name -> what its statements need."""
HUB = {"internlm/Lean-Workbook": {"data_files": "lean_workbook.json"}}
"""Data sets on the hub whose statements are not in what is loaded by default."""
SUFFIXES = (".jsonl", ".json", ".parquet")
ENVIRONMENT = "lean_workbook"
BATCH = 1000
EXAMPLES = 3


@dataclass(frozen=True)
class DataSet:
    """A data set: its theorems in levels, and what became of its records."""

    name: str
    theorems: Theorems
    report: Report


def require_name(data: str) -> None:
    """Raises ValueError if this cannot be the name of a data set. Looks at nothing but the name."""
    if data not in BUNDLED and not data.endswith(SUFFIXES) and "/" not in data:
        raise UnknownName("data set of theorems", data, [*BUNDLED, *(f"a {suffix} file" for suffix in SUFFIXES)])


@lru_cache(maxsize=8)
def dataset(data: str) -> DataSet:
    """The data set of this name, read once. Raises ValueError if it is not there or holds no theorem."""
    require_name(data)
    rows, report = collected(_records(data), data)
    if data in BUNDLED:
        rows = [row for row in rows if row.needs in BUNDLED[data]]
        report = Report(rows=len(rows), kept=len(rows))
    if not rows:
        reasons = ", ".join(f"{len(ids)} {reason}" for reason, ids in report.dropped.items())
        raise ValueError(f"{data} holds no theorem: {report.rows} rows; dropped: {reasons or 'none'}")
    return DataSet(data, Theorems(rows), report)


def _records(data: str) -> Iterable[object]:
    """The records of a data set, as they are."""
    if data in BUNDLED:
        return _lines(resources.files("rlve_gym.lean").joinpath("data/workbook.jsonl").read_text(encoding="utf-8"))
    path = Path(data)
    if path.is_dir():
        return _through_datasets(data, data)
    if not data.endswith(SUFFIXES):
        name, _, revision = data.partition("@")
        return _through_datasets(data, name, **HUB.get(name, {}), **({"revision": revision} if revision else {}))
    if not path.is_file():
        raise ValueError(f"{data}: there is no such file of theorems")
    if path.suffix == ".parquet":
        return _through_datasets(data, "parquet", data_files=data)
    content = path.read_text(encoding="utf-8")
    if path.suffix == ".json" and content.lstrip().startswith("["):
        try:
            return json.loads(content)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"{data} is no JSON: {error}") from None
    return _lines(content)


def _lines(content: str) -> Iterator[object]:
    """The values of JSON lines; a line that is none is given as its text, which is then reported."""
    for line in content.split("\n"):
        if line.strip():
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                yield line


def _through_datasets(data: str, path: str, **options: Any) -> Iterator[Mapping[str, Any]]:
    """The records of the split `train`, read by the package `datasets`."""
    try:
        datasets = import_module("datasets")
    except ImportError:
        raise ValueError(f"to read {data} install the extra: pip install 'rlve-gymnasium[data]'") from None
    try:
        table = datasets.load_dataset(path, split="train", **options)
    except Exception as error:  # of several libraries below it, some without a common base class
        reason = f"{data} cannot be loaded ({type(error).__name__}: {' '.join(str(error).split())[:300]})"
        if Path(data).exists():
            raise ValueError(f"{reason}: is it whole, and the folder or file of a data set?") from None
        raise ValueError(
            f"{reason}. Without a network, download the data set elsewhere and give its folder or file."
        ) from None
    return _rows_of(table)


def _rows_of(table: Any) -> Iterator[Mapping[str, Any]]:
    for batch in table.iter(batch_size=BATCH):
        names = list(batch)
        for values in zip(*batch.values(), strict=True):
            yield dict(zip(names, values, strict=True))


def describe(data: str) -> dict[str, Any]:
    """What a data set holds, what was dropped and why, and its levels, as JSON."""
    found = dataset(data)
    theorems, rows = found.theorems, found.theorems.rows
    report = asdict(found.report)
    dropped = {
        reason: {"records": len(ids), "such_as": ids[:EXAMPLES]} for reason, ids in report.pop("dropped").items()
    }
    return {
        "data": data,
        "records": report,
        "dropped": dropped,
        "theorems": len(rows),
        "held_out": len(theorems.held_out),
        "needs": dict(Counter(row.needs for row in rows)),
        "with_a_proof": sum(bool(row.proofs) for row in rows),
        "proofs": sum(len(row.proofs) for row in rows),
        "with_words": sum(bool(row.informal) for row in rows),
        "tried": sum(bool(row.tries) for row in rows),
        "levels": [
            {
                "level": level,
                "theorems": len(its),
                "held_out": len(held),
                "needs": sorted({row.needs for row in its}, key=NEEDS.index),
                "estimate": [round(extreme(map(difficulty, its)), 2) for extreme in (min, max)],
                "such_as": its[len(its) // 2].name,
            }
            for level, (its, held) in enumerate(zip(theorems.levels, theorems.held_out_levels, strict=True))
        ],
    }


def write(theorems: Theorems, path: Path) -> None:
    """Write a set in our own columns, easy theorems first, with the level of each for readers."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in theorems.rows:
            record = {**row.value(), "level": theorems.level_of(row)}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


Observed = dict[str, tuple[int, int]]
"""The id of a theorem -> (how often it was proved, how often a completion was judged)."""


def observed(paths: Iterable[Path]) -> Observed:
    """What the rollouts of these rollouts.jsonl files say about theorems. Verdicts that are about us do not count.

    Raises ValueError on a file that is not there, and on data of these runs that is gone.
    """
    counts: dict[str, list[int]] = {}
    ids: dict[Spec, str] = {}
    for path in paths:
        if not path.is_file():
            raise ValueError(f"{path}: there is no such file of rollouts")
        for spec, outcome in filter(None, map(_judged, json_lines(path))):
            if spec not in ids:
                ids[spec] = spec.problem().statement.digest  # type: ignore[attr-defined]
            passed_tried = counts.setdefault(ids[spec], [0, 0])
            passed_tried[0] += outcome is Outcome.CORRECT
            passed_tried[1] += 1
    return {name: (passes, tries) for name, (passes, tries) in counts.items()}


def _judged(line: Mapping[str, Any]) -> tuple[Spec, Outcome] | None:
    """Spec and outcome of a line of rollouts.jsonl, or of `Rollout.to_json`; None if it says nothing about a theorem of
    a data set."""
    spec, verdict = line.get("spec", line), line.get("verdict", line)
    try:
        found = Spec(spec["env"], as_level(spec["level"]), index(spec["seed"]))
        outcome = Outcome(verdict["outcome"])
    except (KeyError, TypeError, ValueError):
        return None
    ours = found.env.partition(":")[0] == ENVIRONMENT
    return (found, outcome) if ours and not outcome.ours else None


def refined(theorems: Theorems, observations: Observed) -> Theorems:
    """The same theorems with these observations added to what was known before, and levels that follow them."""
    return Theorems(
        [
            replace(row, passes=row.passes + passes, tries=row.tries + tries)
            for row in theorems.rows
            for passes, tries in [observations.get(row.id, (0, 0))]
        ]
    )


def relevel(data: str, paths: Sequence[Path], out: Path) -> str:
    """Write a data set anew, in our own columns, with the pass rates of these rollouts. Returns a line that says it.

    Raises ValueError if that is the file of the data set itself: specs of runs name problems by it.
    """
    if out.exists() and Path(data).resolve() in (out.resolve(), *out.resolve().parents):
        raise ValueError(f"{out} is the data set that these runs name: write to another file")
    before = dataset(data).theorems
    observations = observed(paths)
    after = refined(before, observations)
    write(after, out)
    known = {row.id for row in before.rows} & observations.keys()
    tries = sum(observations[name][1] for name in known)
    passes = sum(observations[name][0] for name in known)
    moved = sum(before.level_of(row) != after.level_of(row) for row in before.rows)
    others = len(observations) - len(known)
    foreign = f"; {others} theorems of these runs are not in it" if others else ""
    return (
        f"{out}: {len(before.rows)} theorems, {len(known)} of them tried {tries} times and proved {passes} times; "
        f"{moved} change their level{foreign}"
    )


def elaborating(rows: Iterable[Row], backend: Backend, limits: Limits) -> Iterator[tuple[Row, str]]:
    """Each row and why this Lean does not understand its statement, "" if it does.

    Data sets were written for one version of Mathlib; on another some statements mean nothing. Raises what
    `backend.run` raises when Lean cannot be asked.
    """
    for row in rows:
        header_lines = row.statement.imports.count("\n")
        reply = backend.run(elaboration(row.statement, "checked"), limits, header_lines)
        errors = [message.text for message in reply.messages if message.severity == "error"]
        yield row, " ".join(errors[0].split())[:200] if errors else ""
