"""What starting costs: importing the package, listing environments, the command line's help.

    python benchmarks/import_time.py [--runs 15] [--json]

Medians over fresh processes; the two imports alternate, so that a busy machine slows both. Targets: `import rlve_gym`
at most gymnasium's own import + 60 ms; listing all ids at most 10 ms and without importing an environment;
`rlve-gym --help` under 0.3 s.

2026-11-29, 2 CPU cores:
    import gymnasium          103.2 ms
    import rlve_gym           125.7 ms
    list ids                    0.3 ms
    rlve-gym --help           189.1 ms
    rlve_gym - gymnasium       22.5 ms
"""

import argparse
import json
import subprocess
import sys
import time
from statistics import median

_IMPORT = "import time; began = time.perf_counter(); import {0}; print(time.perf_counter() - began)"
_LISTING = """
import sys, time, rlve_gym
rlve_gym.registry._forget()
began = time.perf_counter()
ids = rlve_gym.environments()
print(time.perf_counter() - began)
assert ids and not [name for name in sys.modules if name.startswith("rlve_gym.envs.")], "an environment was imported"
"""


def inside_s(code: str) -> float:
    """The seconds that a fresh process measures itself."""
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


def help_s() -> float:
    """The seconds from start to end of `rlve-gym --help`."""
    command = [sys.executable, "-c", "from rlve_gym.cli import main; main()", "--help"]
    began = time.perf_counter()
    subprocess.run(command, capture_output=True, check=True)
    return time.perf_counter() - began


def figures(runs: int) -> dict[str, float]:
    """Medians in milliseconds."""
    rounds = [
        {
            "import gymnasium": inside_s(_IMPORT.format("gymnasium")),
            "import rlve_gym": inside_s(_IMPORT.format("rlve_gym")),
            "list ids": inside_s(_LISTING),
            "rlve-gym --help": help_s(),
        }
        for _ in range(runs)
    ]
    found = {name: median(row[name] for row in rounds) * 1e3 for name in rounds[0]}
    return found | {"rlve_gym - gymnasium": found["import rlve_gym"] - found["import gymnasium"]}


def main() -> None:
    parser = argparse.ArgumentParser(description="Start-up times.")
    parser.add_argument("--runs", type=int, default=15, help="fresh processes per figure")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    arguments = parser.parse_args()
    found = figures(arguments.runs)
    if arguments.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:22} {value:8.1f} ms")


if __name__ == "__main__":
    main()
