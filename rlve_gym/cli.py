"""The command line `rlve-gym`. Bad input gives one line on stderr and exit code 2; what is our fault, a traceback.

What a command needs is imported inside it, so that `--help` stays quick.
"""

import io
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from rlve_gym.catalogue_cli import audit, check, first_sentence, gallery
from rlve_gym.cli_parts import CONFIG, Folders, Json, Overrides, print_columns, print_json, styled
from rlve_gym.es_cli import app as es_app
from rlve_gym.lean.cli import app as lean_app
from rlve_gym.modal_cli import app as modal_app
from rlve_gym.modal_cli import print_dry_run

EXTRA = (
    *("torch", "transformers", "tokenizers", "safetensors", "gguf", "accelerate"),
    *("datasets", "jinja2", "markupsafe", "matplotlib"),
)
"""Modules of the extra `train`, which a light installation lacks."""

app = typer.Typer(
    name="rlve-gym",
    help="A gym of verifiable environments for training language models with reinforcement learning.",
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # a help in colours would take a quarter longer
)
app.add_typer(lean_app, name="lean")
app.add_typer(es_app, name="es")
app.add_typer(modal_app, name="modal")
for command in (check, audit, gallery):
    app.command()(command)


Env = Annotated[str, typer.Argument(help="Id of an environment, such as sorting.", show_default=False)]
Level = Annotated[int, typer.Option(help="Level of difficulty, from 0.")]
Seed = Annotated[int, typer.Option(help="Which of the level's problems.")]


@app.command("list")
def list_(
    topic: Annotated[str | None, typer.Option(help="Only the environments of this topic.", show_default=False)] = None,
    as_json: Json = False,
    folders: Folders = [],  # noqa: B006 - typer makes a new list for every call
) -> None:
    """List the environments. Off a terminal: one a line, its columns separated by tabs."""
    from rlve_gym.registry import class_name, environments, path_of, topic_of

    rows = [
        {
            "id": env,
            "gymnasium_id": f"rlve/{class_name(env)}-v0",
            "topic": topic_of(env),
            "about": first_sentence(path_of(env)),
        }
        for env in environments(topic)
    ]
    if as_json:
        print_json(rows)
    elif sys.stdout.isatty():
        _print_table(rows)
    else:
        for row in rows:
            print("\t".join(row.values()))


@app.command()
def show(
    env: Env,
    level: Level = 0,
    seed: Seed = 0,
    answer: Annotated[bool, typer.Option("--answer", help="Print a right answer too.")] = False,
    style: Annotated[
        str, typer.Option(help="How the prompt asks: tags, boxed; of theorems also kimina, stp.")
    ] = "tags",
    draw: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw it, too: a PNG or SVG file.", show_default=False)
    ] = None,
    as_json: Json = False,
    folders: Folders = [],  # noqa: B006
) -> None:
    """Show a problem as a model sees it."""
    from rlve_gym.play import heading
    from rlve_gym.problem import Spec

    problem = Spec(env, level, seed).problem()
    if draw:
        from rlve_gym.pictures import draw as draw_picture

        draw_picture(problem.picture, draw)
    prompt = problem.prompt(style)
    reference = problem.answer.render(problem.reference) if answer else None
    if as_json:
        value = {
            "env": type(problem).id(),
            "level": level,
            "seed": seed,
            "version": problem.version,
            "parameters": problem.parameters(level),
            "prompt": prompt,
            "problem": problem.value(),
        }
        print_json(value | ({"reference": reference} if answer else {}))
        return
    print(f"{styled(heading(env, level, seed), bold=True)}\n\n{prompt}")
    if reference is not None:
        print(f"\n{styled('The reference answer:', bold=True)}\n{reference}")


@app.command()
def play(
    env: Env,
    level: Level = 0,
    seed: Annotated[int | None, typer.Option(help="Seed of the first problem; at random if not given.")] = None,
    folders: Folders = [],  # noqa: B006
) -> None:
    """Answer problems yourself. The answer need not be marked."""
    import secrets

    from rlve_gym.play import play as play_

    play_(env, level, secrets.randbelow(10**6) if seed is None else seed)


@app.command()
def verify(
    env: Env,
    answer: Annotated[str, typer.Option(help="The answer, bare or marked in a completion; - reads it from stdin.")],
    level: Level = 0,
    seed: Seed = 0,
    as_json: Json = False,
    folders: Folders = [],  # noqa: B006
) -> None:
    """Judge an answer. The exit code is 0 whether it is right or wrong, and 2 if there is no such problem."""
    from rlve_gym.play import judge, painted, printable, verdict_line
    from rlve_gym.problem import Spec

    problem = Spec(env, level, seed).problem()
    text = sys.stdin.read() if answer == "-" else answer
    verdict, reward = judge(problem, text)
    if as_json:
        spec = {"env": type(problem).id(), "level": level, "seed": seed}
        what = {"outcome": str(verdict.outcome), "correct": verdict.correct, "score": verdict.score, "reward": reward}
        print_json(spec | what | {"why": verdict.why})
    else:
        print(painted(verdict, printable(verdict_line(verdict, reward))))


