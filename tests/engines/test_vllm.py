"""vLLM against the transformers engine: the same weights, members, distributions and texts. See also test_contract."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from rlve_gym.engines import vllm_worker
from rlve_gym.engines.base import Finish, Member, Request, Sampling
from rlve_gym.engines.sampling import distribution
from rlve_gym.engines.select import load_engine
from rlve_gym.engines.transformers import TransformersEngine, token_logprobs
from rlve_gym.engines.vllm import VllmEngine, VllmSection

PROMPTS = ["Sort 3 1 2", "a", "What is 12 + 1?", "Name a letter. Any of them is fine.", "Sort 1 2"]
THINKING = "{% for m in messages %}[{{ m.content }}]{% endfor %}<think>\n"
MARKS = ["</think>", "<other>"]


@pytest.fixture(scope="module")
def other_folder(wide_folder, tmp_path_factory) -> Path:
    """All that the first model has not: biases, fewer heads of keys than of queries, a head of its own, a chat template
    that opens a think block, and special tokens."""
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(wide_folder)
    tokenizer.add_special_tokens({"additional_special_tokens": MARKS})
    tokenizer.chat_template = THINKING
    config = transformers.Qwen2Config(
        vocab_size=len(tokenizer),
        hidden_size=128,
        intermediate_size=96,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=256,
        tie_word_embeddings=False,
        initializer_range=0.2,
        eos_token_id=tokenizer.eos_token_id,
    )
    torch.manual_seed(0)
    model = transformers.Qwen2ForCausalLM(config)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith("bias"):
                parameter.normal_()
    path = tmp_path_factory.mktemp("models") / "other"
    model.save_pretrained(path)
    tokenizer.save_pretrained(path)
    return path


@pytest.fixture(scope="module", params=["tied", "other"])
def loaded(request, needs_vllm, wide_folder, other_folder):
    """(vLLM's engine, its folder), one after the other: there is one vLLM in a process."""
    folder = wide_folder if request.param == "tied" else other_folder
    options = {"kv_cache_gib": 0.05}
    engine = load_engine(str(folder), engine="vllm", vllm=options, device="cpu", max_batch=16)
    yield engine, folder
    engine.close()


@pytest.fixture
def pair(loaded):
    """(vLLM's engine, that of transformers) with the same weights."""
    engine, folder = loaded
    plain = TransformersEngine.load(str(folder), device="cpu")
    engine.set_weights(0, plain.tensors())
    return engine, plain


def sample(engine, prompts, **options):
    requests = [Request(i, prompt, seed=i) for i, prompt in enumerate(prompts)]
    completions = dict(engine.generate(requests, Sampling(**options)))
    return [completions[i] for i in range(len(prompts))]


def apart(plain, completions, temperature=1.0) -> float:
    """How far log-probabilities are from those of the transformers engine's model."""
    pairs = [(c.prompt_tokens, c.tokens_T) for c in completions]
    logprobs_BT, mask_BT = token_logprobs(plain.model, pairs, temperature)
    found = torch.tensor([x for c in completions for x in c.logprobs_T])
    return float((logprobs_BT[mask_BT].detach() - found).abs().max())


def test_both_engines_hold_the_same_weights(pair):
    engine, plain = pair
    assert engine.fingerprint() == plain.fingerprint()
    assert {*engine.tensors()} == {*plain.tensors()}


@pytest.mark.parametrize("temperature", [1.0, 0.7])
def test_log_probabilities_are_those_of_training(pair, temperature):
    engine, plain = pair
    completions = sample(engine, PROMPTS * 4, temperature=temperature, max_tokens=15)
    assert len({c.tokens_T for c in completions}) > 10
    assert apart(plain, completions, temperature) < 1e-3


def test_greedy_completions_are_the_same(pair):
    engine, plain = pair
    assert sample(engine, PROMPTS, temperature=0, max_tokens=12) == sample(plain, PROMPTS, temperature=0, max_tokens=12)


@pytest.mark.parametrize("options", [{}, {"temperature": 0.7, "top_k": 20}, {"top_p": 0.6}, {"top_k": 9, "top_p": 0.9}])
def test_first_tokens_follow_the_distribution(pair, options):
    engine, plain = pair
    completions = sample(engine, ["Sort 3 1 2"] * 2000, max_tokens=1, **options)
    with torch.no_grad():
        logits = plain.model(torch.tensor([plain.encode("Sort 3 1 2")])).logits[:, -1]
    expected = 2000 * distribution(logits, Sampling(**options))[0].numpy()
    count = np.bincount([c.tokens_T[0] for c in completions], minlength=len(expected))
    assert count[expected == 0].sum() == 0
    common = expected >= 5
    assert common.sum() > 3
    chi_squared = ((count - expected)[common] ** 2 / expected[common]).sum()
    assert chi_squared < common.sum() + 4 * np.sqrt(2 * common.sum())
    for completion in completions[:50]:
        token = completion.tokens_T[0]
        assert completion.logprobs_T[0] == pytest.approx(np.log(expected[token] / 2000), abs=1e-4)


def test_any_integer_is_a_seed(pair):
    engine, _ = pair
    seeds = [0, -1, 1, 2**63, 2**200, -(2**70)]
    requests = [Request(n, "a", seed) for n, seed in enumerate(seeds)]
    first, second = (dict(engine.generate(requests, Sampling(max_tokens=12))) for _ in range(2))
    assert first == second
    assert len({c.tokens_T for c in first.values()}) == len(seeds)


def test_completions_come_as_they_finish(pair):
    engine, _ = pair
    requests = [Request(i, "Sort 3 1 2", seed=i) for i in range(16)]
    whole = dict(engine.generate(requests, Sampling(max_tokens=20)))
    stop = tuple({c.text.removeprefix("<think>")[2] for c in whole.values()})
    stream = engine.generate(requests, Sampling(max_tokens=100, stop=stop))
    _, first = next(stream)
    running = engine.llm.llm_engine.get_num_unfinished_requests()
    assert running > 0
    lengths = [len(first.tokens_T), *(len(c.tokens_T) for _, c in stream)]
    assert lengths == sorted(lengths) and lengths[0] < lengths[-1]
    assert len(lengths) == 16


def test_stop_strings_end_completions_as_with_transformers(pair):
    engine, plain = pair
    whole = sample(plain, PROMPTS, temperature=0, max_tokens=12)
    stop = tuple(sorted({c.text[-4:-2] for c in whole}))
    found = sample(engine, PROMPTS, temperature=0, max_tokens=12, stop=stop)
    assert found == sample(plain, PROMPTS, temperature=0, max_tokens=12, stop=stop)
    assert {c.finish for c in found} == {Finish.STOP}


def test_what_is_given_up_leaves_nothing_behind(pair):
    engine, _ = pair
    requests = [Request(i, "a", i) for i in range(30)]
    expected = list(engine.generate(requests, Sampling(max_tokens=9)))
    stream = engine.generate(requests, Sampling(max_tokens=50))
    next(stream)
    with pytest.raises(RuntimeError, match="still being sampled"):
        engine.set_weights(1, engine.tensors())
    with pytest.raises(RuntimeError, match="still being sampled"):
        next(engine.generate(requests, Sampling(max_tokens=9)))
    stream.close()
    engine.set_weights(0, engine.tensors())
    assert list(engine.generate(requests, Sampling(max_tokens=9))) == expected


def test_requests_that_cannot_be_sampled(pair):
    engine, _ = pair
    with pytest.raises(ValueError, match=r"0\.01"):
        engine.generate([Request(0, "a", 0)], Sampling(temperature=0.001))
    with pytest.raises(ValueError, match="which leaves no room"):
        engine.generate([Request(0, "Sort 3" * 2000, 0)], Sampling())
    with pytest.raises(ValueError, match="top_p"):
        engine.generate([Request(0, "a", 0)], Sampling(top_p=0))


# Weights


def test_members_are_those_of_the_other_engine(pair):
    engine, plain = pair
    before, base = engine.fingerprint(), sample(engine, PROMPTS, max_tokens=12)
    for index in range(4):
        member = Member(seed=1, iteration=2, index=index, sigma=(-1) ** index * 0.05)
        with engine.perturbed(member), plain.perturbed(member):
            assert before != engine.fingerprint() == plain.fingerprint()
            found = sample(engine, PROMPTS, max_tokens=12)
            # The prompts were read before with other weights: nothing of that may be used.
            assert apart(plain, found) < 1e-3
            assert found != base
        assert engine.fingerprint() == before
        assert sample(engine, PROMPTS, max_tokens=12) == base


def test_many_members_leave_the_bits_alone(pair):
    engine, _ = pair
    before, inside = engine.fingerprint(), set()
    for index in range(20):
        member = Member(1, 2, index, sigma=(-1) ** index * 1e-2)
        if index % 3 == 2:
            with pytest.raises(KeyError), engine.perturbed(member):
                inside.add(engine.fingerprint())
                raise KeyError
        else:
            with engine.perturbed(member):
                inside.add(engine.fingerprint())
    assert engine.fingerprint() == before
    assert len(inside | {before}) == 21


def test_members_inside_of_members(pair):
    engine, plain = pair
    one, two = Member(1, 2, 3, 1e-2), Member(1, 2, 4, 1e-2)
    with engine.perturbed(one), plain.perturbed(one):
        outer = engine.fingerprint()
        with engine.perturbed(two), plain.perturbed(two):
            assert engine.fingerprint() == plain.fingerprint() != outer
        assert engine.fingerprint() == outer
    assert engine.fingerprint() == plain.fingerprint()


def test_what_is_sampled_when_a_body_raises_is_given_up(pair):
    engine, _ = pair
    before = engine.fingerprint()
    with pytest.raises(KeyError), engine.perturbed(Member(1, 2, 3, 1e-2)):
        stream = engine.generate([Request(i, "a", i) for i in range(20)], Sampling(max_tokens=50))
        next(stream)
        raise KeyError
    assert engine.fingerprint() == before
    with pytest.raises(RuntimeError, match="have changed"):
        list(stream)
    assert len(sample(engine, PROMPTS, max_tokens=3)) == len(PROMPTS)


def test_weights_that_fail_half_way_are_not_sampled_from(pair, monkeypatch):
    engine, plain = pair
    before, reload = engine.fingerprint(), vllm_worker.Worker.weights_reload

    class Torn(dict):
        def items(self):
            for place, item in enumerate(super().items()):
                if place == 7:
                    raise OSError("torn")
                yield item

    def fail(worker, source):
        monkeypatch.undo()
        reload(worker, Torn({name: tensor + 1 for name, tensor in source.items()}))

    kind = type(engine.llm.llm_engine.model_executor.driver_worker.worker)
    monkeypatch.setattr(kind, "weights_reload", fail)
    with pytest.raises(OSError, match="torn"), engine.perturbed(Member(1, 2, 3, 1e-2)):
        raise AssertionError("not reached")
    assert engine.fingerprint() == before
    assert apart(plain, sample(engine, PROMPTS, max_tokens=9)) < 1e-3

    monkeypatch.setattr(kind, "weights_reload", fail)
    with pytest.raises(OSError, match="torn"):
        engine.set_weights(1, plain.tensors())
    with pytest.raises(RuntimeError, match="mixed"):
        sample(engine, PROMPTS, max_tokens=9)
    engine.set_weights(2, plain.tensors())
    assert engine.fingerprint() == before
    assert apart(plain, sample(engine, PROMPTS, max_tokens=9)) < 1e-3


def test_why_members_are_not_made_in_place_on_a_cpu(pair):
    """vLLM packs linear weights and empties the tensors: what is written to these changes nothing, silently."""
    engine, _ = pair
    model = engine.llm.llm_engine.model_executor.driver_worker.worker.model_runner.get_model()
    linear = [it for name, it in model.named_parameters() if "_proj.weight" in name]
    assert len(linear) == 8
    base = sample(engine, PROMPTS, max_tokens=9)
    for parameter in linear:
        parameter.data.add_(1)
    engine.llm.reset_prefix_cache()
    assert sample(engine, PROMPTS, max_tokens=9) == base
    name = next(name for name in engine.tensors() if "down_proj" in name)
    engine.set_weights(0, {**engine.tensors(), name: engine.tensors()[name] + 1})
    assert sample(engine, PROMPTS, max_tokens=9) != base


def test_the_fingerprint_is_that_of_what_vllm_computes_with(pair):
    engine, plain = pair
    before = engine.fingerprint()
    with torch.no_grad():
        next(iter(engine.tensors().values())).add_(1)
    # Ours have changed, vLLM has not been told.
    assert engine.fingerprint() == before
    engine.bump(7)
    assert engine.fingerprint() != before
    assert sample(engine, ["a"], max_tokens=2)[0].weights_version == 7
    engine.set_weights(0, plain.tensors())
    model = engine.llm.llm_engine.model_executor.driver_worker.worker.model_runner.get_model()
    norm = next(it for name, it in model.named_parameters() if "input_layernorm" in name)
    norm.data.add_(1)
    assert engine.fingerprint() != before
    norm.data.add_(-1)
    assert engine.fingerprint() == before


def test_zeros_keep_their_signs(pair):
    """Weights are read back by multiplying with one, which loses them; the fingerprint must not."""
    engine, plain = pair
    weights = {name: tensor.clone() for name, tensor in plain.tensors().items()}
    for tensor in weights.values():
        tensor.view(-1)[::3] = -0.0
    engine.set_weights(1, weights)
    plain.set_weights(1, weights)
    assert engine.fingerprint() == plain.fingerprint()


def test_a_layout_that_is_not_the_one_assumed_is_noticed(pair, monkeypatch):
    engine, _ = pair
    right = vllm_worker.stacked

    def swapped(names, shapes, rank, ranks):
        return right(names[::-1], shapes[::-1], rank, ranks)

    shapes = {name: tuple(tensor.shape) for name, tensor in engine.tensors().items()}
    monkeypatch.setattr(vllm_worker, "stacked", swapped)
    with pytest.raises(ValueError, match=r"vLLM holds model.layers.0.mlp.gate_proj.weight \(4 such"):
        engine._check(shapes)
    with pytest.raises(ValueError, match=r"vLLM holds model.experts \(1 such"):
        engine._check({**shapes, "model.experts": (3, 4)})
    monkeypatch.undo()
    engine._check(shapes)


def test_diverged_weights_are_named(pair):
    engine, plain = pair
    engine.set_weights(1, {name: torch.full_like(tensor, torch.nan) for name, tensor in plain.tensors().items()})
    for temperature in (0, 1):
        with pytest.raises(ValueError, match="diverged"):
            sample(engine, ["a"], max_tokens=3, temperature=temperature)
    engine.set_weights(0, plain.tensors())
    assert apart(plain, sample(engine, PROMPTS, max_tokens=9)) < 1e-3


def test_a_folder_that_transformers_reads(pair, tmp_path):
    engine, plain = pair
    weights = {name: tensor * 2 for name, tensor in plain.tensors().items()}
    engine.set_weights(1, weights)
    engine.save(tmp_path / "saved")
    again = TransformersEngine.load(str(tmp_path / "saved"), device="cpu")
    assert again.fingerprint() == engine.fingerprint() != plain.fingerprint()
    assert again.encode("hi") == engine.encode("hi")
    assert again.encode_completion("3 1") == engine.encode_completion("3 1")


# Text


def test_marks_stay_in_the_text_and_the_prompts_think_block_belongs_to_it(loaded):
    engine, folder = loaded
    if folder.name != "other":
        pytest.skip("of the model with these tokens")
    plain = TransformersEngine.load(str(folder), device="cpu")
    close, other = engine.tokenizer.convert_tokens_to_ids(MARKS)
    weights = {name: tensor.clone() for name, tensor in plain.tensors().items()}
    head = weights["lm_head.weight"]
    head.mul_(0)
    head[close, 0], head[other, 0] = 2000, -2000
    engine.set_weights(1, weights)
    plain.set_weights(1, weights)
    [completion] = sample(engine, ["hi"], max_tokens=30)
    assert {close, other} == set(completion.tokens_T)
    assert completion.text == "<think>" + "</think>" * completion.tokens_T.count(close)
    [stopped] = sample(engine, ["hi"], temperature=0, max_tokens=30, stop=("</think>",))
    assert stopped == sample(plain, ["hi"], temperature=0, max_tokens=30, stop=("</think>",))[0]


# Choice


def test_what_cannot_be_loaded(needs_vllm, wide_folder):
    with pytest.raises(ValueError, match="one for CPUs"):
        VllmEngine.load(str(wide_folder), device="cuda")
    with pytest.raises(ValueError, match="no model folder"):
        VllmEngine.load("/does/not/exist/at/all", device="cpu", options=VllmSection())
