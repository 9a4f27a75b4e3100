"""What a run on Modal would start and cost, before anything is started. Needs neither the package modal nor a network.

Prices are a copy with a date: look at the source before a large run. What nobody can know beforehand is not guessed:
how long a member takes is given as `fleet.modal.member_s`, a proof as `fleet.modal.proof_s`, or there is no estimate.
"""

import math
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from rlve_gym.fleets.modal import ModalSection
from rlve_gym.prices import AS_OF, FUNCTION, SANDBOX, SOURCE, gpu_usd

if TYPE_CHECKING:
    from rlve_gym.lean.modal import SandboxSection

REGION = (1.15, 1.75)
"""What naming a region multiplies prices by, from and to."""
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
BASE = ("gymnasium", "mpmath", "numpy", "pydantic", "pyyaml", "rich", "typer")
"""What the package depends on, without extras."""
ORCHESTRATOR = ("requests", "huggingface_hub")


def engine_packages(section: ModalSection) -> list[str]:
    """What the image of the engines has."""
    return [*section.packages, *_pinned(BASE)]


def orchestrator_packages() -> list[str]:
    """What the image of the orchestrator has."""
    return _pinned(BASE + ORCHESTRATOR)


def _pinned(packages: tuple[str, ...]) -> list[str]:
    """Packages at the versions that are installed here, so that both sides agree; as given if they are not."""
    return [f"{name}=={found}" if (found := _version(name)) else name for name in packages]


def _version(package: str) -> str | None:
    try:
        return version(package).partition("+")[0]
    except PackageNotFoundError:
        return None


@dataclass(frozen=True)
class Shape:
    """What an iteration asks of the fleet. calls: how many; members: in all of them; attempts: completions to judge."""

    calls: int
    members: int
    attempts: int
    iterations: int


def shape(config: Any) -> Shape:
    """Of a run's iterations, evaluations and groups that are drawn again left out. Raises ValueError if it has none."""
    if config.trainer == "dapo":
        attempts = config.prompts * config.samples
        shares = math.ceil(attempts / config.share)
        return Shape(shares, shares, attempts, config.steps)
    if config.trainer != "es":
        raise ValueError(f"fleet=modal: the trainer {config.trainer} samples nothing, so there is nothing for a fleet")
    population, extra = config.evolution.population, int(config.observe == "unperturbed")
    attempts = (population + extra) * config.prompts * config.samples
    return Shape(math.ceil(population / config.together) + extra, population + extra, attempts, config.steps)


def plan(config: Any) -> dict[str, Any]:
    """All that `train CONFIG fleet=modal` would start, as plain data."""
    section: ModalSection = config.fleet.modal
    what = shape(config)
    return {
        "app": section.app,
        "roles": {
            "engine": {
                "image": {"base": f"debian_slim, Python {PYTHON}", "packages": engine_packages(section)},
                "gpu": section.gpu,
                "containers": section.containers,
                **section.resources(),
                "timeout_s": section.timeout_s,
                "startup_s": section.startup_s,
                "idle_s": section.idle_s,
                "retries": section.retries,
                "volumes": {"/models": f"{section.models} (read-only)", "/runs": section.runs},
                "secrets": [],
            },
            "orchestrator": {
                "where": "this machine",
                "image": {"base": f"debian_slim, Python {PYTHON}", "packages": orchestrator_packages()},
                "used_by": "rlve-gym modal setup",
                "volumes": {"/models": section.models},
                "secrets": list(section.secrets),
            },
            "lean": _lean(config),
        },
        "model": config.model.path,
        "iteration": {"calls": what.calls, "rounds": _rounds(section, what), "attempts": what.attempts},
        "cost": cost(section, what, config.lean.modal if config.lean.checker == "modal" else None),
    }


def _lean(config: Any) -> dict[str, Any]:
    """Where proofs are checked."""
    if config.lean.checker != "modal":
        return {"where": "this machine, or the server that the configuration names", "checker": config.lean.checker}
    names = ("image", "sandboxes", "lanes", "cpu", "memory_mib", "region", "lifetime_s", "idle_timeout_s")
    return {"where": "sandboxes on Modal", **config.lean.modal.model_dump(mode="json", include=set(names))}


def _rounds(section: ModalSection, what: Shape) -> int:
    return math.ceil(what.calls / section.containers)


