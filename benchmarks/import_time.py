"""What starting costs: importing the package, listing environments, commands that only print.

    python benchmarks/import_time.py [--runs 15] [--json]

Processor time of fresh processes, of user and system, on one thread, with that of the interpreter itself; other work
on the machine hardly changes it. Medians; the processes take turns. Targets: `import gymnasium, rlve_gym`, which
registers all ids, at most 60 ms above `import gymnasium` (`both - gymnasium`); listing all ids at most 10 ms and
without importing an environment. `import rlve_gym` alone imports no gymnasium, so no difference is taken of it.

2026-11-30, 2 CPU cores beside other work:
    nothing                        10.7 ms
    import gymnasium              139.2 ms
    import rlve_gym                50.3 ms
    import gymnasium, rlve_gym    159.1 ms
    import typer                   62.6 ms
    rlve-gym --help                94.2 ms
    rlve-gym list                 191.3 ms
    rlve-gym show sorting         183.9 ms
    list ids                        1.5 ms
    both - gymnasium               19.8 ms
Of a command that is more than a help, about 80 ms are pydantic, which typer imports to read arguments.
"""

import argparse
import json
import os
import subprocess
import sys
from statistics import median

_LISTING = """
import sys, time, rlve_gym
rlve_gym.registry._forget()
began = time.process_time()
ids = rlve_gym.environments()
print(time.process_time() - began)
assert ids and not [name for name in sys.modules if name.startswith("rlve_gym.envs.")], "an environment was imported"
"""
_COMMAND = "from rlve_gym.cli import main; main()"
_PROCESSES = {
    "nothing": ["pass"],
    "import gymnasium": ["import gymnasium"],
    "import rlve_gym": ["import rlve_gym"],
    "import gymnasium, rlve_gym": ["import gymnasium, rlve_gym"],
    "import typer": ["import typer"],
    "rlve-gym --help": [_COMMAND, "--help"],
    "rlve-gym list": [_COMMAND, "list"],
    "rlve-gym show sorting": [_COMMAND, "show", "sorting"],
}
_ONE_THREAD = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def processor_s(code: str, *arguments: str) -> float:
    """The seconds of processor time, of user and system, of a fresh interpreter from its start to its end."""
    command = [sys.executable, "-c", code, *arguments]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=_ONE_THREAD)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{command} ended with code {child.returncode}")
    return used.ru_utime + used.ru_stime


def listing_s() -> float:
    """The seconds of processor time that listing all ids takes, their folders not read before."""
    return float(subprocess.run([sys.executable, "-c", _LISTING], capture_output=True, text=True, check=True).stdout)


def figures(runs: int) -> dict[str, float]:
    """Medians in milliseconds."""
    rounds = [
        {name: processor_s(*process) for name, process in _PROCESSES.items()} | {"list ids": listing_s()}
        for _ in range(runs)
    ]
    found = {name: median(row[name] for row in rounds) * 1e3 for name in rounds[0]}
    return found | {"both - gymnasium": found["import gymnasium, rlve_gym"] - found["import gymnasium"]}


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
        print(f"{name:26} {value:8.1f} ms")


if __name__ == "__main__":
    main()
