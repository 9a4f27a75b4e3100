"""The DAPO trainer on a tiny real model: what is collected, what is learned from it, and what the presets change."""

import math

import pytest

pytest.importorskip("torch")

import torch

from rlve_gym.config import parse_config
from rlve_gym.engines.base import Completion, Finish
from rlve_gym.engines.transformers import TransformersEngine, token_logprobs
from rlve_gym.judging import Judge
from rlve_gym.metrics import Run, read_lines
from rlve_gym.problem import Spec
from rlve_gym.registry import trainer
from rlve_gym.rollout import Group, Rollout
from rlve_gym.verdict import Outcome, Reward, Verdict

BASE = {
    "trainer": "dapo",
    "name": "run",
    "environments": ["sorting"],
    "model": {"path": "tiny", "tiny": {"width": 32, "depth": 1, "heads": 2, "feed_forward": 32, "levels": 2}},
    "steps": 2,
    "prompts": 2,
    "samples": 4,
    "max_waves": 2,
    "sampling": {"max_tokens": 8},
    "optimizer": {"lr": 1e-2},
    "threads": 1,
}
dapo = trainer("dapo")


@pytest.fixture(scope="module")
def judge():
    with Judge(processes=1) as judge:
        yield judge


@pytest.fixture
def make(tmp_path, judge):
    """make(**changes) -> a Trainer of a fresh run."""
    runs = []

    def build(**changes):
        config = parse_config({**BASE, "runs": str(tmp_path), "name": f"run{len(runs)}", **changes})
        runs.append(Run.create(config))
        engine = TransformersEngine.load(runs[-1].weights, **config.model.engine_options())
        return dapo.Trainer(config, runs[-1], engine, judge)

    yield build
    for run in runs:
        run.close()


def group(trainer, outcomes, index=0, finish=Finish.STOP):
    """A group whose completions are real token sequences; a correct one sorts, others do not."""
    spec = Spec("sorting", 0, index)
    problem = spec.problem()
    right = problem.completion(problem.reference)
    texts = {Outcome.CORRECT: right, Outcome.WRONG: "<answer>0 0 0</answer>", Outcome.TIMEOUT: right}
    prompt = trainer.engine.encode(problem.prompt())
    rollouts = []
    for outcome in outcomes:
        tokens = trainer.engine.encode_completion(texts[outcome])
        (logprobs,), _ = token_logprobs(trainer.engine.model, [(prompt, tokens)])
        completion = Completion(texts[outcome], tokens, tuple(logprobs.tolist()), finish, prompt)
        verdict = Verdict(outcome, float(outcome is Outcome.CORRECT))
        rollouts.append(Rollout(spec, completion, verdict, Reward()(verdict)))
    return Group(index, spec, rollouts)


def logprob(trainer, sample):
    with torch.no_grad():
        return float(token_logprobs(trainer.engine.model, [(sample.prompt, sample.tokens_T)])[0].sum())


RIGHT, WRONG, TIMEOUT = Outcome.CORRECT, Outcome.WRONG, Outcome.TIMEOUT


def test_advantages_of_a_group_by_hand(make):
    samples = make().samples([group(make(), [RIGHT, WRONG, WRONG, WRONG])])
    # mean 1/4; unbiased std of (1, 0, 0, 0) is 1/2.
    assert [sample.advantage for sample in samples] == pytest.approx([1.5, -0.5, -0.5, -0.5], abs=1e-5)


def test_a_rollout_without_a_verdict_never_teaches(make):
    trainer = make()
    samples = trainer.samples([group(trainer, [RIGHT, WRONG, TIMEOUT])])
    assert [sample.advantage for sample in samples] == pytest.approx([math.sqrt(0.5), -math.sqrt(0.5)], abs=1e-5)


def test_truncated_completions_are_masked_by_dapo_and_train_in_rlve(make):
    trainer = make(preset="dapo")
    assert trainer.samples([group(trainer, [RIGHT, WRONG], finish=Finish.LENGTH)]) == []
    trainer = make(preset="rlve")
    assert len(trainer.samples([group(trainer, [RIGHT, WRONG], finish=Finish.LENGTH)])) == 2


