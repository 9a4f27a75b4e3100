"""The trainer of evolution strategies on a tiny real model: the numbers, who did the work, interruptions."""

import json
import math
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import yaml

pytest.importorskip("torch")

from safetensors.torch import load_file
from typer.testing import CliRunner

from rlve_gym import cli
from rlve_gym.config import load_config, parse_config
from rlve_gym.evolution import coefficients, member_rewards
from rlve_gym.fleets.local import Inline, Processes
from rlve_gym.history import History, Missing
from rlve_gym.judging import InlineJudge, Judge
from rlve_gym.metrics import Run, read_lines
from rlve_gym.noise import noise
from rlve_gym.population import Pending, Population
from rlve_gym.registry import trainer
from rlve_gym.report import write_report
from rlve_gym.verdict import Outcome, Verdict

es = trainer("es")
SFT = {
    "trainer": "sft",
    "name": "warm",
    "environments": ["sorting"],
    "model": {"path": "tiny", "tiny": {"width": 32, "depth": 1, "heads": 2, "feed_forward": 32, "levels": 1}},
    "steps": 30,
    "batch": 32,
    "high": 0,
    "optimizer": {"lr": 1e-2},
    "threads": 1,
}
ES = {
    "trainer": "es",
    "name": "run",
    "environments": ["sorting"],
    "steps": 3,
    "prompts": 4,
    "evolution": {"population": 6, "sigma": 0.03, "alpha": 0.03, "antithetic": True},
    "sampling": {"max_tokens": 8},
    "curriculum": {"prompts": 1, "threshold": 0.01},
    "threads": 1,
    "judge": {"processes": 1},
    "log_groups": 100,
}


@pytest.fixture(scope="module")
def warm(tmp_path_factory) -> str:
    """A model that writes answers, most of them wrong."""
    folder = tmp_path_factory.mktemp("warm")
    config = parse_config({**SFT, "runs": str(folder)})
    with Run.create(config) as run:
        trainer("sft").train(config, run)
    return str(folder / "warm" / "model")


@pytest.fixture
def trained(tmp_path, warm):
    """trained(**changes) -> the folder of a finished run."""

    def build(name: str = "run", **changes) -> Path:
        config = parse_config({**ES, "model": warm, "runs": str(tmp_path), "name": name, **changes})
        with Run.create(config) as run:
            es.train(config, run)
        return tmp_path / name

    return build


def timeless(folder: Path) -> list[dict]:
    lines = read_lines(folder / "metrics.jsonl")
    return [{key: value for key, value in line.items() if not key.startswith("time/")} for line in lines]


def same(one: Path, other: Path) -> None:
    assert timeless(one) == timeless(other)
    for name in ("rollouts.jsonl", es.HISTORY, "model/model.safetensors"):
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


def rewards(folder: Path) -> list[tuple[float | None, ...]]:
    return [entry.rewards for entry in History.from_file(folder / es.HISTORY).entries]


# The numbers


def test_weights_follow_from_rewards_by_the_formula(trained, warm):
    folder = trained()
    history, base = History.from_file(folder / es.HISTORY), load_file(f"{warm}/model.safetensors")
    assert len(history) == 3 and sum(len(coefficients(history.header, row)) > 0 for row in rewards(folder)) > 1
    made = load_file(folder / "model/model.safetensors")
    assert made.keys() == base.keys()
    for name, tensor in base.items():
        change = np.zeros(tensor.numel(), dtype=np.float32)
        for iteration, row in enumerate(rewards(folder)):
            update = np.zeros_like(change)
            for index, move in coefficients(history.header, row):
                update += np.float32(move) * noise(0, iteration, index, name, 0, tensor.numel())
            change += update
        assert np.array_equal(made[name].numpy().ravel(), tensor.numpy().ravel() + change), name


