"""The policy loss, against numbers worked out by hand, closed-form gradients and finite differences."""

from dataclasses import replace
from math import exp, log

import pytest

pytest.importorskip("torch")

import torch

from rlve_gym.losses import (
    Denominators,
    LossOptions,
    aggregate,
    clipped_loss,
    correction_weights,
    entropy,
    k3,
    merge_metrics,
    policy_loss,
)

DAPO = LossOptions()
VARIANTS = {
    "dapo": LossOptions(),
    "grpo": LossOptions(aggregation="sample", clip_high=0.2, kl_weight=0.04),
    "dr_grpo": LossOptions(aggregation="constant", constant_length=9),
    "gspo": LossOptions(aggregation="sample", ratio="sequence", clip_low=3e-2, clip_high=4e-2),
    "cispo": LossOptions(kind="cispo", clip_low=1.0, clip_high=0.3),
    "dual_clip_token_tis": LossOptions(dual_clip=1.5, correction="token_tis", correction_high=1.2),
    "sequence_mis_kl": LossOptions(correction="sequence_mis", correction_low=0.5, kl_weight=0.1),
}


def tensor(*rows) -> torch.Tensor:
    return torch.tensor(rows, dtype=torch.float64)


def loss_of(ratios, advantages, mask=None, options=DAPO, denominators=None):
    """The loss of tokens with these ratios; also the gradient with respect to the log-probabilities."""
    mask = torch.ones(len(ratios), len(ratios[0])) if mask is None else torch.tensor(mask)
    old = torch.full(mask.shape, log(0.25), dtype=torch.float64)
    logprobs = (old + tensor(*ratios).log()).requires_grad_()
    denominators = denominators or Denominators.of(mask)
    loss, metrics = policy_loss(logprobs, old, None, None, tensor(*advantages), mask, options, denominators)
    loss.backward()
    return loss.item(), logprobs.grad, {name: float(value) for name, value in metrics.items()}


@pytest.mark.parametrize(
    "ratio, advantage, loss, gradient",
    [
        (1.0, 2.0, -2.0, -2.0),  # on policy: the gradient is -A
        (1.5, 1.0, -1.28, 0.0),  # clipped above at 1 + 0.28
        (1.25, 1.0, -1.25, -1.25),  # within: the plain ratio
        (0.5, 1.0, -0.5, -0.5),  # a good token that became rarer is never clipped
        (1.5, -1.0, 1.5, 1.5),  # nor a bad one that became more frequent
        (0.5, -1.0, 0.8, 0.0),  # clipped below at 1 - 0.2
        (0.9, -2.0, 1.8, 1.8),
        (1.5, 0.0, 0.0, 0.0),
    ],
)
def test_clip_higher(ratio, advantage, loss, gradient):
    """DAPO eq. 8-12: clip to [0.8, 1.28]; d r / d log p = r."""
    found, slope, _ = loss_of([[ratio]], [advantage])
    assert found == pytest.approx(loss, abs=1e-12)
    assert slope.item() == pytest.approx(gradient, abs=1e-12)


def test_symmetric_clipping_at_one_percent():
    """With 0.2 a token of probability 0.01 is pushed up to 0.012, with 0.28 to 0.0128 (DAPO section 3.1)."""
    for clip_high, limit in ((0.2, 0.012), (0.28, 0.0128)):
        below, above = limit / 0.01 - 1e-6, limit / 0.01 + 1e-6
        assert loss_of([[below]], [1.0], options=LossOptions(clip_high=clip_high))[1].item() < 0
        assert loss_of([[above]], [1.0], options=LossOptions(clip_high=clip_high))[1].item() == 0


@pytest.mark.parametrize("ratio, loss, gradient", [(2.0, 2.0, 2.0), (4.0, 3.0, 0.0), (0.5, 0.8, 0.0)])
def test_dual_clip(ratio, loss, gradient):
    """At A = -1 the loss is max(r, 0.8), and at most c = 3."""
    found, slope, _ = loss_of([[ratio]], [-1.0], options=LossOptions(dual_clip=3.0))
    assert (found, slope.item()) == pytest.approx((loss, gradient), abs=1e-12)
    assert loss_of([[4.0]], [1.0], options=LossOptions(dual_clip=3.0))[0] == pytest.approx(-1.28)


