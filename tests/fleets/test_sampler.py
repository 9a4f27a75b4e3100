"""DAPO over a fleet: workers sample from the weights that are trained, and who samples leaves no trace."""

import pytest

pytest.importorskip("torch")

import os
import signal

import torch

from rlve_gym.config import parse_config
from rlve_gym.engines.base import Request, Sampling
from rlve_gym.engines.transformers import TransformersEngine
from rlve_gym.fleets.base import Recipe
from rlve_gym.fleets.local import Inline, Processes
from rlve_gym.fleets.sampler import MAKER, FleetSampler
from rlve_gym.metrics import Run, read_lines
from rlve_gym.registry import trainer

RUN = {
    "trainer": "dapo",
    "environments": ["sorting"],
    "model": {"path": "tiny", "tiny": {"width": 32, "depth": 1, "heads": 2, "feed_forward": 32, "levels": 2}},
    "steps": 2,
    "prompts": 4,
    "samples": 4,
    "max_waves": 1,
    "algorithm": {"filter": "keep_all"},
    "sampling": {"max_tokens": 8},
    "optimizer": {"lr": 1e-2},
    "evaluation": {"every": 1, "levels": [0], "problems": 4},
    "threads": 1,
}
REQUESTS = [Request(n, f"Sort {n % 3} 2 1", n) for n in range(11)]
SAMPLING = Sampling(max_tokens=6)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    from rlve_gym.models import tiny

    return tiny(tmp_path_factory.mktemp("models") / "tiny", width=32, depth=1, heads=2, feed_forward=32, levels=2)


@pytest.fixture
def engine(folder):
    torch.set_num_threads(1)
    return TransformersEngine.load(str(folder), device="cpu")


def recipe(folder):
    return Recipe(MAKER, {"model": str(folder), "threads": 1, "device": "cpu"})


def moved(engine, version):
    with torch.no_grad():
        for parameter in engine.model.parameters():
            parameter.add_(0.05 * torch.randn_like(parameter))
    engine.bump(version)


def test_workers_sample_from_the_weights_as_they_are(folder, engine):
    with Inline(recipe(folder)) as fleet:
        sampler = FleetSampler(fleet, engine, share=len(REQUESTS))
        before = dict(sampler.generate(REQUESTS, SAMPLING))
        assert before == dict(engine.generate(REQUESTS, SAMPLING))
        moved(engine, 7)
        after = dict(sampler.generate(REQUESTS, SAMPLING))
        assert after == dict(engine.generate(REQUESTS, SAMPLING)) != before
        assert {completion.weights_version for completion in after.values()} == {7}
        assert fleet.worker.engine.fingerprint() == engine.fingerprint()


def test_weights_are_packed_once_a_version(folder, engine):
    with Inline(recipe(folder)) as fleet:
        sampler = FleetSampler(fleet, engine, share=4)
        list(sampler.generate(REQUESTS, SAMPLING))
        first = sampler._weights()[1]
        list(sampler.generate(REQUESTS, SAMPLING))
        assert sampler._weights()[1] is first
        moved(engine, 1)
        assert sampler._weights()[1] != first


def test_a_lost_worker_gets_the_weights_again(folder, engine):
    with Processes(recipe(folder), 2) as fleet:
        sampler = FleetSampler(fleet, engine, share=2)
        moved(engine, 3)
        wanted, found = {}, {}
        while not all(process.ready for process in fleet._pool):
            wanted = dict(sampler.generate(REQUESTS, SAMPLING))
        for number, completion in sampler.generate(REQUESTS, SAMPLING):
            if not found:
                os.kill(fleet._pool[0].process.pid, signal.SIGKILL)
                os.waitid(os.P_PID, fleet._pool[0].process.pid, os.WEXITED | os.WNOWAIT)
            found[number] = completion
        assert found == wanted and len(fleet.losses()) == 1


def test_a_prompt_that_is_too_long_is_the_users(folder, engine):
    with Inline(recipe(folder)) as fleet, pytest.raises(ValueError, match="context"):
        list(FleetSampler(fleet, engine, 4).generate([Request(0, "1 " * 5000, 0)], SAMPLING))


@pytest.mark.timeout(400)
def test_a_run_over_a_fleet_is_that_of_one_process(tmp_path):
    """Two processes, one, and none, whose share is everything: the same log and the same weights, to the last bit."""
    found = {}
    for name, changes in {
        "none": {},
        "one": {"fleet": {"processes": 1}, "share": 16},
        "two": {"fleet": {"processes": 2}, "share": 4},
        "one, in shares": {"fleet": {"processes": 1}, "share": 4},
    }.items():
        config = parse_config(
            {**RUN, "runs": str(tmp_path), "name": name.replace(", ", "-").replace(" ", "-"), **changes}
        )
        with Run.create(config) as run:
            trainer("dapo").train(config, run)
        lines = [
            {key: value for key, value in line.items() if not key.startswith("time/")}
            for line in read_lines(run.folder / "metrics.jsonl")
        ]
        weights = TransformersEngine.load(str(run.folder / "model"), device="cpu").fingerprint()
        found[name] = lines, weights, (run.folder / "rollouts.jsonl").read_bytes()
    assert found["two"] == found["one, in shares"]
    assert found["one"] == found["none"]


def test_an_engine_of_another_kind_makes_a_fleet():
    config = parse_config({**RUN, "name": "run", "model": {"path": "tiny", "engine": "vllm"}})
    assert config.has_fleet and not parse_config({**RUN, "name": "run"}).has_fleet
    assert config.recipe("somewhere").options["engine_options"]["engine"] == "vllm"