def test_a_members_reward_is_the_mean_over_its_prompts(trained):
    folder = trained(prompts=3, samples=2, sampling={"temperature": 1.0, "max_tokens": 8})
    for step, row in enumerate(rewards(folder)):
        lines = [line for line in read_lines(folder / "rollouts.jsonl") if line["step"] == step]
        assert len(lines) == 6 * 3 * 2 and {line["group"] for line in lines} == {0, 1, 2}
        for member, reward in enumerate(row):
            its = [line["reward"] for line in lines if line["sample"] // 2 == member]
            assert len(its) == 6 and reward == np.float32(sum(its) / 6)


def test_it_learns_and_with_alpha_0_it_does_not(trained, warm):
    """The same prompts in all iterations: the reward rises, and does not where no step is taken."""
    options = {"steps": 12, "prompts": 16, "fresh": False, "together": 16, "observe": "unperturbed"}
    evolution = {"population": 32, "sigma": 0.02, "antithetic": True}
    curves = {}
    for alpha in (0.02, 0.0):
        folder = trained(f"alpha{alpha}", **options, evolution={**evolution, "alpha": alpha})
        curves[alpha] = [line["reward/mean"] for line in timeless(folder)]
    learned, control = (sum(curve[-4:]) / 4 for curve in curves.values())
    assert learned > control + 0.05
    assert all(line["members/moving"] == 0 for line in timeless(folder))
    assert load_file(folder / "model/model.safetensors").keys() == load_file(f"{warm}/model.safetensors").keys()
    for name, tensor in load_file(f"{warm}/model.safetensors").items():
        assert tensor.equal(load_file(folder / "model/model.safetensors")[name])


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (Missing.LEAVE_OUT, [0.75, None, -1.0, 0.5]),
        (Missing.ZERO, [0.5, 0.0, -1.0, 0.5]),
        (Missing.WORST, [1 / 6, -1.0, -1.0, 0.5]),
    ],
)
def test_what_stands_for_a_reward_that_is_missing(rule, expected):
    found = member_rewards(rule, [[1.0, None, 0.5], [None, None, None], [-1.0, -1.0, -1.0], [0.5, 0.5, 0.5]])
    assert found == [None if value is None else pytest.approx(value) for value in expected]
    assert member_rewards(rule, [[None], [None]]) in ([None, None], [0.0, 0.0])


def test_the_order_of_arrival_does_not_change_a_mean():
    values = [0.1, 0.7, 1e-9, 0.3, 1 / 3, -0.9]
    assert member_rewards(Missing.ZERO, [values]) == member_rewards(Missing.ZERO, [values[::-1]])


class Faulty(InlineJudge):
    """Times out on a third of all answers if it is slow, and says when it is given something."""

    def __init__(self, slow=False):
        super().__init__()
        self.slow, self.events, self.late = slow, [], set()

    def submit(self, key, spec, completion):
        self.events.append("submit")
        if self.slow and sum(map(ord, completion.text)) % 3 == 0:
            self.late.add(key)
        super().submit(key, spec, completion)

    def finished(self, timeout_s=0.0):
        timeout = Verdict(Outcome.TIMEOUT)
        return [(key, timeout if key in self.late else verdict) for key, verdict in super().finished(timeout_s)]


@pytest.fixture
def make(tmp_path, warm):
    """make(fleet class, judge, **changes) -> a Trainer of a fresh run."""
    close = []

    def build(judge, fleet=Inline, **changes):
        config = parse_config({**ES, "model": warm, "runs": str(tmp_path), "name": f"made{len(close)}", **changes})
        run = Run.create(config)
        close.append(run)
        made = fleet(config.recipe(run.initial, run.folder / "snapshots"))
        close.append(made)
        return es.Trainer(config, run, made, judge)

    yield build
    for one in close:
        one.close()


@pytest.mark.parametrize("rule", list(Missing))
def test_a_verifier_that_times_out_follows_the_rule_of_the_header(make, rule):
    made = make(Faulty(slow=True), evolution={**ES["evolution"], "missing": rule}, curriculum={"prompts": 9})
    metrics = made.step(0)
    made.save(1)
    lines = read_lines(made.run.folder / "rollouts.jsonl")
    by_member = [[line["reward"] for line in lines if line["sample"] == member] for member in range(6)]
    late = sum(row.count(None) for row in by_member)
    assert 2 < late < 22 and late == sum(line["outcome"] == "timeout" for line in lines)
    expected = [None if reward is None else np.float32(reward) for reward in member_rewards(rule, by_member)]
    assert list(made.history.entries[0].rewards) == expected and made.history.header.missing is rule
    assert metrics["outcome/timeout"] == pytest.approx(late / 24)
    assert metrics["curriculum/sorting/count"] == 24 - late
    assert metrics["members/missing"] == expected.count(None)