def test_aggregation():
    """Sequence one: 4 tokens of loss -1 (r = 1, A = 1). Sequence two: 1 token of loss 2 (A = -2).

    Token: (-4 + 2) / 5. Sample: (-4/4 + 2/1) / 2. Constant 10: (-4 + 2) / (2 * 10).
    """
    ratios, advantages, mask = [[1.0] * 4] * 2, [1.0, -2.0], [[1, 1, 1, 1], [1, 0, 0, 0]]
    expected = {"token": -0.4, "sample": 0.5, "constant": -0.1}
    for aggregation, value in expected.items():
        options = LossOptions(aggregation=aggregation, constant_length=10)
        assert loss_of(ratios, advantages, mask, options)[0] == pytest.approx(value, abs=1e-12)


def test_what_the_aggregations_prefer():
    """Weight per token of a long (8) against a short (2) sequence: 1/8 : 1/2 by sample, equal by token and constant."""
    mask = [[1] * 8, [1] * 2 + [0] * 6]
    for aggregation, long, short in (
        ("sample", 1 / 16, 1 / 4),
        ("token", 1 / 10, 1 / 10),
        ("constant", 1 / 32, 1 / 32),
    ):
        options = LossOptions(aggregation=aggregation, constant_length=16)
        gradient = loss_of([[1.0] * 8] * 2, [-1.0, -1.0], mask, options)[1]
        assert gradient[:, 0].tolist() == pytest.approx([long, short], abs=1e-12)
        assert gradient[1, 2:].tolist() == [0.0] * 6


def test_sequence_ratio():
    """GSPO eq. 5-7: ratios 2 and 1/2 and 1 have geometric mean 1; 4 and 1 have 2, which is clipped at 1.28.

    Gradient per token within the clip: -s A / |o| / sequences.
    """
    options = LossOptions(aggregation="sample", ratio="sequence")
    loss, gradient, metrics = loss_of(
        [[2.0, 0.5, 1.0], [4.0, 1.0, 7.0]], [3.0, 1.0], [[1, 1, 1], [1, 1, 0]], options, Denominators(5, 2)
    )
    assert loss == pytest.approx(-(3 * 1.0 + 1.28) / 2, abs=1e-12)
    assert gradient.tolist() == [pytest.approx([-0.5] * 3, abs=1e-12), [0.0] * 3]
    assert metrics["clip_high"] == pytest.approx(2 / 5)


def test_cispo_keeps_every_gradient():
    """-sg[min(r, 1.28)] A log p: at r = 1.5 the gradient is -1.28 A where PPO's is 0. log p = log(0.25 * 1.5)."""
    options = LossOptions(kind="cispo", clip_low=1.0)
    loss, gradient, metrics = loss_of([[1.5, 0.1]], [1.0], options=options)
    assert loss == pytest.approx(-(1.28 * log(0.375) + 0.1 * log(0.025)) / 2, abs=1e-12)
    assert gradient[0].tolist() == pytest.approx([-1.28 / 2, -0.1 / 2], abs=1e-12)
    assert metrics["clip_high"] == 0.5 and metrics["clip_low"] == 0.0


def test_k3():
    """Policy 0.5, reference 0.25: q = 1/2, q - log q - 1 = log 2 - 0.5. Its mean over the policy is the divergence."""
    mask = torch.ones(1, 1, dtype=torch.bool)
    assert k3(tensor([log(0.5)]), tensor([log(0.25)]), mask).item() == pytest.approx(log(2) - 0.5, abs=1e-12)
    policy, reference = tensor([0.5, 0.3, 0.2]), tensor([0.25, 0.25, 0.5])
    estimate = (policy * k3(policy.log(), reference.log(), torch.ones(1, 3, dtype=torch.bool))).sum()
    assert estimate.item() == pytest.approx((policy * (policy / reference).log()).sum().item(), abs=1e-12)


