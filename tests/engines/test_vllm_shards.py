"""One model shared by two of vLLM's workers, in processes of their own, as it is by two GPUs."""

import pytest

pytest.importorskip("torch")

from rlve_gym.engines.base import Member, Request, Sampling
from rlve_gym.engines.select import load_engine
from rlve_gym.engines.transformers import TransformersEngine, token_logprobs


def test_shards_are_perturbed_restored_replaced_and_read_back(needs_vllm, wide_folder):
    plain = TransformersEngine.load(str(wide_folder), device="cpu")
    options = {"kv_cache_gib": 0.05, "tensor_parallel_size": 2}
    engine = load_engine(str(wide_folder), engine="vllm", vllm=options, device="cpu", max_batch=8)
    try:
        before = engine.fingerprint()
        assert before == plain.fingerprint()
        member = Member(1, 2, 3, 0.05)
        with engine.perturbed(member), plain.perturbed(member):
            assert engine.fingerprint() == plain.fingerprint() != before
            requests = [Request(n, "Sort 3 1 2", n) for n in range(4)]
            completions = [c for _, c in engine.generate(requests, Sampling(max_tokens=9))]
            logprobs_BT, mask_BT = token_logprobs(plain.model, [(c.prompt_tokens, c.tokens_T) for c in completions])
            found = [logprob for c in completions for logprob in c.logprobs_T]
            assert logprobs_BT[mask_BT].tolist() == pytest.approx(found, abs=1e-3)
        assert engine.fingerprint() == before
        fresh = {name: tensor * 2 for name, tensor in plain.tensors().items()}
        engine.set_weights(1, fresh)
        plain.set_weights(1, fresh)
        assert engine.fingerprint() == plain.fingerprint() != before
    finally:
        engine.close()