@app.command()
def train(
    config: Annotated[str | None, CONFIG] = None,
    overrides: Overrides = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Continue the run in this folder, or one of its checkpoints (later ones go)."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the resolved configuration, on Modal also its costs, and stop.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="--dry-run: print JSON.")] = False,
) -> None:
    """Train a model, as CONFIG says, or continue a run."""
    if (config is None) == (resume is None):
        raise ValueError("give either CONFIG, or --resume DIR alone: a run continues with its own configuration")
    from rlve_gym.checkpoint import matches
    from rlve_gym.config import load_config
    from rlve_gym.metrics import Run
    from rlve_gym.registry import trainer

    if dry_run:
        where = resume.parent.parent if resume and matches(resume) else resume
        typed = load_config(config or (where or Path()) / "config.yaml", overrides or [])
        print_dry_run(typed, where or Path(typed.runs) / typed.name, bool(resume), as_json)
        return
    run = Run.resume(resume) if resume else Run.create(load_config(config or "", overrides or []))
    try:
        with run:
            trainer(run.config.trainer).train(run.config, run)
    except KeyboardInterrupt:
        _say(f"stopped; to continue: rlve-gym train --resume {run.folder}")
        raise typer.Exit(130) from None
    _say(f"finished {run.folder}; for a report: rlve-gym report {run.folder}")


@app.command()
def report(
    run: Annotated[Path, typer.Argument(help="The run's folder.", show_default=False)],
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="By default report.html in the folder.")] = None,
    control: Annotated[
        Path | None, typer.Option(metavar="RUN", help="Another run, whose curves are drawn beside, dashed.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write the report of a run, finished or not, one HTML file that opens offline; print its summary."""
    from rlve_gym.report import course, summary, write_report

    path = write_report(run, out, control)
    rows, overall = summary(run, control), course(run)
    if as_json:
        print_json({"report": str(path), "environments": rows, "figures": overall})
        return
    if rows:
        heads = {
            "env": "environment",
            "level": "level",
            "control": "control's level",
            "accuracy": "accuracy, last tenth",
        }
        if control is None:
            del heads["control"]
        print_columns([[line[key] for key in heads] for line in (heads, *rows)])
    elif overall:
        heads = {"figure": "figure", "first": "first", "last": "last"}
        print_columns([[line[key] for key in heads] for line in (heads, *overall)])
    else:
        print("No step is finished yet: the figures come with the first one.")
    print(f"\n{path}")


def _print_table(rows: list[dict[str, str]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", leading=0)
    table.add_column("environment", overflow="fold", max_width=38)
    table.add_column("about", ratio=1)
    for topic in dict.fromkeys(row["topic"] for row in sorted(rows, key=lambda row: row["topic"])):
        table.add_row(Text(topic, style="bold green"))
        for row in (row for row in rows if row["topic"] == topic):
            table.add_row(Text(f"{row['id']}\n").append(row["gymnasium_id"], style="dim"), Text(row["about"]))
    console = Console()
    console.print(table, width=min(console.width, 120))


def _say(text: str) -> None:
    print(f"rlve-gym: {text}", file=sys.stderr)


def one_line(error: ValueError | OSError) -> str:
    """An error of the user's in one line."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    return " ".join(str(error).split()) or type(error).__name__


def main() -> None:
    """The console script."""
    _open_streams()
    try:
        app()
    except BrokenPipeError:
        _silence()
        sys.exit(1)
    except ModuleNotFoundError as error:
        if error.name not in EXTRA:
            raise
        _say(f"this needs {error.name}: pip install 'rlve-gymnasium[train]'")
        sys.exit(2)
    except (ValueError, OSError) as error:
        if os.environ.get("RLVE_GYM_TRACEBACK"):
            raise
        _say(one_line(error))
        sys.exit(2)
    except SystemExit:
        _flush()
        raise


def _open_streams() -> None:
    """A closed stream leads nowhere; what an encoding lacks is escaped, since a line of ASCII is better than none."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper) and name != "stdin":
            stream.reconfigure(errors="backslashreplace")


def _flush() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _silence()


def _silence() -> None:
    """Nobody reads any more: what is still in the buffer goes nowhere, without a message at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