def test_kl_is_added_with_its_weight():
    """-A + w (log 2 - 1/2); d/d log p = -A + w (1 - q), with q = 1/2."""
    mask = torch.ones(1, 1)
    logprobs = tensor([log(0.5)]).requires_grad_()
    old, reference = logprobs.detach(), tensor([log(0.25)])
    options = LossOptions(kl_weight=0.1)
    loss, metrics = policy_loss(logprobs, old, None, reference, torch.ones(1), mask, options, Denominators(1, 1))
    loss.backward()
    assert loss.item() == pytest.approx(-1 + 0.1 * (log(2) - 0.5), abs=1e-12)
    assert logprobs.grad.item() == pytest.approx(-1 + 0.1 * 0.5, abs=1e-12)
    assert float(metrics["reference_kl"]) == pytest.approx(log(2) - 0.5, abs=1e-6)
    assert float(metrics["policy_loss"]) == pytest.approx(-1)


@pytest.mark.parametrize(
    "kind, weights, fraction",
    [
        ("none", [[1, 1, 1], [1, 1, 1]], 0),
        ("token_tis", [[2, 0.5, 1.5], [1.1, 1, 1]], 1 / 5),
        ("token_mis", [[0, 0.5, 1.5], [1.1, 1, 1]], 1 / 5),
        ("sequence_tis", [[2, 2, 2], [1.1, 1.1, 1.1]], 3 / 5),
        ("sequence_mis", [[0, 0, 0], [1.1, 1.1, 1.1]], 3 / 5),
    ],
)
def test_importance_correction(kind, weights, fraction):
    """Token weights 4, 1/2, 3/2 (product 3) and 1.1, 1 (product 1.1), bounds [0.4, 2]; the last token is masked."""
    mask = torch.tensor([[1, 1, 1], [1, 1, 0]], dtype=torch.bool)
    rollout = torch.full((2, 3), log(0.1), dtype=torch.float64)
    old = rollout + tensor([4.0, 0.5, 1.5], [1.1, 1.0, 50.0]).log()
    found, affected = correction_weights(old, rollout, mask, kind, 0.4, 2.0)
    assert found[mask].tolist() == pytest.approx(tensor(*weights)[mask].tolist(), abs=1e-12)
    assert affected.sum().item() / 5 == pytest.approx(fraction)

    options = LossOptions(correction=kind, correction_low=0.4, correction_high=2.0)
    logprobs = old.clone().requires_grad_()
    loss, metrics = policy_loss(logprobs, old, rollout, None, tensor(1.0, 1.0), mask, options, Denominators.of(mask))
    assert loss.item() == pytest.approx(-tensor(*weights)[mask].sum().item() / 5, abs=1e-12)
    if kind != "none":
        assert float(metrics["correction_fraction"]) == pytest.approx(fraction)
        assert float(metrics["correction_mean"]) == pytest.approx(-loss.item())


def test_the_lower_bound_clamps_or_masks():
    mask = torch.ones(1, 2, dtype=torch.bool)
    old, rollout = tensor([log(0.1), log(0.5)]), tensor([log(0.4), log(0.5)])  # weights 1/4 and 1
    assert correction_weights(old, rollout, mask, "token_tis", 0.5, 2.0)[0].tolist() == [pytest.approx([0.5, 1.0])]
    assert correction_weights(old, rollout, mask, "token_mis", 0.5, 2.0)[0].tolist() == [pytest.approx([0.0, 1.0])]


def test_a_small_gap_over_many_tokens_leaves_the_band_as_a_sequence_only():
    """0.012 nats a token over 100 tokens is a sequence weight of exp(1.2) = 3.3, while each token's is 1.012."""
    mask = torch.ones(1, 100, dtype=torch.bool)
    old = torch.full((1, 100), -1.0, dtype=torch.float64)
    for kind, fraction in (("token_mis", 0.0), ("sequence_mis", 1.0)):
        _, affected = correction_weights(old, old - 0.012, mask, kind, 0.0, 3.0)
        assert affected.double().mean().item() == fraction
    assert correction_weights(old, old - 0.012, mask, "sequence_tis", 0.0, 9.0)[0][0, 0] == pytest.approx(exp(1.2))


