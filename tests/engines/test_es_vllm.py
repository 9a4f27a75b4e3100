"""Evolution strategies on vLLM: runs are reproducible, and their weights are the bits that any other engine has."""

from pathlib import Path

import pytest

pytest.importorskip("torch")

from rlve_gym.config import parse_config
from rlve_gym.engines.base import Member, Sampling
from rlve_gym.es_cli import replay
from rlve_gym.fleets.follower import SECONDS, Attempts, Follower, Work
from rlve_gym.history import Header, History
from rlve_gym.metrics import Run
from rlve_gym.models import tiny
from rlve_gym.registry import trainer

es = trainer("es")
VLLM = {"engine": "vllm", "vllm": {"kv_cache_gib": 0.05}, "max_batch": 8}
REWARDS = ([0, 1, 2, 3], [1, 1, 1, 1], [1, None, 0.5, 0], [3, 2, 1, 0])


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("models") / "tiny"
    return str(tiny(path, width=64, depth=1, heads=2, feed_forward=64, levels=1))


def answer(follower: Follower, method: str, argument, common):
    return dict(getattr(follower, method)(argument, common))


def test_followers_of_both_engines_stand_at_the_same_bits(needs_vllm, folder, tmp_path):
    plain = Follower(folder, threads=1, device="cpu")
    follower = Follower(folder, threads=1, device="cpu", engine_options=VLLM)
    base = answer(plain, "base", None, None)
    assert base == answer(follower, "base", None, None) and base["dtype"] == "float32"
    header = Header(base["fingerprint"], 3, 4, 1e-2, 1e-1, dtype="float32")
    history, prints = History.create(tmp_path / "history", header), []
    states = [(tmp_path / "history").read_bytes()]
    for row in REWARDS:
        history.append(row)
        states.append((tmp_path / "history").read_bytes())
    attempts = Attempts(((0, 1), (1, 2), (0, 3)), (Member(3, 4, 1, -0.05),))
    for packed in [*states, states[1]]:  # the last goes back
        print_ = answer(follower, "fingerprint", None, packed)
        assert print_ == answer(plain, "fingerprint", None, packed)
        prints.append(print_["fingerprint"])
        work = Work(packed, ("Sort 3 1 2", "Sort 2 1"), Sampling(temperature=0, max_tokens=6))
        found, expected = (answer(one, "sample", attempts, work) for one in (follower, plain))
        found.pop(SECONDS), expected.pop(SECONDS)
        assert found == expected
    assert prints[2] == prints[1] == prints[-1] and len({*prints}) == 4  # equal rewards move nothing
    answer(follower, "save", str(tmp_path / "one"), states[-1])
    answer(plain, "save", str(tmp_path / "two"), states[-1])
    weights = [(tmp_path / name / "model.safetensors").read_bytes() for name in ("one", "two")]
    assert weights[0] == weights[1]
    crowd = Attempts(((0, 1), (0, 1)), (Member(3, 4, 1, -0.05), Member(3, 4, 2, -0.05)))
    with pytest.raises(ValueError, match="together"):
        answer(follower, "sample", crowd, work)


def test_a_run_is_reproducible_and_its_history_is_its_model(needs_vllm, folder, tmp_path):
    made = []
    for name in ("one", "two"):
        raw = {
            "trainer": "es",
            "name": name,
            "runs": str(tmp_path),
            "environments": ["sorting"],
            "model": {"path": folder, "device": "cpu", **VLLM},
            "steps": 2,
            "prompts": 4,
            "samples": 2,
            "evolution": {"population": 4, "sigma": 0.03, "alpha": 0.03, "antithetic": True},
            # Whether there is an answer at all is a matter of chance here, and so decides rewards.
            "sampling": {"max_tokens": 8, "temperature": 1.0, "stop": ["1"]},
            "reward": {"malformed": -1.0},
            "threads": 1,
            "judge": {"processes": 1},
            "evaluation": {"every": 0},
            "log_groups": 100,
        }
        config = parse_config(raw)
        with Run.create(config) as run:
            es.train(config, run)
        made.append(tmp_path / name)
    for name in (es.HISTORY, "rollouts.jsonl", "model/model.safetensors"):
        assert (made[0] / name).read_bytes() == (made[1] / name).read_bytes(), name
    history = History.load(made[0] / es.HISTORY)
    replay(history, folder, tmp_path / "replayed", "cpu")
    assert_same(made[0] / "model", tmp_path / "replayed")


def assert_same(one: Path, other: Path) -> None:
    assert (one / "model.safetensors").read_bytes() == (other / "model.safetensors").read_bytes()


def test_what_vllm_cannot_do_is_said_before_anything_is_done():
    raw = {"trainer": "es", "name": "x", "environments": ["sorting"], "model": {"path": "tiny", "engine": "vllm"}}
    assert parse_config(raw).model.engine_choice()["vllm"]["tensor_parallel_size"] == 1
    with pytest.raises(ValueError, match="together: vllm samples one member at a time"):
        parse_config({**raw, "together": 2})
    with pytest.raises(ValueError, match=r"model\.vllm\.gpus"):
        parse_config({**raw, "model": {"path": "tiny", "engine": "vllm", "vllm": {"gpus": 2}}})
    with pytest.raises(ValueError, match="vllm cannot be used by sft"):
        parse_config({**raw, "trainer": "sft"})
