"""Accuracy on held-out problems: seeds that training never draws, the same problems at every evaluation."""

from typing import Annotated

from pydantic import Field

from rlve_gym.engines.base import Sampler, Sampling
from rlve_gym.judging import Verifier
from rlve_gym.problem import HELD_OUT, Spec
from rlve_gym.rollout import rollouts
from rlve_gym.section import Section
from rlve_gym.summary import accuracy_by_level
from rlve_gym.verdict import Reward


class EvaluationSection(Section):
    """Evaluation on held-out problems during training."""

    every: Annotated[int, Field(ge=0)] = 0
    """Steps between evaluations; 0 turns them off."""
    levels: tuple[Annotated[int, Field(ge=0)], ...] = (0, 1, 2, 3, 4)
    """Levels of every environment that are evaluated."""
    problems: Annotated[int, Field(gt=0)] = 16
    """Problems for each environment and level."""
    temperature: Annotated[float, Field(ge=0)] = 0.0
    """Sampling temperature; 0 is greedy."""

    def due(self, done: int, total: int) -> bool:
        """Whether to evaluate after `done` of `total` steps."""
        return self.every > 0 and (done % self.every == 0 or done == total)


def held_out_specs(environments: list[str], levels: tuple[int, ...], problems: int) -> list[Spec]:
    """The evaluation's problems."""
    return [Spec(env, level, HELD_OUT + n) for env in environments for level in levels for n in range(problems)]


def evaluate(
    engine: Sampler, judge: Verifier, environments: list[str], options: EvaluationSection, max_tokens: int, style: str
) -> dict[str, float]:
    """`eval/<env>/level<d>` and their mean `eval/accuracy`: shares of correct completions, one per problem."""
    specs = held_out_specs(environments, options.levels, options.problems)
    sampling = Sampling(temperature=options.temperature, max_tokens=max_tokens)
    found = accuracy_by_level(rollouts(specs, engine, judge, sampling, 1, ("evaluation",), Reward(), style))
    figures = {f"eval/{env}/level{level}": accuracy for (env, level), accuracy in found.items()}
    return {**figures, "eval/accuracy": sum(found.values()) / len(found)} if found else figures
