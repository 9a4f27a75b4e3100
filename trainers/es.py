"""Evolution strategies: perturb the weights, score the copies, move toward the better ones. No backpropagation.

One iteration t, after arXiv 2509.24372: draw prompts; each of N members samples completions with the weights
W + sigma * e_n, e_n symmetric noise of unit variance over all parameters; R_n is the mean reward of its completions;

    W <- W + alpha * (1/N) * sum_n z_n e_n,        z_n = (R_n - mean R) / (std R + 1e-8)

The noise is a function of (seed, t, n), so the base model and the rewards are the model: `history.es` in the run's
folder holds them, and `rlve-gym es replay` turns it into weights. `rlve_gym/evolution.py` says how, to the last bit.

Members are dealt to a fleet of engines and come back as they finish. Their completions go to the judge one by one, so
one member is verified while others are sampled. Who was lost on the way or slow, and how many engines there are, leaves
no trace in the result.

Deviations, all deliberate: the noise is independent across tensors and the same on every device, which that of the
paper's code is not; weights are restored from a copy and updates add up in float32, so members never drift; an
iteration whose rewards are all the same is skipped, where dividing by std + 1e-8 would make a full step of rounding
errors; prompts are drawn anew in each iteration and follow the model's level (`fresh: false` keeps those of the first,
as the paper does); completions may be sampled, then with the same random numbers for all members. Options that the
paper leaves out: ranks instead of z-scores, antithetic pairs, decay toward the base.

`together` members may share an engine's batches, their weights side by side, which is faster for tiny models.

    rlve-gym train configs/quickstart_es.yaml
"""

import math
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from rlve_gym.config import (
    CurriculumSection,
    JudgeSection,
    RewardSection,
    RunConfig,
    SamplingSection,
    Section,
    merged,
)
from rlve_gym.evaluation import EvaluationSection, evaluate
from rlve_gym.evolution import coefficients, members
from rlve_gym.fleets.base import Fleet, Recipe
from rlve_gym.fleets.follower import MAKER, SECONDS, Seconds, Unperturbed, Work
from rlve_gym.fleets.select import FleetSection, open_fleet
from rlve_gym.history import Fitness, Header, History, Missing
from rlve_gym.judging import Verifier
from rlve_gym.lean.judge import open_judge
from rlve_gym.metrics import Run
from rlve_gym.population import Pending, Population
from rlve_gym.progress import progress
from rlve_gym.summary import mean, rollout_lines, summarize
from rlve_gym.timeline import Stage, Timeline

HISTORY = "history.es"
_NOBODY = -2
"""Stands in the key of work that is no member's."""


class EvolutionSection(Section):
    """The algorithm's options. They go into the header of the history and cannot change during a run."""

    population: Annotated[int, Field(ge=2, le=1 << 20)] = 30
    """Members of an iteration."""
    sigma: Annotated[float, Field(gt=0)] = 1e-3
    """How far members stand from the weights: the standard deviation of the noise, the same for every parameter."""
    alpha: Annotated[float, Field(ge=0)] | None = None
    """The step, with 1 / sigma absorbed; by default half of sigma. 0 makes a control run that only samples."""
    fitness: Fitness = Fitness.ZSCORE
    """What members are weighted by: z-scored rewards, or centred ranks, which one outlier cannot dominate."""
    antithetic: bool = False
    """Members in pairs, plus and minus the same noise."""
    weight_decay: Annotated[float, Field(ge=0, lt=1)] = 0.0
    """Share of the change since the base that is given up per iteration."""
    missing: Missing = Missing.LEAVE_OUT
    """What stands for the reward of a completion whose verifier timed out or failed: nothing, 0, or the worst one."""


class SnapshotSection(Section):
    """Snapshots of the change since the base, 4 bytes a parameter, which spare new workers the replay."""

    every: Annotated[int, Field(ge=0)] = 25
    """Iterations between snapshots; 0 writes none, and workers replay the whole history."""
    keep: Annotated[int, Field(gt=0)] = 2
    """How many of the newest are kept."""