def test_soft_overlong_punishment_lowers_the_reward_of_long_answers(make):
    """A completion of max_tokens tokens earns 1 less: (1 - 1, 0 - 1) has the same advantages as (1, 0)."""
    trainer = make(algorithm={"overlong_cache": 0.5, "advantage_std": "none"}, sampling={"max_tokens": 6})
    made = group(trainer, [RIGHT, WRONG])
    lengths = [len(rollout.completion.tokens_T) for rollout in made.rollouts]
    assert lengths == [6, 6]
    assert [sample.advantage for sample in trainer.samples([made])] == pytest.approx([0.5, -0.5])


@pytest.mark.parametrize("preset", ["dapo", "grpo", "rlve", "dr_grpo"])
def test_learning_raises_the_right_answer_and_lowers_the_wrong_one(make, preset):
    trainer = make(preset=preset)
    samples = trainer.samples([group(trainer, [RIGHT, WRONG, WRONG, WRONG])])
    before = [logprob(trainer, sample) for sample in samples[:2]]
    # GRPO's KL is zero at the initial model, so the first step is all advantage.
    metrics = trainer.learn(0, list(samples))
    after = [logprob(trainer, sample) for sample in samples[:2]]
    assert after[0] - before[0] > 0.05
    assert after[0] - before[0] > after[1] - before[1]
    assert metrics["grad_norm"] > 0
    assert trainer.engine.weights_version == 1


def test_learning_rate_zero_changes_nothing(make):
    trainer = make(optimizer={"lr": 0})
    before = trainer.engine.fingerprint()
    trainer.learn(0, trainer.samples([group(trainer, [RIGHT, WRONG])]))
    assert trainer.engine.fingerprint() == before
    metrics = trainer.step(0)
    assert trainer.engine.fingerprint() == before
    assert metrics["total/rollouts"] > 0 and "loss" not in metrics


@pytest.mark.parametrize("preset", ["dapo", "rlve", "dr_grpo"])
def test_microbatches_add_up_to_the_whole_batch(make, preset):
    """Same gradient norm and same weights from one micro-batch and from one per sequence."""
    found = []
    for budget in (1, 10_000):
        trainer = make(preset=preset, optimizer={"lr": 1e-2, "tokens_per_microbatch": budget})
        groups = [group(trainer, [RIGHT, WRONG, WRONG], index) for index in range(3)]
        metrics = trainer.learn(0, trainer.samples(groups))
        found.append((metrics, dict(trainer.engine.model.named_parameters())))
    (one, weights), (other, its_weights) = found
    for key in ("grad_norm", "loss", "entropy", "ratio_mean"):
        assert one[key] == pytest.approx(other[key], rel=1e-4, abs=1e-6)
    for name, tensor in weights.items():
        torch.testing.assert_close(tensor, its_weights[name], rtol=1e-3, atol=1e-4)


def test_the_token_budget_counts_a_shared_prompt_once(make):
    """Two prompts of 10 tokens with 4 samples of 6 tokens each: 2 x 10 + 8 x 6 = 68 tokens."""
    samples = [dapo.Sample((group,) * 10, (1,) * 6, (0.0,) * 6, 1.0) for group in (1, 2) for _ in range(4)]
    for budget, sizes in ((68, [8]), (67, [7, 1]), (16, [1] * 8)):
        batches = make(optimizer={"tokens_per_microbatch": budget}).microbatches(samples)
        assert [len(batch) for batch in batches] == sizes


def test_several_updates_are_off_policy_and_clip(make):
    trainer = make(optimizer={"lr": 0.1, "updates": 3})
    groups = [group(trainer, [RIGHT, WRONG, WRONG], index) for index in range(3)]
    metrics = trainer.learn(0, trainer.samples(groups))
    assert trainer.optimizer.steps == 3
    assert metrics["ratio_mean"] != pytest.approx(1.0, abs=1e-3)
    assert metrics["clip_low"] + metrics["clip_high"] > 0


def test_the_samplers_own_log_probabilities_serve_as_the_old_ones(make):
    found = []
    for old in ("recompute", "rollout"):
        trainer = make(optimizer={"lr": 0.01, "updates": 2}, algorithm={"old_logprobs": old})
        groups = [group(trainer, [RIGHT, WRONG, WRONG], index) for index in range(2)]
        found.append(trainer.learn(0, trainer.samples(groups)))
    for key in ("loss", "grad_norm", "ratio_mean"):
        assert found[0][key] == pytest.approx(found[1][key], rel=1e-3, abs=1e-5)


