"""A model's weights by their Hugging Face names: which there are, whether given ones fit, and their digest."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import Tensor


def parameters(model: Any) -> "dict[str, Tensor]":
    """The floating-point parameters, tied ones once: what a run of evolution strategies trains. Views, not copies."""
    return {name: it.detach() for name, it in model.named_parameters() if it.is_floating_point()}


def own_tensors(model: Any) -> "dict[str, Tensor]":
    """All weights, parameters and saved buffers, tied ones once."""
    saved = model.state_dict()
    buffers = {name: buffer for name, buffer in model.named_buffers() if name in saved}
    return {**dict(model.named_parameters()), **buffers}


def check_tensors(model: Any, tensors: Mapping[str, Any]) -> None:
    """Raises ValueError on missing, unknown or misshapen tensors. Tied weights need one name."""
    known = model.state_dict()
    if missing := [name for name in own_tensors(model) if name not in tensors]:
        raise ValueError(f"weights are missing: {_some(missing)}; give every tensor of the model")
    if unknown := [name for name in tensors if name not in known]:
        raise ValueError(f"the model has no such weights: {_some(unknown)}")
    if wrong := [name for name in tensors if tensors[name].shape != known[name].shape]:
        shapes = [f"{name} is {tuple(tensors[name].shape)}, not {tuple(known[name].shape)}" for name in wrong]
        raise ValueError(f"weights have the wrong shape: {_some(shapes)}")


def fingerprint(tensors: "Mapping[str, Tensor]") -> str:
    """A digest of names, shapes, types and bits."""
    import torch

    digest = blake2b(digest_size=16)
    for name, tensor in sorted(tensors.items()):
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}".encode())
        digest.update(tensor.detach().cpu().contiguous().flatten().view(torch.uint8).numpy().data)
    return digest.hexdigest()


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
