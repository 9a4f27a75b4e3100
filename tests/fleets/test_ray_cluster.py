"""Runs of evolution strategies on a Ray cluster of several nodes, all on this machine, while parts of it die."""

import os
import signal
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("ray")

import ray
from ray.cluster_utils import Cluster
from ray_owner import gone, killed_owner

from rlve_gym.config import parse_config
from rlve_gym.fleets.base import Recipe
from rlve_gym.fleets.select import FleetSection, open_fleet
from rlve_gym.metrics import Run, read_lines
from rlve_gym.registry import trainer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

es = trainer("es")
WARM = {
    "trainer": "sft",
    "name": "warm",
    "environments": ["sorting"],
    "model": {"path": "tiny", "tiny": {"width": 32, "depth": 1, "heads": 2, "feed_forward": 32, "levels": 1}},
    "steps": 30,
    "batch": 32,
    "high": 0,
    "optimizer": {"lr": 1e-2},
    "threads": 1,
}
ES = {
    "trainer": "es",
    "environments": ["sorting"],
    "steps": 3,
    "prompts": 4,
    "evolution": {"population": 6, "sigma": 0.03, "alpha": 0.03, "antithetic": True},
    "sampling": {"max_tokens": 8},
    "curriculum": {"prompts": 1, "threshold": 0.01},
    "evaluation": {"every": 2, "levels": [0], "problems": 9},
    "snapshots": {"every": 1},
    "threads": 1,
    "judge": {"processes": 1},
}
NODE = {"num_cpus": 1, "object_store_memory": 80 << 20}
QUICK = {"health_check_period_ms": 500, "health_check_timeout_ms": 1000, "health_check_failure_threshold": 4}
"""So that the death of a node is known after seconds."""


@pytest.fixture(scope="module")
def warm(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("warm")
    config = parse_config({**WARM, "runs": str(folder)})
    with Run.create(config) as run:
        trainer("sft").train(config, run)
    return str(folder / "warm" / "model")


@pytest.fixture(scope="module")
def local(tmp_path_factory, warm) -> Path:
    """The folder of a run on this machine, which all others must equal."""
    return train(tmp_path_factory.mktemp("local"), warm, {"kind": "local"})


@pytest.fixture(scope="module")
def head():
    """A cluster whose head has no room for actors."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112 - Ray's own spelling
    args = {**NODE, "num_cpus": 0, "include_dashboard": False, "_system_config": QUICK}
    made = Cluster(initialize_head=True, head_node_args=args)
    yield made
    made.shutdown()


@pytest.fixture
def cluster(head):
    """With two nodes that have room for one actor each."""
    while len(head.worker_nodes) < 2:
        head.add_node(**NODE)
    yield head
    assert not ray.is_initialized()


def on(cluster: Cluster) -> dict:
    path = {"PYTHONPATH": os.pathsep.join(sys.path)}
    return {"kind": "ray", "ray": {"address": cluster.address, "actors": 2, "runtime_env": {"env_vars": path}}}


def train(folder: Path, model: str, fleet: dict) -> Path:
    config = parse_config({**ES, "model": model, "runs": str(folder), "name": "run", "fleet": fleet})
    with Run.create(config) as run:
        es.train(config, run)
    return folder / "run"


def same(one: Path, other: Path) -> None:
    lines = [
        [{key: value for key, value in line.items() if not key.startswith("time/")} for line in read_lines(path)]
        for path in (one / "metrics.jsonl", other / "metrics.jsonl")
    ]
    assert len(lines[0]) == 3 and lines[0] == lines[1]
    for name in ("rollouts.jsonl", es.HISTORY, "model/model.safetensors"):
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


class Sabotaged:
    """A fleet in which something happens to an actor that is at work, twice, in the middle of an iteration."""

    def __init__(self, home, strike):
        self._home, self._strike = home, strike
        self.struck = 0

    def __getattr__(self, name):
        return getattr(self._home, name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def map(self, method, items, common=None):
        for n, found in enumerate(self._home.map(method, items, common)):
            yield found
            if method == "sample" and n == 9 and self.struck < 2:
                victim = next(actor for actor in self._home._fleet._pool if actor.call is not None)
                self.struck += 1
                self._strike(victim, self.struck)


def kill_actor(cluster, victim, number):
    ray.kill(victim.handle)


def kill_process(cluster, victim, number):
    os.kill(victim.where.pid, signal.SIGKILL)


def remove_node(cluster, victim, number):
    """Of the first there is another in its place at once; the second leaves the rest of the run to one actor."""
    if number == 1:
        cluster.add_node(**NODE)
    cluster.remove_node(next(node for node in cluster.worker_nodes if node.node_id == victim.where.node), False)


@pytest.mark.parametrize("strike", [kill_actor, kill_process, remove_node])
def test_what_dies_in_an_iteration_leaves_no_trace_but_a_note(cluster, local, warm, tmp_path, monkeypatch, strike):
    fleets = []

    def sabotaged(section, recipe):
        fleets.append(Sabotaged(open_fleet(section, recipe), lambda *victim: strike(cluster, *victim)))
        return fleets[-1]

    monkeypatch.setattr(es, "open_fleet", sabotaged)
    folder = train(tmp_path, warm, on(cluster))
    same(local, folder)
    assert fleets[0].struck == 2
    notes = (folder / "notes.txt").read_text().splitlines()
    assert len(notes) >= 2 and all("was replaced" in note for note in notes)
    assert sum("its node has died" in note for note in notes) >= (2 if strike is remove_node else 0)


def test_a_driver_that_is_killed_leaves_the_cluster_free(cluster, tmp_path):
    """Its actors end and their places are free again, while the cluster stays."""
    actors = killed_owner(tmp_path, address=cluster.address, runtime_env=on(cluster)["ray"]["runtime_env"])[:2]
    assert gone(actors)
    with open_fleet(FleetSection(**on(cluster)), Recipe("fleet_worker:Worker", {})) as made:
        assert len(list(made.map("times", [((0, n), n) for n in range(4)], 1))) == 12
        assert made.losses() == []
