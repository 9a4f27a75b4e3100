"""Fleets under the contract test. A new fleet is a new entry of `FLEETS` here, and nothing else."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rlve_gym.fleets.base import Fleet, Recipe
from rlve_gym.fleets.local import Inline, Processes


def _actors(recipe: Recipe, options: dict[str, Any]) -> Fleet:
    from rlve_gym.fleets.ray import Actors

    return Actors(recipe, **{"workers": 2, "cpus": 0.5, **options})


def _containers(recipe: Recipe, options: dict[str, Any]) -> Fleet:
    from rlve_gym.fleets.modal import Modal, ModalSection

    return Modal(ModalSection(containers=2, gpu=None, packages=(), retry_s=0.01), recipe, **options)


FLEETS: dict[str, Callable[[Recipe, dict[str, Any]], Fleet]] = {
    "inline": lambda recipe, options: Inline(recipe),
    "processes": lambda recipe, options: Processes(recipe, **{"workers": 2, **options}),
    "ray": _actors,
    "modal": _containers,
}
SLOW = {"ray", "modal"}
"""Fleets whose workers take seconds to start; those have quicker tests of their own."""
PATIENT = [pytest.mark.slow, pytest.mark.timeout(400)]
UNBREAKABLE = {"inline"}
"""Fleets whose workers cannot be lost."""


@pytest.fixture
def modal_plane(monkeypatch) -> Iterator[Any]:
    """The fake of Modal, see tests/modal. It sends no lost input again by itself, so that losses can be counted."""
    pytest.importorskip("modal")
    import fake_scheduling
    from fake_fixtures import the_plane

    from rlve_gym.fleets import _modal_app

    monkeypatch.setattr(fake_scheduling, "MAX_LOST", 1)
    monkeypatch.setattr(_modal_app, "_with_source", lambda image: image)  # containers of the fake import from here
    plane = the_plane()
    plane.reset()
    yield plane
    plane.reset()


@pytest.fixture(scope="module")
def ray_cluster() -> Iterator[None]:
    """A cluster of our own, which is slow to start: one for all tests of a module."""
    pytest.importorskip("ray")
    from rlve_gym.fleets import _ray

    _ray.join()
    yield
    _ray.leave()


@pytest.fixture(params=[pytest.param(name, marks=PATIENT if name in SLOW else []) for name in FLEETS])
def kind(request) -> str:
    if request.param == "ray":
        request.getfixturevalue("ray_cluster")
    if request.param == "modal":
        request.getfixturevalue("modal_plane")
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
