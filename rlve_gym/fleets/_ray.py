"""What all that runs on Ray shares: joining a cluster, places in it, and why an actor was lost.

Without an address a cluster is started on this machine, with no dashboard and no reports to Ray's makers; it ends with
this process, however that ends. A process is in one cluster: who joins first says which.
"""

import os
import re
import socket
import sys
from collections.abc import Mapping
from typing import Any

import ray
from ray.exceptions import RayError
from ray.runtime_env import RuntimeEnv
from ray.util.placement_group import placement_group, remove_placement_group
from ray.util.scheduling_strategies import PlacementGroupSchedulingStrategy

from rlve_gym._judge_worker import _die_with

_OWN = "local"
_OWN_ROOM_S = 20.0
"""How long to wait for room in a cluster of our own, which does not grow: others may just be leaving it."""
_REACH_S = 20.0
_QUIETLY: dict[str, Any] = {"log_to_driver": False, "configure_logging": False}


class _Membership:
    """Of this process in a cluster. count: who has joined. ours: whether we connected it, and not the program that uses
    us. own: whether the cluster is of our making."""

    count = 0
    ours = own = False


def join(address: str | None = None, runtime_env: Mapping[str, Any] | None = None) -> None:
    """Be in a cluster until `leave`. Raises ValueError, saying what to do, if there is none.

    address: "host:port", "auto" for the one on this machine, or None for $RAY_ADDRESS or, without it, one of our own.
    runtime_env: what Ray prepares for actors; in a cluster of our own they find modules where this process does.
    """
    if not ray.is_initialized():
        _connect(_address(address), _checked(runtime_env or {}))
        _Membership.ours = True
    _Membership.count += 1


def elsewhere(address: str | None) -> bool:
    """Whether a cluster may have machines that do not share this one's disk."""
    return _address(address) != _OWN


def connected() -> bool:
    """Whether there is anything to undo: at the end of a process, Ray may have gone first."""
    return ray.is_initialized()


def _address(address: str | None) -> str:
    return address or os.environ.get("RAY_ADDRESS") or _OWN


def _checked(runtime_env: Mapping[str, Any]) -> dict[str, Any]:
    """What Ray makes of it, before anything is started. Raises ValueError, saying what is wrong."""
    try:
        RuntimeEnv(**runtime_env)
    except (TypeError, ValueError) as error:
        raise ValueError(f"ray.runtime_env: {in_a_line(str(error))}; Ray's documentation says what it takes") from error
    return dict(runtime_env)


def _connect(address: str, runtime_env: dict[str, Any]) -> None:
    _Membership.own = address == _OWN
    if _Membership.own:
        _start(runtime_env)
        return
    try:
        if address.startswith("ray://"):
            raise ConnectionError("Ray's client cannot stream: start the run on a machine of the cluster")
        if re.fullmatch(r"[^/]+:\d+", address):
            _reach(address)
        ray.init(address, runtime_env=runtime_env, **_QUIETLY)
    except (OSError, RuntimeError, RayError) as error:
        raise ValueError(
            f"there is no Ray cluster at {address}: `ray start --head` starts one, `ray start --address=HOST:6379` on "
            f"others joins it; without an address this machine alone is used ({in_a_line(str(error))[:300]})"
        ) from error


def _start(runtime_env: dict[str, Any]) -> None:
    """A cluster of our own."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # By default workers have the lowest priority but four: beside a trainer that computes they would hardly run.
    os.environ.setdefault("RAY_worker_niceness", "0")
    path = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
    found = {**runtime_env, "env_vars": {"PYTHONPATH": path, **(runtime_env.get("env_vars") or {})}}
    ray.init(_OWN, runtime_env=found, include_dashboard=False, **_QUIETLY)


def _reach(address: str) -> None:
    """Raises OSError if nobody listens there, which Ray would try to find out for more than ten minutes."""
    host, _, port = address.rpartition(":")
    socket.create_connection((host.strip("[]"), int(port)), _REACH_S).close()


def leave() -> None:
    """Undo a `join`. The last one disconnects, which ends a cluster of our own."""
    _Membership.count -= 1
    if _Membership.count == 0 and _Membership.ours:
        _Membership.ours = False
        ray.shutdown()


def die_with_raylet() -> None:
    """Called by an actor: its process ends with the one that Ray has on this machine, not only when its call ends."""
    _die_with(os.getppid())


class Places:
    """Room for `count` actors, reserved, as close together as it goes. What dies with its machine gets room elsewhere.

    Raises ValueError if there is not enough room within `room_s`.
    """

    def __init__(self, count: int, cpus: float, gpus: float, room_s: float):
        bundle = {name: amount for name, amount in (("CPU", cpus), ("GPU", gpus)) if amount}
        self._cpus, self._gpus = cpus, gpus
        self._group = placement_group([bundle] * count, strategy="PACK")
        if not self._group.wait(min(room_s, _OWN_ROOM_S) if _Membership.own else room_s):
            remove_placement_group(self._group)
            wanted = " and ".join(f"{amount:g} {name}" for name, amount in bundle.items())
            raise ValueError(f"no room for {count} Ray actors with {wanted} each: the cluster has {room()}")

    def options(self, place: int) -> dict[str, Any]:
        """What an actor is made with to be at a place. Ray does not restart it: who holds it makes another."""
        strategy = PlacementGroupSchedulingStrategy(self._group, placement_group_bundle_index=place)
        lost = {"max_restarts": 0, "max_task_retries": 0}
        return {"num_cpus": self._cpus, "num_gpus": self._gpus, "scheduling_strategy": strategy, **lost}

    def close(self) -> None:
        """Give the room back. Actors that are still there die."""
        remove_placement_group(self._group)


def room() -> str:
    """What a cluster has and what of it is free, in words."""
    total, free = ray.cluster_resources(), ray.available_resources()
    return ", ".join(f"{total.get(name, 0):g} {name} ({free.get(name, 0):g} free)" for name in ("CPU", "GPU"))


def why(error: RayError) -> str:
    """Why an actor was lost, in a line, without Ray's identifiers and advice."""
    text = in_a_line(str(error))
    found = re.search(r"The actor is dead because (.*?)(?:\. Some common causes|$)", text)
    return (found[1] if found else text)[:300]


def in_a_line(text: str) -> str:
    return " ".join(text.split())
