"""Log-probabilities of given completions under a model, for training.

Shapes: `_B` sequences, `_S` tokens of a sequence, `_T` tokens of a completion, `_N` completion tokens of all sequences,
`_V` vocabulary.
"""

from collections.abc import Sequence
from typing import Any, Literal, overload

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

Sequences = Sequence[tuple[Sequence[int], Sequence[int]]]


@overload
def token_logprobs(
    model: Any, sequences: Sequences, temperature: float = ..., *, pad_id: int = ..., with_entropy: Literal[False] = ...
) -> tuple[Tensor, Tensor]: ...
@overload
def token_logprobs(
    model: Any, sequences: Sequences, temperature: float = ..., *, pad_id: int = ..., with_entropy: Literal[True]
) -> tuple[Tensor, Tensor, Tensor]: ...
def token_logprobs(
    model: Any, sequences: Sequences, temperature: float = 1.0, *, pad_id: int = 0, with_entropy: bool = False
) -> tuple[Tensor, ...]:
    """Natural log-probabilities of completions, (logprobs_BT float32, mask_BT bool), zero where the mask is false.

    sequences: (prompt_tokens, tokens_T) of each; the prompt has a token or more. temperature: that of sampling, not 0.
    Gradients flow if they are enabled. with_entropy adds a third tensor, the entropy of each token's distribution,
    detached. pad_id: any token of the vocabulary.

    Sequences are padded on the right, so that a causal model needs no mask; logits exist for completion tokens only.
    """
    device = model.device
    mask_BT = _mask(sequences).to(device)
    width = max(len(prompt) + len(tokens) for prompt, tokens in sequences)
    rows = [[*prompt, *tokens, *[pad_id] * (width - len(prompt) - len(tokens))] for prompt, tokens in sequences]
    ids_BS = torch.tensor(rows, device=device)
    start_B1 = torch.tensor([[len(prompt)] for prompt, _ in sequences], device=device)
    place_BT = start_B1 + torch.arange(mask_BT.shape[1], device=device)
    target_N = ids_BS.gather(1, place_BT.clamp(max=width - 1))[mask_BT]
    # The token at place s is predicted at place s - 1.
    predictor_N = (place_BT - 1 + width * torch.arange(len(rows), device=device).unsqueeze(1))[mask_BT]
    scaled_NV = _logits_at(model, ids_BS, predictor_N).float() / temperature
    zeros_BT = torch.zeros(mask_BT.shape, device=device)
    logprobs_BT = zeros_BT.masked_scatter(mask_BT, -cross_entropy(scaled_NV, target_N, reduction="none"))
    if not with_entropy:
        return logprobs_BT, mask_BT
    return logprobs_BT, mask_BT, zeros_BT.masked_scatter(mask_BT, _entropy(scaled_NV.detach()))


def _mask(sequences: Sequences) -> Tensor:
    length_B1 = torch.tensor([[len(tokens)] for _, tokens in sequences])
    return torch.arange(int(length_B1.max())) < length_B1


def _logits_at(model: Any, ids_BS: Tensor, place_N: Tensor) -> Tensor:
    """[N, V] logits at flat places of a batch.

    The hidden states are picked just before the output layer, by a hook, so that whatever the model does to its logits
    after that layer (soft caps, scales) is still done.
    """

    def pick(_module: Any, inputs: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        return (inputs[0].flatten(0, 1).index_select(0, place_N).unsqueeze(0),)

    hook = model.get_output_embeddings().register_forward_pre_hook(pick)
    try:
        return model(input_ids=ids_BS, use_cache=False).logits.squeeze(0)
    finally:
        hook.remove()


def _entropy(logits_NV: Tensor) -> Tensor:
    return torch.distributions.Categorical(logits=logits_NV, validate_args=False).entropy()
