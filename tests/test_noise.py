"""The noise of evolution strategies: one function everywhere, and it looks like noise."""

import json
import os
import subprocess
import sys
from hashlib import blake2b
from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from rlve_gym import noise as module
from rlve_gym.noise import fill, noise, noise_like, perturb
from rlve_gym.noise import philox as philox_of_torch

WEIGHT = "model.layers.0.mlp.up_proj.weight"
MASK = (1 << 64) - 1
PI = [0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89]
KNOWN = [
    # Random123's vectors of philox4x64-10: counter, key, four words.
    ([0, 0, 0, 0], [0, 0], [0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B]),
    ([MASK] * 4, [MASK] * 2, [0x87B092C3013FE90B, 0x438C3C67BE8D0224, 0x9CC7D7C69CD777B6, 0xA09CAEBF594F0BA0]),
    (
        PI,
        [0x452821E638D01377, 0xBE5466CF34E90C6C],
        [0xA528F45403E61D95, 0x38C72DBD566E9788, 0xA5A1610E72FD18B5, 0x57BD43B5E52B7FE6],
    ),
]
GOLDEN = {
    # (seed, iteration, member, name): twice the first 16 values, and the digest of the first 100,000 as float32.
    (0, 0, 0, "a"): "4 4 1 1 2 0 1 0 -2 3 1 1 -3 1 -3 3 a006e92abcd429b3",
    (0, 0, 1, "a"): "-3 -2 -2 1 -1 2 1 1 0 -2 1 5 2 0 1 -2 0a09aa20891fc608",
    (0, 1, 0, "a"): "3 -4 1 -2 2 1 -1 3 -2 2 0 -2 -6 1 -1 0 dbc0f40e61291e3a",
    (1, 0, 0, "a"): "-3 -1 2 -1 3 0 0 -1 -2 0 -2 0 -1 0 3 2 f85bf8ab42b14511",
    (123456789, 499, 29, "model.embed_tokens.weight"): "-1 0 -1 1 1 -3 0 -1 0 0 3 -1 -5 2 -1 0 5dc9f77abaa7fef2",
    (-1, 1099511627776, 7, "wéight"): "-1 0 4 1 1 0 0 1 -3 -1 1 1 0 1 1 -1 b5f862897b22e053",
}


def philox(counter: list[int], key: list[int]) -> list[int]:
    """One block of Philox4x64-10, written out from its definition."""
    x, k = [*counter], [*key]
    for _ in range(10):
        a, b = x[0] * 0xD2E7470EE14C6C93, x[2] * 0xCA5A826395121157
        x = [b >> 64 ^ x[1] ^ k[0], b & MASK, a >> 64 ^ x[3] ^ k[1], a & MASK]
        k = [(k[0] + 0x9E3779B97F4A7C15) & MASK, (k[1] + 0xBB67AE8584CAA73B) & MASK]
    return x


def whole(words: list[int]) -> int:
    return sum(word << 64 * place for place, word in enumerate(words))


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN)
def test_known_answers_of_the_bit_generator(counter, key, words):
    assert philox(counter, key) == words
    # numpy raises the counter before it makes a block.
    before = (whole(counter) - 1) % (1 << 256)
    assert np.random.Philox(counter=before, key=whole(key)).random_raw(4).tolist() == words
    signed = [torch.tensor([word - (1 << 64) if word >> 63 else word]) for word in counter]
    assert [int(word) & MASK for word in philox_of_torch(signed, whole(key))] == words


