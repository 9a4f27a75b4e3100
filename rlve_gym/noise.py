"""Noise of evolution strategies: a pure function of (run seed, iteration, member, tensor name, flat index).

The same bits on every machine, any slice producible alone: a run is its seeds and rewards, and a worker can rebuild any
member from them. Generators of array libraries are not one function across devices and versions, so this one is
spelled out:

* key: the 16-byte blake2b digest of the JSON list [seed, iteration, member, name], read as a little-endian integer;
* bits: Philox4x64-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011) of counter 1 + index // 16
  gives four 64-bit words; index % 16 picks one of their sixteen 16-bit lanes, low lane first;
* value: (number of one bits - 8) / 2: symmetric, mean 0, variance 1, kurtosis 3 - 2 / 16, in steps of 1/2 from -4 to 4.

No step rounds: every value is exact in every float type. Tensors are named as Hugging Face names them, and flattened in
row-major order of the Hugging Face layout.

Three implementations give these bits: numpy on a CPU, here, in chunks that stay in the cache, on as many threads as
asked for (the bits do not depend on it); 64-bit integers of torch on any device; a Triton kernel where there is Triton.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from torch import Tensor

VERSION = 1
"""Of the function above. A run's history names it: another function is another model."""

PER_BLOCK = 16
CHUNK = 1 << 16
"""Elements that are worked on at a time: what they take (half a MiB) fits a core's cache."""
PIECE = 1 << 20
"""Elements that a thread takes at a time."""
_DEVICE_PIECE = 1 << 26
_MASK = (1 << 64) - 1
_LOW = (1 << 32) - 1
_MULTIPLIERS = (0xD2E7470EE14C6C93, 0xCA5A826395121157)
_STEPS = (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)

Key = tuple[int, int, int]
"""(run seed, iteration, member): with a tensor's name, what the noise is a function of."""


def noise(seed: int, iteration: int, member: int, name: str, start: int, stop: int) -> np.ndarray:
    """[stop - start] float32 noise of the elements start..stop-1 of a tensor."""
    out = np.empty(stop - start, dtype=np.float32)
    stream = Stream((seed, iteration, member), name, start)
    pad = Pad()
    for low, high in chunks(start, stop):
        out[low - start : high - start] = stream.read(low, high, 1.0, pad)
    return out


class Pad:
    """Memory for one chunk, used again and again."""

    def __init__(self) -> None:
        self.counts = np.empty(2 * CHUNK, dtype=np.uint8)
        self.values = np.empty(CHUNK, dtype=np.float32)


