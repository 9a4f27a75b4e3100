"""The gallery: a page with every environment, one line about it, how far guessing gets, and a problem of two levels.

It is made from the code alone, so it can be compared with what is written (a test does). Guess rates take long to
measure and come from a file that `rlve-gym audit --out` writes.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rlve_gym.audit import Rates
from rlve_gym.catalogue_cli import first_sentence
from rlve_gym.problem import Problem, Spec
from rlve_gym.registry import environments, load, path_of, topics

LEVELS = (0, 5)
MAX_LINES, MAX_CHARS = 24, 1200
PICTURES = "gallery"
"""The folder of pictures, beside the page."""
HEAD = """# Gallery

Every environment with a problem of level 0 and one of level 5, as a model sees it, and a right answer. *Guessing* is
the share of problems of these levels that answers get right which do not think: the best constant answer, the best way
to copy from the question, a random answer of the right shape.

Made by `rlve-gym gallery --out docs/gallery.md --rates docs/guess_rates.json`; the rates by `rlve-gym audit --out`.
"""


def write(out: Path, rates: Path | None, pictures: bool = True) -> None:
    """Write the page and, if asked, its pictures."""
    out.write_text(page(read_rates(rates)), encoding="utf-8")
    if pictures:
        from rlve_gym.pictures import draw

        folder = out.parent / PICTURES
        folder.mkdir(exist_ok=True)
        for env in environments():
            if has_picture(env):
                draw(Spec(env, LEVELS[0], 0).problem().picture, folder / f"{env}.png")


def read_rates(path: Path | None) -> dict[tuple[str, int], Rates]:
    """(environment, level) -> its rates."""
    values = json.loads(path.read_text(encoding="utf-8")) if path else []
    return {(value["env"], value["level"]): Rates(**value) for value in values}


def page(rates: Mapping[tuple[str, int], Rates]) -> str:
    """The whole page."""
    parts = [HEAD]
    for topic in topics():
        names = environments(topic)
        title = topic.replace("_", " ").capitalize()
        parts.append(f"\n## {title}\n\n{_contents(names)}\n")
        parts += [_section(env, rates) for env in names]
    return "".join(parts)


def has_picture(env: str) -> bool:
    """Whether problems of an environment can be drawn."""
    return load(env).picture is not Problem.picture


def _contents(names: Sequence[str]) -> str:
    return ", ".join(f"[{env}](#{env})" for env in names)


def _section(env: str, rates: Mapping[tuple[str, int], Rates]) -> str:
    its = [rates[env, level] for level in LEVELS if (env, level) in rates]
    guessing = "\n\n" + "; ".join(_guessing(rate) for rate in its) + "." if its else ""
    drawn = f"\n\n![a problem of {env}]({PICTURES}/{env}.png)" if has_picture(env) else ""
    problems = "".join(_problem(env, level) for level in LEVELS)
    return f"\n### {env}\n\n{first_sentence(path_of(env))}{guessing}{drawn}\n{problems}"


def _guessing(rate: Rates) -> str:
    shares = f"constant {rate.constant:.2f}, copied {rate.echo:.2f}, random {rate.random:.2f}"
    return f"Guessing at level {rate.level}: {shares}"


def _problem(env: str, level: int) -> str:
    problem: Any = Spec(env, level, 0).problem()
    answer = problem.answer.render(problem.reference)
    return f"\nLevel {level}:\n\n{_fenced(problem.prompt())}\n\nAnswer:\n\n{_fenced(answer)}\n"


def _fenced(text: str) -> str:
    fence = "````" if "```" in text else "```"
    lines = text.split("\n")
    if len(lines) > MAX_LINES:
        lines = [*lines[:MAX_LINES], f"... ({len(lines) - MAX_LINES} more lines)"]
    kept = "\n".join(lines)
    if len(kept) > MAX_CHARS:
        kept = f"{kept[:MAX_CHARS]} ... ({len(kept) - MAX_CHARS} more characters)"
    return f"{fence}text\n{kept}\n{fence}"
