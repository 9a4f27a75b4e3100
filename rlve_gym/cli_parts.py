"""What several commands share: their options, and how they print."""

import json
import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
CONFIG = typer.Argument(help="A YAML file, or the name of a shipped one.", show_default=False)
Overrides = Annotated[
    list[str] | None,
    typer.Argument(metavar="KEY.SUB=VALUE", help="Changes to the configuration.", show_default=False),
]


def _add_folders(folders: list[Path]) -> list[Path]:
    from rlve_gym.registry import add_folder

    for folder in folders:
        add_folder(folder)
    return folders


Folders = Annotated[
    list[Path],
    typer.Option(
        "--environments-folder",
        metavar="DIR",
        envvar="RLVE_GYM_ENVIRONMENTS",
        callback=_add_folders,
        help="A folder with your own environments; may be given more than once.",
        show_default=False,
    ),
]


def print_json(value: Any) -> None:
    """Print a JSON value for people and programs."""
    print(json.dumps(value, indent=2))


def print_values(values: Mapping[str, Any], as_json: bool) -> None:
    """Print named values, one a line unless `as_json`."""
    if as_json:
        print_json(values)
        return
    for key, value in values.items():
        print(f"{key}: {json.dumps(value) if isinstance(value, dict | list) else value}")


def print_columns(lines: Sequence[Sequence[str]], right: Collection[int] = ()) -> None:
    """Print lines of cells as a table; the columns of the places `right` are aligned to the right."""
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        placed = enumerate(zip(line, widths))
        cells = [cell.rjust(width) if place in right else cell.ljust(width) for place, (cell, width) in placed]
        print("  ".join(cells).rstrip())


def styled(text: str, **style: Any) -> str:
    """A text in a style of `typer.style`, such as bold=True, where stdout is a terminal."""
    return typer.style(text, **style) if sys.stdout.isatty() else text
