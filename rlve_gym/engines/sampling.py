"""Drawing tokens from logits: temperature, top-k, top-p, and one uniform number per token.

Shapes: `_R` rows of a batch, `_V` the vocabulary, `_T` tokens of a completion. A row's uniforms come from a
counter-based generator keyed by its request's seed, so what a request draws does not depend on what it is batched with.
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from rlve_gym.engines.base import Sampling


def check(sampling: Sampling) -> None:
    """Raises ValueError if a sampling parameter is out of range."""
    if sampling.temperature != 0.0 and not 1e-9 <= sampling.temperature < float("inf"):
        raise ValueError(f"temperature {sampling.temperature}: give 0 (greedy) or a positive number, at least 1e-9")
    if not 0.0 < sampling.top_p <= 1.0:
        raise ValueError(f"top_p {sampling.top_p}: give a number above 0 and at most 1 (1 keeps every token)")
    if sampling.top_k < 0:
        raise ValueError(f"top_k {sampling.top_k}: give 0 (keeps every token) or a positive number")
    if sampling.max_tokens < 1:
        raise ValueError(f"max_tokens {sampling.max_tokens}: give at least 1")
    if any(not stop for stop in sampling.stop):
        raise ValueError("stop: an empty stop string would end every completion; remove it")


def uniforms(seeds: Sequence[int], count: int) -> np.ndarray:
    """[R, count] float64 numbers in [0, 1): row r is the start of the Philox stream keyed by seeds[r]."""
    rows = {seed: np.random.Generator(np.random.Philox(key=seed % (1 << 128))).random(count) for seed in {*seeds}}
    return np.stack([rows[seed] for seed in seeds])


def keep_top_k(logits_RV: Tensor, k: int) -> Tensor:
    """Logits with all but the k largest of each row at minus infinity (ties at the k-th value are all kept)."""
    if k <= 0 or k >= logits_RV.shape[-1]:
        return logits_RV
    smallest_R1 = logits_RV.topk(k, dim=-1).values[:, -1:]
    return logits_RV.masked_fill(logits_RV < smallest_R1, -torch.inf)


def keep_top_p(logits_RV: Tensor, p: float) -> Tensor:
    """Logits with all but the smallest set of most likely tokens whose mass reaches p at minus infinity."""
    if p >= 1.0:
        return logits_RV
    sorted_RV, order_RV = logits_RV.sort(dim=-1, descending=True, stable=True)
    mass_RV = sorted_RV.softmax(dim=-1)
    dropped_RV = mass_RV.cumsum(dim=-1) - mass_RV >= p
    dropped_RV[:, 0] = False
    return logits_RV.masked_fill(torch.zeros_like(dropped_RV).scatter_(1, order_RV, dropped_RV), -torch.inf)


def distribution(logits_RV: Tensor, sampling: Sampling) -> Tensor:
    """[R, V] float64 probabilities that are sampled from: temperature, then top-k, then top-p. Temperature above 0."""
    scaled_RV = logits_RV.double() / sampling.temperature
    return keep_top_p(keep_top_k(scaled_RV, sampling.top_k), sampling.top_p).softmax(dim=-1)


def draw(logits_RV: Tensor, uniform_R: Tensor, sampling: Sampling) -> tuple[Tensor, Tensor]:
    """Tokens [R] and their natural log-probabilities [R] by inversion of the cumulative distribution.

    At temperature 0 the most likely token is taken; it was certain, so its log-probability is 0. Where logits are not
    finite, so are log-probabilities.
    """
    if sampling.temperature == 0.0:
        token_R = logits_RV.argmax(dim=-1)
        largest_R = logits_RV.gather(1, token_R.unsqueeze(1)).squeeze(1).double()
        return token_R, largest_R - largest_R
    probability_RV = distribution(logits_RV, sampling)
    cumulative_RV = probability_RV.cumsum(dim=-1)
    # The first token whose cumulative mass exceeds the target has mass itself: one of zero probability is never taken.
    target_R1 = (uniform_R * cumulative_RV[:, -1]).unsqueeze(1)
    token_R1 = torch.searchsorted(cumulative_RV, target_R1, right=True).clamp_(max=logits_RV.shape[-1] - 1)
    return token_R1.squeeze(1), probability_RV.gather(1, token_R1).squeeze(1).log()
