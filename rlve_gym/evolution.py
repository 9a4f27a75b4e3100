"""The update of evolution strategies (arXiv 2509.24372), and a worker that rebuilds a run's weights from its history.

With base weights B, members of an iteration n (ascending), noise e (noise.py) and rewards R:

    z_n = (R_n - mean R) / (std R + 1e-8)        population standard deviation; or the centred ranks of R
    c_n = float32(alpha * z_n / N)               in double precision up to here; sums are exact before they are rounded
    U = sum of c_n * e_n                         float32: each product and each sum rounded once, n ascending, from 0
    D <- keep * D + U                            float32 again: product, then sum; keep = float32(1 - weight_decay)
    weights = cast(float32(B) + D)

D, the change, is the only thing that is kept; the rounding of weights to bfloat16 never feeds back. An iteration
without a c other than 0, as when all rewards are the same, is skipped: D does not decay either. N counts the members
that have a reward or a stand-in. An antithetic pair has one noise, with c = alpha * (z+ - z-) / N. Every step is IEEE
arithmetic in a fixed order per element, so how elements are dealt to threads, workers or devices leaves no trace.
Products and sums are separate operations: none may be contracted to a fused one.

Left out: Adam and momentum, whose state would be a second accumulator; low-rank noise.
"""

import itertools
import math
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rlve_gym.engines.base import Member
from rlve_gym.engines.weights import fingerprint
from rlve_gym.engines.weights import parameters as parameters
from rlve_gym.history import Fitness, Header, History, Missing
from rlve_gym.noise import Key, Pad, Stream, chunks, in_pieces, noise_like

if TYPE_CHECKING:
    from torch import Tensor

FLAT = 1e-6
"""Rewards whose standard deviation is no more than this are the same: what sets them apart is rounding."""
_SNAPSHOT = re.compile(r"change-(\d{8,})-([0-9a-f]{16})\.safetensors")