def test_equal_answers_are_judged_once():
    from rlve_gym.engines.base import Completion, Finish

    judge, its = Faulty(), population(samples=1)
    pending = Pending(judge, its, parse_config({**ES, "model": "tiny"}).reward.scheme())
    texts = [its.spec(0, 0).problem().completion(its.spec(0, 0).problem().reference), "<answer>"]
    for member in range(5):
        for attempt in range(2):
            finish = Finish.LENGTH if member == 4 else Finish.STOP
            pending.submit(member, attempt, Completion(texts[member % 2], (member,), finish=finish))
        pending.take(0.0)
    assert judge.events == ["submit"] * 6 and not pending.open
    assert [rollout.completion.tokens_T for rollout in its.rollouts] == [(n,) for n in range(5) for _ in range(2)]
    outcomes = [rollout.verdict.outcome for rollout in its.rollouts]
    assert outcomes[::2] == ["correct", "malformed", "correct", "malformed", "correct"]
    assert outcomes[1::2][1] == "malformed" and its.rewards(Missing.ZERO)[1] == -1.0


# Who did the work


class Watching(Inline):
    """Tells the judge's list of events when a member is begun."""

    events: list

    def map(self, method, items, common=None):
        def told():
            for item in items:
                self.events.append("begin")
                yield item

        return super().map(method, told(), common)


def test_completions_are_judged_while_other_members_are_sampled(make):
    judge = Faulty()
    Watching.events = judge.events
    made = make(judge, Watching)
    judge.events.clear()
    made.step(0)
    assert judge.events.count("begin") == 6 and judge.events.count("submit") >= 4
    assert judge.events[:5] == ["begin", *["submit"] * 4]


class Sabotaged(Processes):
    """Two processes, one of which is killed in the middle of every iteration."""

    def __init__(self, recipe):
        super().__init__(recipe, 2)
        self.killed = 0

    def map(self, method, items, common=None):
        for n, found in enumerate(super().map(method, items, common)):
            yield found
            if method == "sample" and n == 9:
                victim = next(process for process in self._pool if process.call is not None)
                os.kill(victim.process.pid, signal.SIGKILL)
                self.killed += 1


def test_a_killed_engine_leaves_no_trace_but_a_note(make):
    with Judge(processes=1) as judge:
        one, other = make(judge), make(judge, Sabotaged)
        metrics = [[made.step(step) for step in range(3)] for made in (one, other)]
    timed = [[{k: v for k, v in line.items() if k[:5] != "time/"} for line in lines] for lines in metrics]
    assert timed[0] == timed[1]
    assert one.packed() == other.packed() and any(one.history.entries[-1].rewards)
    prints = {
        value
        for made in (one, other)
        for _, _, value in made.fleet.map("fingerprint", [((3, n), None) for n in range(4)], made.packed())
    }
    assert len(prints) == 1
    assert other.fleet.killed == 3
    assert (other.run.folder / "notes.txt").read_text().count("SIGKILL") == 3


@pytest.mark.parametrize("changes", [{"fleet": {"processes": 2}}, {"together": 4}, {"snapshots": {"every": 1}}])
def test_how_the_work_is_done_leaves_no_trace(trained, changes):
    options = {"evaluation": {"every": 2, "levels": [0], "problems": 9}, "observe": "unperturbed"}
    same(trained("plain", **options), trained("other", **options, **changes))


def test_snapshots_are_kept_and_used(trained, make):
    folder = trained(snapshots={"every": 1, "keep": 2})
    assert [path.name[:15] for path in sorted((folder / "snapshots").iterdir())] == [
        "change-00000002",
        "change-00000003",
    ]
    worker = parse_config(yaml.safe_load((folder / "config.yaml").read_text()))
    made = Inline(worker.recipe(worker.model.path, folder / "snapshots"))
    packed = (folder / es.HISTORY).read_bytes()
    list(made.map("fingerprint", [((0, 0), None)], packed))
    assert made.worker._replica.iterations == 3


# What is asked


def population(**changes) -> Population:
    from rlve_gym.engines.base import Member
    from rlve_gym.problem import Spec

    specs = [[Spec("sorting", 0, 1), Spec("sorting", 0, 2)]]
    members = [Member(1, 0, n, 0.1) for n in range(5)]
    return Population(**{"specs": specs, "members": members, "samples": 3, "seed_key": ("es", 1, 0), **changes})


def test_calls_of_one_member_and_of_crowds():
    single = dict(population(with_unperturbed=True).calls(7))
    assert list(single) == [(7, -1), (7, 0), (7, 1), (7, 2), (7, 3), (7, 4)]
    assert [len(call.members) for call in single.values()] == [0, 1, 1, 1, 1, 1]
    assert len({call.attempts for call in single.values()}) == 1, "the same random numbers for all"
    crowds = dict(population().calls(7, together=2))
    assert [(key, len(call.members), len(call.attempts)) for key, call in crowds.items()] == [
        ((7, 0), 2, 12),
        ((7, 2), 2, 12),
        ((7, 4), 1, 6),
    ]
    assert [population().of(2, number) for number in (0, 5, 6, 11)] == [(2, 0), (2, 5), (3, 0), (3, 5)]
    assert population().of(-1, 4) == (-1, 4)


