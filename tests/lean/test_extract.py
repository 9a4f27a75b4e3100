"""Which proof a completion gives, and its normal form: marks, fences, whole files, columns."""

import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlve_gym.lean.extract import extract, normalised
from rlve_gym.lean.lexer import MAX_CHARS
from rlve_gym.lean.statement import Form, Proof, Statement
from rlve_gym.scoring import Invalid, Malformed

STATEMENT = Statement("goal", "(p q : Prop) (h : p ∧ q) : q ∧ p")
SWAP = "exact ⟨h.2, h.1⟩"
THEOREM = "theorem goal (p q : Prop) (h : p ∧ q) : q ∧ p"


@pytest.mark.parametrize(
    ("completion", "expected"),
    [
        ("<answer>rfl</answer>", "rfl"),
        ("text <answer>\n  rfl\n</answer> text", "\n  rfl\n"),
        ("```lean4\nrfl\n```", "\nrfl\n"),
        ("```lean\nrfl\n```\nmore", "\nrfl\n"),
        ("so: ```lean4\nrfl\n```", "\nrfl\n"),
        ("so: ```lean4\r\nrfl\r\n```\r\n", "\r\nrfl\r\n"),
        ("  ```lean4  \n  rfl\n  ```  ", "\n  rfl\n"),
        ("<answer>a</answer> or <answer>b</answer>", "b"),
        ("```lean4\na\n```\n```lean4\nb\n```", "\nb\n"),
        ("```lean4\na\n```\n<answer>b</answer>", "b"),
        ("<answer>b</answer>\n```lean4\na\n```", "\na\n"),
        ("<answer>a</answer>\n```python\nb\n```", "a"),
        ("<answer>a</answer>\n```\nb\n```", "a"),
        ("<answer>\n```lean4\nrfl\n```\n</answer>", "rfl\n"),
        ("<answer>\n```lean4\nrfl\n```</answer>", "rfl\n"),
        ("<answer>```lean4\n  rfl```</answer>", "  rfl"),
        ("<answer>\n```\nrfl\n```\n</answer>", "rfl\n"),
        ("<answer>```tactics\r\nrfl\r\n```\r\n</answer>", "rfl\r\n"),
        ("<answer>a\n```lean4\nb\n```\n</answer>", "a\n```lean4\nb\n```\n"),
        ("<think><answer>a</answer></think><answer>b</answer>", "b"),
        ("<answer>a</answer></think><answer>b</answer>", "b"),
        ("<think>a</think>", None),
        ("<think><answer>a</answer>", None),
        ("<answer>a</answer><think>", None),
        ("</think><think><answer>a</answer>", None),
        ("<answer>a</answer><answer>b", None),
        ("<answer>a</answer>\n```lean4\nb", None),
        ("```lean4\na\n```\n```lean4\nb", None),
        ("<answer>a", None),
        ("a</answer>", None),
        ("rfl", None),
        ("", None),
        ("\n  rfl\n```", "\n  rfl\n"),
        ("\n  rfl\n```\ntext\n```lean4\nother\n```", "\nother\n"),
        ("```python\nx\n```", None),
        ("```\nrfl\n```", None),
        ("<answer></answer>", ""),
        ("<ANSWER>a</ANSWER>", None),
        ("<answer>a -- <answer> b</answer>", " b"),
    ],
)
def test_extract(completion, expected):
    assert extract(completion) == expected


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        ("rfl", Form.TACTICS, Proof(Form.TACTICS, "rfl")),
        ("rfl", Form.TERM, Proof(Form.TERM, "rfl")),
        ("by rfl", Form.TERM, Proof(Form.TACTICS, "rfl")),
        ("by\n  simp\n  rfl", Form.TACTICS, Proof(Form.TACTICS, "simp\nrfl")),
        ("by simp\n   rfl", Form.TACTICS, Proof(Form.TACTICS, "simp\nrfl")),
        ("-- so\nby -- then\n  rfl -- done", Form.TACTICS, Proof(Form.TACTICS, "rfl")),
        ("\n\n    simp\n      at h\n    rfl\n\n", Form.TACTICS, Proof(Form.TACTICS, "simp\n  at h\nrfl")),
        ("simp\n\n\nrfl", Form.TACTICS, Proof(Form.TACTICS, "simp\n\n\nrfl")),
        (":= by\n  simp\n  rfl", Form.TACTICS, Proof(Form.TACTICS, "simp\nrfl")),
        (":= by simp\n      rfl", Form.TERM, Proof(Form.TACTICS, "simp\nrfl")),
        (":= fun x =>\n  x", Form.TACTICS, Proof(Form.TERM, " fun x =>\nx")),
        ("bypass", Form.TACTICS, Proof(Form.TACTICS, "bypass")),
        ("\tsimp\r\n\trfl\r\n", Form.TACTICS, Proof(Form.TACTICS, "simp\nrfl")),
        ("fun x =>\n  x", Form.TERM, Proof(Form.TERM, "fun x =>\n  x")),
    ],
)
def test_normal_form(text, form, expected):
    assert normalised(text, STATEMENT, form) == expected