def test_kl_pulls_back_to_the_initial_model(make):
    trainer = make(preset="grpo", algorithm={"kl_weight": 1.0})
    samples = trainer.samples([group(trainer, [RIGHT, WRONG])])
    first = trainer.learn(0, list(samples))
    second = trainer.learn(1, list(samples))
    assert first["reference_kl"] == pytest.approx(0.0, abs=1e-6)
    assert second["reference_kl"] > 1e-4


def test_a_gradient_that_is_not_finite_is_dropped(make):
    trainer = make()
    samples = trainer.samples([group(trainer, [RIGHT, WRONG])])
    broken = [dapo.Sample(sample.prompt, sample.tokens_T, sample.logprobs_T, math.inf) for sample in samples]
    before = trainer.engine.fingerprint()
    metrics = trainer.learn(0, broken)
    assert metrics["skipped"] == 1.0
    assert trainer.engine.fingerprint() == before


def test_a_batch_that_cannot_be_filled_is_short_with_a_reason(make):
    """An untrained model is never right, so the filter keeps nothing; the curriculum sees it all and nothing fails."""
    trainer = make(preset="dapo", max_waves=3)
    metrics = trainer.step(0)
    assert metrics["short"] == "0 of 2 groups after 3 waves"
    assert (metrics["prompts/drawn"], metrics["prompts/kept"], metrics["prompts/waves"]) == (6, 0, 3)
    assert metrics["total/rollouts"] == 24
    assert "loss" not in metrics
    assert (
        trainer.curriculum.state_dict()
        != dapo.Trainer(trainer.config, trainer.run, trainer.engine, None).curriculum.state_dict()
    )


def test_only_missing_groups_are_drawn_again(make, monkeypatch):
    trainer = make(preset="dapo", prompts=3, max_waves=5)
    asked = []

    def wave(key, specs, first):
        asked.append(len(specs))
        outcomes = [[RIGHT, WRONG] if (first + place) in (0, 3, 5) else [WRONG, WRONG] for place in range(len(specs))]
        return [group(trainer, its, first + place) for place, its in enumerate(outcomes)]

    monkeypatch.setattr(trainer, "wave", wave)
    batch = trainer.collect(0)
    assert asked == [3, 2, 1]
    assert [group.index for group in batch.kept] == [0, 3, 5]
    assert (batch.waves, batch.short, len(batch.groups)) == (3, None, 6)


def test_the_optimizer_trains_half_precision_through_float32(make):
    """Steps far below bfloat16's resolution add up."""
    from rlve_gym.optimizer import Optimizer, OptimizerSection

    layer = torch.nn.Linear(1, 1, bias=False, dtype=torch.bfloat16)
    with torch.no_grad():
        layer.weight.fill_(1.0)
    optimizer = Optimizer(layer, OptimizerSection(lr=1e-4))
    for _ in range(200):
        layer.weight.grad = torch.ones_like(layer.weight)
        optimizer.step()
    assert layer.weight.item() == pytest.approx(0.98, abs=0.005)


def test_warm_up_and_decay_of_the_learning_rate():
    from rlve_gym.optimizer import Optimizer, OptimizerSection

    layer = torch.nn.Linear(1, 1)
    optimizer = Optimizer(layer, OptimizerSection(lr=1.0, warmup_steps=4, decay_steps=10))
    rates = []
    for _ in range(11):
        layer.weight.grad = torch.zeros_like(layer.weight)
        rates.append(optimizer.step()["lr"])
    assert rates == pytest.approx([0.25, 0.45, 0.6, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0])


def test_a_whole_run_leaves_a_model_and_its_figures(tmp_path):
    config = parse_config({**BASE, "runs": str(tmp_path), "evaluation": {"every": 1, "levels": [0], "problems": 2}})
    with Run.create(config) as run:
        dapo.train(config, run)
    lines = read_lines(tmp_path / "run" / "metrics.jsonl")
    assert [line["step"] for line in lines] == [0, 1]
    assert {"eval/accuracy", "epr/reward", "epr/correct", "curriculum/sorting/level", "time/step_s"} <= set(lines[-1])
    rollouts = read_lines(tmp_path / "run" / "rollouts.jsonl")
    assert len(rollouts) == 2 * 4 * 4
    assert TransformersEngine.load(str(tmp_path / "run" / "model")).fingerprint()
