"""Noise of evolution strategies: a pure function of (run seed, iteration, member, tensor name, flat index).

The same bits on every machine, any slice producible alone: a run is its seeds and rewards, and a worker can rebuild any
member from them. Generators of array libraries are not one function across devices and versions, so this one is
spelled out:

* key: the 16-byte blake2b digest of the JSON list [seed, iteration, member, name], read as a little-endian integer;
* bits: Philox4x64-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011) of counter 1 + index // 8
  gives four 64-bit words; index % 8 picks one of their eight 32-bit halves, low half first;
* value: (number of one bits - 16) / sqrt(8): symmetric, mean 0, variance 1, kurtosis 3 - 2 / 32. Integers up to the
  last step, which is one correctly rounded float32 product.

Tensors are named as Hugging Face names them, and flattened in row-major order of the Hugging Face layout.
"""

import json
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from torch import Tensor

_PER_BLOCK = 8
_CHUNK = 1 << 22
_SCALE = np.float32(8**-0.5)


def noise(seed: int, iteration: int, member: int, name: str, start: int, stop: int) -> np.ndarray:
    """[stop - start] float32 noise of the elements start..stop-1 of a tensor."""
    key = int.from_bytes(
        blake2b(json.dumps([seed, iteration, member, name]).encode(), digest_size=16).digest(), "little"
    )
    out = np.empty(stop - start, dtype=np.float32)
    for low in range(start, stop, _CHUNK):
        high = min(low + _CHUNK, stop)
        out[low - start : high - start] = _slice(key, low, high)
    return out


def _slice(key: int, start: int, stop: int) -> np.ndarray:
    first, last = start // _PER_BLOCK, -(-stop // _PER_BLOCK)
    # numpy raises the counter before it makes a block: the block of counter c + 1 is the first one after counter=c.
    words = np.random.Philox(key=key, counter=first).random_raw(4 * (last - first))
    halves = words.astype("<u8", copy=False).view("<u4")[start - first * _PER_BLOCK : stop - first * _PER_BLOCK]
    return (np.bitwise_count(halves).astype(np.float32) - np.float32(16)) * _SCALE


def noise_like(tensor: "Tensor", seed: int, iteration: int, member: int, name: str) -> "Tensor":
    """The float32 noise of a whole tensor, in its shape and on its device."""
    import torch

    return (
        torch.from_numpy(noise(seed, iteration, member, name, 0, tensor.numel())).to(tensor.device).view(tensor.shape)
    )
