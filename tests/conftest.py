"""For all tests: the fake Modal control plane (see tests/modal/fake.py)."""

import importlib.util
import signal
import sys

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # As in the background of a shell. Processes that tests start and interrupt would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

if importlib.util.find_spec("modal_proto"):
    from fake_fixtures import modal_plane  # noqa: F401
else:
    # Without Modal, `import modal` would find the folder of its tests.
    sys.modules["modal"] = None  # type: ignore[assignment]