class Config(RunConfig):
    """Configuration of a run of evolution strategies."""

    engines = ("transformers", "vllm")

    trainer: Literal["es"] = "es"  # pyright: ignore[reportIncompatibleVariableOverride] - frozen
    """This trainer."""
    steps: Annotated[int, Field(ge=0)] = 200
    """Iterations."""
    prompts: Annotated[int, Field(gt=0)] = 16
    """Prompts that a member answers in an iteration."""
    samples: Annotated[int, Field(gt=0)] = 1
    """Completions of each prompt by each member; more than one only makes sense where they are sampled."""
    fresh: bool = True
    """Draw other prompts in every iteration; otherwise all iterations have those of the first."""
    shared: Literal["samples", "prompts", "nothing"] = "samples"
    """What the members of an iteration have in common: prompts and the random numbers of sampling, prompts, nothing."""
    together: Annotated[int, Field(gt=0)] = 1
    """Members that an engine samples side by side: faster where the model is small, and takes its memory so often."""
    observe: Literal["population", "unperturbed"] = "population"
    """What the curriculum observes: the completions of all members, or those of one more that has the weights as they
    are, which costs its share and measures the model itself."""
    sampling: SamplingSection = SamplingSection(temperature=0.0)
    """How completions are sampled; greedily by default, as in the paper."""
    evolution: EvolutionSection = EvolutionSection()
    """The algorithm's options."""
    fleet: FleetSection = FleetSection()
    """Where engines run."""
    curriculum: CurriculumSection = CurriculumSection()
    """How difficulty follows the model."""
    reward: RewardSection = RewardSection()
    """How verdicts become rewards."""
    judge: JudgeSection = JudgeSection()
    """The processes that verify answers, of all members."""
    snapshots: SnapshotSection = SnapshotSection()
    """What spares new workers the replay."""
    evaluation: EvaluationSection = EvaluationSection()
    """Accuracy of the unperturbed weights on held-out problems."""
    log_groups: Annotated[int, Field(ge=0)] = 4
    """Prompts of each iteration whose completions are written to rollouts.jsonl."""

    @model_validator(mode="before")
    @classmethod
    def _greedy(cls, raw: Any) -> Any:
        return merged({"sampling": {"temperature": 0.0}}, raw) if isinstance(raw, dict) else raw

    @model_validator(mode="after")
    def _consistent(self) -> "Config":
        """Build the parts that check their own options, so that mistakes surface before any work is done."""
        self.header("", "float32")
        self.curriculum.make(self.environments, self.seed, self.observed)
        if self.samples > 1 and self.sampling.temperature == 0:
            raise ValueError("samples: greedy completions of a prompt are all the same; give 1, or a temperature")
        if self.together > 1 and self.model.engine == "vllm":
            raise ValueError("together: vllm samples one member at a time, and fills its batches with that; give 1")
        if self.together > 1 and self.shared == "nothing":
            raise ValueError("together: members that are sampled side by side must share their prompts")
        return self

    @property
    def observed(self) -> int:
        """Completions of one prompt that the curriculum observes."""
        one_prompt = self.observe == "population" and self.shared != "nothing"
        return self.samples * (self.evolution.population if one_prompt else 1)

    def header(self, base: str, dtype: str) -> Header:
        """What the run's history begins with."""
        evolution = self.evolution
        alpha = evolution.sigma / 2 if evolution.alpha is None else evolution.alpha
        options = evolution.model_dump(exclude={"alpha"})
        return Header(base=base, dtype=dtype, seed=self.seed, alpha=alpha, **options)

    def recipe(self, model: str, snapshots: Path) -> Recipe:
        """How the workers of the fleet are made."""
        options = self.model.engine_choice()
        device = options.pop("device")
        places = {"snapshots": str(snapshots), "device": device}
        return Recipe(MAKER, {"model": model, "threads": self.threads, "engine_options": options, **places})


