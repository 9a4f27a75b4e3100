"""Where the parts of Hugging Face tensors lie in an engine's own tensors: fused projections, shards, padding.

Engines put q, k and v (or gate and up) into one tensor, deal rows or columns to several GPUs, and pad vocabularies. A
`Piece` says which part of which Hugging Face tensor begins where. With the pieces of a tensor, whoever holds a shard
can perturb it in place with the noise of exactly its part: noise is a function of places in the Hugging Face layout.

Only arithmetic: what layers a model has is the business of `rlve_gym.engines.vllm_worker`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rlve_gym.noise import Key, fill, noise

if TYPE_CHECKING:
    from torch import Tensor

_ELEMENTS = 1 << 26
"""Noise of a shard of columns is made in blocks of whole rows, of about so many elements."""


@dataclass(frozen=True)
class Piece:
    """Part of a Hugging Face tensor: along `dim`, start..stop-1 of it stands at `place` of the engine's tensor.

    name, shape: of the whole Hugging Face tensor. dim: 0 or 1.
    """

    name: str
    shape: tuple[int, ...]
    dim: int
    start: int
    stop: int
    place: int

    def source(self, whole: "Tensor") -> "Tensor":
        """This part of the Hugging Face tensor, a view."""
        return whole.narrow(self.dim, self.start, self.stop - self.start)

    def target(self, engines: "Tensor") -> "Tensor":
        """The same part of the engine's tensor, a view."""
        return engines.narrow(self.dim, self.place, self.stop - self.start)

    def fits(self, engines: "Tensor") -> bool:
        """Whether the engine's tensor has this place."""
        if engines.dim() != len(self.shape) or engines.shape[self.dim] < self.place + self.stop - self.start:
            return False
        return all(engines.shape[dim] == size for dim, size in enumerate(self.shape) if dim != self.dim)

    def noise(self, key: Key, like: "Tensor") -> "Tensor":
        """The float32 noise of this part, on the device of `like`."""
        import torch

        part = (*self.shape[: self.dim], self.stop - self.start, *self.shape[self.dim + 1 :])
        out = torch.empty(part, dtype=torch.float32, device=like.device)
        width = int(np.prod(self.shape[1:]))
        if self.dim == 0:
            _fill(out.view(-1), key, self.name, self.start * width)
            return out
        step = max(1, _ELEMENTS // width)
        for low in range(0, self.shape[0], step):
            rows = torch.empty((min(step, self.shape[0] - low), width), dtype=torch.float32, device=like.device)
            _fill(rows.view(-1), key, self.name, low * width)
            out[low : low + step].copy_(rows[:, self.start : self.stop])
        return out


def _fill(flat: "Tensor", key: Key, name: str, start: int) -> None:
    if flat.device.type == "cpu":
        flat.numpy()[:] = noise(*key, name, start, start + len(flat))
    else:
        fill(flat, key, name, start)


Layout = Mapping[str, tuple[Piece, ...]]
"""Name of an engine's tensor -> what lies in it."""


def perturb(engines: "Mapping[str, Tensor]", copies: "Mapping[str, Tensor]", layout: Layout, key: Key, sigma: float):
    """engines = copies + sigma * noise, piece by piece in place, with the roundings of `rlve_gym.noise.perturb`."""
    scale = float(np.float32(sigma))
    for name, pieces in layout.items():
        for piece in pieces:
            values = piece.noise(key, engines[name]).mul_(scale).add_(piece.target(copies[name]))
            piece.target(engines[name]).copy_(values)


def write(engines: "Mapping[str, Tensor]", layout: Layout, wholes: "Mapping[str, Tensor]") -> None:
    """Copy Hugging Face tensors to where their parts lie."""
    for name, pieces in layout.items():
        for piece in pieces:
            piece.target(engines[name]).copy_(piece.source(wholes[piece.name]))


def assemble(found: "Iterable[tuple[Piece, Tensor]]", dtype: object) -> "Tensor":
    """The Hugging Face tensor whose parts these are. Parts may overlap, as where workers hold copies.

    Raises RuntimeError if parts that should be the same are not, or do not cover the tensor.
    """
    import torch

    found = list(found)
    whole = torch.zeros(found[0][0].shape, dtype=dtype)  # type: ignore[arg-type]
    known = torch.zeros(found[0][0].shape, dtype=torch.bool)
    for piece, part in found:
        there, held = piece.source(known), piece.source(whole)
        if not torch.equal(held[there], part[there]):
            raise RuntimeError(f"the engine holds {piece.name} more than once, and the copies differ")
        held.copy_(part)
        there.fill_(True)
    if not known.all():
        raise RuntimeError(f"the engine holds only a part of {found[0][0].name}")
    return whole


# Layers


def stacked(names: Iterable[str], shapes: Iterable[tuple[int, ...]], rank: int, ranks: int) -> tuple[Piece, ...]:
    """Rows of several tensors, one below the other, each dealt to the ranks: gate and up, or a single column shard."""
    return tuple(_rows([(name, shape, rank, ranks) for name, shape in zip(names, shapes, strict=True)]))


def qkv(
    names: Sequence[str], shapes: Sequence[tuple[int, ...]], kv_heads: int, rank: int, ranks: int
) -> tuple[Piece, ...]:
    """Rows of q, k and v, one below the other. With fewer heads of keys than ranks, several ranks hold one."""
    kv_ranks = min(kv_heads, ranks)
    dealt = [(rank, ranks), *[(rank // (ranks // kv_ranks), kv_ranks)] * 2]
    return tuple(_rows([(name, shape, *deal) for name, shape, deal in zip(names, shapes, dealt, strict=True)]))


def _rows(parts: Iterable[tuple[str, tuple[int, ...], int, int]]) -> Iterator[Piece]:
    place = 0
    for name, shape, rank, ranks in parts:
        assert shape[0] % ranks == 0, "rows are dealt equally"
        size = shape[0] // ranks
        yield Piece(name, shape, 0, rank * size, (rank + 1) * size, place)
        place += size


def columns(name: str, shape: tuple[int, int], rank: int, ranks: int) -> tuple[Piece, ...]:
    """Columns dealt to the ranks, as of projections whose results are added up."""
    assert shape[1] % ranks == 0, "columns are dealt equally"
    size = shape[1] // ranks
    return (Piece(name, shape, 1, rank * size, (rank + 1) * size, 0),)


def vocabulary(name: str, shape: tuple[int, ...], start: int, stop: int) -> tuple[Piece, ...]:
    """Rows start..stop-1, at the beginning; padding follows, which is nobody's."""
    return (Piece(name, shape, 0, start, stop, 0),) if stop > start else ()


def whole(name: str, shape: tuple[int, ...]) -> tuple[Piece, ...]:
    """A tensor that every rank has, as norms."""
    return (Piece(name, shape, 0, 0, shape[0], 0),)
