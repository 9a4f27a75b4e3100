"""DAPO and its relatives: policy gradients on groups of rollouts, with the difficulty following the model.

One step: draw specs from the curriculum, sample a group of completions for each, judge them, show every rollout to the
curriculum, keep the groups that carry a signal (drawing again for those that do not), and take one or more optimizer
steps on the clipped policy-gradient loss. The weights that are sampled from and trained are the same tensors, unless a
fleet samples: then its workers get the weights that are trained before they sample from them, in every step.

Presets set the algorithm's options, and any option can be set beside one:

- `dapo`     DAPO (arXiv 2503.14476): token-level loss, clip-higher, dynamic sampling by correctness, overlong mask and
             soft punishment, no KL.
- `grpo`     GRPO (arXiv 2402.03300): per-sample mean, symmetric clip, KL against the initial model, no filter.
- `rlve`     what the code of RLVE (arXiv 2511.07317) does: DAPO's clip and filter (by shaped reward) around GRPO's
             per-sample loss, truncated importance sampling, truncated completions train as malformed.
- `dr_grpo`  Dr. GRPO (arXiv 2503.20783): no division by the standard deviation, a constant length in the loss.

Deviations, all deliberate: only the groups that are missing are drawn again, never a whole wave; when `max_waves` waves
have not filled the batch, the step trains on what there is and says so under `short`, where the paper's code raises; a
rollout whose verifier timed out or failed has no reward and is left out of its group's statistics. With one update per
batch the old policy is the current one, so its log-probabilities are not computed twice and the clip is inert, as in
RLVE.

    rlve-gym train configs/quickstart.yaml
"""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import torch
from pydantic import Field, field_validator, model_validator

from rlve_gym.advantages import group_advantages, overlong_mask, soft_overlong_punishment
from rlve_gym.config import (
    CurriculumSection,
    JudgeSection,
    RewardSection,
    RunConfig,
    SamplingSection,
    Section,
    merged,
)
from rlve_gym.engines.transformers import TransformersEngine, token_logprobs
from rlve_gym.evaluation import EvaluationSection, evaluate
from rlve_gym.filters import Filter
from rlve_gym.filters import make as make_filter
from rlve_gym.fleets.base import Fleet, Recipe
from rlve_gym.fleets.sampler import MAKER, FleetSampler
from rlve_gym.fleets.select import FleetSection, open_fleet
from rlve_gym.judging import Verifier
from rlve_gym.lean.judge import open_judge
from rlve_gym.losses import Denominators, LossOptions, merge_metrics, policy_loss
from rlve_gym.metrics import Run
from rlve_gym.optimizer import Optimizer, OptimizerSection
from rlve_gym.problem import Spec, random_stream
from rlve_gym.progress import progress
from rlve_gym.rollout import Group, rollouts
from rlve_gym.summary import rollout_lines, summarize
from rlve_gym.timeline import Stage, Timeline

PRESETS: dict[str, dict[str, Any]] = {
    "dapo": {
        "algorithm": {
            "aggregation": "token",
            "clip_high": 0.28,
            "filter": "by_correctness",
            "overlong_mask": True,
            "overlong_cache": 0.2,
        },
    },
    "grpo": {"algorithm": {"aggregation": "sample", "kl_weight": 0.04}},
    "rlve": {
        "algorithm": {"aggregation": "sample", "clip_high": 0.28, "filter": "by_reward", "correction": "token_tis"},
        "optimizer": {"betas": [0.9, 0.98], "weight_decay": 0.01},
    },
    "dr_grpo": {"algorithm": {"aggregation": "constant", "advantage_std": "none"}},
}


