"""The embedded Lean as the command `lean`: `python -m rlve_gym.lean --json --stdin`, or FILE, `--version`, and so on.

For trying things out, and for testing what starts a `lean`. It replaces itself by Lean; the exit status is Lean's. Its
library is compiled at first use, which must be outside of a sandbox.
"""

import os
import sys

from rlve_gym.lean._embedded_library import ENVIRONMENT, WORKER, compiled, library
from rlve_gym.lean.backend import Unavailable

if __name__ == "__main__":
    try:
        lean = library()
        environment = ENVIRONMENT | {"LEAN_PATH": str(compiled(lean))}
    except (ValueError, Unavailable) as error:
        sys.exit(str(error))
    os.execve(sys.executable, [sys.executable, "-I", "-S", WORKER, "once", str(lean), *sys.argv[1:]], environment)
