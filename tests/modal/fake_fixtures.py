"""The fixture. One fake serves a test process, since Modal's client is one per process; every test finds it empty.

The environment is set when the fixture is first used; nothing may have asked Modal for its client before.
"""

import atexit
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from fake_plane import Plane

_planes: list["Plane"] = []


def the_plane() -> "Plane":
    """The fake of this process, started when first asked for."""
    if not _planes:
        from fake_plane import Plane

        _planes.append(Plane())
        atexit.register(_planes[0].close)
        os.environ.update(_planes[0].env)
        os.environ.pop("MODAL_PROFILE", None)
    return _planes[0]


@pytest.fixture
def modal_plane() -> Iterator["Plane"]:
    """The fake with an empty ledger and no faults. After the test all that ran is ended, and nothing may be amiss."""
    plane = the_plane()
    plane.reset()
    yield plane
    errors = list(plane.ledger.errors)
    plane.reset()
    assert errors == []
