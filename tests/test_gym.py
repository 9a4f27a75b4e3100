"""Gymnasium: registration, one episode, vectors, the sliding window, and what bad arguments say."""

import json
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import rlve_gym
from rlve_gym import Spec, registry
from rlve_gym.gym import TextSpace
from rlve_gym.registration import JOINT

SORTING = "rlve/Sorting-v0"


def right_answer(info):
    problem = Spec(**info["spec"]).problem()
    return problem.completion(problem.reference)


@pytest.mark.parametrize("env", rlve_gym.environments())
def test_check_env_has_no_warning(env):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"rlve/{registry.class_name(env)}-v0").unwrapped)


@pytest.mark.parametrize(
    "name, arguments",
    [
        (JOINT, {}),
        (JOINT, {"environments": ["sorting", "euclid_game"], "adaptive": True, "level": 2}),
        (SORTING, {"adaptive": True}),
        (SORTING, {"style": "boxed", "binary": True, "render_mode": "ansi"}),
    ],
)
def test_check_env_has_no_warning_with_arguments(name, arguments):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, **arguments).unwrapped)


def test_every_environment_is_registered_under_both_names():
    names = {registry.class_name(env) for env in rlve_gym.environments()}
    names |= {name for name, env in registry.public_names().items() if env in rlve_gym.environments()}
    assert names >= {"Sorting", "SAT", "Sat"} or "sat" not in rlve_gym.environments()
    for name in names:
        spec = gymnasium.spec(f"rlve/{name}-v0")
        assert spec.entry_point == "rlve_gym.gym:TextEnv"
        assert json.loads(spec.to_json())["kwargs"] == {"environments": [registry.resolve(name)]}


def test_an_episode():
    env = gymnasium.make(SORTING, level=3)
    prompt, info = env.reset(seed=5)
    spec = Spec(**info["spec"])
    assert (spec.env, spec.level) == ("sorting", 3)
    assert prompt == spec.problem().prompt()
    assert json.loads(json.dumps(info)) == info
    observation, reward, terminated, truncated, info = env.step(right_answer(info))
    assert (observation, reward, terminated, truncated) == ("", 1.0, True, False)
    assert info == {
        "spec": {"env": "sorting", "level": 3, "seed": spec.seed},
        "outcome": "correct",
        "score": 1.0,
        "why": "",
    }


@pytest.mark.parametrize(
    "text, arguments, reward, outcome",
    [
        ("", {}, -1.0, "malformed"),
        ("", {"malformed": -0.25}, -0.25, "malformed"),
        ("<answer>1</answer>", {}, -0.5, "invalid"),
        ("<answer>1</answer>", {"invalid": 0.0}, 0.0, "invalid"),
        ("<answer>10 15 13</answer>", {}, (1 / 3) ** 10, "partial"),
        ("<answer>10 15 13</answer>", {"binary": True}, 0.0, "partial"),
    ],
)
def test_rewards(text, arguments, reward, outcome):
    env = gymnasium.make(SORTING, **arguments).unwrapped
    prompt, _ = env.reset(options={"seed": 1})
    assert "\n15 13 10\n" in prompt
    _, got, _, _, info = env.step(text)
    assert got == pytest.approx(reward)
    assert info["outcome"] == outcome
    assert info["why"] or outcome == "partial"


def test_the_seed_decides_the_problems_and_options_choose_one():
    env = gymnasium.make(SORTING, level=4)
    first = [env.reset(seed=1)[0], env.reset()[0]]
    assert [env.reset(seed=1)[0], env.reset()[0]] == first
    assert first[0] != first[1]
    prompt, info = env.reset(options={"level": np.int64(2), "seed": np.int64(9)})
    assert info["spec"] == {"env": "sorting", "level": 2, "seed": 9}
    assert prompt == Spec("sorting", 2, 9).problem().prompt()


def test_the_style_is_asked_for():
    env = gymnasium.make(SORTING, style="boxed")
    assert "\\boxed{}" in env.reset(seed=0)[0]