def test_random_numbers_of_their_own():
    calls = dict(population(same_numbers=False).calls(0))
    seeds = {seed for call in calls.values() for _, seed in call.attempts}
    assert len(seeds) == 5 * 6


def test_members_that_hardly_differ_sample_the_same_with_the_same_numbers(trained):
    options = {"sampling": {"temperature": 1.0, "max_tokens": 8}, "steps": 1}
    evolution = {"population": 6, "sigma": 1e-12}
    texts = {}
    for shared in ("samples", "prompts", "nothing"):
        folder = trained(shared, shared=shared, evolution=evolution, **options)
        texts[shared] = read_lines(folder / "rollouts.jsonl")
        assert len(texts[shared]) == 24
    by_group = {group: {line["text"] for line in texts["samples"] if line["group"] == group} for group in range(4)}
    assert all(len(found) == 1 for found in by_group.values())
    assert len({line["text"] for line in texts["prompts"]}) > 8
    assert len({line["seed"] for line in texts["prompts"]}) == 4
    assert len({line["seed"] for line in texts["nothing"]}) == 24


def test_prompts_are_fresh_or_those_of_the_first_iteration(trained):
    for fresh, count in ((True, 12), (False, 4)):
        folder = trained(str(fresh), fresh=fresh)
        assert len({line["seed"] for line in read_lines(folder / "rollouts.jsonl")}) == count


def test_what_the_curriculum_observes(make):
    """A check of the window needs a prompt's worth: 6 members' completions, or one of the weights as they are."""
    for observe, count in (("population", 24), ("unperturbed", 4)):
        made = make(InlineJudge(), observe=observe, curriculum={"prompts": 10})
        metrics = made.step(0)
        assert made.curriculum.needed == (60 if observe == "population" else 10)
        assert metrics["curriculum/sorting/count"] == count
        assert ("unperturbed/accuracy" in metrics) == (observe == "unperturbed")
        assert metrics["total/rollouts"] == 24 + (4 if observe == "unperturbed" else 0)


def test_pending_verdicts_of_others_are_not_taken():
    judge, its = InlineJudge(), population()
    pending = Pending(judge, its, parse_config({**ES, "model": "tiny"}).reward.scheme())
    from rlve_gym.engines.base import Completion

    pending.submit(0, 0, Completion("<answer>1 2 3</answer>"))
    judge.submit(-5, its.spec(0, 0), Completion("x"))
    pending.take(0.0)
    assert not pending.open and its._found.keys() == {(0, 0)}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"samples": 2}, "greedy"),
        ({"evolution": {"population": 5, "antithetic": True}}, "pairs"),
        ({"together": 2, "shared": "nothing"}, "share their prompts"),
        ({"evolution": {"sgima": 1}}, "sigma"),
        ({"fleet": "locla"}, "fleet"),
    ],
)
def test_mistakes_are_found_before_anything_is_done(changes, message):
    with pytest.raises(ValueError, match=message):
        parse_config({**ES, "model": "tiny", **changes})


def test_defaults_are_the_papers():
    config = parse_config({**ES, "model": "tiny", "evolution": {}, "fleet": "local"})
    header = config.header("00", "float32")
    assert (header.population, header.sigma, header.alpha) == (30, 1e-3, 5e-4)
    assert config.sampling.temperature == 0 and config.sampling.max_tokens == 8


# Interruptions


def finish(tmp_path: Path, warm: str, name: str, seed: int) -> Path:
    raw = {**ES, "model": warm, "steps": 8, "checkpoint": {"every": 1}, "snapshots": {"every": 2}, "together": 3}
    config = tmp_path / f"{name}.yaml"
    config.write_text(yaml.safe_dump({**raw, "name": name, "runs": str(tmp_path)}))
    script = Path(__file__).with_name("killing.py")
    done = subprocess.run([sys.executable, script, config, str(seed)], capture_output=True, text=True, timeout=110)
    assert done.returncode == 0, done.stderr[-2000:]
    if seed:
        assert int(done.stdout.split()[-1]) >= 2, "nothing was killed: the test shows nothing"
    return tmp_path / name


