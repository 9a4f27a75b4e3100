"""What is installed and what is built: metadata, files, pinned versions, a light base."""

import importlib.metadata
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import rlve_gym
from rlve_gym._checkout import PACKAGE, home

ROOT = PACKAGE.parent
HEAVY = ("torch", "transformers", "tokenizers", "safetensors", "gguf", "datasets", "jinja2", "matplotlib", "trl")
in_checkout = pytest.mark.skipif(not (ROOT / "pyproject.toml").is_file(), reason="needs the checkout")


def name_of(requirement: str) -> str:
    return re.match(r"[\w.-]+", requirement)[0].lower().replace("_", "-")


def test_metadata():
    about = importlib.metadata.metadata("rlve-gymnasium")
    assert (about["Version"], about["Requires-Python"]) == (rlve_gym.__version__, ">=3.11")
    assert about["License-Expression"] == "Apache-2.0"
    assert {"train", "test", "dev", "bench"} <= set(about.get_all("Provides-Extra"))
    base = {name_of(line) for line in about.get_all("Requires-Dist") if "extra ==" not in line}
    assert base == {"gymnasium", "mpmath", "numpy", "pydantic", "pyyaml", "rich", "typer"}
    (script,) = importlib.metadata.distribution("rlve-gymnasium").entry_points.select(group="console_scripts")
    assert (script.name, script.value) == ("rlve-gym", "rlve_gym.cli:main")


def test_files_besides_python_are_there():
    assert (PACKAGE / "py.typed").is_file() and (PACKAGE / "report.html.jinja").is_file()
    assert (home("envs") / "rlve_ids.json").is_file()
    assert home("configs").is_dir() and (home("trainers") / "dapo.py").is_file()


def test_the_base_installation_is_enough_for_environments(tmp_path):
    """With the modules of the extras out of reach: list, prompts, gymnasium and the judge."""
    code = f"""
import sys
sys.modules.update(dict.fromkeys({HEAVY!r}))
import gymnasium, rlve_gym
from rlve_gym.cli import app
from rlve_gym.engines.base import Completion, Finish
from rlve_gym.judging import Judge
spec = rlve_gym.Spec("sorting", 0, 0)
text = spec.problem().completion(spec.problem().reference)
if __name__ == "__main__":
    env = gymnasium.make("rlve/Sorting-v0", level=3)
    env.reset(seed=1)
    print(env.step("<answer>?</answer>")[1])
    with Judge(processes=1) as judge:
        judge.submit(0, spec, Completion(text, (), (), Finish.STOP, 0))
        print([verdict.correct for _, verdict in judge.finished(timeout_s=30)])
    app(["list"])
"""
    script = tmp_path / "light.py"
    script.write_text(code)
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:2] == ["-1.0", "[True]"]
    assert [line.split("\t")[0] for line in lines[2:]] == rlve_gym.environments()


@in_checkout
def test_every_requirement_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert pins["torch"] == "2.13.0" and pins["trl"] == "1.16.0"
    assert all(re.fullmatch(r"[\w.]+", version) for version in pins.values()), "a version holds a path or a local label"
    wanted = sum(project["optional-dependencies"].values(), project["dependencies"])
    names = {name_of(requirement) for requirement in wanted} - {"rlve-gymnasium"}
    assert names <= {name_of(name) for name in pins}


@pytest.fixture(scope="module")
def source(tmp_path_factory) -> Path:
    """A copy of the checkout, which nobody edits between two builds."""
    folder = tmp_path_factory.mktemp("source")
    for name in ("rlve_gym", "envs", "trainers", "configs", "tests", "benchmarks"):
        shutil.copytree(ROOT / name, folder / name)
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, folder)
    return folder


@pytest.fixture(scope="module")
def built(source, tmp_path_factory) -> Path:
    """A folder with the sdist, the wheel made from it, and in direct/ the wheel made from the checkout."""
    folder = tmp_path_factory.mktemp("dist")
    for arguments in (["--outdir", folder], ["--wheel", "--outdir", folder / "direct"]):
        command = [sys.executable, "-m", "build", "--no-isolation", *map(str, arguments), str(source)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=100)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder


def shipped(source: Path) -> set[str]:
    """What a wheel must hold, written out from the source."""
    folders = {"rlve_gym": "rlve_gym", **{name: f"rlve_gym/{name}" for name in ("envs", "trainers", "configs")}}
    return {
        f"{inside}/{path.relative_to(source / name).as_posix()}"
        for name, inside in folders.items()
        for path in (source / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def contents(folder: Path) -> dict[str, int]:
    """Name and checksum of each file of the wheel in a folder."""
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        return {info.filename: info.CRC for info in file.infolist()}


@in_checkout
def test_the_wheel_holds_the_package_and_nothing_else(built, source):
    names = {name for name in contents(built) if ".dist-info/" not in name}
    assert names == shipped(source)
    assert {"rlve_gym/envs/sequences/sorting.py", "rlve_gym/trainers/dapo.py", "rlve_gym/py.typed"} <= names
    licenses = {Path(name).name for name in contents(built) if "/licenses/" in name}
    assert licenses == {"LICENSE", "NOTICE"}


@in_checkout
def test_the_wheel_is_the_same_with_and_without_the_sdist_between(built):
    assert contents(built) == contents(built / "direct")


@in_checkout
def test_the_sdist_holds_sources_only(built):
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as file:
        tops = {name.split("/")[1] for name in file.getnames()}
    sources = {"rlve_gym", "envs", "trainers", "configs", "pyproject.toml", "README.md", "CHANGELOG.md"}
    assert tops - {"PKG-INFO", ".gitignore", "LICENSE", "NOTICE"} == sources
