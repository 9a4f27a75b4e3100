"""Several members in one batch give what each gives alone."""

import pytest

pytest.importorskip("torch")

import torch
import transformers
from torch import nn

from rlve_gym.engines.base import Member, Request, Sampling
from rlve_gym.engines.crowd import crowded
from rlve_gym.engines.transformers import TransformersEngine

PROMPTS = ["Sort 3 1 2", "a", "What is 12 + 1?", "a", "Name a letter. Any of them is fine."]
MEMBERS = [Member(5, 2, index, sigma) for index, sigma in ((0, 0.02), (0, -0.02), (1, 0.02))]


def requests(member: int) -> list[Request]:
    """Seeds differ by member; those of the last prompts do not."""
    count = len(PROMPTS)
    seeds = [n if n > 2 else n + 10 * member for n in range(count)]
    return [Request(member * count + n, prompt, seeds[n]) for n, prompt in enumerate(PROMPTS)]


@pytest.mark.parametrize("max_batch", [512, 7])
@pytest.mark.parametrize("temperature", [0, 1])
def test_a_crowd_gives_what_its_members_give_alone(folder, max_batch, temperature):
    """Also where rows end at different times, so that the batch is compacted."""
    engine = TransformersEngine.load(str(folder), device="cpu", max_batch=max_batch)
    sampling = Sampling(temperature=temperature, max_tokens=24, stop=("1", "e"))
    alone = {}
    for n, member in enumerate(MEMBERS):
        with engine.perturbed(member):
            alone |= dict(engine.generate(requests(n), sampling))
    before = engine.fingerprint()
    with engine.crowd(MEMBERS):
        together = list(engine.generate([request for n in range(3) for request in requests(n)], sampling))
    assert len(together) == 15 and dict(together).keys() == alone.keys()
    assert len({len(completion.tokens_T) for _, completion in together}) > 2
    for number, completion in together:
        assert completion.tokens_T == alone[number].tokens_T
        assert completion.text == alone[number].text and completion.finish == alone[number].finish
        assert completion.logprobs_T == pytest.approx(alone[number].logprobs_T, abs=1e-4)
    assert len({tuple(c.tokens_T for i, c in sorted(together) if i // 5 == n) for n in range(3)}) == 3
    assert engine.fingerprint() == before
    assert dict(engine.generate(requests(0), sampling)) == dict(engine.generate(requests(0), sampling))


SMALL = {
    "vocab_size": 40,
    "hidden_size": 16,
    "intermediate_size": 24,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
}


@pytest.mark.parametrize(
    ("config", "model"),
    [
        (transformers.Qwen2Config(**SMALL, tie_word_embeddings=False), transformers.Qwen2ForCausalLM),
        (transformers.Qwen3Config(**SMALL, head_dim=8, tie_word_embeddings=True), transformers.Qwen3ForCausalLM),
    ],
    ids=["biases", "norms of heads"],
)
def test_other_architectures(config, model):
    torch.manual_seed(1)
    made = model(config).eval()
    ids = torch.randint(0, 40, (4, 9))
    engine = TransformersEngine.__new__(TransformersEngine)
    engine.model, engine._copies = made, {}
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
        alone = []
        for member in MEMBERS:
            with engine.perturbed(member):
                alone.append(made(ids).logits)
        plain = made(ids).logits
        with crowded(made, MEMBERS):
            together = made(ids.repeat(3, 1)).logits
        torch.testing.assert_close(together, torch.cat(alone), rtol=1e-4, atol=1e-5)
        assert (together[:4] - plain).abs().max() > 1e-2
        assert torch.equal(made(ids).logits, plain), "the layers are not what they were"


def test_a_layer_that_it_does_not_know_is_refused_and_nothing_stays():
    made = nn.Sequential(nn.Linear(3, 3), nn.Conv1d(3, 3, 1))
    with pytest.raises(ValueError, match=r"Conv1d.*one at a time"), crowded(made, MEMBERS):
        pass
    assert "forward" not in made[0].__dict__ and made(torch.zeros(1, 3, 3)).shape == (1, 3, 3)


def test_weights_are_the_members_bit_for_bit(engine):
    from rlve_gym.engines.crowd import stacked

    found = stacked(engine.model, MEMBERS)
    for n, member in enumerate(MEMBERS):
        with engine.perturbed(member):
            for parameter in engine.model.parameters():
                assert torch.equal(found[id(parameter)][n], parameter)
