"""The policy loss of GRPO and its relatives, as pure functions of log-probabilities.

Shapes: `_B` sequences (rollouts), `_T` tokens of a completion, `_V` vocabulary. All log-probabilities are natural, of
the tokens that were sampled, under the sampling temperature. mask_BT is 1 (True) on the tokens that teach; values
elsewhere may be anything and never matter.

Three policies: the one that sampled (rollout), the trainer's before this batch's updates (old), and the one being
trained. In exact arithmetic the first two are equal; `correction` is for where they are not.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor

Correction = Literal["none", "token_tis", "sequence_tis", "token_mis", "sequence_mis"]

_MAX_LOG_RATIO = 20.0
"""Log-ratios are clamped to this size before they are exponentiated, so that no ratio is infinite."""


@dataclass(frozen=True)
class LossOptions:
    """Which policy loss. The defaults are DAPO's (arXiv 2503.14476 eq. 8).

    aggregation: "token" sums over tokens / tokens of the batch (DAPO section 3.3); "sample" takes each sequence's
    mean, then
        the mean over sequences (GRPO, arXiv 2402.03300 eq. 3); "constant" sums over tokens / (sequences *
        constant_length) (Dr. GRPO, arXiv 2503.20783).
    clip_low, clip_high: the ratio is clipped to [1 - clip_low, 1 + clip_high].
    dual_clip: for negative advantages the loss is at most dual_clip * |advantage| (arXiv 1912.09729 eq. 5); None: off.
    ratio: "token", or "sequence" for the length-normalised ratio of the whole sequence (GSPO, arXiv 2507.18071 eq. 7).
    kind: "ppo" clips the objective; "cispo" clips the ratio as a constant weight of the log-probability, so that no
    token
        loses its gradient (CISPO, arXiv 2506.13585 eq. 4-5). clip_low >= 1 leaves only the upper bound.
    kl_weight: weight of the k3 estimate of the divergence from the reference policy.
    correction: weights by old / rollout; "tis" clamps them to [correction_low, correction_high], "mis" sets those
    outside
        to 0; per token or per sequence.
    constant_length: tokens; the completion budget, for aggregation "constant".
    """

    aggregation: Literal["token", "sample", "constant"] = "token"
    clip_low: float = 0.2
    clip_high: float = 0.28
    dual_clip: float | None = None
    ratio: Literal["token", "sequence"] = "token"
    kind: Literal["ppo", "cispo"] = "ppo"
    kl_weight: float = 0.0
    correction: Correction = "none"
    correction_low: float = 0.0
    correction_high: float = 2.0
    constant_length: int | None = None

    def __post_init__(self) -> None:
        choices = {"aggregation": ("token", "sample", "constant"), "ratio": ("token", "sequence")}
        choices |= {"kind": ("ppo", "cispo"), "correction": Correction.__args__}
        for name, allowed in choices.items():
            _require(
                getattr(self, name) in allowed, f"{name} {getattr(self, name)!r}: choose one of {', '.join(allowed)}"
            )
        _require(self.clip_low >= 0 and self.clip_high >= 0, "clip_low, clip_high: distances from 1, at least 0")
        _require(self.kind == "cispo" or self.clip_low < 1, "clip_low: below 1, or the ratio has no lower bound")
        _require(self.dual_clip is None or self.dual_clip > 1, "dual_clip: above 1, or off")
        _require(self.kl_weight >= 0, "kl_weight: at least 0")
        _require(0 <= self.correction_low <= self.correction_high, "correction_low: from 0 to correction_high")
        constant = self.aggregation != "constant" or (self.constant_length or 0) > 0
        _require(constant, "aggregation constant needs constant_length, the completion budget in tokens")


@dataclass(frozen=True)
class Denominators:
    """What the whole batch of one optimizer step is divided by. Each micro-batch is given these, so that the
    gradients of the micro-batches add up to exactly the gradient of the batch.
    """

    tokens: int
    sequences: int

    @staticmethod
    def of(batch: Tensor | Sequence[int], sequences: int | None = None) -> "Denominators":
        """From the mask_BT of the whole batch, or from its numbers of unmasked tokens per sequence.

        sequences: how many sequences to divide by; by default all, those masked out completely included.
        """
        lengths_B = torch.as_tensor(batch)
        if lengths_B.ndim == 2:
            lengths_B = lengths_B.bool().sum(-1)
        return Denominators(int(lengths_B.sum()), len(lengths_B) if sequences is None else sequences)


def policy_loss(
    logprobs_BT: Tensor,
    old_logprobs_BT: Tensor,
    rollout_logprobs_BT: Tensor | None,
    ref_logprobs_BT: Tensor | None,
    advantages_B: Tensor,
    mask_BT: Tensor,
    options: LossOptions,
    denominators: Denominators,
) -> tuple[Tensor, dict[str, Tensor]]:
    """The loss of a micro-batch (a scalar to call backward on) and detached scalar metrics.

    Only logprobs_BT is differentiated. rollout_logprobs_BT may be None without a correction, ref_logprobs_BT if
    kl_weight is 0. Losses and metrics of the micro-batches add up to those of the batch, except for `ratio_max`: see
    `merge_metrics`. With nothing unmasked the loss is 0.
    """
    mask_BT = mask_BT.bool()
    old_logprobs_BT = old_logprobs_BT.detach()
    advantages_BT = advantages_B.detach()[:, None].expand_as(mask_BT)
    log_ratio_BT = log_ratio(logprobs_BT, old_logprobs_BT, mask_BT)
    ratio_BT = (sequence_mean(log_ratio_BT, mask_BT) if options.ratio == "sequence" else log_ratio_BT).exp()
    if options.kind == "ppo":
        loss_BT = clipped_loss(ratio_BT, advantages_BT, options)
    else:
        loss_BT = cispo_loss(ratio_BT, logprobs_BT.masked_fill(~mask_BT, 0.0), advantages_BT, options)

    metrics = _ratio_metrics(ratio_BT, log_ratio_BT, advantages_BT, mask_BT, options, denominators)
    if options.correction != "none":
        assert rollout_logprobs_BT is not None, "a correction needs the log-probabilities of the rollouts"
        weights_BT, affected_BT = correction_weights(
            old_logprobs_BT,
            rollout_logprobs_BT.detach(),
            mask_BT,
            options.correction,
            options.correction_low,
            options.correction_high,
        )
        loss_BT = loss_BT * weights_BT
        metrics["correction_mean"] = _mean(weights_BT, mask_BT, denominators)
        metrics["correction_fraction"] = _mean(affected_BT, mask_BT, denominators)
    loss = aggregate(loss_BT, mask_BT, options, denominators)
    metrics["policy_loss"] = loss.detach()
    if options.kl_weight:
        assert ref_logprobs_BT is not None, "kl_weight needs the log-probabilities of the reference policy"
        kl_BT = k3(logprobs_BT, ref_logprobs_BT.detach(), mask_BT)
        loss = loss + options.kl_weight * aggregate(kl_BT, mask_BT, options, denominators)
        metrics["reference_kl"] = _mean(kl_BT.detach(), mask_BT, denominators)
    metrics["loss"] = loss.detach()
    return loss, metrics


def log_ratio(logprobs_BT: Tensor, base_logprobs_BT: Tensor, mask_BT: Tensor) -> Tensor:
    """log(policy / base) per token, 0 where masked, clamped to +-20."""
    difference_BT = logprobs_BT.masked_fill(~mask_BT, 0.0) - base_logprobs_BT.masked_fill(~mask_BT, 0.0)
    return difference_BT.clamp(-_MAX_LOG_RATIO, _MAX_LOG_RATIO)


def sequence_mean(values_BT: Tensor, mask_BT: Tensor) -> Tensor:
    """Each sequence's mean over its unmasked tokens (0 if it has none), at every token."""
    lengths_B1 = mask_BT.sum(-1, keepdim=True).clamp(min=1)
    return ((values_BT * mask_BT).sum(-1, keepdim=True) / lengths_B1).expand_as(values_BT)