@pytest.mark.parametrize("level", [-1, "3", True, 1.5, None])
def test_a_bad_level_is_one_clear_line(level):
    for act in (
        lambda: gymnasium.make(SORTING, level=level),
        lambda: gymnasium.make(SORTING).reset(options={"level": level}),
    ):
        with pytest.raises(ValueError, match="levels of difficulty are the integers 0, 1, 2") as caught:
            act()
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"style": "tag"}, "did you mean tags"),
        ({"malformed": -2}, "rewards lie in"),
        ({"environments": ["sortin"]}, "did you mean sorting"),
        ({"environments": "sorting"}, "a list of ids"),
        ({"environments": []}, "at least one id"),
        ({"environments": ["sorting", "Sorting"]}, "none twice"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        gymnasium.make(JOINT, **arguments)


@pytest.mark.parametrize(
    "options, message",
    [({"levle": 1}, "did you mean level"), ({"seed": "1"}, "seed '1'"), ({"env": "euclid_game"}, "sorting")],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        gymnasium.make(SORTING).reset(options=options)


def test_a_second_step_needs_a_reset():
    env = gymnasium.make(SORTING).unwrapped
    with pytest.raises(ResetNeeded):
        env.step("")
    env.reset(seed=0)
    env.step("")
    with pytest.raises(ResetNeeded):
        env.step("")
    env.reset()
    env.step("")


def test_an_action_is_text():
    env = gymnasium.make(SORTING)
    env.reset(seed=0)
    with pytest.raises(ValueError, match="a string, not int"):
        env.step(3)


def test_a_failing_verifier_gives_no_reward(tmp_path):
    (tmp_path / "failing.py").write_text(FAILING)
    rlve_gym.add_folder(tmp_path)
    env = gymnasium.make("rlve/Failing-v0", adaptive=True)
    env.reset(seed=0)
    with pytest.raises(ZeroDivisionError) as caught:
        env.step("<answer>1</answer>")
    assert "Spec(env='failing'" in caught.value.__notes__[0]
    assert env.unwrapped.curriculum.statistics("failing") == {}


FAILING = """
from dataclasses import dataclass
from rlve_gym import Integer, Problem, grow

@dataclass(frozen=True)
class Failing(Problem):
    x: int
    template = "Repeat {self.x}."
    answer = Integer()
    difficulty = {"n": grow(3)}

    @classmethod
    def generate(cls, rng, n):
        return cls(rng.randint(0, n))

    def solve(self):
        return self.x

    def score(self, answer):
        return 1 / 0
"""


def test_the_window_follows_right_answers():
    env = gymnasium.make(SORTING, adaptive=True)
    _, info = env.reset(seed=0)
    assert info["window"] == {"sorting": [0, 0]}
    for _ in range(8):
        _, _, _, _, told = env.step(right_answer(info))
        _, info = env.reset()
    assert told["window"] == {"sorting": [0, 1]}
    levels = {env.reset()[1]["spec"]["level"] for _ in range(40)}
    assert levels == {0, 1}
    assert env.reset(seed=0)[1]["window"] == {"sorting": [0, 1]}


def test_wrong_answers_and_chosen_levels_do_not_move_the_window():
    env = gymnasium.make(SORTING, adaptive=True)
    for _ in range(20):
        env.reset()
        env.step("<answer>?</answer>")
    for _ in range(20):
        _, info = env.reset(options={"level": 0})
        env.step(right_answer(info))
    assert env.unwrapped.curriculum.levels("sorting") == (0, 0)
    assert env.unwrapped.curriculum.statistics("sorting")[0].count == 20


def test_the_joint_environment_draws_from_all_and_adapts_each_alone():
    env = gymnasium.make(JOINT, environments=["sorting", "multiplication"], adaptive=True)
    env.reset(seed=0)
    for _ in range(60):
        _, info = env.reset()
        env.step(right_answer(info) if info["spec"]["env"] == "sorting" else "I do not know")
    assert info["window"]["sorting"][1] >= 2
    assert info["window"]["multiplication"] == [0, 0]
    assert env.reset(options={"env": "multiplication"})[1]["spec"]["env"] == "multiplication"


def test_the_text_is_rendered():
    env = gymnasium.make(SORTING, render_mode="ansi")
    prompt, info = env.reset(seed=0)
    assert env.render() == prompt
    env.step(right_answer(info))
    assert env.render().startswith(prompt) and env.render().endswith("correct, score 1, reward 1")


@pytest.mark.parametrize("mode, options", [("sync", {}), ("async", {"shared_memory": False})])
def test_vectors(mode, options):
    options = {"autoreset_mode": AutoresetMode.SAME_STEP, **options}
    envs = gymnasium.make_vec(SORTING, num_envs=3, vectorization_mode=mode, vector_kwargs=options, level=2)
    try:
        prompts, infos = envs.reset(seed=3)
        specs = [Spec("sorting", 2, seed) for seed in infos["spec"]["seed"]]
        assert prompts == tuple(spec.problem().prompt() for spec in specs)
        answers = [spec.problem().completion(spec.problem().reference) for spec in specs]
        following, rewards, terminated, _, infos = envs.step((answers[0], "", answers[2]))
        assert rewards.tolist() == [1.0, -1.0, 1.0] and terminated.all()
        assert following != prompts and infos["final_info"]["outcome"].tolist() == ["correct", "malformed", "correct"]
        assert envs.action_space.sample() in envs.action_space
    finally:
        envs.close()


def test_the_text_space():
    space = TextSpace(seed=0)
    samples = [space.sample() for _ in range(50)]
    assert all(text in space and len(text) <= 32 and text.isprintable() for text in samples)
    assert len(set(samples)) > 40
    assert samples[0] == TextSpace(seed=0).sample()
    assert "\u2265 " * 10**5 in space and "" in space and 3 not in space and None not in space
    assert space == TextSpace() and space != gymnasium.spaces.Text(5)
    assert space.is_np_flattenable is False
    with pytest.raises(ValueError, match="mask"):
        space.sample(mask=1)