def test_killed_and_resumed_equals_undisturbed(tmp_path, warm):
    undisturbed = finish(tmp_path, warm, "undisturbed", 0)
    assert [line["step"] for line in timeless(undisturbed)] == list(range(8))
    assert len(set(rewards(undisturbed))) > 4, "nothing was learned: the test shows nothing"
    same(undisturbed, finish(tmp_path, warm, "killed", 1))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3, 4])
def test_killed_at_other_moments(tmp_path, warm, seed):
    same(finish(tmp_path, warm, "undisturbed", 0), finish(tmp_path, warm, "killed", seed))


def resumed(folder: Path, **changes) -> None:
    if changes:
        raw = yaml.safe_load((folder / "config.yaml").read_text())
        (folder / "config.yaml").write_text(yaml.safe_dump({**raw, **changes}))
    with Run.resume(folder) as run:
        es.train(run.config, run)


def test_a_run_goes_back_to_its_checkpoint(trained, tmp_path):
    """Entries after it are forgotten, also half of one, and are made again."""
    folder = trained("run", checkpoint={"every": 2, "keep": 9})
    whole = tmp_path / "whole"
    shutil.copytree(folder, whole)
    shutil.rmtree(folder / "checkpoints" / "step-00000003")
    with (folder / es.HISTORY).open("ab") as file:
        file.write(b"half of a record")
    resumed(folder)
    same(folder, whole)


def test_a_history_that_is_not_the_checkpoints_is_refused(trained, tmp_path):
    folder = trained("run", checkpoint={"every": 3})
    path = folder / es.HISTORY
    data = path.read_bytes()
    path.write_bytes(History.from_bytes(data).prefix(2).to_bytes())
    with pytest.raises(ValueError, match="not the history"):
        resumed(folder)
    other = History(History.from_bytes(data).header)
    for _ in range(3):
        other.append([0.0] * 6)
    path.write_bytes(other.to_bytes())
    with pytest.raises(ValueError, match="not the history"):
        resumed(folder)
    path.write_bytes(data[:-40] + b"\0" + data[-39:])
    with pytest.raises(ValueError, match="damaged"):
        resumed(folder)
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"sigma was 0\.03, is 0\.5"):
        resumed(folder, evolution={**ES["evolution"], "sigma": 0.5})


def test_a_run_that_was_killed_before_its_first_checkpoint_begins_anew(trained, tmp_path):
    folder = trained("run", checkpoint={"every": 0})
    whole = tmp_path / "whole"
    shutil.copytree(folder, whole)
    shutil.rmtree(folder / "checkpoints")
    resumed(folder)
    same(folder, whole)


# Beside the run


def test_replay_gives_the_runs_model(trained, warm, tmp_path):
    folder, out = trained(), tmp_path / "replayed"
    arguments = ["es", "replay", str(folder / es.HISTORY), "--base", warm, "--out", str(out)]
    assert CliRunner().invoke(cli.app, arguments).exit_code == 0
    assert (out / "model.safetensors").read_bytes() == (folder / "model/model.safetensors").read_bytes()
    shown = CliRunner().invoke(cli.app, ["es", "show", str(folder / es.HISTORY)]).output.splitlines()
    assert len(shown) == 4 and json.loads(shown[1])["iteration"] == 0


def test_the_report_reads_the_run(trained):
    folder = trained(evaluation={"every": 1, "levels": [0], "problems": 2})
    text = write_report(folder).read_text()
    assert "members/std" in text and "Accuracy on held-out problems" in text


def test_figures_of_an_iteration(trained):
    folder = trained()
    for line, row in zip(timeless(folder), rewards(folder), strict=True):
        assert line["members/best"] == pytest.approx(max(row), abs=1e-6)
        assert line["members/std"] == pytest.approx(float(np.std(np.array(row, dtype=float))), abs=1e-6)
        assert line["reward/mean"] == pytest.approx(math.fsum(row) / 6, abs=1e-6)
    seconds = read_lines(folder / "metrics.jsonl")[-1]
    assert 0 < seconds["time/engines_generate_s"] < seconds["time/step_s"]


@pytest.mark.parametrize("name", ["quickstart_es", "es_lean", "es_kimina_1_5b"])
def test_shipped_configurations_are_valid(name):
    config = load_config(name)
    assert config.trainer == "es"
    if name == "es_kimina_1_5b":
        assert config.evolution.population * config.prompts * config.samples == 3840