def test_metrics_of_the_ratio():
    """Ratios 1.5 (A > 0: clipped above), 0.5 (A > 0: not), 0.5 and 1.5 (A < 0: the first clipped below)."""
    _, _, metrics = loss_of([[1.5, 0.5], [0.5, 1.5]], [1.0, -1.0])
    assert metrics["clip_high"] == metrics["clip_low"] == 0.25
    assert metrics["ratio_mean"] == pytest.approx(1.0)
    assert metrics["ratio_max"] == pytest.approx(1.5)
    k3_mean = ((0.5 - log(1.5)) + (-0.5 - log(0.5))) / 2
    assert metrics["approx_kl"] == pytest.approx(k3_mean, abs=1e-6)
    assert metrics["loss"] == metrics["policy_loss"] == pytest.approx((-1.28 - 0.5 + 0.8 + 1.5) / 4)
    assert loss_of([[4.0, 2.0]], [-1.0], options=LossOptions(dual_clip=3.0))[2]["clip_dual"] == 0.5


def batch(seed=0, rows=6, columns=5):
    """Random log-probabilities around each other, ragged masks, one sequence masked out, rubbish where masked."""
    generator = torch.Generator().manual_seed(seed)

    def noise():
        return torch.randn(rows, columns, generator=generator, dtype=torch.float64)

    old = -noise().abs() - 0.1
    lengths = torch.tensor([5, 3, 1, 0, 4, 2])
    mask = torch.arange(columns)[None, :] < lengths[:, None]
    parts = [old + 0.3 * noise(), old, old + 0.2 * noise(), old + 0.3 * noise()]
    parts = [part.masked_fill(~mask, rubbish) for part, rubbish in zip(parts, (9.0, float("nan"), float("inf"), -9e9))]
    return parts, torch.randn(rows, generator=generator, dtype=torch.float64), mask


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_gradients_against_finite_differences(options):
    (logprobs, old, rollout, reference), advantages, mask = batch()
    if options.kind == "cispo":  # the ratio is a constant weight there: take it out of the differentiation
        options = replace(options, clip_low=0.0, clip_high=0.0)

    def loss(values):
        return policy_loss(values, old, rollout, reference, advantages, mask, options, Denominators.of(mask))[0]

    assert torch.autograd.gradcheck(loss, (logprobs.requires_grad_(),), eps=1e-7, atol=1e-6)


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("cuts", [[1, 1, 1, 1, 1, 1], [2, 4], [5, 1], [3, 3]], ids=str)
def test_accumulation_over_micro_batches_is_exact(options, cuts):
    """However the batch is cut, losses, gradients and metrics add up to those of the whole batch."""
    parts, advantages, mask = batch()
    whole, denominators = parts[0].clone().requires_grad_(), Denominators.of(mask)
    loss, metrics = policy_loss(whole, *parts[1:], advantages, mask, options, denominators)
    loss.backward()

    cut, pieces, start = parts[0].clone().requires_grad_(), [], 0
    for size in cuts:
        rows = slice(start, start + size)
        width = max(1, int(mask[rows].sum(-1).max()))  # each micro-batch is only as wide as it must be
        arrays = [part[rows, :width] for part in (cut, *parts[1:])]
        piece = policy_loss(*arrays, advantages[rows], mask[rows, :width], options, denominators)
        piece[0].backward()
        pieces.append(piece)
        start += size
    assert sum(piece[0].item() for piece in pieces) == pytest.approx(loss.item(), abs=1e-14)
    torch.testing.assert_close(cut.grad, whole.grad, rtol=1e-13, atol=1e-15)
    expected = {name: pytest.approx(float(value), abs=1e-6) for name, value in metrics.items()}
    assert merge_metrics(piece[1] for piece in pieces) == expected


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_on_policy_every_relative_has_the_policy_gradient(options):
    """At ratio 1, without corrections, the gradient of a token is -A / its denominator, whatever is clipped and how."""
    (_, old, _, _), advantages, mask = batch()
    logprobs = old.clone().requires_grad_()
    plain = replace(options, correction="none", kl_weight=0.0)
    policy_loss(logprobs, old, None, None, advantages, mask, plain, Denominators.of(mask))[0].backward()
    weights = torch.ones(6, 5, dtype=torch.float64).requires_grad_()
    aggregate(weights, mask, plain, Denominators.of(mask)).backward()
    torch.testing.assert_close(logprobs.grad, -advantages[:, None] * weights.grad)


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_nothing_unmasked_is_zero_and_never_nan(options):
    values = torch.full((2, 3), float("nan"), dtype=torch.float64)
    mask = torch.zeros(2, 3)
    logprobs = values.clone().requires_grad_()
    loss, metrics = policy_loss(logprobs, values, values, values, torch.ones(2), mask, options, Denominators.of(mask))
    loss.backward()
    assert loss.item() == 0
    assert all(float(value) == 0 for value in metrics.values())
    assert logprobs.grad.tolist() == [[0.0] * 3] * 2


