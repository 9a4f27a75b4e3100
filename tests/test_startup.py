"""What starting imports and what it leaves for later, and that later it is there: ids of gymnasium, public names."""

import subprocess
import sys

import gymnasium
import pytest

import rlve_gym
from rlve_gym import registry

HEAVY = {"torch", "transformers", "datasets", "matplotlib", "mpmath", "scipy", "sympy", "networkx", "numpy"}
HEAVY |= {"gymnasium", "yaml", "rich", "jinja2", "requests", "ray", "modal", "vllm"}
HEAVY |= {"rlve_gym.gym", "rlve_gym.expressions"}
COMMANDS = HEAVY | {"rlve_gym.config", "rlve_gym.testing", "rlve_gym.metrics"}
COMMAND = """
import sys
from rlve_gym.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code
"""


def run(code, *arguments):
    child = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert child.returncode == 0, child.stderr
    return child.stdout


def modules(code, *arguments):
    """The names of the modules that a fresh process has after `code`."""
    code += "\nimport sys; print('', *(name for name in sys.modules), sep='\\n<<')"
    return {line[2:] for line in run(code, *arguments).splitlines() if line.startswith("<<")}


def leaves(found):
    return {name for name in found if name.startswith("rlve_gym.envs.") and name.count(".") == 3}


def test_the_package_imports_nothing_heavy():
    found = modules("import rlve_gym")
    assert "rlve_gym.problem" in found and leaves(found) == set()
    assert found & (HEAVY | {"rlve_gym.layouts", "pydantic", "typer"}) == set()


def test_names_and_specs_import_no_environment():
    found = modules("import gymnasium, rlve_gym; rlve_gym.environments(); gymnasium.spec('rlve/Sorting-v0')")
    assert "gymnasium" in found and leaves(found) == set()
    assert found & (HEAVY - {"gymnasium", "numpy"} | {"pydantic"}) == set()


def test_the_help_imports_nothing_heavy():
    found = modules(COMMAND, "--help")
    assert {"rlve_gym.cli", "typer"} <= found
    assert found & (COMMANDS | {"rlve_gym.layouts", "pydantic"}) == set()


@pytest.mark.parametrize("arguments", [["list"], ["list", "--json"], ["show", "sorting"], ["es", "--help"]])
def test_commands_import_nothing_heavy(arguments):
    found = modules(COMMAND, *arguments)
    assert leaves(found) == ({"rlve_gym.envs.sequences.sorting"} if arguments[0] == "show" else set())
    assert found & COMMANDS == set()


@pytest.mark.parametrize(
    "imports",
    [
        "import rlve_gym, gymnasium",
        "import gymnasium, rlve_gym",
        "import rlve_gym; from gymnasium.envs.registration import registry; import gymnasium",
        "import rlve_gym.gym, gymnasium",
        "from importlib.util import find_spec; import rlve_gym; assert find_spec('gymnasium').loader.get_filename()\n"
        "import gymnasium",
    ],
)
def test_ids_are_registered_in_whatever_order_one_imports(imports):
    code = (
        f"{imports}\nimport sys\n"
        "print(*(name for name in gymnasium.registry if name.startswith(('rlve/', 'LeanWorkbook'))))\n"
        "print(type(gymnasium.__loader__).__name__, gymnasium.__spec__.loader is gymnasium.__loader__)\n"
        "print([finder for finder in sys.meta_path if type(finder).__module__.startswith('rlve_gym')])"
    )
    ids, *rest = run(code).splitlines()
    ours = {f"rlve/{registry.class_name(env)}-v0" for env in rlve_gym.environments()}
    public = {f"rlve/{name}-v0" for name, env in registry.public_names().items() if env in rlve_gym.environments()}
    assert set(ids.split()) == ours | public | {"rlve/Joint-v0", "LeanWorkbook-v0"}
    assert rest == ["SourceFileLoader True", "[]"]


@pytest.mark.parametrize(
    "before",
    [
        "import importlib, rlve_gym.registration as again; importlib.reload(again).register()",
        "[sys.modules.pop(name) for name in list(sys.modules) if name.startswith('rlve_gym')]; import rlve_gym",
        "sys.meta_path.insert(1, type('Ancient', (), {'find_module': lambda *_: None})())",
    ],
)
def test_a_reload_and_an_ancient_finder_leave_the_import_of_gymnasium_whole(before):
    code = (
        f"import sys, rlve_gym\n{before}\nimport gymnasium\n"
        "print(sum(name == 'rlve/Sorting-v0' for name in gymnasium.registry))\n"
        "print(type(gymnasium.__loader__).__name__, gymnasium.__spec__.loader is gymnasium.__loader__)\n"
        "print([finder for finder in sys.meta_path if type(finder).__module__.startswith('rlve_gym')])"
    )
    assert run(code).splitlines() == ["1", "SourceFileLoader True", "[]"]


def test_an_import_of_gymnasium_that_fails_may_be_tried_again(tmp_path):
    (tmp_path / "gymnasium.py").write_text("raise RuntimeError('not today')\n")
    code = (
        "import sys, rlve_gym\nsys.path.insert(0, sys.argv[1])\n"
        "try: import gymnasium\nexcept RuntimeError: del sys.path[0]\n"
        "import gymnasium\nprint(gymnasium.make('rlve/Sorting-v0').reset(seed=1)[1]['spec']['env'])"
    )
    assert run(code, str(tmp_path)) == "sorting\n"


def test_ids_that_are_taken_stay():
    code = (
        "import gymnasium\ngymnasium.register('rlve/Sorting-v0', entry_point='mine:Sorting')\n"
        "import rlve_gym\nprint(gymnasium.spec('rlve/Sorting-v0').entry_point)"
    )
    assert run(code) == "mine:Sorting\n"


def test_a_folder_added_before_gymnasium_is_imported(tmp_path):
    (tmp_path / "twice_two.py").write_text("raise SystemExit('imported')\n")
    code = (
        "import sys, rlve_gym\nassert rlve_gym.add_folder(sys.argv[1]) == ['twice_two']\n"
        "import gymnasium\nprint(gymnasium.spec('rlve/TwiceTwo-v0').kwargs)"
    )
    assert run(code, str(tmp_path)) == f"{ {'environments': ['twice_two'], 'folder': str(tmp_path.resolve())} }\n"


def test_specs_do_not_share_their_arguments():
    first, second = (gymnasium.spec(f"rlve/{name}-v0").kwargs for name in ("SAT", "Sat"))
    assert first == second == {"environments": ["sat"]} and first is not second


def test_every_public_name_is_there():
    code = (
        "import rlve_gym\nassert set(rlve_gym.__all__) <= set(dir(rlve_gym))\nfrom rlve_gym import *\n"
        "print(*(name for name in rlve_gym.__all__ if globals()[name] is not getattr(rlve_gym, name)))\n"
        "print(rlve_gym.Grid.__module__, Formula.__module__, rlve_gym.gym.TextEnv.__name__, rlve_gym.layouts.__name__)"
    )
    assert run(code).splitlines() == ["", "rlve_gym.layouts rlve_gym.expressions TextEnv rlve_gym.layouts"]


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="module 'rlve_gym' has no attribute 'Sorting'"):
        getattr(rlve_gym, "Sorting")  # noqa: B009
    with pytest.raises(ImportError, match="cannot import name 'Sorting' from 'rlve_gym'"):
        from rlve_gym import Sorting  # noqa: F401
