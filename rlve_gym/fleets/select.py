"""Which fleet a run's engines form: what its configuration says."""

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from rlve_gym.fleets.base import Fleet, Recipe
from rlve_gym.fleets.modal import ModalSection, open_modal
from rlve_gym.section import Section


class RaySection(Section):
    """Ray actors, on this machine or on a cluster."""

    address: str | None = None
    """The cluster: `auto` for the one that this machine is part of, or host:port. Nothing: RAY_ADDRESS if that is set,
    else this machine alone."""
    actors: Annotated[int, Field(ge=1, le=4096)] = 1
    """How many there are."""
    cpus_per_actor: Annotated[float, Field(gt=0)] = 1.0
    """Cores that are reserved for each; may be a fraction."""
    gpus_per_actor: Annotated[float, Field(ge=0)] = 0.0
    """GPUs that are reserved for each, and the only ones it sees."""
    runtime_env: dict[str, Any] = {}
    """What Ray prepares on machines that lack it, such as {pip: [...]} or {env_vars: {...}}: see its documentation."""
    room_s: Annotated[float, Field(gt=0)] = 600.0
    """Seconds to wait until a cluster has room for all, which one that grows by itself needs."""

    @field_validator("address")
    @classmethod
    def _streams(cls, address: str | None) -> str | None:
        if address is not None and address.startswith("ray://"):
            raise ValueError(
                f"{address} is for Ray's client, which cannot stream: start the run on a machine of the cluster"
            )
        return address


class FleetSection(Section):
    """Where engines run."""

    kind: Literal["local", "ray", "modal"] = "local"
    """`local` is this machine, `ray` a Ray cluster, which may be this machine, `modal` containers on Modal."""
    processes: Annotated[int, Field(ge=0, le=1024)] = 0
    """local: engine processes, each with its own model and as many torch threads as `threads` says; 0 works in this
    one."""
    devices: tuple[str, ...] = ()
    """local: devices that are dealt to the processes in turn, such as [cuda:0, cuda:1]; by default the model's."""
    ray: RaySection = RaySection()
    """ray: the cluster and the actors."""
    modal: ModalSection = ModalSection()
    """modal: the containers."""
    silence_s: Annotated[float, Field(gt=0)] = 3600.0
    """A worker that says nothing for so long is replaced; starting, with a download of the model, counts."""

    @model_validator(mode="before")
    @classmethod
    def _kind_alone(cls, value: Any) -> Any:
        return {"kind": value} if isinstance(value, str) else value


def open_fleet(section: FleetSection, recipe: Recipe) -> Fleet:
    """The fleet that a configuration names. Raises ValueError, with what to do, if it cannot be had."""
    from rlve_gym.fleets.local import Inline, Processes

    if section.kind == "ray":
        return _open_ray(section.ray, recipe, section.silence_s)
    if section.kind == "modal":
        return open_modal(section.modal, recipe, section.silence_s)
    if section.processes == 0:
        return Inline(recipe)
    return Processes(recipe, section.processes, section.devices, section.silence_s)


def _open_ray(section: RaySection, recipe: Recipe, silence_s: float) -> Fleet:
    try:
        from rlve_gym.fleets.ray import open_actors
    except ImportError as error:
        raise ValueError("the fleet `ray` needs the package ray: pip install 'rlve-gymnasium[ray]'") from error
    return open_actors(section, recipe, silence_s)
