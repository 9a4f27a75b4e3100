"""For all tests: the fake Modal control plane (see tests/modal/fake.py)."""

import importlib.util
import sys

if importlib.util.find_spec("modal_proto"):
    from fake_fixtures import modal_plane  # noqa: F401
else:
    # Without Modal, `import modal` would find the folder of its tests.
    sys.modules["modal"] = None  # type: ignore[assignment]
