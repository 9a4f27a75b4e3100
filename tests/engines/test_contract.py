"""The engine contract, on every engine that runs on this machine."""

import pickle

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from rlve_gym.engines.base import Finish, Member, Request, Sampling
from rlve_gym.engines.scripted import ScriptedEngine
from rlve_gym.engines.transformers import TransformersEngine
from rlve_gym.problem import random_stream

PROMPTS = ["Sort 3 1 2", "What is 1 + 1?", "Name a letter. Any of them is fine."]


def scripted_text(request: Request) -> str:
    rng = random_stream("contract", request.prompt, request.seed)
    return "".join(rng.choice("abcdefgh ") for _ in range(rng.randint(20, 30)))


@pytest.fixture(params=["scripted", "transformers", "vllm"])
def any_engine(request, folder):
    if request.param == "scripted":
        return ScriptedEngine(scripted_text, batch=4)
    if request.param == "vllm":
        return as_loaded(request.getfixturevalue("vllm_engine"), request.getfixturevalue("wide_folder"))
    return TransformersEngine.load(str(folder), device="cpu", max_batch=5)


def as_loaded(engine, folder):
    """Starting vLLM takes a while: tests share one, and get the weights that it was loaded with."""
    engine.set_weights(0, TransformersEngine.load(str(folder), device="cpu").tensors())
    return engine


def tensors(engine) -> dict:
    if isinstance(engine, ScriptedEngine):
        return {name: value.copy() for name, value in engine.weights.items()}
    return {name: value.detach().clone() for name, value in engine.model.named_parameters()}


def requests(count: int = 12) -> list[Request]:
    return [Request(100 - i, PROMPTS[i % 3], seed=7 * i) for i in range(count)]


def test_every_request_is_answered_once(any_engine):
    pairs = list(any_engine.generate(requests(), Sampling(max_tokens=8)))
    assert sorted(i for i, _ in pairs) == sorted(request.id for request in requests())
    for _, completion in pairs:
        assert 1 <= len(completion.tokens_T) <= 8
        assert len(completion.logprobs_T) == len(completion.tokens_T)
        assert all(np.isfinite(x) and x <= 0 for x in completion.logprobs_T)
        assert completion.prompt_tokens
        assert pickle.loads(pickle.dumps(completion)) == completion


def test_nothing_asked_nothing_given(any_engine):
    assert list(any_engine.generate([], Sampling())) == []


def test_the_same_call_gives_the_same_bits(any_engine):
    sampling = Sampling(max_tokens=8)
    assert list(any_engine.generate(requests(), sampling)) == list(any_engine.generate(requests(), sampling))


def test_randomness_is_the_seeds_whatever_the_batch(any_engine):
    sampling = Sampling(max_tokens=8)
    together = dict(any_engine.generate(requests(), sampling))
    shuffled = dict(any_engine.generate(requests()[::-1], sampling))
    for request in requests():
        alone = dict(any_engine.generate([request], sampling))[request.id]
        assert alone.tokens_T == together[request.id].tokens_T == shuffled[request.id].tokens_T
    texts = {c.text for i, c in together.items() if (100 - i) % 3 == 0}
    assert len(texts) > 1


def test_cut_off_at_max_tokens(any_engine):
    completions = [c for _, c in any_engine.generate(requests(), Sampling(max_tokens=4))]
    cut = [c for c in completions if c.finish is Finish.LENGTH]
    assert cut
    assert all(len(c.tokens_T) == 4 for c in cut)


def test_greedy_ignores_the_seed_and_is_certain(any_engine):
    pair = [Request(0, PROMPTS[0], seed=1), Request(1, PROMPTS[0], seed=2)]
    first, second = dict(any_engine.generate(pair, Sampling(temperature=0, max_tokens=6))).values()
    assert first.tokens_T == second.tokens_T
    assert set(first.logprobs_T) == {0.0}


def test_a_stop_string_ends_the_completion_and_stays_in_its_text(any_engine):
    [(_, whole)] = any_engine.generate(requests(1), Sampling(max_tokens=12))
    stop = whole.text[3:5]
    [(_, stopped)] = any_engine.generate(requests(1), Sampling(max_tokens=12, stop=("never there", stop)))
    assert stopped.text == whole.text[: whole.text.index(stop) + 2]
    assert stopped.finish is Finish.STOP
    assert whole.tokens_T[: len(stopped.tokens_T)] == stopped.tokens_T


def test_set_weights(any_engine):
    before, fresh = any_engine.fingerprint(), {name: value + 1 for name, value in tensors(any_engine).items()}
    any_engine.set_weights(3, fresh)
    assert any_engine.weights_version == 3
    assert any_engine.fingerprint() != before
    assert {c.weights_version for _, c in any_engine.generate(requests(2), Sampling(max_tokens=2))} == {3}
    assert all((value == fresh[name]).all() for name, value in tensors(any_engine).items())


@pytest.mark.parametrize("fault", ["missing", "unknown", "shape"])
def test_set_weights_refuses_what_does_not_fit(any_engine, fault):
    before, weights = any_engine.fingerprint(), {name: value + 1 for name, value in tensors(any_engine).items()}
    last = list(weights)[-1]
    if fault == "missing":
        del weights[last]
    elif fault == "unknown":
        weights["no.such.weight"] = weights[last]
    else:
        weights[last] = weights[last][..., :1]
    with pytest.raises(ValueError, match="weight"):
        any_engine.set_weights(1, weights)
    assert any_engine.fingerprint() == before
    assert any_engine.weights_version == 0


def test_perturbed_changes_the_weights_and_brings_them_back(any_engine):
    before, inside = any_engine.fingerprint(), []
    for index in (0, 1, 0):
        with any_engine.perturbed(Member(seed=1, iteration=2, index=index, sigma=0.1)):
            inside.append(any_engine.fingerprint())
        assert any_engine.fingerprint() == before
    assert inside[0] == inside[2]
    assert len({before, *inside}) == 3


def test_perturbed_restores_when_the_body_raises(any_engine):
    before = any_engine.fingerprint()
    with pytest.raises(KeyError), any_engine.perturbed(Member(1, 2, 3, sigma=0.1)):
        raise KeyError
    assert any_engine.fingerprint() == before


def test_gradients_and_modes_of_the_consumer_are_its_own(any_engine):
    for _ in any_engine.generate(requests(2), Sampling(max_tokens=2)):
        assert torch.is_grad_enabled()
        assert not torch.is_inference_mode_enabled()
    any_engine.close()
