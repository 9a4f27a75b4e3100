"""The quickstarts of the Makefile, with a command of ours in place of `rlve-gym`, and without anything in .venv."""

import os
import shutil
import subprocess

import pytest

from rlve_gym._checkout import PACKAGE

MAKEFILE = PACKAGE.parent / "Makefile"
SCRIPT = """\
#!/bin/sh
echo "$@" >>calls
case "$*" in *FAILING*) echo "no luck today"; exit 3;; esac
case "$1" in train) mkdir -p "runs/$(basename "$2" .yaml)";; esac
"""
PAIRS = [("quickstart", "optimizer.lr=0"), ("quickstart-es", "evolution.alpha=0 evolution.population=2")]
pytestmark = pytest.mark.skipif(not MAKEFILE.is_file() or not shutil.which("make"), reason="needs the checkout, make")


@pytest.fixture
def folder(tmp_path):
    """A folder with the Makefile in which everything is installed that `rlve-gym` needs."""
    shutil.copy(MAKEFILE, tmp_path)
    for name in (
        "pyproject.toml",
        "constraints.txt",
        ".venv/bin/rlve-gym",
        ".venv/.made",
        ".venv/.train",
        ".venv/.lean",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(SCRIPT)
    (tmp_path / ".venv/bin/rlve-gym").chmod(0o755)
    return tmp_path


def make(folder, *arguments):
    """As from a shell, also where these tests are run by another make."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name != "MFLAGS"}
    return subprocess.run(["make", *arguments], cwd=folder, env=plain, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(("name", "control"), PAIRS)
def test_a_dry_run_writes_nothing(folder, name, control):
    before = sorted(folder.rglob("*"))
    done = make(folder, "-n", name)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"rlve-gym train configs/{name.replace('-', '_')}_sft.yaml" in done.stdout
    assert f"{name}-control >runs/{name}-control.log" in done.stdout and f"{name}-trained" in done.stdout
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(("name", "control"), PAIRS)
def test_a_quickstart_trains_beside_its_control(folder, name, control):
    done = make(folder, name)
    assert done.returncode == 0, done.stderr
    file = f"configs/{name.replace('-', '_')}"
    first, *both, last = (folder / "calls").read_text().splitlines()
    assert (first, last) == (f"train {file}_sft.yaml", f"report runs/{name} --control runs/{name}-control")
    assert sorted(both) == [f"train {file}.yaml", f"train {file}.yaml name={name}-control {control}"]
    assert (folder / f"runs/{name}-control.log").is_file()


def test_a_control_that_fails_is_shown(folder):
    command = folder / ".venv/bin/rlve-gym"
    command.write_text(SCRIPT.replace("FAILING", "name=quickstart-control"))
    done = make(folder, "quickstart")
    assert done.returncode != 0 and "no luck today" in done.stdout
    assert not any(line.startswith("report") for line in (folder / "calls").read_text().splitlines())
