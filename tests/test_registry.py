"""Names: suggestions, aliases, and a user's own folder of environments, also in another process."""

import json
import subprocess
import sys

import gymnasium
import numpy as np
import pytest

import rlve_gym
from rlve_gym import Spec, registry, testing

PLUS = """
from dataclasses import dataclass
from random import Random

from rlve_gym import Integer, Problem, exact, grow


@dataclass(frozen=True)
class PlusOne(Problem):
    x: int

    template = "What comes after {self.x}?"
    answer = Integer()
    difficulty = {"high": grow(100)}

    @classmethod
    def generate(cls, rng: Random, high: int):
        return cls(rng.randint(0, 10 * high))

    def solve(self):
        return self.x + 1

    def score(self, answer):
        return exact(self.reference, answer)
"""


@pytest.fixture
def folder(tmp_path):
    """A user's folder with one environment in a topic."""
    (tmp_path / "arithmetic").mkdir()
    (tmp_path / "arithmetic" / "plus_one.py").write_text(PLUS)
    (tmp_path / "_helpers.py").write_text("raise SystemExit('not an environment')")
    return tmp_path


@pytest.mark.parametrize("env", ["sorting", "lean_workbook:bundled-core"])
@pytest.mark.parametrize("seed", ["a", "1", 1.0, None, True, [1], "x" * 1000])
def test_a_seed_that_is_no_integer(env, seed):
    with pytest.raises(ValueError, match=r"^seed .*: a problem's seed is an integer$") as caught:
        Spec(env, 1, seed).problem()
    assert len(str(caught.value)) < 100


def test_a_seed_of_any_integer_type():
    assert Spec("sorting", 1, np.int64(5)).problem() == Spec("sorting", 1, 5).problem()


def test_ids_are_sorted_and_of_known_topics():
    ids = rlve_gym.environments()
    assert ids == sorted(ids) and "sorting" in ids
    assert [env for topic in rlve_gym.topics() for env in rlve_gym.environments(topic)] != []
    assert sorted(env for topic in rlve_gym.topics() for env in rlve_gym.environments(topic)) == ids
    assert registry.topic_of("sorting") == "sequences"


@pytest.mark.parametrize("env", rlve_gym.environments())
def test_every_file_defines_its_class(env):
    cls = rlve_gym.load(env)
    assert issubclass(cls, rlve_gym.Problem)
    assert (cls.id(), cls.__name__) == (env, registry.class_name(env))
    assert cls.__module__.startswith("rlve_gym.envs.")


@pytest.mark.parametrize("name", ["sorting", "Sorting", "rlve/Sorting-v0", "rlve/sorting-v0"])
def test_names_of_one_environment(name):
    assert registry.resolve(name) == "sorting"
    assert rlve_gym.load(name) is rlve_gym.load("sorting")


def test_public_names_lead_to_our_environments():
    names = registry.public_names()
    assert names["SAT"] == "sat" and names["GCDOne_Counting"] == "coprime_pair_counting"
    assert len(set(names.values())) == len(names)
    for public, env in names.items():
        if env in rlve_gym.environments():
            assert registry.resolve(public) == env
            assert gymnasium.spec(f"rlve/{public}-v0").kwargs == {"environments": [env]}


@pytest.mark.parametrize(
    "name, close",
    [("sortin", "sorting"), ("Sortng", "sorting"), ("rlve/Sortin-v0", "sorting"), ("spiralmatrx", "spiral")],
)
def test_typos_are_answered_with_a_suggestion(name, close):
    if not any(close in env for env in rlve_gym.environments()):
        pytest.skip(f"{close} is not there")
    with pytest.raises(ValueError, match="did you mean") as caught:
        rlve_gym.load(name)
    assert close in str(caught.value).lower() and "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["", "qqqqqqqq", "x" * 10_000, "../../etc/passwd", "os", None, 3])
def test_nonsense_is_a_short_value_error(name):
    with pytest.raises(ValueError, match=r"unknown environment .*: `rlve-gym list` shows all there are$") as caught:
        rlve_gym.load(name)
    assert len(str(caught.value)) < 300