class AlgorithmSection(Section):
    """The algorithm's options; a preset gives other defaults."""

    aggregation: Literal["token", "sample", "constant"] = "token"
    """What the loss is a mean over: all tokens of the batch, tokens of each sample then samples, or `max_tokens` per
    sample."""
    advantage_std: Literal["group", "batch", "none"] = "group"
    """The standard deviation that advantages are divided by."""
    clip_low: Annotated[float, Field(ge=0, le=1)] = 0.2
    """The ratio of new to old probability may fall to 1 - clip_low."""
    clip_high: Annotated[float, Field(ge=0)] = 0.2
    """The ratio may rise to 1 + clip_high."""
    dual_clip: Annotated[float, Field(gt=1)] | None = None
    """Bound on the ratio where the advantage is negative."""
    kind: Literal["ppo", "cispo"] = "ppo"
    """`cispo` clips the weight of a token instead of dropping its gradient."""
    ratio: Literal["token", "sequence"] = "token"
    """`sequence` is GSPO."""
    filter: Literal["keep_all", "by_correctness", "by_reward", "band"] = "keep_all"
    """Dynamic sampling: which groups are kept. Others are replaced by fresh ones."""
    band: tuple[float, float] = (0.2, 0.8)
    """For the filter `band`: the accuracies that a kept group lies within, bounds included."""
    overlong_mask: bool = False
    """Leave truncated completions out of the loss."""
    overlong_cache: Annotated[float, Field(ge=0, lt=1)] = 0.0
    """Soft overlong punishment over this last share of `max_tokens`; 0 turns it off."""
    kl_weight: Annotated[float, Field(ge=0)] = 0.0
    """Weight of the KL divergence from the initial model."""
    old_logprobs: Literal["recompute", "rollout"] = "recompute"
    """With several updates per batch: the old policy's log-probabilities, computed anew or as the sampler gave them."""
    correction: Literal["none", "token_tis", "sequence_tis", "token_mis", "sequence_mis"] = "none"
    """Importance sampling against the difference between the sampler's and the trainer's probabilities."""
    correction_low: Annotated[float, Field(ge=0)] = 0.0
    """Smallest importance weight."""
    correction_high: Annotated[float, Field(gt=0)] = 2.0
    """Largest importance weight."""


class Config(RunConfig):
    """Configuration of a DAPO run."""

    engines = ("transformers", "vllm")

    trainer: Literal["dapo"] = "dapo"  # pyright: ignore[reportIncompatibleVariableOverride] - frozen
    """This trainer."""
    preset: Literal["dapo", "grpo", "rlve", "dr_grpo"] = "dapo"
    """Where the algorithm's defaults come from."""
    steps: Annotated[int, Field(ge=0)] = 200
    """Steps of the loop: each collects one batch."""
    prompts: Annotated[int, Field(gt=0)] = 16
    """Groups in a batch."""
    samples: Annotated[int, Field(gt=0)] = 16
    """Completions in a group, at least 2."""
    max_waves: Annotated[int, Field(gt=0)] = 10
    """How often the groups that are missing from a batch are drawn, at most."""
    sampling: SamplingSection = SamplingSection()
    """How completions are sampled."""
    curriculum: CurriculumSection = CurriculumSection()
    """How difficulty follows the model."""
    reward: RewardSection = RewardSection()
    """How verdicts become rewards."""
    judge: JudgeSection = JudgeSection()
    """The processes that verify answers."""
    algorithm: AlgorithmSection = AlgorithmSection()
    """The algorithm's options."""
    optimizer: OptimizerSection = OptimizerSection()
    """The optimizer."""
    fleet: FleetSection = FleetSection()
    """Where completions are sampled: by default here, with the very weights that are trained."""
    share: Annotated[int, Field(gt=0)] = 64
    """Completions that a fleet's worker samples at a time."""
    evaluation: EvaluationSection = EvaluationSection()
    """Accuracy on held-out problems."""
    log_groups: Annotated[int, Field(ge=0)] = 4
    """Groups of each step that are written to rollouts.jsonl."""

    @model_validator(mode="before")
    @classmethod
    def _with_preset(cls, raw: Any) -> Any:
        preset = raw.get("preset", "dapo") if isinstance(raw, dict) else None
        return merged(PRESETS.get(preset, {}), raw) if isinstance(preset, str) else raw

    @field_validator("samples")
    @classmethod
    def _compared(cls, samples: int) -> int:
        if samples < 2:
            raise ValueError("a group of one has no advantage, as there is nothing to compare it with: give 2 or more")
        return samples

    @field_validator("sampling")
    @classmethod
    def _samples_at_random(cls, sampling: SamplingSection) -> SamplingSection:
        if sampling.temperature == 0:
            raise ValueError("temperature 0 makes all completions of a group alike: nothing can be learned from them")
        return sampling

    @model_validator(mode="after")
    def _consistent(self) -> "Config":
        """Build the parts that check their own options, so that mistakes surface before any work is done."""
        self.loss_options()
        self.group_filter()
        self.curriculum.make(self.environments, self.seed, self.samples)
        return self

    @property
    def has_fleet(self) -> bool:
        """Whether completions are sampled by workers that the weights are sent to."""
        return self.fleet.kind != "local" or self.fleet.processes > 0 or self.model.engine != "transformers"

    def recipe(self, model: str) -> Recipe:
        """How the workers of the fleet are made."""
        options = self.model.engine_choice()
        device = options.pop("device")
        return Recipe(MAKER, {"model": model, "threads": self.threads, "device": device, "engine_options": options})

    def loss_options(self) -> LossOptions:
        own = {"advantage_std", "filter", "band", "overlong_mask", "overlong_cache", "old_logprobs"}
        return LossOptions(**self.algorithm.model_dump(exclude=own), constant_length=self.sampling.max_tokens)

    def group_filter(self) -> Filter:
        low, high = self.algorithm.band
        return make_filter(
            self.algorithm.filter, **({"low": low, "high": high} if self.algorithm.filter == "band" else {})
        )


