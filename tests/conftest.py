"""For all tests: environments stay the same, and the fake Modal control plane (see tests/modal/fake.py)."""

import importlib.util
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from rlve_gym import registry

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # As in the background of a shell. Processes that tests start and interrupt would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

if importlib.util.find_spec("modal_proto"):
    from fake_fixtures import modal_plane  # noqa: F401
else:
    # Without Modal, `import modal` would find the folder of its tests.
    sys.modules["modal"] = None  # type: ignore[assignment]


@contextmanager
def _same_environments() -> Iterator[None]:
    gymnasium = sys.modules.get("gymnasium")
    folders, ids = dict(registry._folders), set(gymnasium.registry) if gymnasium else set()
    yield
    if registry._folders != folders:
        registry._folders.clear()
        registry._folders.update(folders)
        registry._forget()
    for name in set(gymnasium.registry) - ids if gymnasium else ():
        del gymnasium.registry[name]


@pytest.fixture(autouse=True, scope="module")
def same_environments_after_a_module() -> Iterator[None]:
    """Folders of environments that the fixtures of a module add are forgotten again."""
    with _same_environments():
        yield


@pytest.fixture(autouse=True)
def same_environments_after_a_test() -> Iterator[None]:
    """And those that a test adds."""
    with _same_environments():
        yield
