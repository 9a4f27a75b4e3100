"""Charts of a run's figures, as SVG that takes its text colour from the page around it.

Long runs are thinned: a noisy figure is drawn as a faint line of at most POINTS means and a moving average over it, a
staircase by its corners. A control run is drawn dashed.
"""

import io
import re
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from rlve_gym.runlog import History, Series

POINTS = 300
INK = "#7f7f7d"
"""Stands for the page's text colour, and is replaced by `currentColor`; equals no colour of a line."""
COLOURS = ("#3987e5", "#e08a1e", "#2fa36b", "#cc5fa0", "#8a6fd8", "#a0703c", "#3aa8b8", "#8c8c8c")
OUTCOMES = {
    "correct": "#2fa36b",
    "partial": "#9bbf3f",
    "wrong": "#e0a32e",
    "invalid": "#e0703a",
    "malformed": "#d04a4a",
    "truncated": "#b06fc0",
    "timeout": "#8c8c8c",
    "error": "#5c6470",
}
STAGES = {"generate": COLOURS[0], "verify": COLOURS[1], "update": COLOURS[2], "evaluate": COLOURS[4]}
"""What a step does, from top to bottom of its timeline."""
_STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "rlve-gym",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "grid.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "text.parse_math": False,
    "axes.unicode_minus": True,
}


def _style(ink: str) -> AbstractContextManager[None]:
    inked = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")
    settings: Any = _STYLE | dict.fromkeys(inked, ink)
    return rc_context(settings)


def thin(steps: np.ndarray, values: np.ndarray, points: int = POINTS) -> tuple[np.ndarray, np.ndarray]:
    """At most `points` means over equal shares of the series; the series itself if it is short enough."""
    if len(steps) <= points:
        return steps, values
    cuts = np.linspace(0, len(steps), points + 1).astype(int)[:-1]
    counts = np.diff(np.append(cuts, len(steps)))
    return np.add.reduceat(steps, cuts) / counts, np.add.reduceat(values, cuts) / counts


def smooth(values: np.ndarray, share: float = 0.04) -> np.ndarray:
    """A centred moving average over `share` of the series; shorter windows at both ends."""
    half = int(share * len(values) / 2)
    sums = np.concatenate([[0.0], np.cumsum(values)])
    index = np.arange(len(values))
    low, high = np.maximum(index - half, 0), np.minimum(index + half + 1, len(values))
    return (sums[high] - sums[low]) / (high - low)


def corners(steps: np.ndarray, *values: np.ndarray) -> tuple[np.ndarray, ...]:
    """Steps and values at the first point, at every point where one of the values changes, and at the last one."""
    changed = [np.flatnonzero(np.diff(value) != 0) + 1 for value in values]
    keep = np.unique(np.concatenate([[0], *changed, [len(steps) - 1]]).astype(int))
    return steps[keep], *(value[keep] for value in values)


def lines(
    history: History,
    control: History | None,
    keys: Mapping[str, str],
    limits: tuple[float | None, float | None] = (None, None),
) -> str:
    """An SVG of several figures over steps, `keys` maps each to its label. The control is drawn beside a single one."""
    with _style(INK):
        figure, axes = _axes()
        for (key, label), colour in zip(keys.items(), COLOURS):
            _noisy(axes, history.get(key), colour, label)
        if control is not None and len(keys) == 1:
            _noisy(axes, control.get(next(iter(keys))), COLOURS[1], "control", dashed=True)
        _limit(axes, limits)
        if len(axes.get_legend_handles_labels()[1]) > 1:
            _legend(axes)
        return _svg(figure)


def shares(history: History, keys: Mapping[str, str], colours: Sequence[str]) -> str:
    """An SVG of stacked shares that add up to 1, the first one lowest."""
    known = {key: (label, colour) for (key, label), colour in zip(keys.items(), colours) if history.get(key)}
    steps_S = np.unique(np.concatenate([history.columns[key].xy[0] for key in known]))
    with _style(INK):
        figure, axes = _axes()
        stacked = []
        for key in known:
            at, values = history.columns[key].xy
            full = np.zeros(len(steps_S))
            full[np.searchsorted(steps_S, at)] = values
            stacked.append(thin(steps_S, smooth(full))[1])
        labels, fills = zip(*known.values())
        axes.stackplot(thin(steps_S, steps_S)[0], stacked, labels=labels, colors=fills, linewidth=0, alpha=0.85)
        _limit(axes, (0, 1))
        axes.margins(x=0)
        _legend(axes)
        return _svg(figure)


