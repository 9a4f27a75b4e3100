"""Gymnasium: every environment as `rlve/<Name>-v0`, one problem an episode, and `rlve/Joint-v0` over several of them.

>>> env = gymnasium.make("rlve/Sorting-v0", level=3)
>>> prompt, info = env.reset(seed=0)
>>> _, reward, terminated, truncated, info = env.step("<answer>1 2 3</answer>")

Vectors: `gymnasium.make_vec(id, num_envs=8, vectorization_mode="sync" or "async", vector_kwargs=...)`. Use
`{"autoreset_mode": AutoresetMode.SAME_STEP}`, which gives the next prompt with the reward of the last; the default of
Gymnasium, NEXT_STEP, ignores every second action. "async" also needs `{"shared_memory": False}`: texts have no fixed
size. Each environment of a vector has its own window if `adaptive`.

Left out: deadlines. The verifier runs in this process; training uses the judge's killable pool.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Any, SupportsFloat

import gymnasium
from gymnasium.error import ResetNeeded

from rlve_gym.difficulty import as_level
from rlve_gym.problem import HELD_OUT, STYLES, Problem, Spec, as_seed
from rlve_gym.registry import UnknownName, add_folder, environments, load, resolve
from rlve_gym.verdict import Reward, Verdict

if TYPE_CHECKING:
    from rlve_gym.curriculum import SlidingWindow

_SAMPLED = ascii_letters + digits + " <>/{}\\+-.,"
_SAMPLED_CHARS = 32


class TextSpace(gymnasium.Space[str]):
    """All strings. `gymnasium.spaces.Text` needs a finite alphabet and a bound on the length; prompts have neither."""

    def __init__(self, seed: int | None = None):
        super().__init__(shape=None, dtype=None, seed=seed)

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """A string of at most 32 printable characters. Raises ValueError if a mask is given: there is none."""
        if mask is not None or probability is not None:
            raise ValueError("TextSpace.sample() takes neither mask nor probability")
        length = int(self.np_random.integers(_SAMPLED_CHARS + 1))
        return "".join(_SAMPLED[place] for place in self.np_random.integers(len(_SAMPLED), size=length))

    def contains(self, x: Any) -> bool:
        return isinstance(x, str)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TextSpace)

    def __hash__(self) -> int:
        return hash(TextSpace)

    def __repr__(self) -> str:
        return "TextSpace()"


class TextEnv(gymnasium.Env[str, str]):
    """One problem an episode: the observation is its prompt, the action a model's text, the reward is in [-1, 1].

    Arguments:
        environments: ids to draw from, each equally likely; None for all there are.
        level: the level of difficulty, or the first level of the window if `adaptive`.
        adaptive: levels come from the sliding window (RLVE's rule, one rollout per problem), moved by this
            environment's own steps. The window is progress, not randomness: `reset(seed=...)` keeps it.
        style: how the final answer is asked for, "tags" or "boxed", for theorems also "kimina" or "stp".
        malformed, invalid, binary: see `rlve_gym.Reward`.
        render_mode: "ansi" makes `render()` return the prompt, the action and the verdict as text.
        folder: a folder of the user's own environments, added if it is not known in this process.
        data: what environments over a data set draw from, such as a file of theorems.

    `reset(seed=, options=)` returns (prompt, info). Options: "level", "seed" (the problem's seed; otherwise drawn from
    `np_random`) and "env" (one of `environments`). `step(text)` returns ("", reward, True, False, info). info holds
    "spec" ({"env", "level", "seed"}); after a step also "outcome", "score" and "why"; if adaptive also "window",
    {env: [lowest level, highest level]}.

    Raises ValueError on a bad argument or option and ResetNeeded on a second step. A verifier that fails says nothing
    about the answer: its error propagates from `step`, with the spec in a note, and there is no reward.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        environments: Sequence[str] | None = None,
        level: int = 0,
        adaptive: bool = False,
        style: str = "tags",
        malformed: float = -1.0,
        invalid: float = -0.5,
        binary: bool = False,
        render_mode: str | None = None,
        folder: str | None = None,
        data: str | None = None,
    ):
        if folder is not None:
            add_folder(folder)
        if render_mode not in (None, "ansi"):
            raise UnknownName("render mode", render_mode, ["ansi"])
        self.environments = _ids(environments, data)
        if style not in STYLES:
            _require_style(style, self.environments)
        self.level = as_level(level)
        self.style = style
        self.reward = Reward(malformed, invalid, binary)
        self.render_mode = render_mode
        self.observation_space = TextSpace()
        self.action_space = TextSpace()
        self.curriculum = _window(self.environments, self.level) if adaptive else None
        self._specification: Spec | None = None
        self._problem: Problem | None = None
        self._counts = False
        self._shown = ""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        super().reset(seed=seed)
        spec = self._draw(options or {})
        self._specification, self._problem = spec, spec.problem()
        self._counts = "level" not in (options or {})
        self._shown = self._problem.prompt(self.style)
        return self._shown, self._info(spec)

    def step(self, action: str) -> tuple[str, SupportsFloat, bool, bool, dict[str, Any]]:
        spec, problem = self._specification, self._problem
        if spec is None or problem is None:
            raise ResetNeeded("an episode is one step: call reset() before the next step()")
        if not isinstance(action, str):
            raise ValueError(f"the action is the model's text, a string, not {type(action).__name__}")
        verdict = _judge(spec, problem, action)
        reward = self.reward(verdict, problem.beta)
        if reward is None:
            raise RuntimeError(f"the verifier failed on {spec} ({verdict.outcome}: {verdict.why}): there is no reward")
        self._problem = None
        self._shown += f"\n\n{action}\n\n{verdict.outcome.value}, score {verdict.score:g}, reward {reward:g}"
        self._learn(spec, verdict)
        told = {"outcome": verdict.outcome.value, "score": verdict.score, "why": verdict.why}
        return "", reward, True, False, {**self._info(spec), **told}

    def render(self) -> Any:
        return self._shown if self.render_mode == "ansi" else None

    def _draw(self, options: Mapping[str, Any]) -> Spec:
        for name in options:
            if name not in ("level", "seed", "env"):
                raise UnknownName("reset option", name, ["level", "seed", "env"])
        env = self.environments[int(self.np_random.integers(len(self.environments)))]
        if "env" in options:
            env = resolve(options["env"])
            if env not in self.environments:
                raise UnknownName("environment", env, self.environments)
        low, high = self.curriculum.levels(env) if self.curriculum else (self.level, self.level)
        level = int(self.np_random.integers(low, high + 1))
        seed = int(self.np_random.integers(HELD_OUT))
        return Spec(env, as_level(options.get("level", level)), as_seed(options.get("seed", seed)))

    def _learn(self, spec: Spec, verdict: Verdict) -> None:
        """Move the window. A level that the caller chose says nothing about it."""
        if self.curriculum is not None and self._counts:
            self.curriculum.observe([_Judged(spec, verdict)])
            self.curriculum.advance()

    def _info(self, spec: Spec) -> dict[str, Any]:
        info: dict[str, Any] = {"spec": asdict(spec)}
        if self.curriculum is not None:
            info["window"] = {env: list(self.curriculum.levels(env)) for env in self.environments}
        return info


@dataclass(frozen=True)
class _Judged:
    """What the window looks at in a rollout."""

    spec: Spec
    verdict: Verdict


def _judge(spec: Spec, problem: Problem, action: str) -> Verdict:
    try:
        return problem.verify(action)
    except Exception as error:
        error.add_note(f"The verifier failed on {spec}. This says nothing about the answer, so there is no reward.")
        raise


def _require_style(style: str, ids: Sequence[str]) -> None:
    for env in ids:
        if style not in load(env).styles:
            raise UnknownName("prompt style", style, load(env).styles)


def _ids(names: Sequence[str] | None, data: str | None) -> list[str]:
    if isinstance(names, str):
        raise ValueError(f"environments: give a list of ids, such as [{names!r}]")
    suffix = f":{data}" if data else ""
    ids = environments() if names is None else [resolve(f"{name}{suffix}") for name in names]
    if data:
        for env in ids:
            load(env)
    if not ids or len(set(ids)) < len(ids):
        raise ValueError("environments: give at least one id, and none twice")
    return ids


def _window(ids: list[str], start: int) -> "SlidingWindow":
    from rlve_gym.curriculum import SlidingWindow

    return SlidingWindow(ids, samples=1, start=start)
