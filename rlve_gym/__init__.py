"""rlve-gym: verifiable environments for training language models with reinforcement learning.

>>> import gymnasium as gym, rlve_gym
>>> env = gym.make("rlve/Sorting-v0", level=3)

The way of a problem, one module a step: `problem` (spec, problem, prompt), `engines` (completion), `judging` (verdict),
`verdict` (reward), `curriculum`, `rollout`, and the trainers. See README.md.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rlve_gym._checkout import mount
from rlve_gym.answers import Choice, Integer, Integers
from rlve_gym.difficulty import grow, scale, step
from rlve_gym.problem import HELD_OUT, Problem, Spec
from rlve_gym.registration import register
from rlve_gym.registry import add_folder, environments, load, topics
from rlve_gym.scoring import Invalid, Malformed, agreement, exact, lexicographic, ratio, satisfied
from rlve_gym.verdict import Outcome, Reward, Verdict

mount("envs")
mount("trainers")
register()

__version__ = "0.1.0"
__all__ = [
    "HELD_OUT",
    "Choice",
    "Choices",
    "Decimal",
    "Edges",
    "Formula",
    "Grid",
    "Integer",
    "Integers",
    "Invalid",
    "Lists",
    "Malformed",
    "NumberGrid",
    "Outcome",
    "Problem",
    "Rational",
    "Reward",
    "Spec",
    "Verdict",
    "Word",
    "add_folder",
    "agreement",
    "environments",
    "exact",
    "grow",
    "lexicographic",
    "load",
    "ratio",
    "satisfied",
    "scale",
    "shaped",
    "step",
    "topics",
]

# These are imported when first used: they take a third of the time of all of ours.
_LATER = {
    "expressions": ("Formula",),
    "gym": (),
    "layouts": ("Choices", "Decimal", "Edges", "Grid", "Lists", "NumberGrid", "Rational", "Word", "shaped"),
}

if TYPE_CHECKING:
    from rlve_gym import expressions as expressions
    from rlve_gym import gym as gym
    from rlve_gym import layouts as layouts
    from rlve_gym.expressions import Formula
    from rlve_gym.layouts import Choices, Decimal, Edges, Grid, Lists, NumberGrid, Rational, Word, shaped
else:  # hidden from type checkers, which would take every name for one of ours

    def __getattr__(name: str) -> Any:
        if name in _LATER:
            return import_module(f"rlve_gym.{name}")
        for module, names in _LATER.items():
            if name in names:
                return getattr(import_module(f"rlve_gym.{module}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
