"""Rollouts on a scripted engine and real judges: overlap, seeds, order, early exit, and the record's JSON line."""

import pickle
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from rlve_gym import Outcome, Reward, Spec, Verdict, add_folder
from rlve_gym.engines.base import Completion, Finish, Member, Request, Sampling
from rlve_gym.engines.scripted import END, ScriptedEngine
from rlve_gym.judging import InlineJudge, Judge
from rlve_gym.rollout import Group, Rollout, rejudge, rollouts, sample_seed

SPECS = [Spec("sorting", level, seed) for level in range(3) for seed in range(4)]
REWARD = Reward()


def answers(specs: Sequence[Spec] = SPECS) -> dict[str, str]:
    """Right answers, prompt by prompt."""
    return {p.prompt(): p.completion(p.solve()) for p in (spec.problem() for spec in specs)}


def by_seed(request: Request) -> str:
    """Right for even seeds, else a text that shows the seed."""
    return answers()[request.prompt] if request.seed % 2 == 0 else f"<answer>{request.seed}</answer>"


def collected(engine: ScriptedEngine, specs: Sequence[Spec] = SPECS, samples: int = 4, **options) -> list[Group]:
    groups = rollouts(specs, engine, InlineJudge(), Sampling(**options), samples, (0, "step", 1), REWARD)
    return sorted(groups, key=lambda group: group.index)


def test_groups_are_complete_in_sample_order_and_rewarded():
    groups = collected(ScriptedEngine(by_seed, batch=5))
    assert [group.index for group in groups] == list(range(12)) and [group.spec for group in groups] == SPECS
    for group in groups:
        assert len(group.rollouts) == 4
        for sample, rollout in enumerate(group.rollouts):
            seed = sample_seed((0, "step", 1), group.spec, sample)
            assert rollout.spec == group.spec
            assert rollout.verdict.correct == (seed % 2 == 0)
            assert rollout.reward == (1.0 if seed % 2 == 0 else -0.5)
            assert rollout.verdict.correct or str(seed) in rollout.completion.text
    assert {r.reward for g in groups for r in g.rollouts} == {1.0, -0.5}


def test_samples_do_not_depend_on_batching_order_or_company():
    whole = collected(ScriptedEngine(by_seed, batch=7))
    single = [group for spec in SPECS for group in collected(ScriptedEngine(by_seed), [spec])]
    assert [g.rollouts for g in single] == [g.rollouts for g in whole]
    backwards = collected(ScriptedEngine(by_seed, batch=48), SPECS[::-1])
    assert [g.rollouts for g in backwards[::-1]] == [g.rollouts for g in whole]


def test_seeds_are_pinned_and_distinct():
    assert sample_seed((0, 1), Spec("sorting", 0, 0), 0) == 2_953_684_504_629_922_789
    seeds = {sample_seed((run, step), spec, s) for run in (0, 1) for step in (0, 1) for spec in SPECS for s in range(8)}
    assert len(seeds) == 2 * 2 * 12 * 8 and all(0 <= seed < 2**63 for seed in seeds)


def test_a_spec_asked_for_twice_gets_other_samples():
    first, second = collected(ScriptedEngine(by_seed), [SPECS[0], SPECS[0]], samples=8)
    assert (first.index, second.index) == (0, 1)
    assert {r.completion.logprobs_T for r in first.rollouts}.isdisjoint(
        {r.completion.logprobs_T for r in second.rollouts}
    )


def test_cut_off_completions_are_truncated():
    [group] = collected(ScriptedEngine(answers()), SPECS[:1], samples=2, max_tokens=9)
    for rollout in group.rollouts:
        assert rollout.completion.finish is Finish.LENGTH and len(rollout.completion.tokens_T) == 9
        assert rollout.verdict.outcome is Outcome.TRUNCATED and rollout.reward == -1.0


def test_the_style_of_the_prompt_is_passed_on():
    prompts = []

    def record(request: Request) -> str:
        prompts.append(request.prompt)
        return ""

    list(rollouts(SPECS[:1], ScriptedEngine(record), InlineJudge(), Sampling(), 2, (), REWARD, style="boxed"))
    assert prompts == [SPECS[0].problem().prompt("boxed")] * 2


