import numpy as np
import pytest

pytest.importorskip("torch")

import torch
import transformers

from rlve_gym.engines.base import Finish, Member, Request, Sampling
from rlve_gym.engines.sampling import check, distribution, draw, uniforms
from rlve_gym.engines.transformers import TransformersEngine, token_logprobs
from rlve_gym.noise import noise

PROMPTS = ["Sort 3 1 2", "a", "What is 12 + 1?", "Name a letter. Any of them is fine.", "Sort 1 2"]
CHAT = "{% for m in messages %}[{{ m.content }}]{% endfor %}{% if add_generation_prompt %}!{% endif %}"


def sample(engine, prompts, **options):
    requests = [Request(i, prompt, seed=i) for i, prompt in enumerate(prompts)]
    completions = dict(engine.generate(requests, Sampling(**options)))
    return [completions[i] for i in range(len(prompts))]


def test_greedy_is_what_the_models_own_generation_gives(engine):
    for prompt, completion in zip(PROMPTS, sample(engine, PROMPTS, temperature=0, max_tokens=12)):
        ids = torch.tensor([engine.encode(prompt)])
        mask = torch.ones_like(ids)
        expected = engine.model.generate(input_ids=ids, attention_mask=mask, do_sample=False, max_new_tokens=12)
        assert completion.tokens_T == tuple(expected[0, ids.shape[1] :].tolist())
        assert completion.prompt_tokens == tuple(ids[0].tolist())


@pytest.mark.parametrize("architecture", ["GPT2", "Gemma2", "Qwen3"])
def test_other_architectures(engine, architecture):
    # Learned positions; sliding windows and capped logits; normalised queries and keys.
    shared = {"vocab_size": len(engine.tokenizer), "bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 0}
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}
    special = {
        "GPT2": {"n_embd": 16, "n_layer": 2, "n_head": 2, "initializer_range": 0.4},
        "Gemma2": {**sizes, "num_key_value_heads": 1, "head_dim": 8, "sliding_window": 6, "initializer_range": 0.4},
        "Qwen3": {**sizes, "num_key_value_heads": 1, "head_dim": 8, "initializer_range": 0.4},
    }[architecture]
    config = getattr(transformers, f"{architecture}Config")(**shared, **special)
    torch.manual_seed(0)
    other = TransformersEngine(transformers.AutoModelForCausalLM.from_config(config).eval(), engine.tokenizer)
    test_greedy_is_what_the_models_own_generation_gives(other)
    test_training_log_probabilities_are_those_of_sampling(other, 0.7)


@pytest.mark.parametrize("options", [{"temperature": 1.0}, {"temperature": 0.7, "top_k": 20}, {"top_p": 0.6}])
def test_first_tokens_follow_the_models_distribution(engine, options):
    engine.max_batch = 4000
    completions = sample(engine, ["Sort 3 1 2"] * 4000, max_tokens=1, **options)
    with torch.no_grad():
        logits = engine.model(torch.tensor([engine.encode("Sort 3 1 2")])).logits[:, -1]
    expected = 4000 * distribution(logits, Sampling(**options))[0].numpy()
    count = np.bincount([c.tokens_T[0] for c in completions], minlength=len(expected))
    assert count[expected == 0].sum() == 0
    common = expected >= 5
    assert common.sum() > 3
    chi_squared = ((count - expected)[common] ** 2 / expected[common]).sum()
    assert chi_squared < common.sum() + 4 * np.sqrt(2 * common.sum())
    for completion in completions[:50]:
        token = completion.tokens_T[0]
        assert completion.logprobs_T[0] == pytest.approx(np.log(expected[token] / 4000), abs=1e-5)


@pytest.mark.parametrize("temperature", [1.0, 0.7])
def test_training_log_probabilities_are_those_of_sampling(engine, temperature):
    completions = sample(engine, PROMPTS * 3, temperature=temperature, max_tokens=15)
    pairs = [(c.prompt_tokens, c.tokens_T) for c in completions]
    logprobs_BT, mask_BT = token_logprobs(engine.model, pairs, temperature)
    assert mask_BT.sum(1).tolist() == [len(c.tokens_T) for c in completions]
    assert (logprobs_BT[~mask_BT] == 0).all()
    for row, completion in zip(logprobs_BT.tolist(), completions):
        assert row[: len(completion.tokens_T)] == pytest.approx(completion.logprobs_T, abs=1e-4)