def test_the_definition_written_out():
    key = blake2b(json.dumps([3, 1, 4, WEIGHT]).encode(), digest_size=16).digest()
    words = philox([1 + 100 // 16, 0, 0, 0], [int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little")])
    lanes = [word >> shift & 0xFFFF for word in words for shift in (0, 16, 32, 48)]
    expected = [(lane.bit_count() - 8) / 2 for lane in lanes[100 % 16 :]]
    assert noise(3, 1, 4, WEIGHT, 100, 112).tolist() == expected


@pytest.mark.parametrize("key", GOLDEN)
def test_golden(key):
    values = noise(*key, 0, 100_000)
    twice = " ".join(str(int(2 * value)) for value in values[:16])
    assert f"{twice} {blake2b(values.tobytes(), digest_size=8).hexdigest()}" == GOLDEN[key]


def test_any_slice_is_the_same_alone():
    values = noise(0, 0, 0, WEIGHT, 0, 200_000)
    for start, stop in [(0, 1), (7, 9), (15, 17), (16, 32), (13, 700), (65_535, 65_537), (9, 199_999), (500, 500)]:
        assert (noise(0, 0, 0, WEIGHT, start, stop) == values[start:stop]).all()


def test_the_parts_of_a_fused_tensor():
    """A query-key-value projection of some engine is made from the noise of the three tensors it was made from."""
    names = [f"model.layers.0.self_attn.{part}_proj.weight" for part in "qkv"]
    weights = {name: torch.randn(24, 16) for name in names}
    perturb(changed := {name: weight.clone() for name, weight in weights.items()}, weights, (5, 6, 7), 0.01)
    fused = torch.cat(list(weights.values()))
    for place, name in enumerate(names):
        part = noise(5, 6, 7, name, 8 * 16, 16 * 16)  # the middle third of the rows: one shard of three
        rows = slice(24 * place + 8, 24 * place + 16)
        assert torch.equal(changed[name][8:16], fused[rows] + torch.from_numpy(part).view(8, 16) * np.float32(0.01))


def test_values_are_exact_in_every_float_type():
    values = torch.from_numpy(noise(1, 2, 3, WEIGHT, 0, 100_000))
    for dtype in (torch.bfloat16, torch.float16):
        assert torch.equal(values.to(dtype).float(), values)
    assert (values.min(), values.max()) == (-4.0, 4.0)


def test_moments_and_distribution():
    count = 4_000_000
    values = noise(1, 2, 3, WEIGHT, 0, count).astype(np.float64)
    # Five standard errors, of about sqrt(Var(x^k) / count).
    assert abs(values.mean()) < 5 * count**-0.5
    assert values.var() == pytest.approx(1.0, abs=5 * (1.875 / count) ** 0.5)
    assert abs((values**3).mean()) < 5 * (15 / count) ** 0.5
    assert (values**4).mean() == pytest.approx(3 - 2 / 16, abs=5 * (96 / count) ** 0.5)
    seen = np.bincount((2 * values + 8).astype(int), minlength=17)
    expected = count * np.array([comb(16, ones) for ones in range(17)]) / 2**16
    assert ((seen - expected) ** 2 / expected).sum() < 50  # chi-square with 16 degrees of freedom: p = 2e-5


def test_no_correlation_between_lags():
    values = noise(1, 2, 3, WEIGHT, 0, 1_000_000).astype(np.float64)
    for lag in [*range(1, 65), 576, 1024, 65_536]:
        assert abs((values[:-lag] * values[lag:]).mean()) < 5.5e-3, lag


def test_no_correlation_between_tensors_members_iterations_and_seeds():
    """Also not with another one's noise moved by a few places, as seeds that differ by one give in other schemes."""
    keys = [(seed, iteration, member, name) for seed in (0, 1) for iteration in (0, 1) for member in (0, 1, 2)
            for name in ("a", "b", "model.layers.1.w", "model.layers.11.w")]  # fmt: skip
    streams = np.stack([noise(*key, 0, 40_000) for key in keys]).astype(np.float64)
    off_diagonal = np.corrcoef(streams)[~np.eye(len(keys), dtype=bool)]
    assert abs(off_diagonal).max() < 0.03
    assert off_diagonal.std() == pytest.approx(40_000**-0.5, rel=0.1)
    for lag in (1, 4, 16):
        moved = streams[:, :-lag] @ streams[:, lag:].T / 40_000
        assert abs(moved).max() < 0.03
    for one, other in combinations(streams, 2):
        assert not (one[:64] == other[:64]).all()


def test_squares_of_neighbours_are_independent():
    """Lanes of one word, words of one block and neighbouring blocks share no more than their key."""
    squares = noise(4, 5, 6, WEIGHT, 0, 1_600_000).astype(np.float64).reshape(-1, 16) ** 2 - 1
    within = np.corrcoef(squares.T)[~np.eye(16, dtype=bool)]
    assert abs(within).max() < 0.016
    assert max(abs(np.corrcoef(squares[:-1, i], squares[1:, i])[0, 1]) for i in range(16)) < 0.016


@pytest.mark.parametrize(("start", "count"), [(0, 100), (5, 10_000), (123_457, 70_001), (16, 0)])
def test_torch_integers_give_the_same_bits(start, count):
    out = torch.full((count,), torch.nan)
    fill(out, (1, 2, 3), WEIGHT, start, triton=False)
    assert out.numpy().tobytes() == noise(1, 2, 3, WEIGHT, start, start + count).tobytes()


def test_torch_integers_in_parts(monkeypatch):
    monkeypatch.setattr(module, "_DEVICE_PIECE", 1000)
    fill(out := torch.empty(2_500), (1, 2, 3), WEIGHT, 7)
    assert (out.numpy() == noise(1, 2, 3, WEIGHT, 7, 2_507)).all()


def test_the_triton_kernel_gives_the_same_bits():
    """Under Triton's interpreter, which has to be asked for before Triton is imported."""
    pytest.importorskip("triton")
    code = """
import torch
from rlve_gym.noise import fill
from rlve_gym import noise as module, _philox_triton
for name, start, count in [("a", 0, 100), ("b", 5, 10_000), ("c", 123_457, 4_097), ("d", 1, 1), ("e", 16, 0)]:
    ours, theirs = torch.empty(count), torch.full((count + 1,), 9.0)
    fill(ours, (1, 2, 3), name, start, triton=False)
    fill(theirs[:-1], (1, 2, 3), name, start, triton=True)
    assert torch.equal(ours, theirs[:-1]) and theirs[-1] == 9
for key in (0, 1, 5, (1 << 128) - 1, 1 << 63):
    _philox_triton.fill(theirs := torch.empty(1000), key, 3)
    assert torch.equal(module._by_integers(key, 3, 1003, "cpu"), theirs)
"""
    environment = {**os.environ, "TRITON_INTERPRET": "1"}
    child = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert child.returncode == 0, child.stderr


def test_noise_like_has_the_tensors_shape():
    values = noise_like(torch.empty(5, 7, dtype=torch.bfloat16), 1, 2, 3, WEIGHT)
    assert values.dtype == torch.float32
    assert values.flatten().tolist() == noise(1, 2, 3, WEIGHT, 0, 35).tolist()


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_perturb_rounds_as_it_says(dtype):
    sources = {"w": (torch.randn(300, 700) * 0.02).to(dtype), "norm": torch.ones(33, dtype=dtype)}
    perturb(targets := {n: torch.empty_like(t) for n, t in sources.items()}, sources, (9, 8, 7), 1e-3)
    for name, source in sources.items():
        product = noise_like(source, 9, 8, 7, name) * np.float32(1e-3)
        assert torch.equal(targets[name], (source.float() + product).to(dtype))


def test_threads_and_pieces_leave_no_trace(monkeypatch):
    monkeypatch.setattr(module, "PIECE", 4_001)
    sources = {"a": torch.randn(101, 97), "b": torch.randn(20_000), "c": torch.randn(3)}
    made = []
    for threads in (1, 2, 5):
        perturb(targets := {n: torch.empty_like(t) for n, t in sources.items()}, sources, (1, 2, 3), 0.1, threads)
        made.append(targets)
    for one, other in pairwise(made):
        assert all(torch.equal(one[name], other[name]) for name in sources)
    assert torch.equal(made[0]["b"], sources["b"] + noise_like(sources["b"], 1, 2, 3, "b") * np.float32(0.1))


def test_perturb_of_a_tensor_that_is_not_contiguous():
    source = torch.randn(40, 30)
    backing = torch.zeros(30, 40)
    perturb({"w": backing.T}, {"w": source}, (1, 2, 3), 0.5)
    assert torch.equal(backing.T, source + 0.5 * noise_like(source, 1, 2, 3, "w"))


def test_an_error_in_a_thread_is_raised():
    with pytest.raises(RuntimeError):
        perturb({"w": torch.zeros(3_000_000)}, {"w": torch.zeros(2_000_000)}, (1, 2, 3), 0.5, threads=2)
