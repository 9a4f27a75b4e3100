"""Which fleet a run's engines form: what its configuration says."""

from typing import Annotated, Literal

from pydantic import Field

from rlve_gym.fleets.base import Fleet, Recipe
from rlve_gym.section import Section


class FleetSection(Section):
    """Where engines run."""

    kind: Literal["local"] = "local"
    """`local` is this machine."""
    processes: Annotated[int, Field(ge=0, le=1024)] = 0
    """local: engine processes, each with its own model and as many torch threads as `threads` says; 0 works in this
    one."""
    devices: tuple[str, ...] = ()
    """local: devices that are dealt to the processes in turn, such as [cuda:0, cuda:1]; by default the model's."""
    silence_s: Annotated[float, Field(gt=0)] = 3600.0
    """A worker that says nothing for so long is replaced; starting, with a download of the model, counts."""


def open_fleet(section: FleetSection, recipe: Recipe) -> Fleet:
    """The fleet that a configuration names."""
    from rlve_gym.fleets.local import Inline, Processes

    if section.processes == 0:
        return Inline(recipe)
    return Processes(recipe, section.processes, section.devices, section.silence_s)
