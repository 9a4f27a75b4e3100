"""Ray actors as a fleet, beyond the contract (`test_fleets.py`): places, addresses, and what is left behind."""

import os
import signal

import pytest

pytest.importorskip("ray")

import ray
from ray.util import placement_group_table
from ray_owner import gone, killed_owner

from rlve_gym.fleets.base import Recipe
from rlve_gym.fleets.ray import Actors
from rlve_gym.fleets.select import FleetSection, RaySection, open_fleet

pytestmark = pytest.mark.timeout(400)
RECIPE = Recipe("fleet_worker:Worker", {})


def test_no_cluster_there():
    with pytest.raises(ValueError, match=r"no Ray cluster at 127\.0\.0\.1:1: `ray start --head`"):
        Actors(RECIPE, address="127.0.0.1:1")
    with pytest.raises(ValueError, match="on a machine of the cluster"):
        RaySection(address="ray://head:10001")
    assert not ray.is_initialized()


@pytest.mark.parametrize("wrong", [{"env_vars": {"THREADS": 1}}, {"env_vars": ["THREADS"]}, {"pip": 3}])
def test_a_runtime_environment_that_is_none_is_the_users(wrong):
    with pytest.raises(ValueError, match=r"ray\.runtime_env: .*Ray's documentation"):
        Actors(RECIPE, runtime_env=wrong)
    assert not ray.is_initialized()


def test_a_killed_process_is_replaced_and_closing_leaves_nothing(ray_cluster, tmp_path):
    """Work is lost in the middle, one part of it was known already; a common argument reaches old and new actors."""
    section = FleetSection(kind="ray", ray=RaySection(actors=2, cpus_per_actor=0.5))
    made = open_fleet(section, RECIPE)
    assert isinstance(made, Actors) and made.workers == 2
    parts, pids, path = [], [], tmp_path / "go"
    for key, part, pid in made.map("wait", [((1, n), str(path)) for n in range(3)]):
        parts.append((key, part))
        pids.append(pid)
        if len(parts) == 1:
            os.kill(pid, signal.SIGKILL)
            path.touch()
    assert sorted(parts) == sorted(((1, n), part) for n in range(3) for part in ("begun", "ended"))
    (why,) = made.losses()
    assert f"process {pids[0]}) was replaced: its worker process has died" in why and made.losses() == []
    for common in (10, 100):
        found = list(made.map("times", [((2, n), n) for n in range(4)], common))
        wanted = [((2, n), part, n * common + part) for n in range(4) for part in range(3)]
        assert sorted(found) == wanted
    group = made._places._group
    made.close()
    made.close()
    assert gone(pids) and placement_group_table(group)["state"] == "REMOVED"


@pytest.mark.slow
def test_silence_is_a_loss(ray_cluster, tmp_path):
    """Of one that hangs, and of one whose whole process stands still."""
    with Actors(RECIPE, 2, cpus=0.5, silence_s=15.0) as made:
        items = [((2, n), (n % 2, f"name{n}", "hang")) for n in range(3)]
        assert len(list(made.map("trouble", items, str(tmp_path)))) == 6
        assert [why.partition(" was replaced: ")[2] for why in made.losses()] == ["silent for 15 s"]
        stopped, ended, path = [], [], tmp_path / "go"
        for _, part, pid in made.map("wait", [((3, n), str(path)) for n in range(3)]):
            if part == "begun" and not stopped:
                stopped.append(pid)
                os.kill(pid, signal.SIGSTOP)
                path.touch()
            ended += [pid] if part == "ended" else []
        assert len(ended) == 3 and stopped[0] not in ended and gone(stopped)
        assert [why.partition(" was replaced: ")[2] for why in made.losses()] == ["silent for 15 s"]


@pytest.mark.slow
def test_room(ray_cluster):
    with pytest.raises(ValueError, match="no room for 2 Ray actors with 1000 CPU and 1 GPU each: the cluster has"):
        Actors(RECIPE, 2, cpus=1000, gpus=1, room_s=0.5)
    with Actors(RECIPE, 1, cpus=0.5) as made:
        assert len(list(made.map("times", [((0, 0), 1)], 1))) == 3


@pytest.mark.slow
def test_a_cluster_of_our_own_does_not_outlive_us(tmp_path, monkeypatch):
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    pids = killed_owner(tmp_path, cpus=0.5)
    assert gone(pids[:2]) and len(pids) > 5
    assert gone(pids, within_s=150.0), "Ray's agents wait for a minute whether their cluster comes back"
