"""What benchmarks say without their packages, and that differences are of what their names say."""

import subprocess
import sys

import pytest

from rlve_gym._checkout import PACKAGE

FOLDER = PACKAGE.parent / "benchmarks"
sys.path.append(str(FOLDER))
import_time = pytest.importorskip("import_time", reason="there are no benchmarks beside an installed package")


@pytest.mark.parametrize(
    ("script", "package", "extra"), [("dapo_vs_trl", "trl", "bench"), ("vllm_on_gpu", "vllm", "vllm")]
)
def test_a_package_that_is_missing_costs_one_line(script, package, extra):
    hidden = f"import runpy, sys; sys.modules[{package!r}] = None; runpy.run_path(sys.argv[1], run_name='__main__')"
    command = [sys.executable, "-c", hidden, str(FOLDER / f"{script}.py")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("this needs ") and package in done.stderr
    assert f"pip install 'rlve-gymnasium[{extra}]'" in done.stderr


def test_the_difference_of_imports_is_what_the_package_adds_to_gymnasium(monkeypatch):
    """Processes that take 40 ms for gymnasium, 25 for what is ours beside it, and 35 for ours alone."""
    taken = {"import gymnasium": 0.050, "import rlve_gym": 0.045, "import gymnasium, rlve_gym": 0.075}
    monkeypatch.setattr(import_time, "processor_s", lambda code, *arguments: taken.get(code, 0.010))
    monkeypatch.setattr(import_time, "listing_s", lambda: 0.001)
    found = import_time.figures(3)
    assert found["both - gymnasium"] == pytest.approx(25)
    assert [name for name in found if " - " in name] == ["both - gymnasium"]
