"""Problem: one verifiable question. Its class is the environment, an instance is a problem, its fields are the data.

An environment is RLVE's tuple (template, generator, verifier), arXiv 2511.07317 section 2: a subclass states how a
problem is put in words (`template`, `answer`), drawn (`generate`, `difficulty`), and judged (`solve`, `score`, `beta`).
"""

import json
from dataclasses import dataclass, fields
from functools import cached_property
from hashlib import blake2b
from operator import index
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self

from rlve_gym.answers import Answer
from rlve_gym.difficulty import Schedule, as_level
from rlve_gym.scoring import Invalid, Malformed
from rlve_gym.verdict import Outcome, Verdict, extract
from rlve_gym.wording import filled

if TYPE_CHECKING:
    from rlve_gym.pictures import Picture

STYLES = {
    "tags": "Put your final answer between <answer> and </answer>.",
    "boxed": "Put your final answer in \\boxed{}.",
}
"""How a prompt asks for the final answer to be marked. Both marks are read, whichever was asked for."""

HELD_OUT = 1 << 62
"""Training draws seeds below this number, evaluation from it upward: no problem is in both."""
WHY_CHARS = 500


def random_stream(*key: object) -> Random:
    """A random stream that is a pure function of `key`: the same in every process, on every machine and Python."""
    digest = blake2b(json.dumps(key).encode(), digest_size=16).digest()
    return Random(int.from_bytes(digest))


def as_seed(seed: Any) -> int:
    """A seed given by a user, as an int. Raises ValueError unless it is an integer, of any type."""
    try:
        if not isinstance(seed, bool):
            return index(seed)
    except TypeError:
        pass
    raise ValueError(f"seed {repr(seed)[:40]}: a problem's seed is an integer")


@dataclass(frozen=True)
class Spec:
    """Names one problem: the environment's id (such as "sorting"), the level of difficulty (0, 1, ...), a seed."""

    env: str
    level: int
    seed: int

    def problem(self) -> "Problem":
        """Draw the problem. Pure: equal specs give equal problems.

        Raises ValueError on an unknown environment, and on what is no level or no seed.
        """
        from rlve_gym.registry import load

        return load(self.env).draw(self.level, self.seed)


class Problem:
    """Base class of all environments. Subclasses are frozen dataclasses whose fields are JSON (lists, not tuples).

    Class attributes:
        template: the question; `{self.x}` inserts attribute x, `{self.x:lines}` and its like (`rlve_gym.wording`) a
            list. A tuple of wordings is chosen from by the field `wording`.
        answer: the answer type: instruction, parser and printer.
        difficulty: keyword arguments of `generate`, each a schedule from level to value.
        beta: the reward of a score is score ** beta.
        version: raised whenever the same (level, seed) begins to give another problem.
        styles: how a prompt may ask for the answer to be marked.
        unique: whether the reference is the only right answer; by default it is if it is one integer or one word.
        ascii: whether prompts are plain ASCII, as they are unless a language such as Lean needs more.
    """

    template: ClassVar[str | tuple[str, ...]]
    answer: ClassVar[Answer]
    difficulty: ClassVar[dict[str, Schedule]]
    beta: ClassVar[float] = 1.0
    version: ClassVar[int] = 1
    styles: ClassVar[dict[str, str]] = STYLES
    unique: ClassVar[bool | None] = None
    ascii: ClassVar[bool] = True

    @classmethod
    def generate(cls, rng: Random, *args: Any, **parameters: Any) -> Self:
        """Draw a problem with these parameters, using no other source of randomness than `rng`."""
        raise NotImplementedError(f"define generate() in {cls.__name__}")

    def solve(self) -> Any:
        """A right answer."""
        raise NotImplementedError(f"define solve() in {type(self).__name__}")

    def score(self, answer: Any) -> float:
        """Quality of a parsed answer in [0, 1], exactly 1 iff right. Raises Invalid if it breaks a rule of the task."""
        raise NotImplementedError(f"define score() in {type(self).__name__}")

    @classmethod
    def variant(cls, data: str) -> "type[Problem]":
        """The environment over other data, for those that have any; its id is `<id>:<data>`. Raises ValueError."""
        raise ValueError(f"{cls.id()} has no data to choose: leave out {data!r}")

    @classmethod
    def id(cls) -> str:
        """The environment's id: the stem of its file."""
        return cls.__module__.rpartition(".")[2]

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        """The generator's parameters at a level. Raises ValueError on what is not a level, such as a negative one."""
        level = as_level(level)
        return {name: schedule(level) for name, schedule in cls.difficulty.items()}

    @classmethod
    def draw(cls, level: int, seed: int) -> Self:
        """The problem of (level, seed), both of any integer type. Raises ValueError on what is none."""
        level, seed = as_level(level), as_seed(seed)
        return cls.generate(random_stream(cls.__name__, cls.version, level, seed), **cls.parameters(level))

    @classmethod
    def variety(cls, level: int) -> int | None:
        """How many problems a level has where they come from a fixed set, None where they are drawn without end."""
        return None

    @cached_property
    def reference(self) -> Any:
        """The answer of `solve`, computed once."""
        return self.solve()

    @property
    def question(self) -> str:
        """The task in words, without the answer's format."""
        template = self.template
        if not isinstance(template, str):
            template = template[self.wording]  # type: ignore[attr-defined]
        return filled(template, self=self)

    def prompt(self, style: str = "tags") -> str:
        """The full prompt: question, how to write the answer, how to mark it ("tags" or "boxed")."""
        if style not in self.styles:
            raise ValueError(f"prompt style {style!r} of {self.id()}: choose one of {', '.join(self.styles)}")
        return f"{self.question}\n\n{self.answer.instruction} {self.styles[style]}"

    def completion(self, answer: Any, style: str = "tags") -> str:
        """A minimal completion that gives `answer`."""
        text = self.answer.render(answer)
        return f"<answer>{text}</answer>" if style == "tags" else f"\\boxed{{{text}}}"

    def verify(self, completion: str, truncated: bool = False) -> Verdict:
        """Judge a model's text. Never raises because of what the text is, never evaluates it.

        `truncated`: the model was cut off at its token limit, which excuses a missing answer by name, not by reward.
        """
        text = extract(completion)
        if text is None:
            return Verdict(Outcome.TRUNCATED if truncated else Outcome.MALFORMED, why="no final answer is marked")
        return self.judge(text)

    def judge(self, text: str) -> Verdict:
        """Judge the bare text of an answer. Any ValueError of the parser is its fault; of `score`, only Malformed."""
        try:
            answer = self.answer.parse(text)
        except Invalid as error:
            return Verdict(Outcome.INVALID, why=_reason(error), severity=error.severity)
        except ValueError as error:
            return Verdict(Outcome.MALFORMED, why=_reason(error))
        try:
            return Verdict.scored(self.score(answer))
        except Invalid as error:
            return Verdict(Outcome.INVALID, why=_reason(error), severity=error.severity)
        except Malformed as error:
            return Verdict(Outcome.MALFORMED, why=_reason(error))

    @property
    def picture(self) -> "Picture":
        """What the question tells, to be looked at. Raises ValueError where there is nothing to draw."""
        raise ValueError(f"{self.id()} has no picture")

    def value(self) -> dict[str, Any]:
        """The problem's data as a JSON value; `cls(**value)` restores it."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    def __getstate__(self) -> dict[str, Any]:
        return self.value()


def _reason(error: Exception) -> str:
    """Why an answer is refused, bounded: it may quote the answer, and is logged with every rollout."""
    text = str(error)
    return text if len(text) <= WHY_CHARS else text[: WHY_CHARS - 3] + "..."