def test_training_log_probabilities_gradient_and_entropy_are_the_plain_ones(engine):
    pairs = [((5, 6, 7), (8, 9)), ((10,), (11, 12, 13, 14))]
    logprobs_BT, mask_BT, entropy_BT = token_logprobs(engine.model, pairs, 0.5, with_entropy=True)
    logprobs_BT.sum().backward()
    weight = engine.model.model.layers[0].mlp.up_proj.weight
    gradient, weight.grad = weight.grad.clone(), None
    total = torch.zeros(())
    for b, (prompt, tokens) in enumerate(pairs):
        logits = engine.model(torch.tensor([[*prompt, *tokens]])).logits[0, len(prompt) - 1 : -1] / 0.5
        plain = logits.log_softmax(-1)
        picked = plain.gather(1, torch.tensor(tokens).unsqueeze(1)).squeeze(1)
        assert logprobs_BT[b][mask_BT[b]].tolist() == pytest.approx(picked.tolist(), abs=1e-5)
        assert entropy_BT[b][mask_BT[b]].tolist() == pytest.approx((-plain.exp() * plain).sum(1).tolist(), abs=1e-5)
        total = total + picked.sum()
    total.backward()
    assert not entropy_BT.requires_grad
    assert torch.allclose(gradient, weight.grad, atol=1e-5)


def test_a_groups_prompt_is_read_once(engine):
    shapes = []
    engine.model.register_forward_pre_hook(lambda _m, _a, kw: shapes.append(kw["input_ids"].shape), with_kwargs=True)
    sample(engine, ["Sort 3 1 2", "a"] * 8, max_tokens=2)
    assert [tuple(shape) for shape in shapes] == [(2, len(engine.encode("Sort 3 1 2"))), (16, 1)]


def test_rows_that_finish_leave_the_batch_and_come_first(engine):
    ends = list(range(0, len(engine.tokenizer), 4))
    engine.model.generation_config.eos_token_id = ends
    engine = TransformersEngine(engine.model, engine.tokenizer)
    rows = []
    engine.model.register_forward_pre_hook(lambda _m, _a, kw: rows.append(len(kw["input_ids"])), with_kwargs=True)
    requests = [Request(i, "Sort 3 1 2", seed=i) for i in range(40)]
    completions = [c for _, c in engine.generate(requests, Sampling(max_tokens=10))]
    lengths = [len(c.tokens_T) for c in completions]
    assert lengths == sorted(lengths)
    assert rows[0] == 1
    assert 40 >= rows[1] > rows[-1]
    assert rows[1:] == sorted(rows[1:], reverse=True)
    for completion in completions:
        assert not set(completion.tokens_T[:-1]) & set(ends)
        assert (completion.finish is Finish.STOP) == (completion.tokens_T[-1] in ends)


def test_the_end_of_sequence_is_a_token_but_not_text(engine):
    eos = engine.tokenizer.eos_token_id
    with torch.no_grad():
        engine.model.get_input_embeddings().weight[eos] = 0
    completions = sample(engine, PROMPTS * 40, temperature=1.5, max_tokens=30)
    ended = [c for c in completions if c.tokens_T[-1] == eos]
    assert ended
    assert all(c.finish is Finish.STOP and "<eos>" not in c.text for c in ended)


def test_a_long_completion_outgrows_the_room_of_the_cache(engine, monkeypatch):
    expected = sample(engine, PROMPTS, temperature=0, max_tokens=40)
    monkeypatch.setattr("rlve_gym.engines.batch._ROOM", 3)
    assert sample(engine, PROMPTS, temperature=0, max_tokens=40) == expected


def test_the_context_limits_a_completion(engine):
    prompt = engine.encode(PROMPTS[3])
    engine.model.config.max_position_embeddings = len(prompt) + 2
    long, short = sample(engine, [PROMPTS[3], "a"], temperature=0, max_tokens=10)
    assert (len(long.tokens_T), long.finish) == (2, Finish.LENGTH)
    assert len(short.tokens_T) > 2
    engine.model.config.max_position_embeddings = len(prompt)
    with pytest.raises(ValueError, match=f"{len(prompt)} tokens and the model's context is {len(prompt)}"):
        engine.generate([Request(0, PROMPTS[3], 0)], Sampling())


def test_an_empty_prompt_is_refused(engine):
    with pytest.raises(ValueError, match="no tokens"):
        engine.generate([Request(0, "", 0)], Sampling())


def test_chat_template_on_off_auto(engine):
    plain = engine.encode("hi")
    with pytest.raises(ValueError, match="tokenizer has none"):
        TransformersEngine(engine.model, engine.tokenizer, chat_template="on")
    engine.tokenizer.chat_template = CHAT
    for setting, text in [("on", "[hi]!"), ("auto", "[hi]!"), ("off", "hi")]:
        chatty = TransformersEngine(engine.model, engine.tokenizer, chat_template=setting)
        assert engine.tokenizer.decode(chatty.encode("hi")) == text
    assert TransformersEngine(engine.model, engine.tokenizer, chat_template="off").encode("hi") == plain
    with pytest.raises(ValueError, match="auto, on or off"):
        TransformersEngine(engine.model, engine.tokenizer, chat_template="maybe")


def test_a_think_block_opened_by_the_prompt_belongs_to_the_text(engine):
    engine.tokenizer.chat_template = CHAT + "<think>\n"
    [completion] = sample(TransformersEngine(engine.model, engine.tokenizer), ["hi"], max_tokens=5)
    assert completion.text == "<think>" + engine.tokenizer.decode(completion.tokens_T, skip_special_tokens=True)


