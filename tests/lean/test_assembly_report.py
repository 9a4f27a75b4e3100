"""The file that Lean sees, and what its messages are taken for."""

import pytest

from rlve_gym.lean.assembly import assemble, elaboration
from rlve_gym.lean.backend import Message, Reply
from rlve_gym.lean.report import WHY_CHARS, Checked, read
from rlve_gym.lean.statement import Form, Proof, Statement

NONCE = "0123456789abcdef"
STATEMENT = Statement("goal", "(p : Prop) (h : p) : p")
ASSEMBLY = assemble(STATEMENT, Proof(Form.TACTICS, "have k := h\nexact k"), NONCE)
CLEAN = f"'check_{NONCE}' does not depend on any axioms"


def test_the_file_of_a_block_of_tactics():
    assert ASSEMBLY.source == (
        "import Init\n"
        "set_option maxHeartbeats 200000\n"
        "set_option autoImplicit false\n"
        "axiom Target_0123456789abcdef (p : Prop) (h : p) : p\n"
        "theorem goal (p : Prop) (h : p) : p := (by\n"
        "  have k := h\n"
        "  exact k\n"
        ")\n"
        "theorem check_0123456789abcdef : type_of% @Target_0123456789abcdef := @_root_.goal\n"
        "#print axioms check_0123456789abcdef\n"
    )
    assert (ASSEMBLY.header_lines, ASSEMBLY.first_line, ASSEMBLY.last_line, ASSEMBLY.report_line) == (1, 6, 7, 10)


def test_the_file_of_a_term_with_context_and_lemmas():
    statement = Statement("goal", ": f 1 = 1", "mathlib", ("Real", "Nat"), "def f (n : Nat) := n\n", 400_000)
    assembly = assemble(statement, Proof(Form.TERM, "aux\n\n  1", "theorem aux (n : Nat) : f n = n := rfl"), NONCE)
    assert assembly.source == (
        "import Mathlib\n"
        "set_option maxHeartbeats 400000\n"
        "set_option autoImplicit false\n"
        "open Real Nat\n"
        "def f (n : Nat) := n\n"
        "axiom Target_0123456789abcdef : f 1 = 1\n"
        "theorem aux (n : Nat) : f n = n := rfl\n"
        "\n"
        "theorem goal : f 1 = 1 := (\n"
        "  aux\n"
        "\n"
        "    1\n"
        ")\n"
        "theorem check_0123456789abcdef : type_of% @Target_0123456789abcdef := @_root_.goal\n"
        "#print axioms check_0123456789abcdef\n"
    )
    lines = assembly.source.split("\n")
    assert lines[assembly.first_line - 1] == "  aux"
    assert lines[assembly.last_line - 1] == "    1"
    assert lines[assembly.report_line - 1] == f"#print axioms check_{NONCE}"
    assert assembly.header_lines == 1


def test_a_file_that_only_states_the_theorem():
    assert elaboration(STATEMENT, NONCE) == (
        "import Init\nset_option maxHeartbeats 200000\nset_option autoImplicit false\n"
        "axiom Target_0123456789abcdef (p : Prop) (h : p) : p\n"
    )


def said(*messages, sorries=0):
    """What a reply of (severity, line, text) messages is taken for."""
    return read(
        Reply(tuple(Message(severity, line, 0, text) for severity, line, text in messages), 0.5, sorries), ASSEMBLY
    )


def depends(axioms):
    return f"'check_{NONCE}' depends on axioms: [{axioms}]"


@pytest.mark.parametrize(
    ("text", "axioms"),
    [
        (CLEAN, ()),
        (f"{CLEAN}\n", ()),
        (depends("propext"), ("propext",)),
        (depends("propext, Classical.choice, Quot.sound"), ("propext", "Classical.choice", "Quot.sound")),
        (depends("propext,\n Classical.choice,\n Quot.sound"), ("propext", "Classical.choice", "Quot.sound")),
    ],
)
def test_a_proof_that_counts(text, axioms):
    assert said(("info", 10, text)) == Checked("proved", "", axioms, 0.5)
    assert said(("info", 0, text)).proved, "a backend that cannot tell lines"
    assert said(("warning", 6, "unused variable `k`"), ("info", 7, "Try this: simp"), ("info", 10, text)).proved


