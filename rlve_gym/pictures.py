"""Pictures of problems: what people would rather look at than read, as data, and how each kind is drawn.

An environment offers one by a property `picture`, which holds what the question tells and nothing more: no answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from pathlib import Path
from typing import Any, Protocol

INK, SOFT, FILL = "#1b2733", "#8a97a3", "#dce6f0"
COLORS = ("#ffffff", "#1f6fb2", "#e0a030", "#3d9960", "#b0413e", "#7a5ba6", "#777777", "#5bb5c9", "#c97b9b", "#a0a030")


class Picture(Protocol):
    """Something that can be drawn."""

    def paint(self, axes: Any) -> None:
        """Draw into matplotlib's axes."""
        ...


@dataclass(frozen=True)
class Cells:
    """A rectangle of cells with short texts. shaded: (row, column) of cells that stand out. boxes: thick lines after so
    many rows and columns, as in sudoku, (0, 0) for none."""

    rows: Sequence[Sequence[str | int]]
    shaded: Sequence[tuple[int, int]] = ()
    boxes: tuple[int, int] = (0, 0)

    def paint(self, axes: Any) -> None:
        height, width = len(self.rows), len(self.rows[0])
        for row, entries in enumerate(self.rows):
            for column, entry in enumerate(entries):
                face = FILL if (row, column) in set(self.shaded) else "#ffffff"
                _square(axes, column, height - 1 - row, face)
                size = 14 if len(str(entry)) < 3 else 9
                axes.text(column + 0.5, height - 0.5 - row, str(entry), ha="center", va="center", size=size, color=INK)
        for step, count, along in ((self.boxes[0], height, True), (self.boxes[1], width, False)):
            for place in range(0, count + 1, step) if step else ():
                at = height - place if along else place
                ends = ([0, width], [at, at]) if along else ([at, at], [0, height])
                axes.plot(*ends, color=INK, linewidth=2.5)
        _frame(axes, width, height)


@dataclass(frozen=True)
class Colors:
    """A rectangle of cells of different kinds, numbered from 0, each in a colour."""

    rows: Sequence[Sequence[int]]

    def paint(self, axes: Any) -> None:
        height, width = len(self.rows), len(self.rows[0])
        for row, entries in enumerate(self.rows):
            for column, entry in enumerate(entries):
                _square(axes, column, height - 1 - row, COLORS[entry % len(COLORS)])
        _frame(axes, width, height)


@dataclass(frozen=True)
class Graph:
    """Vertices first..first + n - 1 on a circle. edges: (u, v) or (u, v, label)."""

    n: int
    edges: Sequence[Sequence[Any]]
    directed: bool = False
    first: int = 0

    def paint(self, axes: Any) -> None:
        angles = [pi / 2 - 2 * pi * place / self.n for place in range(self.n)]
        places = {self.first + vertex: (cos(angle), sin(angle)) for vertex, angle in enumerate(angles)}
        _paint_edges(axes, places, self.edges, self.directed)
        _paint_vertices(axes, places)


@dataclass(frozen=True)
class Tree:
    """A tree, its root on top. edges: (u, v) or (u, v, label), as they are given, in any order."""

    root: int
    edges: Sequence[Sequence[Any]]

    def paint(self, axes: Any) -> None:
        places = _layers(self.root, self.edges)
        _paint_edges(axes, places, self.edges, False)
        _paint_vertices(axes, places)