def clipped_loss(ratio_BT: Tensor, advantages_BT: Tensor, options: LossOptions) -> Tensor:
    """-min(r A, clip(r, 1 - clip_low, 1 + clip_high) A) per token (PPO, arXiv 1707.06347 eq. 7; DAPO eq. 10)."""
    clipped_BT = ratio_BT.clamp(1 - options.clip_low, 1 + options.clip_high)
    loss_BT = torch.maximum(-ratio_BT * advantages_BT, -clipped_BT * advantages_BT)
    if options.dual_clip is None:
        return loss_BT
    bounded_BT = torch.minimum(loss_BT, -options.dual_clip * advantages_BT)
    return torch.where(advantages_BT < 0, bounded_BT, loss_BT)


def cispo_loss(ratio_BT: Tensor, logprobs_BT: Tensor, advantages_BT: Tensor, options: LossOptions) -> Tensor:
    """-sg[clip(r, 1 - clip_low, 1 + clip_high)] A log(policy) per token (CISPO, arXiv 2506.13585 eq. 4-5)."""
    weights_BT = ratio_BT.detach().clamp(1 - options.clip_low, 1 + options.clip_high)
    return -weights_BT * advantages_BT * logprobs_BT


def k3(logprobs_BT: Tensor, ref_logprobs_BT: Tensor, mask_BT: Tensor) -> Tensor:
    """q - log q - 1 with q = reference / policy: an unbiased, non-negative estimate of KL(policy || reference) per
    token sampled from the policy (GRPO, arXiv 2402.03300 eq. 4).
    """
    log_q_BT = log_ratio(ref_logprobs_BT, logprobs_BT, mask_BT)
    return log_q_BT.exp() - log_q_BT - 1