@pytest.mark.parametrize(
    ("text", "error", "why"),
    [
        ("", Malformed, "the proof is empty"),
        ("-- nothing", Malformed, "the proof is empty"),
        ("by", Malformed, "nothing follows := or by"),
        (":=", Malformed, "nothing follows := or by"),
        (":= by", Malformed, "nothing follows := or by"),
        ("by -- nothing", Malformed, "nothing follows := or by"),
        ("import Mathlib", Malformed, "there is no theorem in the file"),
        (f"{THEOREM} :=", Malformed, "the proof is empty"),
        (f"{THEOREM} := by", Malformed, "nothing follows := or by"),
        (THEOREM, Invalid, "statement: := must follow the statement"),
        (f"{THEOREM}\n| _ => sorry", Invalid, "statement: := must follow the statement"),
        (
            "theorem goal : True := trivial",
            Invalid,
            "statement: the last theorem is not the statement that was asked for",
        ),
        (
            f"{THEOREM.replace('(h', '(k : False) (h')} := k.elim",
            Invalid,
            "statement: the last theorem is not the statement that was asked for",
        ),
        (
            f"{THEOREM} := {SWAP}\ntheorem other : True := trivial",
            Invalid,
            "file: 'goal' cannot be the name of a lemma",
        ),
        (
            f"theorem Nat.x : True := trivial\n{THEOREM} := by {SWAP}",
            Invalid,
            "file: 'Nat.x' cannot be the name of a lemma",
        ),
        (f"theorem : True := trivial\n{THEOREM} := by {SWAP}", Invalid, "file: ':' cannot be the name of a lemma"),
        (f"theorem\n{THEOREM} := by {SWAP}", Invalid, "file: 'theorem' cannot be the name of a lemma"),
        (
            f"axiom bad : False\n{THEOREM} := bad.elim",
            Invalid,
            "file: only import, open and set_option may stand before the first theorem",
        ),
        (
            f"variable (h : False)\n{THEOREM} := h.elim",
            Invalid,
            "file: only import, open and set_option may stand before the first theorem",
        ),
        (
            f"namespace X\n{THEOREM} := by {SWAP}",
            Invalid,
            "file: only import, open and set_option may stand before the first theorem",
        ),
        (
            f"theorem a : True := trivial\n@[simp] theorem b : True := trivial\n{THEOREM} := by {SWAP}",
            Invalid,
            "attribute: @[",
        ),
        (f"theorem a : True := trivial\naxiom b : False\n{THEOREM} := b.elim", Invalid, "declaration: axiom"),
        (
            f"theorem a : True := trivial\nopen Nat\n{THEOREM} := by {SWAP}",
            Invalid,
            "scope: open without in, or with more than names",
        ),
        (f"{THEOREM} := by {SWAP})\n(", Invalid, "bracket: ) closes nothing"),
        (f"{THEOREM} := by {SWAP}\n#print axioms goal", Invalid, "command: #print"),
        (f"{THEOREM} := by {SWAP}\nend", Invalid, "scope: end"),
    ],
)
def test_what_is_refused(text, error, why):
    with pytest.raises(error) as caught:
        normalised(text, STATEMENT, files=True)
    assert str(caught.value) == why


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{THEOREM} := by {SWAP}", Proof(Form.TACTICS, SWAP)),
        (f"{THEOREM} := by\n  {SWAP}\n", Proof(Form.TACTICS, SWAP)),
        (f"{THEOREM} :=\n  by {SWAP}", Proof(Form.TACTICS, SWAP)),
        (f"{THEOREM} := ⟨h.2, h.1⟩", Proof(Form.TERM, "⟨h.2, h.1⟩")),
        (f"lemma{THEOREM.removeprefix('theorem')} := by {SWAP}", Proof(Form.TACTICS, SWAP)),
        (f"  {THEOREM} := by\n    {SWAP}", Proof(Form.TACTICS, SWAP)),
        (f"private {THEOREM} := by {SWAP}", Proof(Form.TACTICS, SWAP)),
        (
            "theorem goal\n    (p q : Prop) -- two\n    (h : p∧q) :\n    q ∧ p:=by\n  simp\n  done",
            Proof(Form.TACTICS, "simp\ndone"),
        ),
        (
            f"import Mathlib\nimport Aesop\n\nset_option maxHeartbeats 400000\nset_option linter.all false in\n"
            f"open BigOperators Real Nat Topology Rat\nopen Nat (succ)\nopen Classical in\nnoncomputable section\n"
            f"/-- doc -/\n{THEOREM} := by\n  {SWAP}",
            Proof(Form.TACTICS, SWAP),
        ),
        (
            "private lemma aux₁' (n : Nat) : n = n := rfl\n\nprotected theorem b : True :=\n  trivial\n\n"
            f"{THEOREM} := by {SWAP}",
            Proof(
                Form.TACTICS,
                SWAP,
                "theorem aux₁' (n : Nat) : n = n := rfl\n\ntheorem b : True :=\n  trivial",
            ),
        ),
        (f"{THEOREM} := by constructor\n{' ' * len(THEOREM)}       · simp", Proof(Form.TACTICS, "constructor\n· simp")),
        (
            f"theorem a : True := trivial\nopen Nat in\n{THEOREM} := by {SWAP}",
            Proof(Form.TACTICS, SWAP, "theorem a : True := trivial\nopen Nat in"),
        ),
    ],
)
def test_whole_files(text, expected):
    assert normalised(text, STATEMENT, files=True) == expected