def train(config: Config, run: Run) -> None:
    """Run the loop from where `run` stands to its end."""
    with ExitStack() as stack:
        lean = config.lean.settings(quarantine=str(run.folder / "quarantine.jsonl"))
        judge = stack.enter_context(open_judge(config.environments, lean, **config.judge.model_dump()))
        recipe = config.recipe(run.initial, run.folder / "snapshots")
        fleet = stack.enter_context(open_fleet(config.fleet, recipe))
        trainer = Trainer(config, run, fleet, judge)
        bar = stack.enter_context(progress(config.name, total=config.steps, done=run.step))
        for step in range(run.step, config.steps):
            metrics = trainer.step(step)
            run.log(step, metrics)
            bar.advance(1, level=metrics["curriculum/level_mean"], accuracy=metrics.get("accuracy/mean"))
            trainer.keep(step + 1)
        run.save_model(trainer.save_model)


class Trainer:
    """State beyond the history: the curriculum, running totals."""

    def __init__(self, config: Config, run: Run, fleet: Fleet, judge: Verifier):
        self.config, self.run, self.fleet, self.judge = config, run, fleet, judge
        self.timeline = Timeline(judge)
        self.sampling = config.sampling.sampling()
        self.curriculum = config.curriculum.make(config.environments, config.seed, config.observed)
        self.totals = run.state.get("totals", {"rollouts": 0, "tokens": 0})
        base = {part: value for _, part, value in fleet.map("base", [((0, _NOBODY), None)])}
        header = config.header(base["fingerprint"], base["dtype"])
        self.history = open_history(run.folder / HISTORY, header, run.step, run.state.get("history"))
        if run.start:
            for note in self.curriculum.load_state_dict(run.state["curriculum"]):
                run.note(note)

    def step(self, step: int) -> dict[str, Any]:
        """Draw, sample and judge, move the weights, move the curriculum. Returns the iteration's metrics."""
        began = time.perf_counter()
        self.timeline.begin()
        population = self.draw(step)
        seconds = self.collect(population)
        rewards = population.rewards(self.history.header.missing)
        with self.timeline.stage(Stage.UPDATE):
            self.history.append(rewards)
        self.curriculum.observe(population.unperturbed or population.rollouts)
        self.curriculum.advance()
        groups = population.groups()
        metrics = summarize(groups) | self.figures(rewards) | self.count(population) | self.curriculum.metrics()
        collected = time.perf_counter()
        if self.config.evaluation.due(step + 1, self.config.steps):
            with self.timeline.stage(Stage.EVALUATE):
                metrics |= self.evaluate(step)
        self.run.log_rollouts(rollout_lines(step, groups[: self.config.log_groups], range(len(groups))))
        for why in self.fleet.losses():
            self.run.note(f"iteration {step}: {why}")
        took = time.perf_counter() - began
        clock = {f"engines_{stage}": value for stage, value in vars(seconds).items()}
        idle = max(0.0, 1 - sum(clock.values()) / (self.fleet.workers * took))
        clock |= {"collect": collected - began, "step": took}
        self.run.log_timeline(step, self.timeline.line())
        metrics |= self.timeline.metrics() | {"time/engines_idle": idle}
        return metrics | {f"time/{stage}_s": value for stage, value in clock.items()}

    def draw(self, step: int) -> Population:
        """The members of an iteration, and the prompts of each: one list for all of them where they are shared."""
        config, curriculum = self.config, self.curriculum
        if not config.fresh:
            curriculum = config.curriculum.make(config.environments, config.seed, config.observed)
        lists = config.evolution.population if config.shared == "nothing" else 1
        return Population(
            specs=[[curriculum.draw() for _ in range(config.prompts)] for _ in range(lists)],
            members=members(self.history.header, step),
            samples=config.samples,
            seed_key=("es", config.seed, step),
            same_numbers=config.shared == "samples",
            with_unperturbed=config.observe == "unperturbed",
            style=config.prompt_style,
        )

    def collect(self, population: Population) -> Seconds:
        """Have every member sampled and judged. Verdicts are taken while completions of other members come."""
        work = Work(self.packed(), population.prompts, self.sampling)
        seconds, pending = Seconds(), Pending(self.judge, population, self.config.reward.scheme(), self.timeline)
        try:
            calls = population.calls(len(self.history), self.config.together)
            for (_, first), number, value in self.fleet.map("sample", calls, work):
                if number == SECONDS:
                    seconds += value
                    self.timeline.call(value.follow, value.perturb, value.generate)
                    continue
                assert value.weights_version == len(self.history), "an engine is somewhere else"
                pending.submit(*population.of(first, number), value)
                pending.take(0.0)
            while pending.open:
                pending.take(1.0)
        finally:
            self.judge.drop(pending.open)
        return seconds

    def packed(self) -> bytes:
        """The history as workers get it."""
        assert self.history.path is not None
        return self.history.path.read_bytes()

    def figures(self, rewards: Sequence[float | None]) -> dict[str, float]:
        """Of the members: their rewards, how many have none, how many noises move the weights."""
        given = [reward for reward in rewards if reward is not None]
        moving = coefficients(self.history.header, rewards)
        found: dict[str, float] = {"members/missing": len(rewards) - len(given), "members/moving": len(moving)}
        if given:
            middle = math.fsum(given) / len(given)
            found["members/best"] = max(given)
            found["members/std"] = math.sqrt(math.fsum((reward - middle) ** 2 for reward in given) / len(given))
        return found

    def count(self, population: Population) -> dict[str, Any]:
        """What was sampled since the run began, and how the weights as they are did, if they were asked."""
        sampled = [rollout.completion for rollout in [*population.rollouts, *population.unperturbed]]
        self.totals["rollouts"] += len(sampled)
        self.totals["tokens"] += sum(len(completion.tokens_T) for completion in sampled)
        figures = {f"total/{name}": value for name, value in self.totals.items()}
        judged = [rollout for rollout in population.unperturbed if rollout.reward is not None]
        accuracy = mean(rollout.verdict.correct for rollout in judged)
        return figures | ({} if accuracy is None else {"unperturbed/accuracy": accuracy})

    def evaluate(self, step: int) -> dict[str, float]:
        """Accuracy of the unperturbed weights on held-out problems."""
        config = self.config
        engine = Unperturbed(self.fleet, self.packed(), step, config.prompts * config.samples)
        options, limit, style = config.evaluation, self.sampling.max_tokens, config.prompt_style
        return evaluate(self.timeline.watching(engine), self.judge, config.environments, options, limit, style)

    def keep(self, done: int) -> None:
        """Write a snapshot and a checkpoint, if they are due."""
        snapshots = self.config.snapshots
        if snapshots.every and done % snapshots.every == 0:
            self.ask("snapshot", snapshots.keep)
        if self.config.checkpoint.due(done, self.config.steps):
            self.save(done)

    def save(self, done: int) -> None:
        """Write a checkpoint: how long the history is. The weights follow from it."""
        history = {"iterations": len(self.history), "digest": self.history.digest()}
        state = {"curriculum": self.curriculum.state_dict(), "totals": self.totals, "history": history}
        self.run.save(done, state, lambda folder: None)

    def save_model(self, folder: Path) -> None:
        """Write the model: the base and the change."""
        self.ask("save", str(folder.absolute()))

    def ask(self, method: str, argument: Any) -> None:
        """Have one worker do something at the end of the history."""
        for _ in self.fleet.map(method, [((len(self.history), _NOBODY), argument)], self.packed()):
            pass


def open_history(path: Path, header: Header, iterations: int, before: dict[str, Any] | None) -> History:
    """The run's history, cut back to where the run goes on. before: what the checkpoint says of it, or None.

    Raises ValueError, saying what to do, if the history is not the one that the checkpoint and the configuration name.
    """
    if before is None:
        path.unlink(missing_ok=True)
        return History.create(path, header)
    history = History.load(path, recover=True)
    if history.header != header:
        ours, theirs = vars(header), vars(history.header)
        other = ", ".join(f"{name} was {theirs[name]}, is {ours[name]}" for name in ours if ours[name] != theirs[name])
        raise ValueError(
            f"{path} was begun with other settings ({other}): set them back, or start a new run from this one's model"
        )
    if (
        before["iterations"] != iterations
        or len(history) < iterations
        or history.digest(iterations) != before["digest"]
    ):
        raise ValueError(f"{path} is not the history that the checkpoint of step {iterations} belongs to: restore it")
    history.cut(iterations)
    return history
