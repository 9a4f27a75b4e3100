"""The report of a run: one HTML file that opens offline, without scripts, and works while the run is still going.

Needs the extra `train` (jinja2, matplotlib). Model text is hostile: it reaches the page only through the template's
automatic escaping, with control characters made visible.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rlve_gym import charts
from rlve_gym.problem import Spec
from rlve_gym.registry import add_folder
from rlve_gym.runlog import Examples, History, number, read_examples, read_history, read_timelines
from rlve_gym.strict_yaml import read_yaml

MAX_CHARS = 6_000
"""Of a prompt or a completion; the middle of a longer one is left out."""
MAX_GROUPS = 160
"""Pairs of environment and level with sample rollouts."""
MAX_OTHERS = 24
"""Figures without a chart of their own that are drawn, folded."""
APART = ("curriculum/", "env/", "eval/", "outcome/", "time/", "total/")
OVERALL = {"loss": "loss", "eval/accuracy": "accuracy on held-out problems"}
"""Key -> name of the figures that tell of a run whose environments have none of their own."""
WITH_ACCURACY = 40
"""With more environments than this the panels show levels only."""
CHARTS: dict[str, tuple[dict[str, str], tuple[float | None, float | None]]] = {
    "Accuracy": ({"accuracy/mean": "accuracy"}, (0, 1)),
    "Effective prompt ratio": ({"epr/reward": "by reward", "epr/correct": "by correctness"}, (0, 1)),
    "Accuracy on held-out problems": ({"eval/accuracy": "accuracy"}, (0, 1)),
    "Reward": ({"reward/mean": "reward"}, (None, None)),
    "Completion length, tokens": ({"length/mean": "tokens"}, (0, None)),
    "Share cut off at the token limit": ({"length/truncated": "truncated"}, (0, 1)),
    "Loss": ({"loss": "loss"}, (None, None)),
    "Gradient norm": ({"grad_norm": "gradient norm"}, (0, None)),
    "Entropy, nats a token": ({"entropy": "entropy"}, (0, None)),
    "Clipped share of tokens": (
        {"clip_low": "low side", "clip_high": "high side", "clip/low": "low side", "clip/high": "high side"},
        (0, None),
    ),
    "Learning rate": ({"lr": "learning rate"}, (0, None)),
    "Idle, share of the step": (
        {"time/generator_idle": "nothing generated", "time/engines_idle": "engines on average"},
        (0, 1),
    ),
    "Prompts a step": ({"prompts/drawn": "drawn", "prompts/kept": "kept"}, (0, None)),
}


@dataclass(frozen=True)
class Loaded:
    """A run folder, read."""

    folder: Path
    name: str
    config: dict[str, Any]
    text: str
    history: History


def write_report(run_folder: Path, out: Path | None = None, control: Path | None = None) -> Path:
    """Write the report of a run (to `report.html` in its folder, or to `out`) and return its path.

    `control`: another run whose curves are drawn beside, dashed. Raises ValueError if a folder is no run,
    or if there is no folder to write to.
    """
    run = load_run(run_folder)
    beside = load_run(control) if control is not None else None
    out = out or run.folder / "report.html"
    if not out.parent.is_dir():
        raise ValueError(f"cannot write {out}: {out.parent} is not a folder")
    if out.exists() and not out.is_file():
        raise ValueError(f"cannot write {out}: it is a folder or a device, not a file")
    engine = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page = engine.get_template("report.html.jinja").render(
        run=run,
        control=beside,
        facts=_facts(run),
        environments=_environments(run, beside),
        stairs=_stairs(run, beside),
        charts=_charts(run, beside),
        timelines=_timelines(run),
        others=_others(run, beside),
        shorts=run.history.shorts.most_common(),
        note=_add_folders(run.config),
        samples=_samples(run),
    )
    partial = out.with_name(out.name + ".partial")
    partial.write_text(page, encoding="utf-8", errors="replace")
    partial.replace(out)
    return out


def summary(run_folder: Path, control: Path | None = None) -> list[dict[str, str]]:
    """One row an environment: level at the end, of the control too, accuracy and reward over the last tenth."""
    return _environments(load_run(run_folder), load_run(control) if control is not None else None)


def course(run_folder: Path) -> list[dict[str, str]]:
    """One row a figure of the whole run, its first and its last value: what there is to tell of a warm start."""
    columns = load_run(run_folder).history.columns
    found = {name: columns[key] for key, name in OVERALL.items() if key in columns and columns[key].values}
    return [
        {"figure": name, "first": f"{series.values[0]:.3g}", "last": f"{series.values[-1]:.3g}"}
        for name, series in found.items()
    ]


def figure(run_folder: Path, out: Path, control: Path | None = None) -> Path:
    """Draw only levels and accuracy, on white, to `out` (.svg, .png or .pdf). Raises ValueError if there is no run."""
    run = load_run(run_folder)
    beside = load_run(control) if control is not None else None
    names = [run.name, _control_name(beside) if beside else ""]
    charts.picture(run.history, beside.history if beside else None, names, out)
    return out


def _control_name(run: Loaded) -> str:
    return run.name if "control" in run.name else f"{run.name} (control)"


def load_run(folder: Path) -> Loaded:
    """Read a run folder. Raises ValueError if it is none."""
    path = folder / "config.yaml"
    if not path.is_file():
        raise ValueError(f"{folder} is not a run: it has no config.yaml")
    config = read_yaml(path)
    name = str(config.get("name") or folder.resolve().name)
    return Loaded(folder, name, config, path.read_text(encoding="utf-8"), read_history(folder))


def _facts(run: Loaded) -> dict[str, str]:
    """The run in a few words and figures."""
    history, model = run.history, run.config.get("model")
    planned = run.config.get("steps")
    facts = {
        "trainer": str(run.config.get("trainer") or "unknown"),
        "model": str(model.get("path") if isinstance(model, Mapping) else model or "unknown"),
        "steps": f"{history.steps:,} of {planned:,}" if isinstance(planned, int) else f"{history.steps:,}",
    }
    for key, label in {"total/rollouts": "rollouts", "total/tokens": "tokens"}.items():
        if series := history.get(key):
            facts[label] = f"{series.values[-1]:,.0f}"
    if series := history.get("time/step_s"):
        facts["duration"] = str(timedelta(seconds=round(min(sum(series.values), 1e12))))
    if series := history.get("accuracy/mean"):
        facts["accuracy, last tenth"] = f"{series.mean_of_last():.1%}"
    return facts


def _environments(run: Loaded, control: Loaded | None) -> list[dict[str, str]]:
    """One row of the summary an environment."""
    return [
        {
            "env": env,
            "level": _last(run.history, f"curriculum/{env}/level"),
            "control": _last(control.history, f"curriculum/{env}/level") if control else "",
            "accuracy": _tenth(run.history, f"env/{env}/accuracy"),
            "reward": _tenth(run.history, f"env/{env}/reward", "{:.2f}"),
        }
        for env in run.history.environments
    ]


def _last(history: History, key: str) -> str:
    series = history.get(key)
    return f"{series.values[-1]:g}" if series else "–"  # noqa: RUF001


def _tenth(history: History, key: str, pattern: str = "{:.0%}") -> str:
    series = history.get(key)
    return pattern.format(series.mean_of_last()) if series else "–"  # noqa: RUF001


def _stairs(run: Loaded, control: Loaded | None) -> dict[str, Markup]:
    """Environment -> its panel. The axes of all panels are the same."""
    other = control.history if control else None
    runs = [history for history in (run.history, other) if history is not None]
    top, last_step = charts.highest_level(runs), max(history.last for history in runs)
    envs = run.history.environments
    accuracy = len(envs) <= WITH_ACCURACY
    return {env: Markup(charts.staircase(run.history, other, env, top, last_step, accuracy)) for env in envs}


def _charts(run: Loaded, control: Loaded | None) -> dict[str, Markup]:
    """Title -> chart, for all figures that the run has."""
    history, other = run.history, control.history if control else None
    found = {}
    for title, (keys, limits) in CHARTS.items():
        known = {key: label for key, label in keys.items() if history.get(key)}
        if known:
            found[title] = Markup(charts.lines(history, other, known, limits))
    for env in history.environments[:WITH_ACCURACY]:
        prefix = f"eval/{env}/level"
        ends = [key.removeprefix(prefix) for key in history.columns if key.startswith(prefix)]
        levels = sorted(int(end) for end in ends if end.isdecimal())
        keys = {f"{prefix}{level}": f"level {level}" for level in levels}
        if keys:
            found[f"Accuracy on held-out problems: {env}"] = Markup(charts.lines(history, other, keys, (0, 1)))
    outcomes = {f"outcome/{name}": name for name in charts.OUTCOMES if _happened(history, f"outcome/{name}")}
    if outcomes:
        colours = [charts.OUTCOMES[name] for name in outcomes.values()]
        found["Outcomes, share of rollouts"] = Markup(charts.shares(history, outcomes, colours))
    seconds = [key for key in sorted(history.columns) if key.startswith("time/") and key.endswith("_s")]
    times = {key: key[5:].removesuffix("_s").replace("_", " ") for key in seconds}
    if times:
        found["Time, seconds a step"] = Markup(charts.lines(history, None, times, (0, None)))
    return found


def _timelines(run: Loaded) -> dict[str, Markup]:
    """Title -> timeline. A line that cannot be drawn is left out: the file may have been edited."""
    found = {}
    for reason, line in read_timelines(run.folder).items():
        try:
            title = f"Step {line['step']} ({reason}): {line['seconds']:.3g} s, {line['generator_idle']:.0%} idle"
            found[title] = Markup(charts.timeline(line))
        except (LookupError, TypeError, ValueError, AttributeError):
            continue
    return found


def _others(run: Loaded, control: Loaded | None) -> dict[str, Markup]:
    """Key -> chart, for figures that a trainer logs and that this file does not know."""
    known = {key for keys, _ in CHARTS.values() for key in keys}
    keys = [key for key in sorted(run.history.columns) if key not in known and not key.startswith(APART)][:MAX_OTHERS]
    other = control.history if control else None
    return {key: Markup(charts.lines(run.history, other, {key: key})) for key in keys}


def _happened(history: History, key: str) -> bool:
    series = history.get(key)
    return series is not None and max(series.values) > 0


def _samples(run: Loaded) -> list[dict[str, Any]]:
    """Sample rollouts by environment and level, as the template shows them."""
    style = run.config.get("prompt_style", "tags")
    found = read_examples(run.folder)
    share = max(1, MAX_GROUPS // max(1, len(found)))
    return [
        {
            "env": env,
            "levels": [
                _level(level, its, [_card(env, level, reason, line, style) for reason, line in its.shown()])
                for level, its in _spread(levels, share).items()
            ],
            "left_out": len(levels) - len(_spread(levels, share)),
        }
        for env, levels in found.items()
    ]


def _level(level: int, examples: Examples, cards: list[dict[str, Any]]) -> dict[str, Any]:
    return {"level": level, "count": examples.count, "accuracy": examples.correct / examples.count, "cards": cards}


def _spread(levels: dict[int, Examples], count: int) -> dict[int, Examples]:
    """At most `count` levels, the lowest and the highest among them."""
    names = list(levels)
    if len(names) <= count:
        return levels
    picked = {names[round(place * (len(names) - 1) / max(1, count - 1))] for place in range(count)} | {names[-1]}
    return {level: levels[level] for level in names if level in picked}


def _card(env: str, level: int, reason: str, line: dict[str, Any], style: str) -> dict[str, Any]:
    score, reward = line.get("score"), line.get("reward")
    judged = isinstance(reward, int | float)
    return {
        "reason": reason,
        "outcome": str(line.get("outcome", "unknown")),
        "hue": round(120 * min(max(number(score), 0.0), 1.0)) if judged else None,
        "score": f"{score:.3g}" if isinstance(score, int | float) else "none",
        "reward": f"{reward:.3g}" if judged else "none",
        "why": visible(str(line.get("why") or "")),
        "about": ", ".join(
            f"{name} {line[key]}"
            for key, name in {"step": "step", "seed": "seed", "tokens": "tokens", "finish": "finish"}.items()
            if line.get(key) is not None
        ),
        "unused": line.get("kept") is False,
        "prompt": visible(_prompt(env, level, line.get("seed"), style)),
        "text": visible(str(line.get("text", ""))),
    }


def _prompt(env: str, level: int, seed: Any, style: str) -> str:
    """The prompt, drawn again from its spec; in its place a remark if the environment is not there any more."""
    try:
        return Spec(env, level, seed).problem().prompt(style)
    except Exception as error:  # a user's environment may raise anything
        return f"(the prompt cannot be drawn again here: {error})"


def _add_folders(config: dict[str, Any]) -> str:
    """Add the run's own folders of environments; a remark if one is gone."""
    try:
        folders = config.get("environment_folders")
        for folder in folders if isinstance(folders, list) else []:
            add_folder(str(folder))
    except ValueError as error:
        return str(error)
    return ""


def visible(text: str) -> str:
    """Text of a model or a problem for the page: bounded, with control characters and lone surrogates to be seen."""
    if len(text) > MAX_CHARS:
        head, tail = MAX_CHARS * 2 // 3, MAX_CHARS // 3
        text = f"{text[:head]}\n[... {len(text) - MAX_CHARS:,} characters left out ...]\n{text[-tail:]}"
    return "".join(char if _shown(char) else char.encode("unicode_escape").decode() for char in text)


def _shown(char: str) -> bool:
    """False for control characters, lone surrogates and whatever else has no picture of its own."""
    return char in "\n\t" or unicodedata.category(char)[0] != "C"