def test_unknown_topics_and_trainers():
    with pytest.raises(ValueError, match="did you mean sequences"):
        rlve_gym.environments("sequence")
    with pytest.raises(ValueError, match=r"unknown topic 'foo': `rlve-gym list` shows all there are$"):
        rlve_gym.environments("foo")
    with pytest.raises(ValueError, match="unknown trainer"):
        registry.trainer("qqqq")


def test_a_folder_of_the_user(folder):
    assert rlve_gym.add_folder(folder) == ["plus_one"]
    assert rlve_gym.add_folder(str(folder)) == ["plus_one"]
    assert "plus_one" in rlve_gym.environments() and rlve_gym.environments("arithmetic") == ["plus_one"]
    assert registry.folder_of("plus_one") == str(folder.resolve()) and registry.folder_of("sorting") is None
    assert registry.added_folders() == [str(folder.resolve())]
    problem = Spec("plus_one", 2, 3).problem()
    assert problem.verify(problem.completion(problem.x + 1)).correct
    testing.check(rlve_gym.load("plus_one"))


def test_a_folder_of_the_user_in_gymnasium(folder):
    rlve_gym.add_folder(folder)
    env = gymnasium.make("rlve/PlusOne-v0", level=1)
    _, info = env.reset(seed=0)
    problem = Spec(**info["spec"]).problem()
    assert env.step(problem.completion(problem.x + 1))[1] == 1.0


def test_a_spec_of_gymnasium_makes_the_users_environment_in_another_process(folder):
    rlve_gym.add_folder(folder)
    env = gymnasium.make("rlve/PlusOne-v0", level=1)
    code = (
        "import sys, gymnasium, rlve_gym\n"
        "from gymnasium.envs.registration import EnvSpec\n"
        "env = EnvSpec.from_json(sys.stdin.read()).make()\n"
        "print(env.reset(seed=4)[0], end='')"
    )
    child = subprocess.run([sys.executable, "-c", code], input=env.spec.to_json(), capture_output=True, text=True)
    assert child.stdout == env.reset(seed=4)[0], child.stderr


def test_a_folder_of_the_user_in_another_process(folder):
    rlve_gym.add_folder(folder)
    code = (
        "import json, sys, rlve_gym\n"
        "for path in json.load(sys.stdin): rlve_gym.add_folder(path)\n"
        "print(rlve_gym.Spec('plus_one', 2, 3).problem().prompt(), end='')"
    )
    order = json.dumps(registry.added_folders())
    child = subprocess.run([sys.executable, "-c", code], input=order, capture_output=True, text=True, cwd="/")
    assert child.stdout == Spec("plus_one", 2, 3).problem().prompt(), child.stderr


def test_names_must_be_new(folder):
    (folder / "sorting.py").write_text(PLUS)
    before = rlve_gym.environments()
    with pytest.raises(ValueError, match=r"two environments are named sorting: .*sorting\.py; rename one"):
        rlve_gym.add_folder(folder)
    assert rlve_gym.environments() == before and registry.added_folders() == []


@pytest.mark.parametrize("name", ["my-env.py", "joint.py", "2d.py"])
def test_names_that_cannot_be(folder, name):
    (folder / name).write_text(PLUS)
    with pytest.raises(ValueError, match="name the file like a Python module"):
        rlve_gym.add_folder(folder)
    assert registry.added_folders() == []


def test_a_file_without_its_class(folder):
    (folder / "minus_one.py").write_text("x = 1\n")
    rlve_gym.add_folder(folder)
    with pytest.raises(ValueError, match="must define a class named MinusOne"):
        rlve_gym.load("minus_one")


@pytest.mark.parametrize("path", ["nowhere", "file.py"])
def test_what_is_no_folder(tmp_path, path):
    (tmp_path / "file.py").write_text("")
    with pytest.raises(ValueError, match="not a folder"):
        rlve_gym.add_folder(tmp_path / path)
