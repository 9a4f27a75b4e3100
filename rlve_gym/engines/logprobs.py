"""Log-probabilities of given completions under a model, for training.

Where several sequences have the same prompt, as the samples of a group do, it goes through the model once: its keys and
values are repeated for the completions, and the gradients of all of them add up in it.

Shapes: `_B` sequences, `_U` distinct prompts, `_S` tokens of a sequence, `_P` tokens of a prompt but its last, `_T`
tokens of a completion, `_N` completion tokens of all sequences, `_V` vocabulary.
"""

import inspect
from collections.abc import Sequence
from typing import Any, Literal, overload

import torch
from torch import Tensor
from torch.nn.functional import log_softmax, nll_loss
from transformers import DynamicCache
from transformers.cache_utils import DynamicLayer

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
    assert all(prompt for prompt, _ in sequences), "a prompt has a token or more"
    device = model.device
    mask_BT = _mask(sequences).to(device)
    cache = _shareable_cache(model, sequences)
    if cache is None:
        logits_NV = _logits(model, sequences, mask_BT, pad_id)
    else:
        logits_NV = _logits_after_shared_prompts(model, sequences, mask_BT, pad_id, cache)
    everything_NV = log_softmax(logits_NV.float() / temperature, dim=-1)
    target_N = torch.tensor([token for _, tokens in sequences for token in tokens], device=device)
    zeros_BT = torch.zeros(mask_BT.shape, device=device)
    logprobs_BT = zeros_BT.masked_scatter(mask_BT, -nll_loss(everything_NV, target_N, reduction="none"))
    if not with_entropy:
        return logprobs_BT, mask_BT
    return logprobs_BT, mask_BT, zeros_BT.masked_scatter(mask_BT, _entropy(everything_NV.detach()))


def _mask(sequences: Sequences) -> Tensor:
    length_B1 = torch.tensor([[len(tokens)] for _, tokens in sequences])
    return torch.arange(int(length_B1.max())) < length_B1


def _logits(model: Any, sequences: Sequences, mask_BT: Tensor, pad_id: int) -> Tensor:
    """[N, V] logits that predict the completion tokens, from one pass over prompts and completions."""
    ids_BS = _padded([[*prompt, *tokens] for prompt, tokens in sequences], pad_id, model.device)
    start_B1 = torch.tensor([[len(prompt)] for prompt, _ in sequences], device=model.device)
    # The token at place s is predicted at place s - 1.
    row_B1 = torch.arange(len(sequences), device=model.device).unsqueeze(1)
    place_BT = row_B1 * ids_BS.shape[1] + start_B1 - 1 + torch.arange(mask_BT.shape[1], device=model.device)
    return _logits_at(model, place_BT[mask_BT], input_ids=ids_BS, use_cache=False)


def _shareable_cache(model: Any, sequences: Sequences) -> DynamicCache | None:
    """An empty cache if reading each distinct prompt once pays and is possible, else None.

    It pays with two completions a prompt, on average. It is possible if all layers keep plain keys and values, and in
    evaluation mode: in training mode, gradient checkpointing would drop the cache.
    """
    if 2 * len({tuple(prompt) for prompt, _ in sequences}) > len(sequences):
        return None
    if model.training or any(len(prompt) < 2 for prompt, _ in sequences):
        return None
    cache = DynamicCache(config=model.config)
    return cache if all(type(layer) is DynamicLayer for layer in cache.layers) else None


def _logits_after_shared_prompts(
    model: Any, sequences: Sequences, mask_BT: Tensor, pad_id: int, cache: DynamicCache
) -> Tensor:
    """The same as `_logits`, from a pass over distinct prompts and one over completions.

    The last token of a prompt goes with the completion, since it predicts the first token of that.
    """
    device = model.device
    name = "cache" if "cache" in inspect.signature(model.forward).parameters else "past_key_values"
    options = {name: cache, "use_cache": True}
    place = {prompt: u for u, prompt in enumerate(dict.fromkeys(tuple(prompt) for prompt, _ in sequences))}
    ids_UP = _padded([prompt[:-1] for prompt in place], pad_id, device)
    _logits_at(model, torch.zeros(1, dtype=torch.long, device=device), input_ids=ids_UP, **options)
    prompt_of_B = torch.tensor([place[tuple(prompt)] for prompt, _ in sequences], device=device)
    layers: list[Any] = cache.layers
    for layer in layers:
        layer.keys, layer.values = (_Repeat.apply(states, prompt_of_B) for states in (layer.keys, layer.values))

    ids_BT = _padded([[prompt[-1], *tokens[:-1]] for prompt, tokens in sequences], pad_id, device)
    length_B1 = torch.tensor([[len(prompt) - 1] for prompt, _ in sequences], device=device)
    known_BP = torch.arange(ids_UP.shape[1], device=device) < length_B1
    seen_BS = None if known_BP.all() else torch.cat([known_BP, torch.ones_like(mask_BT)], dim=1).long()
    position_BT = length_B1 + torch.arange(ids_BT.shape[1], device=device)
    place_N = mask_BT.flatten().nonzero().squeeze(1)
    return _logits_at(model, place_N, input_ids=ids_BT, position_ids=position_BT, attention_mask=seen_BS, **options)


class _Repeat(torch.autograd.Function):
    """Row b is row prompt_of_B[b] of what is given. The gradients add up by a matrix product: several times as fast on
    a CPU as the scattered addition of `index_select`, and in the same order every time on a GPU.
    """

    @staticmethod
    def forward(ctx: Any, states_U: Tensor, prompt_of_B: Tensor) -> Tensor:
        ctx.save_for_backward(prompt_of_B)
        ctx.shape = states_U.shape
        return states_U.index_select(0, prompt_of_B)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None]:
        (gradient_B,), (prompt_of_B,) = gradients, ctx.saved_tensors
        belongs_UB = torch.arange(ctx.shape[0], device=prompt_of_B.device).unsqueeze(1) == prompt_of_B
        return (belongs_UB.to(gradient_B.dtype) @ gradient_B.flatten(1)).view(ctx.shape), None


def _padded(rows: Sequence[Sequence[int]], pad_id: int, device: Any) -> Tensor:
    """Rows of tokens as a tensor, padded on the right."""
    width = max(map(len, rows))
    return torch.tensor([[*row, *[pad_id] * (width - len(row))] for row in rows], device=device)


def _logits_at(model: Any, place_N: Tensor, **inputs: Any) -> Tensor:
    """[N, V] logits at flat places of a batch.

    The hidden states are picked just before the output layer, by a hook, so that whatever the model does to its logits
    after that layer (soft caps, scales) is still done.
    """

    def pick(_module: Any, inputs: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        return (inputs[0].flatten(0, 1).index_select(0, place_N).unsqueeze(0),)

    hook = model.get_output_embeddings().register_forward_pre_hook(pick)
    try:
        return model(**inputs).logits.squeeze(0)
    finally:
        hook.remove()


def _entropy(logprobs_NV: Tensor) -> Tensor:
    return torch.special.entr(logprobs_NV.exp()).sum(-1)