@dataclass(frozen=True)
class Points:
    """Points in the plane, by default numbered; segments between places; circles (x, y, radius)."""

    points: Sequence[Sequence[float]]
    segments: Sequence[tuple[Sequence[float], Sequence[float]]] = ()
    circles: Sequence[tuple[float, float, float]] = ()
    numbered: bool = True

    def paint(self, axes: Any) -> None:
        from matplotlib.patches import Circle

        for (a, b), (c, d) in self.segments:
            axes.plot([a, c], [b, d], color=SOFT, linewidth=1.5)
        for x, y, radius in self.circles:
            axes.add_patch(Circle((x, y), radius, fill=False, color=SOFT))
        for number, (x, y) in enumerate(self.points):
            axes.plot([x], [y], "o", color=INK, markersize=5)
            if self.numbered:
                axes.annotate(str(number), (x, y), xytext=(4, 4), textcoords="offset points", size=9, color=INK)
        axes.set_aspect("equal", adjustable="datalim")
        axes.grid(color=FILL)
        axes.margins(0.1)


def draw(picture: Picture, path: Path) -> None:
    """Write a picture as PNG or SVG, by the path's suffix. Raises ValueError if matplotlib is missing."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ValueError("drawing needs matplotlib: pip install 'rlve-gymnasium[train]'") from None
    figure = Figure(figsize=(4, 4), layout="constrained")
    axes = figure.add_subplot()
    picture.paint(axes)
    figure.savefig(path, dpi=100, metadata={"Date": None} if path.suffix == ".svg" else {"Software": None})


def _square(axes: Any, x: int, y: int, face: str) -> None:
    from matplotlib.patches import Rectangle

    axes.add_patch(Rectangle((x, y), 1, 1, facecolor=face, edgecolor=SOFT, linewidth=0.8))


def _frame(axes: Any, width: float, height: float) -> None:
    axes.set_xlim(-0.05, width + 0.05)
    axes.set_ylim(-0.05, height + 0.05)
    axes.set_aspect("equal")
    axes.axis("off")


def _paint_edges(
    axes: Any, places: dict[int, tuple[float, float]], edges: Sequence[Sequence[Any]], directed: bool
) -> None:
    for u, v, *label in edges:
        start, end = places[u], places[v]
        style = {"arrowstyle": "-|>" if directed else "-", "color": SOFT, "shrinkA": 11, "shrinkB": 11}
        # Arrows both ways would lie on each other.
        style |= {"connectionstyle": "arc3,rad=0.12"} if directed else {}
        axes.annotate("", end, start, arrowprops=style)
        if label:
            # A third of the way, so that the labels of diagonals do not meet in the middle.
            x, y = (2 * start[0] + end[0]) / 3, (2 * start[1] + end[1]) / 3
            box = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
            axes.text(x, y, str(label[0]), size=8, color=INK, ha="center", va="center", bbox=box)


def _paint_vertices(axes: Any, places: dict[int, tuple[float, float]]) -> None:
    for vertex, (x, y) in places.items():
        axes.plot([x], [y], "o", color=FILL, markeredgecolor=INK, markersize=17)
        axes.text(x, y, str(vertex), ha="center", va="center", size=9, color=INK)
    axes.margins(0.15)
    axes.axis("off")


def _layers(root: int, edges: Sequence[Sequence[Any]]) -> dict[int, tuple[float, float]]:
    """Places of a tree's vertices: leaves side by side, parents above the middle of their children."""
    near: dict[int, list[int]] = {root: []}
    for u, v, *_ in edges:
        near.setdefault(u, []).append(v)
        near.setdefault(v, []).append(u)
    order, depth = [root], {root: 0}
    for vertex in order:
        for other in near[vertex]:
            if other not in depth:
                depth[other] = depth[vertex] + 1
                order.append(other)
    children = {vertex: [other for other in near[vertex] if depth[other] > depth[vertex]] for vertex in order}
    x: dict[int, float] = {}
    # Depth first, children in their order, gives the leaves their places from left to right.
    stack, leaves = [root], 0
    while stack:
        vertex = stack.pop()
        if not children[vertex]:
            x[vertex] = leaves
            leaves += 1
        stack += reversed(children[vertex])
    for vertex in reversed(order):
        if children[vertex]:
            x[vertex] = sum(x[child] for child in children[vertex]) / len(children[vertex])
    return {vertex: (x[vertex], -depth[vertex]) for vertex in order}