def test_extreme_ratios_stay_finite():
    logprobs = tensor([-1e4, 0.0]).requires_grad_()
    mask = torch.ones(1, 2)
    old = tensor([0.0, -1e4])
    options = LossOptions(kl_weight=0.1, correction="sequence_tis")
    loss, metrics = policy_loss(logprobs, old, old - 1e4, old, tensor(-1.0), mask, options, Denominators.of(mask))
    loss.backward()
    assert torch.isfinite(loss) and torch.isfinite(logprobs.grad).all()
    assert all(torch.isfinite(value) for value in metrics.values())


def test_only_the_policy_is_differentiated():
    parts, advantages, mask = batch()
    leaves = [part.clone().requires_grad_() for part in parts] + [advantages.clone().requires_grad_()]
    options = LossOptions(kl_weight=0.1, correction="token_tis")
    policy_loss(*leaves, mask, options, Denominators.of(mask))[0].backward()
    assert leaves[0].grad is not None
    assert [leaf.grad for leaf in leaves[1:]] == [None] * 4


def test_clipped_loss_is_the_larger_one():
    """The objective takes the minimum, so the loss is never below either branch."""
    ratios, advantages = torch.linspace(0.1, 3, 50).repeat(2, 1), torch.tensor([[1.0], [-1.0]]).expand(2, 50)
    loss = clipped_loss(ratios, advantages, DAPO)
    assert (loss >= -ratios * advantages).all() and (loss >= -ratios.clamp(0.8, 1.28) * advantages).all()


def test_denominators():
    mask = torch.tensor([[1, 1, 0], [0, 0, 0], [1, 0, 0]])
    assert Denominators.of(mask) == Denominators.of([2, 0, 1]) == Denominators.of(mask.bool()) == Denominators(3, 3)
    assert Denominators.of([2, 0, 1], sequences=2) == Denominators(3, 2)


def test_entropy():
    """Uniform over 4: log 4. Probabilities 1/2, 1/4, 1/4: 1.5 log 2. A certain token: 0, without NaN from 0 log 0."""
    logits = torch.tensor([[[3.0, 3, 3, 3]], [[log(2), 0, 0, -float("inf")]], [[0.0, -1e9, -1e9, -1e9]]])
    assert entropy(logits)[:, 0].tolist() == pytest.approx([log(4), 1.5 * log(2), 0.0], abs=1e-6)


@pytest.mark.parametrize(
    "options, message",
    [
        ({"aggregation": "tokens"}, "choose one of token, sample, constant"),
        ({"kind": "grpo"}, "choose one of ppo, cispo"),
        ({"ratio": "word"}, "choose one of token, sequence"),
        ({"correction": "tis"}, "choose one of none, token_tis"),
        ({"aggregation": "constant"}, "needs constant_length"),
        ({"clip_low": -0.1}, "at least 0"),
        ({"clip_low": 1.0}, "no lower bound"),
        ({"dual_clip": 1.0}, "above 1"),
        ({"kl_weight": -1.0}, "kl_weight"),
        ({"correction_low": 3.0}, "correction_low"),
    ],
)
def test_impossible_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        LossOptions(**options)
