import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from rlve_gym.noise import noise, noise_like

WEIGHT = "model.layers.0.mlp.up_proj.weight"
MASK = (1 << 64) - 1


def philox(counter: int, key: tuple[int, int]) -> list[int]:
    """One block of Philox4x64-10, written out from its definition."""
    x, k = [counter & MASK, counter >> 64 & MASK, 0, 0], list(key)
    for _ in range(10):
        a, b = x[0] * 0xD2E7470EE14C6C93, x[2] * 0xCA5A826395121157
        x = [b >> 64 ^ x[1] ^ k[0], b & MASK, a >> 64 ^ x[3] ^ k[1], a & MASK]
        k = [(k[0] + 0x9E3779B97F4A7C15) & MASK, (k[1] + 0xBB67AE8584CAA73B) & MASK]
    return x


def test_known_answer_of_the_bit_generator():
    # Random123's vector for counter 0 and key 0.
    assert philox(0, (0, 0))[0] == 0x16554D9ECA36314C
    assert np.random.Philox(key=5, counter=6).random_raw(4).tolist() == philox(7, (5, 0))


def test_the_definition_written_out():
    import json
    from hashlib import blake2b

    key = blake2b(json.dumps([3, 1, 4, WEIGHT]).encode(), digest_size=16).digest()
    words = philox(1 + 100 // 8, (int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little")))
    halves = [half for word in words for half in (word & 0xFFFFFFFF, word >> 32)]
    expected = [np.float32(half.bit_count() - 16) * np.float32(8**-0.5) for half in halves[100 % 8 :]]
    assert noise(3, 1, 4, WEIGHT, 100, 104).tolist() == expected


def test_any_slice_is_the_same_alone():
    whole = noise(0, 0, 0, WEIGHT, 0, 1000)
    for start, stop in [(0, 1), (7, 9), (8, 16), (13, 700), (999, 1000), (500, 500)]:
        assert (noise(0, 0, 0, WEIGHT, start, stop) == whole[start:stop]).all()


def test_chunks_do_not_show(monkeypatch):
    whole = noise(0, 0, 0, WEIGHT, 3, 1000)
    monkeypatch.setattr("rlve_gym.noise._CHUNK", 50)
    assert (noise(0, 0, 0, WEIGHT, 3, 1000) == whole).all()


def test_moments():
    values = noise(1, 2, 3, WEIGHT, 0, 1_000_000).astype(np.float64)
    assert abs(values.mean()) < 4e-3
    assert values.var() == pytest.approx(1.0, abs=6e-3)
    assert (values**3).mean() == pytest.approx(0.0, abs=2e-2)
    assert (values**4).mean() == pytest.approx(3 - 2 / 32, abs=4e-2)
    assert abs(np.corrcoef(values[:-1], values[1:])[0, 1]) < 4e-3


def test_streams_of_different_keys_are_uncorrelated():
    keys = [(0, 0, 0, "a"), (0, 0, 0, "b"), (0, 0, 1, "a"), (0, 1, 0, "a"), (1, 0, 0, "a")]
    streams = np.stack([noise(*key, 0, 100_000) for key in keys])
    off_diagonal = np.corrcoef(streams)[~np.eye(len(keys), dtype=bool)]
    assert abs(off_diagonal).max() < 0.015


def test_noise_like_has_the_tensors_shape():
    values = noise_like(torch.empty(5, 7, dtype=torch.bfloat16), 1, 2, 3, WEIGHT)
    assert values.dtype == torch.float32
    assert values.flatten().tolist() == noise(1, 2, 3, WEIGHT, 0, 35).tolist()