@pytest.mark.parametrize(
    ("text", "result", "axioms"),
    [
        (depends("sorryAx"), "sorry", ("sorryAx",)),
        (depends("propext, sorryAx"), "sorry", ("propext", "sorryAx")),
        (depends("bad"), "axioms", ("bad",)),
        (depends("bad, sorryAx"), "axioms", ("bad", "sorryAx")),
        (depends(f"Target_{NONCE}"), "axioms", (f"Target_{NONCE}",)),
        (depends("Lean.ofReduceBool"), "axioms", ("Lean.ofReduceBool",)),
        (depends("goal._native.native_decide.ax_1_1"), "axioms", ("goal._native.native_decide.ax_1_1",)),
        (depends("\u00abpropext\u00bb"), "axioms", ("\u00abpropext\u00bb",)),
        (depends("\u00abpropext, Quot.sound\u00bb"), "axioms", ("\u00abpropext", "Quot.sound\u00bb")),
        (depends("X.propext"), "axioms", ("X.propext",)),
        (depends("Propext"), "axioms", ("Propext",)),
        (depends(""), "axioms", ("",)),
        (depends("a], [propext"), "no_report", ()),
        (f"'check_{NONCE}' depends on axioms: [propext] and more", "no_report", ()),
        (f"x {CLEAN}", "no_report", ()),
        (f"{CLEAN}\n{CLEAN}", "no_report", ()),
        (CLEAN.replace("check", "Check"), "no_report", ()),
        (CLEAN.replace("'", "`"), "no_report", ()),
        (CLEAN.replace(NONCE, NONCE + "0"), "no_report", ()),
        (CLEAN.replace(NONCE, "0" * 16), "no_report", ()),
        (f"'X.check_{NONCE}' does not depend on any axioms", "no_report", ()),
    ],
)
def test_reports_that_do_not_count(text, result, axioms):
    checked = said(("info", 10, text))
    assert (checked.result, checked.axioms) == (result, axioms)


@pytest.mark.parametrize(
    ("messages", "result", "why"),
    [
        ([], "no_report", "0 reports of axioms, not one"),
        ([("info", 10, CLEAN), ("info", 10, CLEAN)], "no_report", "2 reports of axioms, not one"),
        ([("info", 9, CLEAN)], "no_report", "the report of axioms is not where or what it should be"),
        ([("warning", 10, CLEAN)], "no_report", "the report of axioms is not where or what it should be"),
        ([("error", 6, "bad"), ("info", 10, CLEAN)], "lean_error", "line 1: bad"),
        ([("error", 7, "bad\n  thing"), ("info", 10, CLEAN)], "lean_error", "line 2: bad thing"),
        ([("error", 5, "unsolved goals"), ("info", 10, CLEAN)], "lean_error", "unsolved goals"),
        ([("error", 9, f"check_{NONCE} has a wrong type")], "lean_error", "check_ has a wrong type"),
        ([("warning", 5, "declaration uses 'sorry'"), ("info", 10, CLEAN)], "sorry", "the proof leaves a hole (sorry)"),
        ([("warning", 5, "declaration uses `sorry`"), ("info", 10, CLEAN)], "sorry", "the proof leaves a hole (sorry)"),
        ([("warning", 5, "Declaration uses sorry"), ("info", 10, CLEAN)], "sorry", "the proof leaves a hole (sorry)"),
        ([("info", 7, "'check_' does not depend on any axioms")], "no_report", "0 reports of axioms, not one"),
    ],
)
def test_messages(messages, result, why):
    checked = said(*messages)
    assert (checked.result, checked.why) == (result, why)


def test_holes_that_the_backend_names():
    assert said(("info", 10, CLEAN), sorries=1).result == "sorry"


def test_errors_are_shortened():
    assert len(said(("error", 6, "x " * 5_000)).why) == WHY_CHARS
    assert len(said(("info", 10, depends("bad" * 5_000))).why) == WHY_CHARS


def test_a_file_that_turns_the_kernel_off_does_not_count_whatever_lean_says():
    proof = Proof(Form.TACTICS, "set_option debug.skipKernelTC true in decide +kernel")
    reply = Reply((Message("info", 9, 0, CLEAN),), 0.0)
    assert read(reply, assemble(STATEMENT, proof, NONCE)).result == "axioms"
    helpers = Proof(Form.TACTICS, "exact h", "set_option debug.skipKernelTC true")
    assert read(reply, assemble(STATEMENT, helpers, NONCE)).result == "axioms"
    assert read(reply, assemble(STATEMENT, Proof(Form.TACTICS, "exact h"), NONCE)).proved