def staircase(history: History, control: History | None, env: str, top: float, last_step: float, accuracy: bool) -> str:
    """An SVG of one environment: the window of levels over steps, and below it the accuracy if that is asked for.

    `top` and `last_step` are where the axes end.
    """
    with _style(INK):
        figure = Figure(figsize=(3.7, 2.5 if accuracy else 1.6))
        figure.subplots_adjust(left=0.14, right=0.97, top=0.97, bottom=0.1 if accuracy else 0.15, hspace=0.12)
        rows = figure.subplots(
            2 if accuracy else 1, 1, sharex=True, squeeze=False, height_ratios=[3, 2][: 1 + accuracy]
        )
        _stairs(rows[0, 0], history, control, env, top)
        if accuracy:
            _accuracy(rows[1, 0], history, control, env)
        rows[-1, 0].set_xlim(0, max(last_step, 1))
        return _svg(figure)


def picture(history: History, control: History | None, names: Sequence[str], out: Path) -> None:
    """Staircase and accuracy of all environments in one picture on white: .svg, .png or .pdf.

    `names` are those of the run and of its control. Raises ValueError if there is nothing to draw yet.
    """
    envs = history.environments
    if not envs:
        raise ValueError("the run has no figures yet to draw")
    runs = [run for run in (history, control) if run is not None]
    top, last_step = highest_level(runs), max(run.last for run in runs)
    across = min(3, len(envs))
    down = -(-len(envs) // across)
    with _style("#333333"):
        figure = Figure(figsize=(max(3.4 * across, 5.0), 3.2 * down + 0.4), layout="constrained", facecolor="white")
        grid = figure.subplots(2 * down, across, squeeze=False, height_ratios=[3, 2] * down)
        for place in range(down * across):
            levels, accuracies = (
                grid[2 * (place // across), place % across],
                grid[2 * (place // across) + 1, place % across],
            )
            if place >= len(envs):
                levels.set_axis_off()
                accuracies.set_axis_off()
                continue
            _stairs(levels, history, control, envs[place], top)
            _accuracy(accuracies, history, control, envs[place])
            levels.set_title(envs[place], fontsize=10)
            levels.tick_params(labelbottom=False)
            accuracies.set_xlabel("step")
            for axes in (levels, accuracies):
                axes.set_xlim(0, max(last_step, 1))
        handles = grid[0, 0].get_lines()[: len(runs)]
        figure.legend(handles, names[: len(handles)], loc="outside lower center", ncols=2)
        figure.savefig(out, dpi=150, metadata={"Date": None} if out.suffix == ".svg" else None)


def timeline(line: Mapping[str, Any]) -> str:
    """An SVG of the seconds of one step, a line of timeline.jsonl: what went on when, how many attempts were generated
    and verified, and which rows were late. Raises LookupError, TypeError or ValueError if it is no such line."""
    with _style(INK):
        figure = Figure(figsize=(5.4, 3.4))
        figure.subplots_adjust(left=0.14, right=0.97, top=0.98, bottom=0.13, hspace=0.16)
        stages, curves, rows = figure.subplots(3, 1, sharex=True, height_ratios=[2, 3, 3])
        _stages(stages, line["stages"])
        _curves(curves, line)
        _late(rows, line["rows"])
        rows.set_xlim(0, float(line["seconds"]) or 1)
        rows.set_xlabel("seconds of the step")
        return _svg(figure)


def _stages(axes: Axes, spans: Mapping[str, Any]) -> None:
    known = {name: colour for name, colour in STAGES.items() if name in spans}
    for place, (name, colour) in enumerate(known.items()):
        bars = [(since, until - since) for since, until in spans[name]]
        axes.broken_barh(bars, (place - 0.38, 0.76), color=colour, linewidth=0)
    axes.set_yticks(range(len(known)), list(known))
    axes.set_ylim(len(known) - 0.5, -0.5)
    axes.grid(axis="y", visible=False)


def _curves(axes: Axes, line: Mapping[str, Any]) -> None:
    """Attempts over time. Between the curves are those that wait for a verdict."""
    for name, stage in (("generated", "generate"), ("verified", "verify")):
        moments = [0.0, *line[name], line["seconds"]]
        counts = [0, *line["places"][: len(line[name])]]
        axes.plot(moments, [*counts, counts[-1]], color=STAGES[stage], linewidth=1.5, label=name)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=4))
    axes.set_ylabel("attempts")
    axes.legend(loc="upper left")


def _late(axes: Axes, rows: Mapping[str, Any]) -> None:
    """A bar for each row: from its first completion to its last, and on to its last verdict."""
    names = ("generated_first", "generated_last", "verified_last")
    for place, (first, last, verdict) in enumerate(zip(*(rows.get(name, ()) for name in names), strict=True)):
        axes.broken_barh([(first, last - first)], (place - 0.4, 0.8), color=STAGES["generate"], linewidth=0)
        if verdict is not None:
            waited = max(0.0, verdict - last)
            axes.broken_barh([(last, waited)], (place - 0.4, 0.8), color=STAGES["verify"], linewidth=0)
    lows = rows.get("low", ())
    every = max(1, -(-len(lows) // 6))
    axes.set_yticks(range(0, len(lows), every), [str(low) for low in lows[::every]])
    axes.set_ylim(max(len(lows), 1) - 0.5, -0.5)
    axes.grid(axis="y", visible=False)
    axes.set_ylabel("row")


def highest_level(runs: Sequence[History]) -> float:
    """The highest level that any environment of these runs reached."""
    levels = [max(series.values) for run in runs for key, series in run.columns.items() if _is_level(key)]
    return max(levels, default=1.0)


def _is_level(key: str) -> bool:
    return key.startswith("curriculum/") and key.endswith("/level")


def _axes() -> tuple[Figure, Axes]:
    figure = Figure(figsize=(5.4, 2.5))
    figure.subplots_adjust(left=0.12, right=0.97, top=0.89, bottom=0.18)
    return figure, figure.subplots()


def _stairs(axes: Axes, history: History, control: History | None, env: str, top: float) -> None:
    low, high = history.get(f"curriculum/{env}/low"), history.get(f"curriculum/{env}/level")
    if high is not None:
        axes.plot(*corners(*high.xy), color=COLOURS[0], drawstyle="steps-post", linewidth=1.8)
        if low is not None and low.steps == high.steps:
            steps, lower, upper = corners(high.xy[0], low.xy[1], high.xy[1])
            axes.fill_between(steps, lower, upper, step="post", color=COLOURS[0], alpha=0.15, linewidth=0)
    other = control.get(f"curriculum/{env}/level") if control is not None else None
    if other is not None:
        axes.plot(*corners(*other.xy), color=COLOURS[1], drawstyle="steps-post", linewidth=1.5, linestyle=(0, (4, 2)))
    axes.set_ylim(-0.3, max(top, 1) + 0.5)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=6))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
    axes.set_ylabel("level")


def _accuracy(axes: Axes, history: History, control: History | None, env: str) -> None:
    _noisy(axes, history.get(f"env/{env}/accuracy"), COLOURS[0], "")
    if control is not None:
        _noisy(axes, control.get(f"env/{env}/accuracy"), COLOURS[1], "", dashed=True)
    axes.set_ylim(-0.03, 1.03)
    axes.set_yticks([0, 0.5, 1])
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
    axes.set_ylabel("accuracy")


def _noisy(axes: Axes, series: Series | None, colour: str, label: str, dashed: bool = False) -> None:
    if series is None:
        return
    steps, values = series.xy
    mark = "o" if len(steps) == 1 else ""
    if not dashed and len(steps) > 25:
        axes.plot(*thin(steps, values), color=colour, linewidth=0.7, alpha=0.35)
    style = (0, (4, 2)) if dashed else "solid"
    x, y = thin(steps, smooth(values))
    axes.plot(x, y, color=colour, linewidth=1.5, label=label, linestyle=style, marker=mark, alpha=0.8 if dashed else 1)


def _limit(axes: Axes, limits: tuple[float | None, float | None]) -> None:
    low, high = limits
    if low is not None and high is not None:
        room = 0.03 * (high - low)
        axes.set_ylim(low - room, high + room)
    elif low is not None:
        axes.set_ylim(low, low + 1.05 * (axes.get_ylim()[1] - low))
    axes.set_xlim(left=0)
    bottom, top = axes.get_ylim()
    if top - bottom > 1e-3 * max(abs(bottom), abs(top)):
        axes.yaxis.set_major_formatter("{x:.6g}")
    axes.set_xlabel("step")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=6))


def _legend(axes: Axes) -> None:
    axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 0.98), ncols=5, handlelength=1.2, columnspacing=1.0)


def _svg(figure: Figure) -> str:
    """The bare `<svg>` element, without a fixed size or metadata, in the colour of the text around it."""
    figure.patch.set_alpha(0)
    for axes in figure.axes:
        axes.patch.set_alpha(0)
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, count=1, flags=re.DOTALL)
    svg = re.sub(
        r'(<svg[^>]*?) width="[^"]*"', r"\1", re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1), count=1
    )
    return svg.replace(INK, "currentColor")