def test_marks_stay_in_the_text_even_as_special_tokens(engine):
    engine.tokenizer.add_special_tokens({"additional_special_tokens": ["</think>", "<other>"]})
    engine.model.resize_token_embeddings(len(engine.tokenizer))
    close, other = engine.tokenizer.convert_tokens_to_ids(["</think>", "<other>"])

    def only_these(model, inputs, output):
        output.logits[..., [close, other]] += 1e4

    engine.model.register_forward_hook(only_these)
    [completion] = sample(TransformersEngine(engine.model, engine.tokenizer), ["hi"], max_tokens=30)
    assert {close, other} == set(completion.tokens_T)
    assert completion.text == "</think>" * completion.tokens_T.count(close)


@pytest.mark.parametrize(
    "options",
    [
        {"temperature": -1},
        {"temperature": 5e-324},
        {"temperature": float("nan")},
        {"top_p": 0},
        {"top_p": 1.1},
        {"top_k": -1},
        {"max_tokens": 0},
        {"stop": ("",)},
    ],
)
def test_sampling_parameters_out_of_range(options):
    with pytest.raises(ValueError, match=next(iter(options))):
        check(Sampling(**options))


def test_top_k_and_top_p_by_hand():
    logits = torch.log(torch.tensor([[0.5, 0.1, 0.3, 0.1], [0.25, 0.25, 0.25, 0.25]]))
    kept = distribution(logits, Sampling(top_k=2))
    assert kept[0].tolist() == pytest.approx([0.625, 0, 0.375, 0])
    assert distribution(logits, Sampling(top_p=0.5))[0].tolist() == [1, 0, 0, 0]
    assert distribution(logits, Sampling(top_p=0.51))[0].tolist() == pytest.approx([0.625, 0, 0.375, 0])
    assert distribution(logits, Sampling(top_p=1e-9))[1].tolist() == [1, 0, 0, 0]
    assert distribution(logits, Sampling(temperature=0.5))[0].tolist() == pytest.approx(
        [25 / 36, 1 / 36, 9 / 36, 1 / 36]
    )


def test_draw_inverts_the_cumulative_distribution():
    logits = torch.log(torch.tensor([[0.0, 0.25, 0.0, 0.75]])).expand(5, -1)
    edge = 1 - 2**-53
    token_R, logprob_R = draw(logits, torch.tensor([0.0, 0.24, 0.26, 0.9, edge], dtype=torch.float64), Sampling())
    assert token_R.tolist() == [1, 1, 3, 3, 3]
    assert logprob_R.exp().tolist() == pytest.approx([0.25, 0.25, 0.75, 0.75, 0.75])


def test_uniforms_are_a_function_of_the_seed_alone():
    both = uniforms([5, -1], 8)
    assert (both[0] == uniforms([5], 3 + 5)[0]).all()
    assert (both[0][:3] == uniforms([5], 3)[0]).all()
    assert not (both[0] == both[1]).any()


def test_the_shared_module_may_change_in_place(engine):
    before, first = engine.fingerprint(), sample(engine, PROMPTS, temperature=0, max_tokens=5)
    with torch.no_grad():
        weight = engine.model.get_input_embeddings().weight
        weight.copy_(weight.flip(0))
    engine.bump(7)
    second = sample(engine, PROMPTS, temperature=0, max_tokens=5)
    assert engine.fingerprint() != before
    assert [c.tokens_T for c in first] != [c.tokens_T for c in second]
    assert {c.weights_version for c in second} == {7}


def test_the_models_own_tensors_and_tied_names_are_accepted(engine):
    before = engine.fingerprint()
    engine.set_weights(1, engine.model.state_dict())
    assert "lm_head.weight" in engine.model.state_dict()
    assert (engine.fingerprint(), engine.weights_version) == (before, 1)


def test_perturbed_adds_the_counter_based_noise(engine):
    name, parameter = list(engine.model.named_parameters())[2]
    original = parameter.detach().clone()
    with engine.perturbed(Member(seed=9, iteration=8, index=7, sigma=0.5)):
        expected = original.flatten() + 0.5 * torch.from_numpy(noise(9, 8, 7, name, 0, original.numel()))
        assert torch.equal(parameter.flatten(), expected)
    assert torch.equal(parameter, original)


def test_training_mode_is_given_back(engine):
    engine.model.train()
    stream = engine.generate([Request(0, "a", 0), Request(1, "a", 1)], Sampling(max_tokens=3))
    next(stream)
    stream.close()
    assert engine.model.training


def test_diverged_weights_are_named(engine):
    with torch.no_grad():
        engine.model.get_input_embeddings().weight.fill_(float("nan"))
    with pytest.raises(ValueError, match="diverged"):
        sample(engine, ["a"], max_tokens=3)
    with pytest.raises(ValueError, match="diverged"):
        sample(engine, ["a"], max_tokens=3, temperature=0)
