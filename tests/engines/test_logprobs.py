"""A prompt that is read once for all of its completions gives what reading it for each gives."""

import copy

import pytest

pytest.importorskip("torch")

import torch

from rlve_gym.engines.logprobs import token_logprobs

PROMPTS = [(5, 6, 7, 8, 9), (7, 5), (9, 9, 8, 6, 5, 4, 7, 8)]


def sequences():
    generator = torch.Generator().manual_seed(0)
    lengths = torch.randint(1, 9, (12,), generator=generator).tolist()
    drawn = [tuple(torch.randint(4, 30, (length,), generator=generator).tolist()) for length in lengths]
    return [(PROMPTS[place % 3], tokens) for place, tokens in enumerate(drawn)]


def gradients(model, parts, of):
    """The gradients of a sum of squared log-probabilities, computed in these parts."""
    model.zero_grad()
    for part in parts:
        of(token_logprobs(model, part, 0.7)[0]).backward()
    return [parameter.grad for parameter in model.parameters()]


@pytest.mark.parametrize("prompts", [PROMPTS, PROMPTS[:1]], ids=["padded", "one"])
def test_shared_prompts_change_neither_values_nor_gradients(engine, prompts):
    model = copy.deepcopy(engine.model)
    together = [pair for pair in sequences() if pair[0] in prompts]
    alone = [[pair] for pair in together]
    shared_BT, mask_BT, entropy_BT = token_logprobs(model, together, 0.7, with_entropy=True)
    for row, part in enumerate(alone):
        (expected_T,), _, (entropy_T,) = token_logprobs(model, part, 0.7, with_entropy=True)
        torch.testing.assert_close(shared_BT[row][mask_BT[row]], expected_T, atol=1e-5, rtol=0)
        torch.testing.assert_close(entropy_BT[row][mask_BT[row]], entropy_T, atol=1e-5, rtol=0)
    found = gradients(model, [together], lambda logprobs_BT: logprobs_BT.square().sum())
    for one, other in zip(found, gradients(model, alone, lambda logprobs_BT: logprobs_BT.square().sum())):
        torch.testing.assert_close(one, other, atol=1e-4, rtol=1e-3)


def test_shared_prompts_go_through_the_model_once(engine):
    rows = []
    hook = engine.model.get_input_embeddings().register_forward_hook(lambda *args: rows.append(tuple(args[1][0].shape)))
    token_logprobs(engine.model, [(PROMPTS[0], (5, 6, 7))] * 8)
    hook.remove()
    assert rows == [(1, 4), (8, 3)]