def train(config: Config, run: Run) -> None:
    """Run the loop from where `run` stands to its end."""
    if config.threads:
        torch.set_num_threads(config.threads)
    with ExitStack() as stack:
        engine = TransformersEngine.load(run.weights, **config.model.engine_options())
        stack.callback(engine.close)
        lean = config.lean.settings(quarantine=str(run.folder / "quarantine.jsonl"))
        judge = stack.enter_context(open_judge(config.environments, lean, **config.judge.model_dump()))
        fleet = stack.enter_context(open_fleet(config.fleet, config.recipe(run.initial))) if config.has_fleet else None
        trainer = Trainer(config, run, engine, judge, fleet)
        bar = stack.enter_context(progress(config.name, total=config.steps, done=run.step))
        for step in range(run.step, config.steps):
            metrics = trainer.step(step)
            run.log(step, metrics)
            bar.advance(1, level=metrics["curriculum/level_mean"], accuracy=metrics.get("accuracy/mean"))
            if config.checkpoint.due(step + 1, config.steps):
                trainer.save(step + 1)
        run.save_model(engine.save)


@dataclass(frozen=True)
class Batch:
    """What a step collected. `waves`: how often specs were drawn; `short`: why groups are missing, or None."""

    groups: list[Group]
    kept: list[Group]
    waves: int
    short: str | None


@dataclass(frozen=True)
class Sample:
    """A completion to learn from. `_T`: its tokens."""

    prompt: tuple[int, ...]
    tokens_T: tuple[int, ...]
    logprobs_T: tuple[float, ...]
    advantage: float


