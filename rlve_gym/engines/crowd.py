"""Several members of a population in one batch: their weights side by side, each row computed with its member's.

Sampling from a small model is mostly the overhead of many small operations, which members then share; large models gain
nothing and have no memory for it. A batch's rows stand member by member, equally many of each. Inside of the context
the model's layers that have weights are replaced by ones that know this; the weights themselves are not touched.

`_K` members, `_R` rows of one member, `_S` tokens.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from rlve_gym.engines.base import Member
from rlve_gym.noise import noise_like


def stacked(model: Any, members: Sequence[Member]) -> dict[int, Tensor]:
    """[K, ...] of each floating-point parameter, by the id of the parameter: the weights of all members."""
    own = {name: parameter.detach() for name, parameter in model.named_parameters() if parameter.is_floating_point()}
    stacks = {
        name: torch.empty((len(members), *it.shape), dtype=it.dtype, device=it.device) for name, it in own.items()
    }
    for name, source in own.items():
        drawn: tuple[tuple[int, int, int], Tensor] | None = None
        for k, member in enumerate(members):
            key = (member.seed, member.iteration, member.index)
            # Both members of an antithetic pair stand side by side: one noise for them.
            if drawn is None or drawn[0] != key:
                drawn = key, noise_like(source, *key, name)
            stacks[name][k].copy_(torch.mul(drawn[1], float(np.float32(member.sigma))).add_(source))
    return {id(parameter): stacks[name] for name, parameter in model.named_parameters() if name in stacks}


@contextmanager
def crowded(model: Any, members: Sequence[Member]) -> Iterator[None]:
    """Inside the context rows k * R to (k + 1) * R of every batch are member k's.

    Raises ValueError if the model has a layer that this does not know.
    """
    weights = stacked(model, members)
    changed: list[tuple[nn.Module, str]] = []
    try:
        for name, module in model.named_modules():
            its = {key: weights[id(p)] for key, p in module.named_parameters(recurse=False) if id(p) in weights}
            if its:
                for key, value in _replacements(name, module, its, len(members)).items():
                    module.__dict__[key] = value
                    changed.append((module, key))
        yield
    finally:
        for module, key in changed:
            del module.__dict__[key]


def _replacements(name: str, module: nn.Module, its: dict[str, Tensor], count: int) -> dict[str, Any]:
    """Attributes that stand before the module's own."""
    if isinstance(module, nn.Linear):
        return {"forward": _linear(its["weight"], its.get("bias"))}
    if isinstance(module, nn.Embedding):
        return {"forward": _embedding(its["weight"])}
    if all(weight.dim() == 2 for weight in its.values()):
        return {**{key: weight.unsqueeze(1) for key, weight in its.items()}, "forward": _elementwise(module, count)}
    raise ValueError(
        f"the layer {name} ({type(module).__name__}) cannot hold several members' weights: sample them one at a time"
    )


def _linear(weight_KOI: Tensor, bias_KO: Tensor | None) -> Callable[[Tensor], Tensor]:
    weight_KIO = weight_KOI.transpose(1, 2)

    def forward(input: Tensor) -> Tensor:
        x = input.reshape(len(weight_KIO), -1, input.shape[-1])
        y = torch.bmm(x, weight_KIO) if bias_KO is None else torch.baddbmm(bias_KO.unsqueeze(1), x, weight_KIO)
        return y.view(*input.shape[:-1], y.shape[-1])

    return forward


def _embedding(weight_KVD: Tensor) -> Callable[[Tensor], Tensor]:
    members, vocabulary, width = weight_KVD.shape
    flat = weight_KVD.view(members * vocabulary, width)
    first_K1 = torch.arange(members, device=flat.device).unsqueeze(1) * vocabulary

    def forward(input: Tensor) -> Tensor:
        return functional.embedding((input.view(members, -1) + first_K1).view(input.shape), flat)

    return forward


def _elementwise(module: nn.Module, members: int) -> Callable[[Tensor], Tensor]:
    """Norms: what they compute concerns the last dimension only."""
    own = type(module).forward

    def forward(input: Tensor) -> Tensor:
        return own(module, input.reshape(members, -1, input.shape[-1])).view(input.shape)

    return forward
