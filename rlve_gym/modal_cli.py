"""`rlve-gym modal`: what a run on Modal needs before it starts. cli.py mounts `app`."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rlve_gym.cli_parts import CONFIG, Json, Overrides, print_json, print_values

if TYPE_CHECKING:
    from rlve_gym.fleets.modal import ModalSection

app = typer.Typer(help="Runs on Modal: images and volumes.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """A group of commands, though there is one."""


@app.command("setup")
def setup_command(
    config: Annotated[str, CONFIG],
    overrides: Overrides = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print what would be made, and stop.")] = False,
    as_json: Json = False,
) -> None:
    """Build the images, make the volumes, and put the model of CONFIG there. What is there already stays."""
    from rlve_gym.config import load_config

    typed: Any = load_config(config, [*(overrides or []), "fleet=modal"])
    if dry_run:
        print_plan(typed, as_json)
        return
    model = None if typed.model.path == "tiny" else typed.model.path
    print_values(setup(typed.fleet.modal, model, show=not as_json), as_json)


def setup(section: "ModalSection", model: str | None, show: bool = False) -> dict[str, str]:
    """Build images, make volumes, fill the volume of models. model: None for one that is made when a run begins.

    show: have Modal print how it goes.

    Raises ValueError, saying what to do, if Modal cannot be reached or there is no such model.
    """
    from rlve_gym.fleets import away
    from rlve_gym.fleets._modal_models import folder_of, is_there, name_of, upload
    from rlve_gym.fleets.base import Recipe
    from rlve_gym.fleets.modal import import_modal, reaching_modal

    modal = import_modal()
    from rlve_gym.fleets._modal_app import MODELS, add_engine, add_orchestrator, volume

    started = modal.App(section.app, include_source=False)
    with reaching_modal():
        add_engine(started, section, Recipe(away.MAKER, {}))
        fetch = add_orchestrator(started, section)
    found = {"app": section.app, "images": "built", "volumes": f"{section.models}, {section.runs}"}
    with reaching_modal(), modal.enable_output() if show else nullcontext(), started.run():
        if model is None:
            return found | {"model": "made when a run begins, and uploaded then"}
        models, name, folder = volume(section.models), name_of(model), folder_of(model)
        if is_there(models, name):
            return found | {"model": f"{model} is there already, in {name}"}
        if folder is None:
            size = fetch.remote(model, str(MODELS / name), section.models)
            return found | {"model": f"{model} was downloaded to {name}, {size / 1e9:.2f} GB"}
        upload(models, name, folder)
        return found | {"model": f"{model} was uploaded to {name}"}


def print_plan(config: Any, as_json: bool) -> None:
    """What a run would start on Modal, and what that costs."""
    from rlve_gym.fleets.modal_plan import lines, plan

    planned = plan(config)
    if as_json:
        print_json(planned)
    else:
        print("\n".join(lines(planned)))


def print_dry_run(config: Any, folder: Path, resumes: bool, as_json: bool) -> None:
    """What `train --dry-run` says: the configuration, and what would be rented where engines are."""
    from rlve_gym.config import to_yaml
    from rlve_gym.fleets.modal_plan import lines, plan

    plain = config.model_dump(mode="json")
    planned = plan(config) if plain.get("fleet", {}).get("kind") == "modal" else None
    if as_json:
        print_json({"folder": str(folder), "config": plain, "modal": planned})
        return
    print(f"{to_yaml(config)}# would {'continue' if resumes else 'run'} {config.trainer} in {folder}")
    for line in lines(planned) if planned else ():
        print(f"# {line}")
