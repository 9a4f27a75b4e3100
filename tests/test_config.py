"""Configuration: overrides, strictness, and errors of one line that say what to do."""

import subprocess
import sys

import pytest
import yaml

pytest.importorskip("torch")

from rlve_gym.config import load_config, merged, parse_config, to_yaml

BASE = {"trainer": "dapo", "name": "x", "environments": ["sorting"], "model": "some/folder"}


def written(tmp_path, raw):
    path = tmp_path / "run.yaml"
    path.write_text(yaml.safe_dump(raw))
    return path


def test_a_resolved_configuration_reads_back_the_same(tmp_path):
    config = load_config(written(tmp_path, BASE), ["optimizer.lr=1e-4", "curriculum.window=3", "seed=7"])
    assert (config.optimizer.lr, config.curriculum.window, config.seed) == (1e-4, 3, 7)
    assert config.model.path == "some/folder"
    assert parse_config(yaml.safe_load(to_yaml(config))) == config


def test_overrides_reach_into_a_model_given_by_its_path_alone(tmp_path):
    config = load_config(written(tmp_path, BASE), ["model.max_batch=8"])
    assert (config.model.path, config.model.max_batch) == ("some/folder", 8)


def test_on_and_off_need_no_quotes(tmp_path):
    """YAML 1.1 reads them as truth values."""
    for word in ("on", "off", "auto"):
        config = load_config(written(tmp_path, BASE), [f"model.chat_template={word}"])
        assert config.model.chat_template == word
        assert parse_config(yaml.safe_load(to_yaml(config))) == config


def test_environments_go_by_any_of_their_names():
    names = ["Sorting", "rlve/Sorting-v0", "sorting"]
    for name in names:
        assert parse_config({**BASE, "environments": [name]}).environments == ["sorting"]


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("dapo", {"aggregation": "token", "clip_high": 0.28, "filter": "by_correctness", "overlong_mask": True}),
        ("grpo", {"aggregation": "sample", "clip_high": 0.2, "filter": "keep_all", "kl_weight": 0.04}),
        ("rlve", {"aggregation": "sample", "clip_high": 0.28, "filter": "by_reward", "correction": "token_tis"}),
        ("dr_grpo", {"aggregation": "constant", "advantage_std": "none", "filter": "keep_all", "kl_weight": 0.0}),
    ],
)
def test_presets(preset, expected):
    algorithm = parse_config({**BASE, "preset": preset}).algorithm.model_dump()
    assert {key: algorithm[key] for key in expected} == expected


def test_an_option_beats_its_preset():
    config = parse_config({**BASE, "preset": "grpo", "algorithm": {"kl_weight": 0.0}})
    assert (config.algorithm.kl_weight, config.algorithm.aggregation) == (0.0, "sample")


def test_merged_goes_section_by_section():
    assert merged({"a": {"x": 1, "y": 2}, "b": 3}, {"a": {"y": 4}}) == {"a": {"x": 1, "y": 4}, "b": 3}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"promts": 3}, "unknown key promts, did you mean prompts"),
        ({"optimizer": {"learning_rate": 1}}, "unknown key optimizer.learning_rate"),
        ({"curriculum": {"windw": 4}}, "unknown key curriculum.windw, did you mean window"),
        (
            {"environmnts": ["sorting"], "name": "../up", "prompts": 0, "seed": -1},
            "^unknown key environmnts, .*; and 1 more$",
        ),
        ({"trainer": "sft", "fleet": "ray"}, r"unknown key fleet \(a key of dapo and es\)"),
        ({"environments": ["sortin"]}, "did you mean sorting"),
        ({"environments": ["sorting", "Sorting"]}, "listed twice"),
        ({"environments": []}, "environments"),
        ({"trainer": "dappo"}, "did you mean dapo"),
        ({"trainer": None}, "must name its trainer"),
        ({"preset": "gpro"}, "preset"),
        ({"preset": ["grpo"]}, "preset"),
        ({"name": "../up"}, "name"),
        ({"prompts": 0}, "prompts"),
        ({"seed": -1}, "seed"),
        ({"sampling": {"temperature": 0}}, "nothing can be learned"),
        ({"samples": 1}, "samples: a group of one has no advantage"),
        ({"samples": 0}, "samples: .*greater than 0"),
        ({"optimizer": {"lr": float("nan")}}, "optimizer.lr"),
        ({"curriculum": {"rule": "static", "window": 4}}, "window"),
        ({"algorithm": {"clip_low": 1.5}}, "clip_low"),
        ({"model": None}, "model"),
        ({"environment_folders": [1, None]}, "environment_folders"),
        ({"optimizer": {"betas": [2, 3]}}, "optimizer.betas"),
        ({"seed": 1 << 64}, "seed"),
        ({"threads": 100_000}, "threads"),
        ({"judge": {"processes": 5000}}, "judge.processes"),
        ({"judge": {"deadline_s": 1e9}}, "judge.deadline_s"),
    ],
)
def test_mistakes_are_one_clear_line(change, message):
    with pytest.raises(ValueError, match=message) as error:
        parse_config({**BASE, **change})
    assert "\n" not in str(error.value)


def test_an_unknown_key_is_named_also_where_other_trainers_cannot_be_imported():
    code = (
        "import sys\nsys.modules['torch'] = None\nfrom rlve_gym.config import parse_config\n"
        "try: parse_config({'trainer': 'es', 'presett': 1, 'kl': 1})\nexcept ValueError as error: print(error)"
    )
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert child.stdout.startswith("unknown key presett; unknown key kl; "), child.stderr


@pytest.mark.parametrize("override", ["lr", "=3", "optimizer..lr=1", "name.x=3", "x=[1", "optimizer.lr"])
def test_unreadable_overrides(tmp_path, override):
    with pytest.raises(ValueError, match=r"override|YAML|section"):
        load_config(written(tmp_path, BASE), [override])


BAD = ["[1, 2]", "a: [", "", "\x00", "[" * 5000, "a: {b: " * 2000, "a: 2020-99-99", "a: !!python/object:x.Y {}"]


@pytest.mark.parametrize("text", BAD)
def test_files_that_are_no_configuration(tmp_path, text):
    path = tmp_path / "bad.yaml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"bad\.yaml"):
        load_config(path)


def test_a_key_given_twice_is_refused(tmp_path):
    path = tmp_path / "bad.yaml"
    for text in ("name: a\nname: b\n", "model:\n  path: a\n  path: b\n"):
        path.write_text("trainer: dapo\n" + text)
        with pytest.raises(ValueError, match=r"bad\.yaml.* (name|path) is given twice.*line \d"):
            load_config(path)
    with pytest.raises(ValueError, match="YAML"):
        load_config(written(tmp_path, BASE), ["model={path: a, path: b}"])


def test_a_missing_file_or_a_run_folder(tmp_path):
    with pytest.raises(ValueError, match="no configuration file"):
        load_config(tmp_path / "nowhere.yaml")
    with pytest.raises(ValueError, match="--resume"):
        load_config(tmp_path)