SLOW = """
import time
from dataclasses import dataclass

from rlve_gym import Integer, Problem

@dataclass(frozen=True)
class {name}(Problem):
    number: int
    template = "Say {{self.number}}."
    answer = Integer()
    difficulty = {{}}

    @classmethod
    def generate(cls, rng):
        return cls(rng.randint(0, 10**6))

    def solve(self):
        return self.number

    def score(self, answer):
        time.sleep(0.05)
        return float(answer == self.number)
"""


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> list[Spec]:
    folder: Path = tmp_path_factory.mktemp("slow")
    (folder / "slow_to_verify.py").write_text(SLOW.format(name="SlowToVerify"))
    add_folder(folder)
    return [Spec("slow_to_verify", 0, seed) for seed in range(10)]


def test_generation_and_judging_overlap_and_groups_stream(slow: list[Spec]):
    sampled = []

    class Counting(ScriptedEngine):
        def generate(self, *arguments):
            for number, completion in super().generate(*arguments):
                sampled.append(number)
                yield number, completion

    engine = Counting(answers(slow), seconds_per_completion=0.03)
    with Judge(processes=2) as judge:
        list(rollouts(slow[:2], engine, judge, Sampling(), 2, (), REWARD))
        sampled.clear()
        at = [(group.index, len(sampled)) for group in rollouts(slow, engine, judge, Sampling(), 4, (), REWARD)]
    assert sorted(index for index, _ in at) == list(range(10))
    assert at[0][1] < 40 and at[4][1] < 40  # half of the groups were judged while others were being sampled


def test_leaving_early_leaves_the_judge_usable(slow: list[Spec]):
    wrong, right = ScriptedEngine(lambda request: "<answer>-1</answer>"), ScriptedEngine(answers(slow))
    with Judge(processes=2) as judge:
        stream = rollouts(slow, wrong, judge, Sampling(), 4, (), REWARD)
        next(stream)
        stream.close()  # type: ignore[attr-defined]
        assert judge.pending == 0
        groups = list(rollouts(slow[:3], right, judge, Sampling(), 2, (), REWARD))
        assert all(r.verdict == Verdict(Outcome.CORRECT, 1.0) for group in groups for r in group.rollouts)


def test_an_engine_that_raises_is_heard_and_nothing_stays_pending():
    def fail(request: Request) -> str:
        if request.id == 5:
            raise OSError("the accelerator is gone")
        return ""

    with Judge(processes=1) as judge:
        with pytest.raises(OSError, match="accelerator"):
            list(rollouts(SPECS, ScriptedEngine(fail), judge, Sampling(), 4, (), REWARD))
        assert judge.pending == 0
        assert len(list(rollouts(SPECS, ScriptedEngine(answers()), judge, Sampling(), 1, (), REWARD))) == 12


def test_an_engine_that_forgets_requests_is_a_defect():
    class Forgetful(ScriptedEngine):
        def generate(self, requests: Sequence[Request], sampling: Sampling) -> Iterator[tuple[int, Completion]]:
            return super().generate(requests[1:], sampling)

    with pytest.raises(AssertionError, match="23 of 24"):
        list(rollouts(SPECS, Forgetful(answers()), InlineJudge(), Sampling(), 2, (), REWARD))


def test_bad_requests_are_refused():
    engine = ScriptedEngine(answers())
    with pytest.raises(ValueError, match="samples=0"):
        list(rollouts(SPECS, engine, InlineJudge(), Sampling(), 0, (), REWARD))
    with pytest.raises(ValueError, match="did you mean"):
        list(rollouts([Spec("sortin", 0, 0)], engine, InlineJudge(), Sampling(), 1, (), REWARD))
    with pytest.raises(ValueError, match="style"):
        list(rollouts(SPECS, engine, InlineJudge(), Sampling(), 1, (), REWARD, style="braces"))


