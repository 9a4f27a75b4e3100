"""`rlve-gym es`: what can be done with the history of a run of evolution strategies. cli.py mounts `app`."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rlve_gym.history import History

app = typer.Typer(
    help="Histories of evolution strategies: seeds and rewards that are a model.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

File = Annotated[Path, typer.Argument(metavar="HISTORY", help="The history's file.", show_default=False)]


@app.command("replay")
def replay_command(
    file: File,
    base: Annotated[str, typer.Option(metavar="MODEL", help="What the run began with: a folder, hub id or package.")],
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the model is written; it must not exist.")],
    iterations: Annotated[
        int | None, typer.Option(help="Stop after this many; all by default.", show_default=False)
    ] = None,
    device: Annotated[
        str | None, typer.Option(help="By default a GPU if there is one; the bits are the same.", show_default=False)
    ] = None,
    recover: Annotated[
        bool, typer.Option("--recover", help="Leave out an incomplete last record, as a killed process leaves it.")
    ] = False,
) -> None:
    """Turn a history into an ordinary Hugging Face folder."""
    from rlve_gym.history import History

    history = History.from_file(file, recover)
    replay(history if iterations is None else history.prefix(iterations), base, out, device)
    print(out)


def replay(history: "History", base: str, out: Path, device: str | None = None) -> None:
    """Write the model that a history stands for, with its tokenizer.

    Raises ValueError if the base is not the one that the history began from, or the folder exists.
    """
    from rlve_gym.evolution import Replica, parameters
    from rlve_gym.models import load
    from rlve_gym.progress import progress

    if out.exists():
        raise ValueError(f"{out} exists: choose another folder, or remove it")
    model, tokenizer = load(base, dtype=history.header.dtype, device=device)
    replica = Replica(parameters(model), history.header)
    with progress("replaying", total=len(history)) as bar:
        for _ in replica.steps(history):
            bar.advance(1)
    replica.write(parameters(model))
    partial = out.with_name(f".{out.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        model.save_pretrained(partial)
        tokenizer.save_pretrained(partial)
        partial.rename(out)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


@app.command()
def show(file: File) -> None:
    """Print a history as JSON lines: the header, then an iteration a line."""
    from rlve_gym.history import History

    print(History.from_file(file).to_jsonl(), end="")


@app.command()
def pack(
    lines: Annotated[Path, typer.Argument(metavar="JSONL", help="What `show` printed.", show_default=False)],
    out: Annotated[Path, typer.Option(metavar="HISTORY", help="Where the history is written; it must not exist.")],
) -> None:
    """Turn JSON lines back into a history, the very same bytes."""
    from rlve_gym.history import History

    packed = History.from_jsonl(lines.read_text(encoding="utf-8")).to_bytes()
    with out.open("xb") as file:
        file.write(packed)