def members(header: Header, iteration: int) -> list[Member]:
    """The population of an iteration, in the order of its rewards."""
    if not header.antithetic:
        return [Member(header.seed, iteration, n, header.sigma) for n in range(header.population)]
    return [
        Member(header.seed, iteration, n // 2, -header.sigma if n % 2 else header.sigma)
        for n in range(header.population)
    ]


def coefficients(header: Header, rewards: Sequence[float | None]) -> list[tuple[int, float]]:
    """(noise index, c) of the members that move the weights, ascending; none in an iteration that is skipped.

    rewards: one per member, None where there is none.
    """
    values = _filled(header.missing, rewards)
    given = [value for value in values if value is not None]
    ordered = iter(_weights(header.fitness, given))
    weight = [0.0 if value is None else next(ordered, 0.0) for value in values]
    if header.antithetic:
        weight = [plus - minus for plus, minus in zip(weight[::2], weight[1::2], strict=True)]
    moves = [float(np.float32(header.alpha * value / max(1, len(given)))) for value in weight]
    return [(index, move) for index, move in enumerate(moves) if move]


def member_rewards(rule: Missing, rewards_NA: Sequence[Sequence[float | None]]) -> list[float | None]:
    """The reward of each member: the mean over its attempts, whatever order they came in.

    An attempt without a reward is left out, or filled as a member would be; a member without any is None.
    """
    filled = iter(_filled(rule, [reward for rewards_A in rewards_NA for reward in rewards_A]))
    found: list[float | None] = []
    for rewards_A in rewards_NA:
        given = [reward for reward in itertools.islice(filled, len(rewards_A)) if reward is not None]
        found.append(math.fsum(given) / len(given) if given else None)
    return found


def _filled(rule: Missing, rewards: Sequence[float | None]) -> list[float | None]:
    given = [reward for reward in rewards if reward is not None]
    if rule is Missing.LEAVE_OUT or not given:
        return list(rewards)
    stand_in = 0.0 if rule is Missing.ZERO else min(given)
    return [stand_in if reward is None else reward for reward in rewards]


def _weights(kind: Fitness, rewards: list[float]) -> list[float]:
    """Fitness; empty if the rewards are all the same."""
    count = max(1, len(rewards))
    mean = math.fsum(rewards) / count
    apart = [reward - mean for reward in rewards]
    std = math.sqrt(math.fsum(value * value for value in apart) / count)
    if std <= FLAT:
        return []
    return _ranks(rewards) if kind is Fitness.RANKS else [value / (std + 1e-8) for value in apart]


def _ranks(rewards: list[float]) -> list[float]:
    """Ranks from -0.5 to 0.5; equal rewards share the mean of theirs."""
    ordered = sorted(rewards)
    last = {reward: place for place, reward in enumerate(ordered)}
    first = {reward: place for place, reward in reversed(list(enumerate(ordered)))}
    return [(first[reward] + last[reward]) / 2 / (len(rewards) - 1) - 0.5 for reward in rewards]


class Replica:
    """A worker's copy of a run: base weights, the change D, and how much of the history D stands for.

    Holds a copy of the base and D in float32, on the base's device. Besides these, an update takes a chunk per thread
    on a CPU, and three float32 tensors of the largest parameter's size elsewhere. Not thread-safe.
    """

    def __init__(self, base: "Mapping[str, Tensor]", header: Header, threads: int | None = None):
        """base: the parameters that the run began with. threads: of the update, by default as many as torch has.

        Raises ValueError if the base is not the one that the header names.
        """
        import torch

        if (found := fingerprint(base)) != header.base:
            dtypes = ", ".join(sorted({str(tensor.dtype).removeprefix("torch.") for tensor in base.values()}))
            raise ValueError(
                f"the history began from other weights ({header.base} in {header.dtype}, not {found} in {dtypes}): "
                "give the model that the run began with, in that type"
            )
        self.header = header
        self.threads = threads or torch.get_num_threads()
        self._base = {name: tensor.detach().contiguous().clone() for name, tensor in base.items()}
        self._change: dict[str, Tensor] = {}
        self._restart()

    def _restart(self) -> None:
        import torch

        self._change = {name: torch.zeros_like(tensor, dtype=torch.float32) for name, tensor in self._base.items()}
        self.iterations, self.digest = 0, History(self.header).digest()

    def catch_up(self, history: History, snapshots: Path | None = None) -> int:
        """Apply the entries that are new, and return how many they were. See `steps`."""
        return sum(1 for _ in self.steps(history, snapshots))

    def steps(self, history: History, snapshots: Path | None = None) -> Iterator[int]:
        """Apply the entries that are new, one at a time; yields how many iterations the weights stand for.

        If what was applied before is not the beginning of this history, as after a run was resumed from an earlier
        state, begin anew. snapshots: a folder; the newest one of this history in it is used if it is further on.
        Raises ValueError if the history is another run's, or the snapshot is damaged.
        """
        if history.header != self.header:
            raise ValueError("this history is another run's: its header differs from the worker's")
        if self.iterations > len(history) or history.digest(self.iterations) != self.digest:
            self._restart()
        found = newest(snapshots, history) if snapshots else None
        if found and found[0] > self.iterations:
            self.load(found[1], history)
        for entry in history.entries[self.iterations :]:
            # Whatever interrupts an update leaves a change that stands for nothing.
            self.digest = ""
            self._apply(entry.iteration, coefficients(self.header, entry.rewards))
            self.iterations, self.digest = entry.iteration + 1, history.digest(entry.iteration + 1)
            yield self.iterations

    def write(self, targets: "Mapping[str, Tensor]") -> None:
        """Write the weights into tensors, such as the parameters of a model."""
        import torch

        for name, base in self._base.items():
            source, change, target = base.view(-1), self._change[name].view(-1), targets[name].detach()
            flat = target.view(-1) if target.is_contiguous() else target.flatten()
            for low in range(0, len(source), _WRITE):
                part = slice(low, low + _WRITE)
                if flat.dtype == source.dtype == torch.float32:
                    torch.add(change[part], source[part], out=flat[part])
                else:
                    flat[part].copy_(change[part] + source[part].float())
            if not target.is_contiguous():
                target.copy_(flat.view(target.shape))

    def weights(self) -> "dict[str, Tensor]":
        """The weights as new tensors, in the base's types."""
        import torch

        made = {name: torch.empty_like(base) for name, base in self._base.items()}
        self.write(made)
        return made

    def _apply(self, iteration: int, moves: list[tuple[int, float]]) -> None:
        if not moves:
            return
        keep = float(np.float32(1 - self.header.weight_decay))
        keys = [((self.header.seed, iteration, index), move) for index, move in moves]
        on_cpu = {name: it.view(-1).numpy() for name, it in self._change.items() if it.device.type == "cpu"}
        in_pieces(
            lambda name, low, high: _move(on_cpu[name], name, low, high, keys, keep),
            {name: len(change) for name, change in on_cpu.items()},
            self.threads,
        )
        for name, change in self._change.items():
            if name not in on_cpu:
                _move_whole(change, name, keys, keep)

    def snapshot(self, folder: Path, keep: int = 2) -> Path:
        """Write the change into a folder of snapshots, whole or not there, and remove all but the newest `keep`."""
        path = folder / f"change-{self.iterations:08d}-{self.digest[:16]}.safetensors"
        folder.mkdir(parents=True, exist_ok=True)
        self.save(path)
        earlier = [found for found in _snapshots(folder) if found[0] <= self.iterations]
        for _, _, old in earlier[:-keep]:
            old.unlink(missing_ok=True)
        return path

    def save(self, path: Path) -> None:
        """Write the change, exactly, with the digest of the history that it stands for: whole or not there."""
        from safetensors.torch import save_file

        assert self.digest, "an update was interrupted"
        about = {"history": self.digest, "iterations": str(self.iterations), "bits": fingerprint(self._change)}
        partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
        try:
            save_file({name: tensor.cpu() for name, tensor in self._change.items()}, partial, metadata=about)
            with partial.open("rb") as file:
                os.fsync(file.fileno())
            partial.rename(path)
        finally:
            partial.unlink(missing_ok=True)

    def load(self, path: Path, history: History) -> None:
        """Go to where a snapshot was taken. Raises ValueError if it is damaged or no part of the history."""
        from safetensors import SafetensorError, safe_open

        try:
            with safe_open(path, framework="pt") as file:
                about = file.metadata() or {}
                change = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            iterations = int(about["iterations"])
        except (OSError, SafetensorError, KeyError, ValueError) as error:
            raise ValueError(f"{path} is no snapshot, or damaged ({error}): remove it; the history is enough") from None
        if iterations > len(history) or history.digest(iterations) != about.get("history"):
            raise ValueError(
                f"{path} stands for {iterations} iterations that are not the first ones of this history of "
                f"{len(history)}: one of both is another run's, or the history was cut off; restore it, or remove the "
                "snapshot"
            )
        if fingerprint(change) != about.get("bits") or change.keys() != self._change.keys():
            raise ValueError(f"{path} is damaged: remove it; the history is enough")
        self.digest = ""
        for name, tensor in self._change.items():
            tensor.copy_(change[name])
        self.iterations, self.digest = iterations, history.digest(iterations)


_WRITE = 1 << 22


def newest(folder: Path, history: History) -> tuple[int, Path] | None:
    """(iterations, path) of the newest snapshot in a folder that belongs to a history."""
    fitting = [
        (iterations, path)
        for iterations, digest, path in _snapshots(folder)
        if iterations <= len(history) and history.digest(iterations).startswith(digest)
    ]
    return fitting[-1] if fitting else None


def _snapshots(folder: Path) -> list[tuple[int, str, Path]]:
    """(iterations, digest, path), ascending."""
    paths = folder.iterdir() if folder.is_dir() else ()
    matches = [(match, path) for path in paths if (match := _SNAPSHOT.fullmatch(path.name))]
    return sorted((int(match[1]), match[2], path) for match, path in matches)


def _move(change: np.ndarray, name: str, start: int, stop: int, keys: Sequence[tuple[Key, float]], keep: float) -> None:
    """D <- keep * D + U for the elements start..stop-1 of a flat float32 tensor."""
    streams, pad = [(Stream(key, name, start), move) for key, move in keys], Pad()
    for low, high in chunks(start, stop):
        update = np.zeros(high - low, dtype=np.float32)
        for stream, move in streams:
            update += stream.read(low, high, move, pad)
        part = change[low:high]
        part *= np.float32(keep)
        part += update


def _move_whole(change: "Tensor", name: str, keys: Sequence[tuple[Key, float]], keep: float) -> None:
    """The same for a tensor on any device, with torch's operations one by one."""
    import torch

    update = torch.zeros_like(change)
    for key, move in keys:
        update.add_(noise_like(change, *key, name).mul_(move))
    change.mul_(keep).add_(update)