def cost(section: ModalSection, what: Shape, pool: "SandboxSection | None") -> dict[str, Any]:
    """Dollars from and to, per iteration and per run; or what is missing for an estimate.

    From: engines are paid while they work, and proofs are checked while others are written. To: each engine also idles
    for `idle_s` once an iteration, proofs are checked afterwards, and the dearest of several types of GPU is had.
    pool: of sandboxes, which are paid all the time.
    """
    found: dict[str, Any] = {"prices_of": AS_OF, "prices_from": SOURCE, "assumed": {}, "missing": []}
    try:
        rates = _container_rates(section)
    except ValueError as error:
        found["missing"].append(str(error))
        return found
    found["engine_hour"] = [round(rate * 3600, 4) for rate in rates]
    if section.member_s is None:
        found["missing"].append("how long a member takes: fleet.modal.member_s=SECONDS")
    if pool and section.proof_s is None:
        found["missing"].append("how long a proof takes: fleet.modal.proof_s=SECONDS")
    if section.member_s is None or found["missing"]:
        return found
    found["assumed"]["member_s"] = section.member_s
    busy_s = what.members * section.member_s
    idle_s = min(section.containers, what.calls) * section.idle_s
    iteration = {"engines": [busy_s * rates[0], (busy_s + idle_s) * rates[1]]}
    times_s = [_rounds(section, what) * section.member_s * what.members / what.calls] * 2
    if pool and section.proof_s is not None:
        found["assumed"]["proof_s"] = section.proof_s
        checking_s = what.attempts * section.proof_s / (pool.sandboxes * pool.lanes)
        times_s = [max(times_s[0], checking_s), times_s[1] + checking_s]
        rate = pool.sandboxes * SANDBOX.usd(pool.cpu, pool.memory_mib / 1024, 1)
        factors = REGION if pool.region else (1.0, 1.0)
        iteration["sandboxes"] = [rate * time_s * factor for time_s, factor in zip(times_s, factors, strict=True)]
    iteration["total"] = [sum(pair) for pair in zip(*iteration.values(), strict=True)]
    found["iteration_s"] = [round(time_s, 1) for time_s in times_s]
    found["iteration"] = {name: [round(value, 4) for value in pair] for name, pair in iteration.items()}
    found["run"] = [round(value * what.iterations, 2) for value in iteration["total"]]
    found["not_counted"] = ["starts, evaluations, work that is done again, updates of the weights, storage"]
    return found


def _container_rates(section: ModalSection) -> tuple[float, float]:
    """Dollars a second of one container, from and to. Raises ValueError for a type of GPU without a price."""
    types = [section.gpu] if isinstance(section.gpu, str) else list(section.gpu or ())
    gpus = [_gpu(kind) for kind in types]
    rest = FUNCTION.usd(section.cpu, section.memory_mib / 1024, 1)
    low, high = _region(section)
    return (min(gpus, default=0.0) + rest) * low, (max(gpus, default=0.0) + rest) * high


def _gpu(kind: str) -> float:
    """Dollars a second of a type, or of several of it ("H100!:2")."""
    name, _, count = kind.partition(":")
    if not (count or "1").isdecimal():
        raise ValueError(f"{kind!r} is no type of GPU; write H100, or H100:2 for two")
    return gpu_usd({"A10G": "A10", "A100": "A100-40GB"}.get(name, name), int(count or 1))


def _region(section: ModalSection) -> tuple[float, float]:
    return REGION if section.region else (1.0, 1.0)


def lines(planned: dict[str, Any]) -> list[str]:
    """A plan for reading."""
    engine, orchestrator = planned["roles"]["engine"], planned["roles"]["orchestrator"]
    it, money = planned["iteration"], planned["cost"]
    gpu = engine["gpu"] if isinstance(engine["gpu"], str) else ", ".join(engine["gpu"] or ()) or "no GPU"
    found = [
        f"app {planned['app']}",
        f"engine: up to {engine['containers']} containers with {gpu}, {engine['cpu']:g} cores, {engine['memory']} MiB"
        + (f", in {engine['region']}" if "region" in engine else ""),
        f"  image: {engine['image']['base']}; {' '.join(engine['image']['packages'])}",
        f"  seconds: {engine['timeout_s']} a call, {engine['startup_s']} to start, {engine['idle_s']} idle; "
        f"retries by Modal: {engine['retries']}",
        f"  volumes: {', '.join(f'{name} at {place}' for place, name in engine['volumes'].items())}; secrets: none",
        f"orchestrator: {orchestrator['where']}; for setup an image {orchestrator['image']['base']}; "
        f"{' '.join(orchestrator['image']['packages'])}",
        f"  secrets: {', '.join(orchestrator['secrets']) or 'none'}",
        _lean_line(planned["roles"]["lean"]),
        f"model: {planned['model']}",
        f"iteration: {it['calls']} calls in {it['rounds']} rounds, {it['attempts']} completions to judge",
    ]
    return [*found, *_cost_lines(money)]


def _lean_line(lean: dict[str, Any]) -> str:
    """Where proofs are checked, for reading."""
    if "sandboxes" not in lean:
        return f"lean: {lean['where']}"
    each = f"{lean['lanes']} proofs at a time, {lean['cpu']:g} cores, {lean['memory_mib']} MiB"
    life = f"{lean['lifetime_s']} s at most, {lean['idle_timeout_s']} s idle"
    return f"lean: {lean['sandboxes']} {lean['where']}, each with {each}; image {lean['image']}; {life}"


def _cost_lines(money: dict[str, Any]) -> list[str]:
    """The estimate for reading."""
    found = [f"prices of {money['prices_of']} ({money['prices_from']})"]
    if "engine_hour" in money:
        found[0] += f"; a container: {_dollars(money['engine_hour'])} an hour"
    if "iteration" in money:
        assumed = ", ".join(f"{name} {value:g}" for name, value in money["assumed"].items())
        parts = ", ".join(f"{name} {_dollars(pair)}" for name, pair in money["iteration"].items())
        low_s, high_s = money["iteration_s"]
        found += [
            f"an iteration, assuming {assumed}: {low_s:g} to {high_s:g} s; {parts}",
            f"the run: {_dollars(money['run'])}",
        ]
        found += [f"not counted: {'; '.join(money['not_counted'])}"]
    return [*found, *(f"no estimate: {what}" for what in money["missing"])]


def _dollars(pair: list[float]) -> str:
    low, high = (f"${value:.4f}" if value < 1 else f"${value:.2f}" for value in pair)
    return low if low == high else f"{low} to {high}"