class Trainer:
    """State beyond the weights: the optimizer, the curriculum, running totals."""

    def __init__(
        self, config: Config, run: Run, engine: TransformersEngine, judge: Verifier, fleet: Fleet | None = None
    ):
        self.config, self.run, self.engine, self.judge, self.fleet = config, run, engine, judge, fleet
        self.sampler = FleetSampler(fleet, engine, config.share) if fleet else engine
        self.curriculum = config.curriculum.make(config.environments, config.seed, config.samples)
        self.keep = config.group_filter()
        self.timeline = Timeline(judge)
        self.sampling = config.sampling.sampling()
        self.loss = config.loss_options()
        self.optimizer = Optimizer(engine.model, config.optimizer)
        self.reference = _reference_model(run) if self.loss.kl_weight else None
        self.totals = run.state.get("totals", {"rollouts": 0, "tokens": 0})
        if run.start:
            for note in self.curriculum.load_state_dict(run.state["curriculum"]):
                run.note(note)
            self.optimizer.load(run.start / "optimizer.pt")
            engine.bump(self.optimizer.steps)

    def step(self, step: int) -> dict[str, Any]:
        """Collect, learn, move the curriculum. Returns the step's metrics."""
        began = time.perf_counter()
        self.timeline.begin()
        torch.manual_seed(random_stream("torch", self.config.seed, step).getrandbits(63))
        batch = self.collect(step)
        collected = time.perf_counter()
        metrics = summarize(batch.groups) | self.count(batch)
        samples = self.samples(batch.kept)
        if samples and self.config.optimizer.lr:
            with self.timeline.stage(Stage.UPDATE):
                metrics |= self.learn(step, samples)
        updated = time.perf_counter()
        self.curriculum.advance()
        metrics |= self.curriculum.metrics()
        if self.config.evaluation.due(step + 1, self.config.steps):
            with self.timeline.stage(Stage.EVALUATE):
                metrics |= self.evaluate()
        self.run.log_rollouts(rollout_lines(step, self.logged(batch), [group.index for group in batch.kept]))
        seconds = {"collect": collected - began, "update": updated - collected, "step": time.perf_counter() - began}
        self.run.log_timeline(step, self.timeline.line())
        for why in self.fleet.losses() if self.fleet else ():
            self.run.note(f"step {step}: {why}")
        return metrics | self.timeline.metrics() | {f"time/{stage}_s": value for stage, value in seconds.items()}

    def collect(self, step: int) -> Batch:
        """Waves of groups until `prompts` of them are kept. The curriculum sees every rollout of every wave."""
        groups: list[Group] = []
        kept: list[Group] = []
        for wave in range(1, self.config.max_waves + 1):
            specs = [self.curriculum.draw() for _ in range(self.config.prompts - len(kept))]
            for group in self.wave((step, wave), specs, first=len(groups)):
                self.curriculum.observe(group.rollouts)
                groups.append(group)
                if self.keep(group) is None:
                    kept.append(group)
            if len(kept) == self.config.prompts:
                return Batch(groups, kept, wave, None)
        short = f"{len(kept)} of {self.config.prompts} groups after {self.config.max_waves} waves"
        return Batch(groups, kept, self.config.max_waves, short)

    def wave(self, key: tuple[int, int], specs: Sequence[Spec], first: int) -> list[Group]:
        """One group per spec, in their order, numbered from `first`: arrival times leave no trace."""
        config = self.config
        self.timeline.rows_from(first)
        found = rollouts(
            specs,
            self.sampler,
            self.judge,
            self.sampling,
            config.samples,
            ("dapo", config.seed, *key),
            config.reward.scheme(),
            config.prompt_style,
            self.timeline,
        )
        ordered = sorted(found, key=lambda group: group.index)
        return [Group(first + group.index, group.spec, group.rollouts) for group in ordered]

    def samples(self, groups: Sequence[Group]) -> list[Sample]:
        """The completions that teach, with their advantages."""
        algorithm, limit = self.config.algorithm, self.sampling.max_tokens
        cache = round(algorithm.overlong_cache * limit)
        rewards_PG = [
            [
                None
                if rollout.reward is None
                else rollout.reward + _punishment(rollout.completion.tokens_T, limit, cache)
                for rollout in group.rollouts
            ]
            for group in groups
        ]
        advantages = group_advantages(rewards_PG, algorithm.advantage_std)
        completions = [rollout.completion for group in groups for rollout in group.rollouts]
        whole_B = overlong_mask([completion.finish for completion in completions])
        return [
            Sample(completion.prompt_tokens, completion.tokens_T, completion.logprobs_T, advantage)
            for completion, advantage, given, whole in zip(
                completions, advantages.values_B, advantages.mask_B, whole_B, strict=True
            )
            if given and (whole or not algorithm.overlong_mask)
        ]

    def learn(self, step: int, samples: list[Sample]) -> dict[str, float]:
        """`updates` optimizer steps, each on its share of the samples, in micro-batches that add up to it exactly."""
        updates = min(self.config.optimizer.updates, len(samples))
        random_stream("minibatches", self.config.seed, step).shuffle(samples)
        shares = [samples[start::updates] for start in range(updates)]
        micro = [self.microbatches(share) for share in shares]
        # With a single update the old policy is the current one, and its log-probabilities come for free.
        old = [[self.old(batch) if updates > 1 else None for batch in batches] for batches in micro]
        figures = [self.update(batches, its_old) for batches, its_old in zip(micro, old)]
        means = {name: sum(part[name] for part in figures) / updates for name in figures[0]}
        return means | {"lr": figures[-1]["lr"]}

    def update(self, batches: list[list[Sample]], old: list[torch.Tensor | None]) -> dict[str, float]:
        """One optimizer step."""
        lengths_B = [len(sample.tokens_T) for batch in batches for sample in batch]
        denominators = Denominators.of(lengths_B)
        parts = []
        for batch, old_BT in zip(batches, old):
            logprobs_BT, mask_BT, entropy_BT = token_logprobs(
                self.engine.model, _pairs(batch), self.sampling.temperature, with_entropy=True
            )
            loss, metrics = policy_loss(
                logprobs_BT,
                logprobs_BT.detach() if old_BT is None else old_BT,
                _padded(batch, logprobs_BT.device),
                self.reference_logprobs(batch),
                torch.tensor([sample.advantage for sample in batch], device=logprobs_BT.device),
                mask_BT,
                self.loss,
                denominators,
            )
            loss.backward()
            parts.append({**metrics, "entropy": entropy_BT.sum() / max(1, denominators.tokens)})
        figures = merge_metrics(parts) | self.optimizer.step()
        self.engine.bump(self.optimizer.steps)
        return figures

    def microbatches(self, samples: list[Sample]) -> list[list[Sample]]:
        """Samples of similar length together, as many as the token budget holds with padding, at least one.

        Those of one prompt stand together: `token_logprobs` reads it once for all of them.
        """
        budget = self.config.optimizer.tokens_per_microbatch
        batches: list[list[Sample]] = []
        for sample in sorted(samples, key=lambda sample: (_size(sample), sample.prompt), reverse=True):
            if batches and _tokens([*batches[-1], sample]) <= budget:
                batches[-1].append(sample)
            else:
                batches.append([sample])
        return batches

    @torch.no_grad()
    def old(self, batch: list[Sample]) -> torch.Tensor:
        """Log-probabilities before the first update, [B, T]."""
        if self.config.algorithm.old_logprobs == "rollout":
            return _padded(batch, self.engine.model.device)
        return token_logprobs(self.engine.model, _pairs(batch), self.sampling.temperature)[0]

    @torch.no_grad()
    def reference_logprobs(self, batch: list[Sample]) -> torch.Tensor | None:
        """Log-probabilities under the initial model, [B, T], or None where no KL is asked for."""
        if self.reference is None:
            return None
        return token_logprobs(self.reference, _pairs(batch), self.sampling.temperature)[0]

    def evaluate(self) -> dict[str, float]:
        """Accuracy on held-out problems."""
        config = self.config
        return evaluate(
            self.timeline.watching(self.sampler),
            self.judge,
            config.environments,
            config.evaluation,
            self.sampling.max_tokens,
            config.prompt_style,
        )

    def count(self, batch: Batch) -> dict[str, Any]:
        """How much was drawn, kept and sampled."""
        sampled = [rollout.completion for group in batch.groups for rollout in group.rollouts]
        self.totals["rollouts"] += len(sampled)
        self.totals["tokens"] += sum(len(completion.tokens_T) for completion in sampled)
        counts = {"drawn": len(batch.groups), "kept": len(batch.kept), "waves": batch.waves}
        figures = {f"prompts/{name}": value for name, value in counts.items()}
        figures |= {f"total/{name}": value for name, value in self.totals.items()}
        return figures | ({"short": batch.short} if batch.short else {})

    def logged(self, batch: Batch) -> list[Group]:
        """The groups that are written down."""
        return batch.groups[: self.config.log_groups]

    def save(self, done: int) -> None:
        """Write a checkpoint."""

        def fill(folder: Path) -> None:
            self.engine.save(folder / "model")
            self.optimizer.save(folder / "optimizer.pt")

        self.run.save(done, {"curriculum": self.curriculum.state_dict(), "totals": self.totals}, fill)