NASTY = 'a\u2028b\u2029c\r\n\x85\x0b\udfff\ud800\0"\\ é ' + "\U0001f600" * 3


def test_json_lines_round_trip_and_split_at_newlines_only(tmp_path: Path):
    completion = Completion(NASTY, (1, END), (-1 / 3, -5e-324), Finish.LENGTH, (7,), 3)
    rows = [
        Rollout(Spec("sorting", 2, 1 << 62), completion, Verdict(Outcome.PARTIAL, 1 / 3, NASTY, 0.1), 1e-5),
        Rollout(Spec("sorting", 0, 0), Completion(""), Verdict(Outcome.TIMEOUT, why="late"), None),
    ]
    path = tmp_path / "rollouts.jsonl"
    path.write_text("".join(row.to_json() + "\n" for row in rows), encoding="ascii")
    with path.open(encoding="ascii") as file:
        back = [Rollout.from_json(line) for line in file]
    assert back == rows and isinstance(back[0].completion.tokens_T, tuple)
    assert back[0].verdict.outcome is Outcome.PARTIAL and back[0].completion.finish is Finish.LENGTH
    assert pickle.loads(pickle.dumps(rows)) == rows


@pytest.mark.parametrize("line", ["", "{", "[]", "{}", '{"spec": {}}', "null", '{"completion": 1, "verdict": 2}'])
def test_a_line_that_is_no_rollout_is_refused(line: str):
    with pytest.raises(ValueError, match="not a rollout"):
        Rollout.from_json(line)


def test_judging_again_gives_the_same_record():
    groups = collected(ScriptedEngine(by_seed), max_tokens=30)
    for rollout in (rollout for group in groups for rollout in group.rollouts):
        assert rejudge(Rollout.from_json(rollout.to_json())) == rollout
    binary = rejudge(groups[0].rollouts[0], Reward(malformed=-0.2, invalid=-0.2))
    assert binary.reward in (1.0, -0.2)


def test_the_scripted_engine_restores_its_weights_bit_for_bit():
    engine = ScriptedEngine(lambda request: str(request.seed))
    requests, member = [Request(0, "p", 5)], Member(seed=1, iteration=2, index=3, sigma=0.1)
    before, sampled = engine.fingerprint(), list(engine.generate(requests, Sampling()))
    with pytest.raises(KeyError), engine.perturbed(member):
        inside = engine.fingerprint()
        assert list(engine.generate(requests, Sampling())) != sampled
        raise KeyError
    assert inside != before == engine.fingerprint()
    assert list(engine.generate(requests, Sampling())) == sampled
    with engine.perturbed(member):
        assert engine.fingerprint() == inside
    tensors = {name: value + 1 for name, value in engine.weights.items()}
    engine.set_weights(7, tensors)
    assert engine.fingerprint() != before and engine.weights_version == 7
    with pytest.raises(ValueError, match="shape"):
        engine.set_weights(8, {**tensors, "bias": tensors["scale"]})
    with pytest.raises(ValueError, match="exactly"):
        engine.set_weights(8, {})
    assert engine.weights_version == 7


def test_the_scripted_engine_stops_and_is_cut_off():
    engine = ScriptedEngine({"p": "ab<stop>cd"})
    [(_, stopped)] = engine.generate([Request(0, "p", 1)], Sampling(stop=("<stop>",)))
    assert (stopped.text, stopped.finish, len(stopped.tokens_T)) == ("ab<stop>", Finish.STOP, 8)
    [(_, ended)] = engine.generate([Request(0, "p", 1)], Sampling(max_tokens=11))
    assert (ended.finish, ended.tokens_T[-1], len(ended.logprobs_T)) == (Finish.STOP, END, 11)
    [(_, cut)] = engine.generate([Request(0, "p", 1)], Sampling(max_tokens=10))
    assert (cut.text, cut.finish, len(cut.tokens_T)) == ("ab<stop>cd", Finish.LENGTH, 10)
    assert all(value <= 0 for value in cut.logprobs_T)
