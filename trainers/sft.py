"""Supervised warm start: learn the form of answers from reference answers at low levels.

Each step draws fresh problems (environment and level uniform), and minimises the mean negative log-likelihood of the
completion `<answer>reference</answer>` and the end of sequence, given the prompt. Nothing is drawn twice on purpose, so
there are no epochs. A model that is to be improved by reinforcement learning needs some success to start from: stop
early, well before the levels are mastered.

    rlve-gym train configs/quickstart_sft.yaml
"""

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, Literal

import torch
from pydantic import Field, model_validator

from rlve_gym.config import JudgeSection, RunConfig
from rlve_gym.engines.transformers import TransformersEngine, token_logprobs
from rlve_gym.evaluation import EvaluationSection, evaluate
from rlve_gym.lean.judge import open_judge
from rlve_gym.metrics import Run
from rlve_gym.optimizer import Optimizer, OptimizerSection
from rlve_gym.problem import HELD_OUT, Problem, Spec, random_stream
from rlve_gym.progress import progress


class Config(RunConfig):
    """Configuration of a supervised warm start."""

    trainer: Literal["sft"] = "sft"  # pyright: ignore[reportIncompatibleVariableOverride] - frozen
    """This trainer."""
    steps: Annotated[int, Field(ge=0)] = 200
    """Optimizer steps."""
    batch: Annotated[int, Field(gt=0)] = 64
    """Problems in a step."""
    low: Annotated[int, Field(ge=0)] = 0
    """Lowest level."""
    high: Annotated[int, Field(ge=0)] = 1
    """Highest level."""
    max_tokens: Annotated[int, Field(gt=0)] = 256
    """Tokens of a completion at most, in evaluations."""
    judge: JudgeSection = JudgeSection()
    """The processes that verify answers, in evaluations."""
    optimizer: OptimizerSection = OptimizerSection(lr=1e-3)
    """The optimizer."""
    evaluation: EvaluationSection = EvaluationSection()
    """Accuracy on held-out problems."""

    @model_validator(mode="after")
    def _ordered(self) -> "Config":
        if self.low > self.high:
            raise ValueError(f"low {self.low} is above high {self.high}")
        return self


def train(config: Config, run: Run) -> None:
    """Run the loop from where `run` stands to its end."""
    if config.threads:
        torch.set_num_threads(config.threads)
    with ExitStack() as stack:
        engine = TransformersEngine.load(run.weights, **config.model.engine_options())
        stack.callback(engine.close)
        judge = None
        if config.evaluation.every:
            lean = config.lean.settings(quarantine=str(run.folder / "quarantine.jsonl"))
            judge = stack.enter_context(open_judge(config.environments, lean, **config.judge.model_dump()))
        optimizer = Optimizer(engine.model, config.optimizer)
        if run.start:
            optimizer.load(run.start / "optimizer.pt")

        def fill(folder: Path) -> None:
            engine.save(folder / "model")
            optimizer.save(folder / "optimizer.pt")

        bar = stack.enter_context(progress(config.name, total=config.steps, done=run.step))
        for step in range(run.step, config.steps):
            metrics = learn(config, engine, optimizer, step)
            if judge is not None and config.evaluation.due(step + 1, config.steps):
                metrics |= evaluate(
                    engine, judge, config.environments, config.evaluation, config.max_tokens, config.prompt_style
                )
            run.log(step, metrics)
            bar.advance(1, loss=metrics["loss"])
            if config.checkpoint.due(step + 1, config.steps):
                run.save(step + 1, {}, fill)
        run.save_model(engine.save)


def learn(config: Config, engine: TransformersEngine, optimizer: Optimizer, step: int) -> dict[str, Any]:
    """One optimizer step on fresh problems, in micro-batches of the token budget."""
    began = time.perf_counter()
    torch.manual_seed(random_stream("torch", config.seed, step).getrandbits(63))
    pairs = [example(engine, problem, config.prompt_style) for problem in draw(config, step)]
    pairs.sort(key=lambda pair: len(pair[0]) + len(pair[1]), reverse=True)
    tokens = sum(len(completion) for _, completion in pairs)
    total, start = 0.0, 0
    while start < len(pairs):
        width = len(pairs[start][0]) + len(pairs[start][1])
        rows = max(1, config.optimizer.tokens_per_microbatch // width)
        logprobs_BT, _ = token_logprobs(engine.model, pairs[start : start + rows])
        loss = -logprobs_BT.sum() / tokens
        loss.backward()
        total += float(loss.detach())
        start += rows
    figures = optimizer.step()
    engine.bump(optimizer.steps)
    return {"loss": total, **figures, "time/step_s": time.perf_counter() - began}


def draw(config: Config, step: int) -> list[Problem]:
    """The problems of a step."""
    rng = random_stream("sft", config.seed, step)
    return [
        Spec(rng.choice(config.environments), rng.randint(config.low, config.high), rng.randrange(HELD_OUT)).problem()
        for _ in range(config.batch)
    ]


def example(engine: TransformersEngine, problem: Problem, style: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(prompt tokens, completion tokens) of a problem and its reference answer."""
    completion = problem.completion(problem.reference, style)
    return engine.encode(problem.prompt(style)), engine.encode_completion(completion)