def _punishment(tokens_T: tuple[int, ...], limit: int, cache: int) -> float:
    return soft_overlong_punishment(len(tokens_T), limit, cache) if cache else 0.0


def _size(sample: Sample) -> int:
    return len(sample.prompt) + len(sample.tokens_T)


def _tokens(batch: list[Sample]) -> int:
    """What `token_logprobs` puts through the model, padding included: a prompt once if two samples share it."""
    distinct = {sample.prompt for sample in batch}
    prompts = len(distinct) if 2 * len(distinct) <= len(batch) else len(batch)
    return prompts * max(map(len, distinct)) + len(batch) * max(len(sample.tokens_T) for sample in batch)


def _pairs(batch: list[Sample]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(sample.prompt, sample.tokens_T) for sample in batch]


def _padded(batch: list[Sample], device: torch.device) -> torch.Tensor:
    """The log-probabilities that the completions were sampled with, padded to [B, T]."""
    width = max(len(sample.logprobs_T) for sample in batch)
    rows = [[*sample.logprobs_T, *[0.0] * (width - len(sample.logprobs_T))] for sample in batch]
    return torch.tensor(rows, dtype=torch.float32, device=device)


def _reference_model(run: Run) -> torch.nn.Module:
    """The initial model, frozen."""
    engine = TransformersEngine.load(run.initial, **run.config.model.engine_options())
    return engine.model.requires_grad_(False)
