"""`rlve-gym check`, `audit` and `gallery`: what is said of environments as a collection. cli.py mounts them."""

from pathlib import Path
from typing import Annotated

import typer

from rlve_gym.cli_parts import Folders, Json, print_columns, print_json


def check(
    path: Annotated[Path, typer.Argument(help="A file or a folder.", show_default=False)],
    level: Annotated[list[int], typer.Option(help="A level to check; may be given more than once.")] = [0, 1, 5],  # noqa: B006
) -> None:
    """Check environments of your own against the contract. The exit code is 1 if one fails."""
    from rlve_gym.progress import progress

    if any(one < 0 for one in level):
        raise ValueError("levels of difficulty start at 0")
    envs = _environments_in(path)
    failures = {}
    with progress("checking", total=len(envs)) as bar:
        for env in envs:
            failures[env] = _failure(env, level)
            bar.advance(1, failed=sum(why is not None for why in failures.values()))
    for env, why in failures.items():
        print(f"{'ok' if why is None else 'FAILED':8}{env}")
        if why is not None:
            print("        " + why.replace("\n", "\n        "))
    failed = sum(why is not None for why in failures.values())
    print(f"{len(envs) - failed} of {len(envs)} environments keep the contract")
    if failed:
        raise typer.Exit(1)


def _environments_in(path: Path) -> list[str]:
    """The ids in a file or a folder, which is added to the registry unless it lies in it. Raises ValueError."""
    from rlve_gym.registry import add_folder, environments

    if not path.exists():
        raise ValueError(f"{path} does not exist")
    if path.is_file() and path.suffix != ".py":
        raise ValueError(f"{path} is not a Python file")
    place = path.resolve()
    known = [env for env in environments() if place in _places(env)]
    if not known:
        add_folder(place.parent if place.is_file() else place)
        known = [env for env in environments() if place in _places(env)]
    if not known:
        raise ValueError(f"there is no environment in {path}")
    return known


def _places(env: str) -> tuple[Path, Path, Path]:
    """An environment's file, its topic's folder and the folder of all."""
    from rlve_gym._checkout import home
    from rlve_gym.registry import folder_of, path_of

    return path_of(env).resolve(), path_of(env).parent.resolve(), Path(folder_of(env) or home("envs")).resolve()


def _failure(env: str, levels: list[int]) -> str | None:
    """What is wrong with an environment, or None. A user's code may raise anything."""
    from rlve_gym.play import printable
    from rlve_gym.registry import load
    from rlve_gym.testing import check as check_contract

    try:
        check_contract(load(env), levels=levels)
    except Exception as error:
        about = str(error) if isinstance(error, AssertionError | ValueError) else f"{type(error).__name__}: {error}"
        return printable(about)
    return None


def audit(
    env: Annotated[list[str] | None, typer.Argument(help="Ids of environments; all but theorems by default.")] = None,
    level: Annotated[list[int], typer.Option(help="A level; may be given more than once.")] = [0, 5],  # noqa: B006
    problems: Annotated[int, typer.Option(min=10, help="Problems of each level.")] = 200,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the rates in this JSON file.", show_default=False)
    ] = None,
    as_json: Json = False,
    folders: Folders = [],  # noqa: B006 - typer makes a new list for every call
) -> None:
    """Measure how far guessing gets: constant, empty, copied and random answers, as shares that are correct."""
    import json

    from rlve_gym.audit import LIMIT, audited
    from rlve_gym.audit import audit as measure
    from rlve_gym.progress import progress
    from rlve_gym.registry import load, resolve

    envs = [resolve(name) for name in env] if env else audited()
    rows = []
    with progress("auditing", total=len(envs) * len(level)) as bar:
        for name in envs:
            for its_level in level:
                rows.append(measure(load(name), its_level, problems))
                bar.advance(1, guessed=sum(row.worst >= LIMIT for row in rows))
    values = [row.to_json() for row in rows]
    if out:
        out.write_text("[\n" + ",\n".join(json.dumps(value) for value in values) + "\n]\n", encoding="utf-8")
    if as_json:
        print_json(values)
        return
    heads = ["environment", "level", "constant", "empty", "copied", "random", "best constant"]
    lines = [heads]
    for row in rows:
        rates = [f"{rate:.2f}" for rate in (row.constant, row.empty, row.echo, row.random)]
        lines.append([row.env, str(row.level), *rates, " ".join(row.best.split())[:30]])
    print_columns(lines, right=range(1, 6))


def gallery(
    out: Annotated[Path, typer.Option(metavar="FILE", help="The page; pictures go into a folder beside it.")],
    rates: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What `audit --out` has kept.", show_default=False)
    ] = None,
    pictures: Annotated[bool, typer.Option(help="Draw the pictures anew.")] = True,
) -> None:
    """Write a page with a sample of every environment."""
    from rlve_gym.gallery import write

    write(out, rates, pictures)
    print(out)


def first_sentence(path: Path) -> str:
    """The first sentence of a module's docstring, read without importing it; empty if there is none."""
    import re
    from tokenize import TokenError

    try:
        text = _docstring(path)
    except (SyntaxError, TokenError, UnicodeDecodeError):
        return "(cannot be read: syntax error)"
    text = " ".join(text.partition("\n\n")[0].split())
    return re.split(r"(?<=\.)\s+(?=[A-Z])", text)[0]


def _docstring(path: Path) -> str:
    """A module's docstring. No more than that is read: parsing the files of all environments takes 20 times as long."""
    import ast
    import tokenize
    from itertools import takewhile

    with tokenize.open(path) as file:
        first = takewhile(lambda token: token.type != tokenize.NEWLINE, tokenize.generate_tokens(file.readline))
        parts = [token for token in first if token.type not in (tokenize.COMMENT, tokenize.NL)]
    if any(token.type != tokenize.STRING for token in parts):
        return ""
    return ast.get_docstring(ast.parse(" ".join(token.string for token in parts))) or ""
