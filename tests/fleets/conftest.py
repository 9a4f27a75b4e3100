"""Fleets under the contract test. A new fleet is a new entry of `FLEETS` here, and nothing else."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rlve_gym.fleets.base import Fleet, Recipe
from rlve_gym.fleets.local import Inline, Processes

FLEETS: dict[str, Callable[[Recipe, dict[str, Any]], Fleet]] = {
    "inline": lambda recipe, options: Inline(recipe),
    "processes": lambda recipe, options: Processes(recipe, **{"workers": 2, **options}),
}
UNBREAKABLE = {"inline"}
"""Fleets whose workers cannot be lost."""


@pytest.fixture(params=FLEETS)
def kind(request) -> str:
    return request.param


@pytest.fixture
def fleet(kind) -> Iterator[Callable[..., Fleet]]:
    """fleet(recipe options..., fleet={...}) -> a fleet of `fleet_worker.Worker`, closed at the end."""
    made = []

    def build(fleet: dict[str, Any] | None = None, **options: Any) -> Fleet:
        made.append(FLEETS[kind](Recipe("fleet_worker:Worker", options), fleet or {}))
        return made[-1]

    yield build
    for one in made:
        one.close()


@pytest.fixture
def breakable(kind) -> None:
    if kind in UNBREAKABLE:
        pytest.skip("its worker cannot be lost")
