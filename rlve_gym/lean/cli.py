"""`rlve-gym lean ...`: what Lean there is, and the data sets of theorems."""

from pathlib import Path
from typing import Annotated

import typer

from rlve_gym.cli_parts import Json, print_json, print_values

app = typer.Typer(help="Theorem proving: the Lean on this machine, and data sets of theorems.", no_args_is_help=True)


@app.command()
def doctor(
    checker: Annotated[str, typer.Option(help="auto, embedded, process, repl, kimina, modal or ray.")] = "auto",
    command: Annotated[str, typer.Option(help="process, repl: such as 'lake env lean'.")] = "",
    project: Annotated[str | None, typer.Option(help="process, repl: the Lake project.", show_default=False)] = None,
    url: Annotated[str | None, typer.Option(help="kimina: the server.", show_default=False)] = None,
    modal: Annotated[str, typer.Option(help="modal: settings such as '{block_network: true}'.")] = "{}",
    as_json: Json = False,
) -> None:
    """Say which Lean is found, its version, and whether a proof, a false one and a sorry are told apart.

    The exit code is 0 if the Lean that `auto` would take can be believed, else 1.
    """
    import shlex
    from dataclasses import asdict

    import yaml
    from pydantic import ValidationError

    from rlve_gym.config import explained
    from rlve_gym.lean.doctor import CANARIES, examine
    from rlve_gym.lean.modal import SandboxSection
    from rlve_gym.lean.select import LeanSettings

    given = yaml.safe_load(modal)
    if not isinstance(given, dict):
        raise ValueError("--modal takes settings of lean.modal, such as '{block_network: true}'")
    try:
        sandboxes = SandboxSection.model_validate({"sandboxes": 1, **given})
    except ValidationError as error:
        raise ValueError(f"--modal: {explained(SandboxSection, error)}") from None
    asked = LeanSettings(checker, tuple(shlex.split(command)), project, url, modal=sandboxes)
    first = examine(asked)
    others = [] if first.checker == "embedded" or checker != "auto" else [examine(LeanSettings("embedded"))]
    if as_json:
        rows = [asdict(one) | {"canaries": dict(one.canaries), "sound": one.sound} for one in (first, *others)]
        print_json(rows)
    else:
        for one in (first, *others):
            print(f"{one.checker}{' (taken)' if one is first and not one.problem else ''}")
            if one.problem:
                print(f"  not usable: {one.problem}")
                continue
            print(f"  Lean {one.version or 'of unknown version'}; checks statements that need {', '.join(one.offers)}")
            for name, result in one.canaries:
                wanted = CANARIES[name][2]
                print(f"  canary {name:<6} {result}" + ("" if result == wanted else f"   WRONG: {wanted} expected"))
            if one.note:
                print(f"  {one.note}")
    raise typer.Exit(0 if first.sound else 1)


@app.command()
def data(
    data: Annotated[str, typer.Argument(help="bundled, a hub id, or a JSONL or Parquet file.", show_default=False)],
    as_json: Json = False,
) -> None:
    """Describe a data set of theorems: rows, what was dropped and why, levels."""
    from rlve_gym.lean.datasets import describe

    print_values(describe(data), as_json)


@app.command()
def relevel(
    data: Annotated[str, typer.Argument(help="The data set that the runs used.", show_default=False)],
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs.", show_default=False)],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the new data set goes (JSONL).")],
) -> None:
    """Write the data set anew with levels by how often each theorem was proved in these runs."""
    from rlve_gym.lean.datasets import relevel as relevel_

    print(relevel_(data, [run / "rollouts.jsonl" if run.is_dir() else run for run in runs], out))