def test_a_file_where_none_is_allowed():
    with pytest.raises(Invalid, match="declaration: theorem"):
        normalised(f"{THEOREM} := by {SWAP}", STATEMENT)


def test_the_environment_s_own_definitions_may_be_repeated():
    preamble = "def f : Nat → Nat\n  | 0 => 1\n  | n + 1 => f n -- down"
    statement = Statement("goal", ": f 3 = 1", preamble=preamble)
    text = "import Init\n/-- its doc -/\ndef f : Nat → Nat | 0 => 1 | n+1 => f n\n\ntheorem goal : f 3 = 1 := rfl"
    assert normalised(text, statement, files=True) == Proof(Form.TERM, "rfl")
    with pytest.raises(Invalid, match="file: only"):
        normalised(text.replace("=> 1", "=> 2"), statement, files=True)


def test_statements_with_marks_of_mathlib_and_comments():
    statement = Statement(
        "goal", "(f : Nat → Nat) (s : Set Nat) -- all\n : f '' s = f '' s ∧ ∑' n, f n = ∑' n, f n", "mathlib"
    )
    text = f"import Mathlib\n{statement.theorem} :=\n  ⟨rfl, rfl⟩"
    assert normalised(text, statement, files=True) == Proof(Form.TERM, "⟨rfl, rfl⟩")


@given(
    st.lists(st.sampled_from(["by", " ", "\n", "  ", "simp", "·", "rfl", "\t", "-- c\n", "x", "⟨y, z⟩"]), max_size=12)
)
@settings(max_examples=300, deadline=None)
def test_the_normal_form_is_its_own_normal_form(pieces):
    try:
        proof = normalised("".join(pieces), STATEMENT)
    except (Invalid, Malformed):
        return
    if not proof.text.lstrip().startswith("by"):
        assert normalised(proof.text, STATEMENT) == proof
    assert not proof.text.startswith("\n")


HOSTILE = {
    "fences": "```lean4\n" * 100_000,
    "closings": "```\n" * 100_000,
    "tags": "<answer>" * 100_000,
    "closed tags": "<answer></answer>" * 50_000,
    "thoughts": "</think><think>" * 50_000,
    "blanks": " " * 800_000 + "```",
    "backticks": "`" * 800_000,
    "a fenced answer of blanks": "<answer>```lean4\n" + " " * 60_000 + "\n```</answer>",
}


@pytest.mark.parametrize("completion", HOSTILE.values(), ids=HOSTILE)
def test_long_completions_are_read_in_linear_time(completion):
    began = time.process_time()
    extract(completion)
    assert time.process_time() - began < 3.0


FILES = {
    "lemmas": "theorem a : b := c\n" * 3_000,
    "imports": "import a\n" * 7_000 + f"{THEOREM} := by {SWAP}",
    "opened": "open a" + " a" * 30_000 + f"\n{THEOREM} := by {SWAP}",
    "modifiers": "private " * 8_000 + THEOREM,
    "many modifiers": "theorem private " * 4_000,
    "options": "set_option a b " * 4_000 + THEOREM,
    "half imports": "import . " * 7_000 + THEOREM,
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_hostile_files_are_read_in_linear_time(text):
    began = time.process_time()
    with suppress(Invalid, Malformed):
        normalised(text[:MAX_CHARS], STATEMENT, files=True)
    assert time.process_time() - began < 3.0