def correction_weights(
    old_logprobs_BT: Tensor, rollout_logprobs_BT: Tensor, mask_BT: Tensor, kind: Correction, low: float, high: float
) -> tuple[Tensor, Tensor]:
    """Importance weights old / rollout of the sampled tokens, and which tokens (bool) had theirs clamped or set to 0.

    Token weights are old / rollout of the token, sequence weights the product over the sequence's unmasked tokens, at
    every token. "tis" (truncated importance sampling) clamps to [low, high]; "mis" (masked) sets what is outside to
    0. Unbiased only if the rollouts were sampled without top-p or top-k.
    """
    mask_BT = mask_BT.bool()
    log_weights_BT = log_ratio(old_logprobs_BT, rollout_logprobs_BT, mask_BT)
    if kind.startswith("sequence"):
        total_B1 = log_weights_BT.sum(-1, keepdim=True).clamp(-_MAX_LOG_RATIO, _MAX_LOG_RATIO)
        log_weights_BT = total_B1.expand_as(log_weights_BT)
    weights_BT = log_weights_BT.exp()
    if kind == "none":
        return torch.ones_like(weights_BT), torch.zeros_like(mask_BT)
    outside_BT = ((weights_BT < low) | (weights_BT > high)) & mask_BT
    if kind.endswith("tis"):
        return weights_BT.clamp(low, high), outside_BT
    return weights_BT.masked_fill(outside_BT, 0.0), outside_BT


def aggregate(values_BT: Tensor, mask_BT: Tensor, options: LossOptions, denominators: Denominators) -> Tensor:
    """Token values to one scalar, divided by the whole batch's denominators. See LossOptions.aggregation."""
    values_BT = values_BT.masked_fill(~mask_BT, 0.0)
    sequences = max(1, denominators.sequences)
    if options.aggregation == "token":
        return values_BT.sum() / max(1, denominators.tokens)
    if options.aggregation == "sample":
        return (values_BT.sum(-1) / mask_BT.sum(-1).clamp(min=1)).sum() / sequences
    assert options.constant_length is not None
    return values_BT.sum() / (sequences * options.constant_length)


def entropy(logits_BTV: Tensor) -> Tensor:
    """The entropy of the next-token distributions in nats, per token (_BT)."""
    logprobs_BTV = torch.log_softmax(logits_BTV.float(), dim=-1)
    return torch.special.entr(logprobs_BTV.exp()).sum(-1)


@torch.no_grad()
def _ratio_metrics(
    ratio_BT: Tensor,
    log_ratio_BT: Tensor,
    advantages_BT: Tensor,
    mask_BT: Tensor,
    options: LossOptions,
    denominators: Denominators,
) -> dict[str, Tensor]:
    """Shares of clipped tokens, mean and maximum of the ratio, the k3 estimate of KL(old || policy)."""
    low_BT = (ratio_BT < 1 - options.clip_low) & (advantages_BT < 0)
    high_BT = (ratio_BT > 1 + options.clip_high) & (advantages_BT > 0)
    if options.kind == "cispo":
        low_BT, high_BT = ratio_BT < 1 - options.clip_low, ratio_BT > 1 + options.clip_high
    metrics = {
        "clip_low": _mean(low_BT, mask_BT, denominators),
        "clip_high": _mean(high_BT, mask_BT, denominators),
        "approx_kl": _mean(log_ratio_BT.exp() - 1 - log_ratio_BT, mask_BT, denominators),
        "ratio_mean": _mean(ratio_BT, mask_BT, denominators),
        "ratio_max": ratio_BT.masked_fill(~mask_BT, 0.0).max() if mask_BT.numel() else ratio_BT.new_zeros(()),
    }
    if options.dual_clip is not None and options.kind == "ppo":
        dual_BT = (ratio_BT > options.dual_clip) & (advantages_BT < 0)
        metrics["clip_dual"] = _mean(dual_BT, mask_BT, denominators)
    return metrics


def _mean(values_BT: Tensor, mask_BT: Tensor, denominators: Denominators) -> Tensor:
    """This micro-batch's part of the mean over all unmasked tokens of the batch."""
    return values_BT.to(torch.float32).masked_fill(~mask_BT, 0.0).sum() / max(1, denominators.tokens)


def merge_metrics(parts: Iterable[Mapping[str, Tensor]]) -> dict[str, float]:
    """The batch's metrics from those of its micro-batches: sums, and the maximum for names that end in `_max`."""
    merged: dict[str, float] = {}
    for part in parts:
        for name, tensor in part.items():
            value = float(tensor)
            before = merged.get(name)
            if before is None:
                merged[name] = value
            else:
                merged[name] = max(before, value) if name.endswith("_max") else before + value
    return merged


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise ValueError(message)
