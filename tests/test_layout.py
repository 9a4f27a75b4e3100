"""The shape of the source: leaves stand alone, draw from no global state, evaluate nothing; the trunk is light."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from rlve_gym._checkout import PACKAGE, home

ENVS = sorted(path for path in home("envs").rglob("*.py") if path.name != "__init__.py")
TRUNK = sorted(path for path in PACKAGE.rglob("*.py") if not {home("envs"), home("trainers")} & {*path.parents})
HEAVY = {"torch", "transformers", "vllm", "ray", "modal", "mlflow", "datasets", "tokenizers", "safetensors", "gguf"}
TORCH = {"losses.py", "optimizer.py"}
"""Files of the trunk that only trainers import, after asking for the extra `train`."""

MAX_LINES = 400


def imported(tree: ast.AST) -> set[str]:
    """Dotted names of the modules that an import statement anywhere in a tree names."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    return names


def complaints(tree: ast.AST) -> list[str]:
    """What a leaf must not do: evaluate text, draw from global random state, import another leaf."""
    found = []
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("eval", "exec", "compile")
        ):
            found.append(f"line {node.lineno} calls {node.func.id}")
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "random" and node.attr != "Random":
            found.append(f"line {node.lineno} uses random.{node.attr}")
        if isinstance(node, ast.ImportFrom) and node.module == "random" and {a.name for a in node.names} != {"Random"}:
            found.append(f"line {node.lineno} imports from random more than Random")
        if isinstance(node, ast.Attribute) and node.attr in ("urandom", "time", "SystemRandom", "uuid4"):
            found.append(f"line {node.lineno} uses {node.attr}")
    for name in imported(tree):
        if name.startswith((".", "envs", "rlve_gym.envs", "rlve_gym.trainers", "trainers")):
            found.append(f"imports {name}")
        if name.split(".")[0] in HEAVY | {"sympy", "networkx", "scipy"}:
            found.append(f"imports {name}")
    return found


@pytest.mark.parametrize("path", ENVS, ids=lambda path: path.stem)
def test_a_leaf_stands_alone(path):
    assert complaints(ast.parse(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "text",
    [
        "eval('1')",
        "import random\nrandom.randint(0, 1)",
        "from random import shuffle",
        "from rlve_gym.envs.sequences import sorting",
        "from .other import x",
        "import torch",
        "import os\nos.urandom(3)",
    ],
)
def test_the_lint_finds(text):
    assert len(complaints(ast.parse(text))) == 1


@pytest.mark.parametrize("path", TRUNK, ids=lambda path: path.stem)
def test_the_trunk_is_small(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("path", TRUNK, ids=lambda path: path.stem)
def test_heavy_imports_stay_where_they_are_needed(path):
    if path.parent.name in ("engines", "fleets") or path.name in TORCH:
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    found = {name.split(".")[0] for node in top for name in imported(node)}
    assert not found & HEAVY


def run(code: str, folder: Path) -> str:
    child = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    assert child.returncode == 0, child.stderr
    return child.stdout.strip()


def test_the_users_own_envs_and_trainers_do_not_shadow_ours(tmp_path):
    (tmp_path / "envs").mkdir()
    (tmp_path / "envs" / "__init__.py").write_text("mine = True\n")
    (tmp_path / "envs" / "sorting.py").write_text("raise SystemExit('the wrong sorting')\n")
    (tmp_path / "trainers.py").write_text("mine = True\n")
    code = (
        "import rlve_gym, envs, trainers\n"
        "assert envs.mine and trainers.mine\n"
        "cls = rlve_gym.load('sorting')\n"
        "import pickle; problem = cls.draw(0, 0); assert pickle.loads(pickle.dumps(problem)) == problem\n"
        "print(cls.__module__)"
    )
    assert run(code, tmp_path) == "rlve_gym.envs.sequences.sorting"


def test_our_folders_refuse_to_be_top_level_packages():
    if home("envs").parent == PACKAGE:
        pytest.skip("in a wheel there is no top-level folder")
    code = "import sys; sys.path.insert(0, '.')\ntry:\n    import envs\nexcept ImportError as error:\n    print(error)"
    assert "rlve_gym.envs" in run(code, PACKAGE.parent)
