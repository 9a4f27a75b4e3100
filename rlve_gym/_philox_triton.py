"""The noise of noise.py as a Triton kernel: one program computes BLOCKS Philox blocks and writes their 16 values each.

Runs on a GPU, and on a CPU under Triton's interpreter (TRITON_INTERPRET=1), which is how it is tested without one.
"""

from typing import Any

import triton  # pyright: ignore[reportMissingImports]
import triton.language as tl  # pyright: ignore[reportMissingImports]

BLOCKS = 256


@triton.jit(do_not_specialize=["key0", "key1", "start", "stop", "first"])
def _kernel(out_ptr, key0, key1, start, stop, first, BLOCKS: tl.constexpr):
    block = first.to(tl.int64) + tl.program_id(0).to(tl.int64) * BLOCKS + tl.arange(0, BLOCKS)
    x0 = (block + 1).to(tl.uint64)
    x1 = tl.zeros([BLOCKS], tl.uint64)
    x2 = tl.zeros([BLOCKS], tl.uint64)
    x3 = tl.zeros([BLOCKS], tl.uint64)
    multiplier0 = tl.full([BLOCKS], 0xD2E7470EE14C6C93, tl.uint64)
    multiplier2 = tl.full([BLOCKS], 0xCA5A826395121157, tl.uint64)
    k0 = tl.zeros([BLOCKS], tl.uint64) + key0.to(tl.uint64)
    k1 = tl.zeros([BLOCKS], tl.uint64) + key1.to(tl.uint64)
    for _ in tl.static_range(10):
        high0 = tl.umulhi(multiplier0, x0)
        high2 = tl.umulhi(multiplier2, x2)
        low0 = multiplier0 * x0
        low2 = multiplier2 * x2
        x0 = high2 ^ x1 ^ k0
        x2 = high0 ^ x3 ^ k1
        x1 = low2
        x3 = low0
        k0 += tl.full([BLOCKS], 0x9E3779B97F4A7C15, tl.uint64)
        k1 += tl.full([BLOCKS], 0xBB67AE8584CAA73B, tl.uint64)
    # [BLOCKS, 16]: every lane of every block, so that neighbours in memory are written together.
    lane = tl.arange(0, 16)[None, :]
    low = tl.where(lane < 4, x0[:, None], x1[:, None])
    high = tl.where(lane < 12, x2[:, None], x3[:, None])
    word = tl.where(lane < 8, low, high)
    bits = ((word >> ((lane % 4) * 16).to(tl.uint64)) & 0xFFFF).to(tl.int32)
    bits = bits - ((bits >> 1) & 0x5555)
    bits = (bits & 0x3333) + ((bits >> 2) & 0x3333)
    bits = (bits + (bits >> 4)) & 0x0F0F
    bits = (bits + (bits >> 8)) & 0x1F
    index = block[:, None] * 16 + lane
    value = (bits - 8).to(tl.float32) * 0.5
    tl.store(out_ptr + (index - start), value, mask=(index >= start) & (index < stop))


def fill(out: Any, key: int, start: int) -> None:
    """Write the noise of the elements from `start` on into a flat float32 tensor."""
    stop = start + out.numel()
    first, last = start // 16, -(-stop // 16)
    grid = (-(-(last - first) // BLOCKS),)
    if grid[0]:
        _kernel[grid](out, key & ((1 << 64) - 1), key >> 64, start, stop, first, BLOCKS=BLOCKS)  # type: ignore[index]