class Stream:
    """The noise of one tensor of one member, from some element on, read chunk by chunk in order."""

    def __init__(self, key: Key, name: str, start: int):
        # numpy raises the counter before it makes a block: the block of counter c + 1 is the first one after counter=c.
        self._bits = np.random.Philox(key=_key(key, name), counter=start // PER_BLOCK)

    def read(self, low: int, high: int, scale: float, pad: Pad) -> np.ndarray:
        """float32(scale) times the noise of the elements low..high-1, a chunk, rounded once. It lies in the pad."""
        first = low // PER_BLOCK
        words = self._bits.random_raw(4 * (-(-high // PER_BLOCK) - first))
        counts = pad.counts[: words.nbytes]
        np.bitwise_count(words.astype("<u8", copy=False).view(np.uint8), out=counts)
        lanes = counts.view(np.uint16)
        lanes *= 257  # the high byte becomes the sum of both: the one bits among sixteen
        lanes >>= 8
        lanes -= 8
        values = pad.values[: lanes.size]
        np.copyto(values, lanes.view(np.int16))
        values *= np.float32(scale) / 2
        return values[low - first * PER_BLOCK : high - first * PER_BLOCK]


def chunks(start: int, stop: int) -> Iterator[tuple[int, int]]:
    """The range in parts of at most CHUNK that meet at multiples of it, so that no block is drawn twice."""
    while start < stop:
        end = min(stop, (start // CHUNK + 1) * CHUNK)
        yield start, end
        start = end


def in_pieces(work: Callable[[str, int, int], None], sizes: Mapping[str, int], threads: int) -> None:
    """Call work(name, start, stop) until every tensor is covered. `sizes`: elements by name."""
    pieces = [(name, at, min(at + PIECE, size)) for name, size in sizes.items() for at in range(0, size, PIECE)]
    if threads == 1 or sum(sizes.values()) <= PIECE:
        for piece in pieces:
            work(*piece)
        return
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(lambda piece: work(*piece), pieces):
            pass


def perturb(
    targets: "Mapping[str, Tensor]", sources: "Mapping[str, Tensor]", key: Key, sigma: float, threads: int = 1
) -> None:
    """targets = sources + sigma * noise, tensor by tensor in place: two float32 roundings, then the targets' type.

    On a CPU without memory beyond a chunk per thread; on another device with a tensor's noise and its float32 sum.
    """
    direct = {name for name, target in targets.items() if target.device.type == "cpu" and target.is_contiguous()}
    flat = {name: (targets[name].detach().view(-1), sources[name].detach().reshape(-1)) for name in direct}

    def work(name: str, start: int, stop: int) -> None:
        import torch

        target, source = flat[name]
        stream, pad = Stream(key, name, start), Pad()
        for low, high in chunks(start, stop):
            values = torch.from_numpy(stream.read(low, high, sigma, pad))
            if target.dtype == source.dtype == torch.float32:
                torch.add(values, source[low:high], out=target[low:high])
            else:
                target[low:high].copy_(values.add_(source[low:high]))

    in_pieces(work, {name: target.numel() for name, (target, _) in flat.items()}, threads)
    for name, target in targets.items():
        if name not in direct:
            values = noise_like(target, *key, name).mul_(float(np.float32(sigma)))
            target.detach().copy_(values.add_(sources[name].detach()))


def noise_like(tensor: "Tensor", seed: int, iteration: int, member: int, name: str) -> "Tensor":
    """The float32 noise of a whole tensor, in its shape and on its device."""
    import torch

    size, device = tensor.numel(), tensor.device
    if device.type == "cpu":
        return torch.from_numpy(noise(seed, iteration, member, name, 0, size)).view(tensor.shape)
    out = torch.empty(size, dtype=torch.float32, device=device)
    fill(out, (seed, iteration, member), name)
    return out.view(tensor.shape)


def fill(out: "Tensor", key: Key, name: str, start: int = 0, triton: bool | None = None) -> None:
    """Write the noise of the elements from `start` on into a flat float32 tensor, on its device.

    triton: use the Triton kernel instead of torch's integers; by default on a CUDA device, if there is Triton.
    """
    number = _key(key, name)
    if triton or (triton is None and out.device.type == "cuda" and find_spec("triton")):
        from rlve_gym._philox_triton import fill as fill_by_kernel

        fill_by_kernel(out, number, start)
        return
    for low in range(start, start + out.numel(), _DEVICE_PIECE):
        high = min(low + _DEVICE_PIECE, start + out.numel())
        out[low - start : high - start] = _by_integers(number, low, high, out.device)


def philox(counter: "Iterable[Tensor]", key: int) -> "list[Tensor]":
    """Four words of Philox4x64-10 per counter. Words are int64 tensors: bits, without a meaning as signed numbers."""
    x0, x1, x2, x3 = counter
    keys = [key & _MASK, key >> 64]
    for _ in range(10):
        (high0, low0), (high2, low2) = _product(_MULTIPLIERS[0], x0), _product(_MULTIPLIERS[1], x2)
        x0, x1, x2, x3 = high2 ^ x1 ^ _signed(keys[0]), low2, high0 ^ x3 ^ _signed(keys[1]), low0
        keys = [(word + step) & _MASK for word, step in zip(keys, _STEPS)]
    return [x0, x1, x2, x3]


def _by_integers(number: int, start: int, stop: int, device: "object") -> "Tensor":
    import torch

    first = start // PER_BLOCK
    blocks = torch.arange(first + 1, -(-stop // PER_BLOCK) + 1, dtype=torch.int64, device=device)  # type: ignore[arg-type]
    zero = torch.zeros_like(blocks)
    words = torch.stack(philox((blocks, zero, zero, zero), number), dim=1)
    # Count the ones of pairs, nibbles, bytes and lanes of 16 bits, all lanes of a word at once.
    words = words - (words >> 1 & 0x5555555555555555)
    words = (words & 0x3333333333333333) + (words >> 2 & 0x3333333333333333)
    words = words + (words >> 4) & 0x0F0F0F0F0F0F0F0F
    words = words + (words >> 8) & 0x00FF00FF00FF00FF
    lanes = words.view(torch.int16).flatten()
    return lanes[start - first * PER_BLOCK : stop - first * PER_BLOCK].to(torch.float32).sub_(8).div_(2)


def _product(factor: int, word: "Tensor") -> "tuple[Tensor, Tensor]":
    """High and low 64 bits of a product of unsigned words. Long multiplication by halves; no sum exceeds 64 bits."""
    high, low = factor >> 32, factor & _LOW
    word_high, word_low = word >> 32 & _LOW, word & _LOW
    middle = word_low * high + ((word_low * low) >> 32 & _LOW)
    other = word_high * low + (middle & _LOW)
    return word_high * high + (middle >> 32 & _LOW) + (other >> 32 & _LOW), word * _signed(factor)


def _signed(word: int) -> int:
    """The int64 with the bits of an unsigned word."""
    return word - (1 << 64) if word >> 63 else word


def _key(key: Key, name: str) -> int:
    digest = blake2b(json.dumps([*key, name]).encode(), digest_size=16).digest()
    return int.from_bytes(digest, "little")
