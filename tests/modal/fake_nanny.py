"""A process that outlives the fake by a moment: once that is gone, whatever ended it, all that it started ends too."""

import shutil
import subprocess
import sys
from pathlib import Path


def start_nanny(mark: str, folder: Path) -> subprocess.Popen:
    """It waits for the end of its standard input, which comes when the fake closes it or dies."""
    command = [sys.executable, __file__, mark, str(folder)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)


def main() -> None:
    from fake_ledger import Ledger

    mark, folder = sys.argv[1:]
    sys.stdin.read()
    ledger = Ledger(mark)
    while ledger.processes():
        ledger.kill()
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
