"""History: all that a run of evolution strategies is, beside its base model. A header, and an entry per iteration.

The file is packed: a magic word, the header as JSON with its length before it, the header's digest, then one record per
iteration, all of one length: the iteration (u32), a float32 per member (NaN: no reward), and the digest of everything
up to here, which chains the records. 20 bytes and 4 per member: 140 at a population of 30. Numbers are little-endian.
For people, and back, there are JSON lines with the same contents.

What does not fit is refused: flipped bits, records that are missing or in another order, another format. A record that
is cut off at the end of the file is what a killed process leaves; `recover` drops it. A file that was cut between
records is the history of a shorter run; whoever knows how long it was checks `digest(n)`, as snapshots do.
"""

import errno
import json
import math
import os
import struct
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path
from typing import Any, get_type_hints

from rlve_gym.noise import VERSION

FORMAT = 1
MAGIC = b"rlve-es\n"
_LENGTH = struct.Struct("<I")
_DIGEST = 16
_MAX_HEADER = 1 << 16


class Fitness(StrEnum):
    """What members are weighted by: z-scored rewards (arXiv 2509.24372), or centred ranks (Salimans et al., 2017)."""

    ZSCORE = "zscore"
    RANKS = "ranks"


class Missing(StrEnum):
    """What stands for the reward of a member that has none, as when it ran out of time.

    Nothing (it is left out of the iteration's statistics and moves nothing), zero, or the worst reward of the others.
    """

    LEAVE_OUT = "leave_out"
    ZERO = "zero"
    WORST = "worst"


@dataclass(frozen=True)
class Header:
    """What a run is a function of, beside its rewards. Raises ValueError on numbers out of range.

    base: the fingerprint of the base model's parameters; dtype: what they were loaded as, a torch name. seed: of the
    noise. population: members of an iteration. sigma: how far they stand from the weights. alpha: the step, with
    1 / sigma absorbed. antithetic: members 2k and 2k+1 are the weights plus and minus the same noise. weight_decay: the
    share of the change since the base that is given up per iteration. noise: the version of the function in noise.py.
    """

    base: str
    seed: int
    population: int
    sigma: float
    alpha: float
    dtype: str = "float32"
    fitness: Fitness = Fitness.ZSCORE
    missing: Missing = Missing.LEAVE_OUT
    antithetic: bool = False
    weight_decay: float = 0.0
    noise: int = VERSION

    def __post_init__(self) -> None:
        # One way to write a value, whatever type it was given as: the header's digest depends on it.
        for name, kind in _TYPES.items():
            object.__setattr__(self, name, kind(getattr(self, name)))
        if self.noise != VERSION:
            raise ValueError(f"noise of version {self.noise}: this is version {VERSION}; use the release that wrote it")
        if not 2 <= self.population <= 1 << 20:
            raise ValueError(f"population {self.population}: give 2 members or more")
        if self.antithetic and self.population % 2:
            raise ValueError(f"population {self.population}: antithetic members come in pairs; give an even number")
        if not 0 < self.sigma < math.inf:
            raise ValueError(f"sigma {self.sigma}: give a positive number")
        if not 0 <= self.alpha < math.inf:
            raise ValueError(f"alpha {self.alpha}: give a positive number, or 0 for a run that learns nothing")
        if not 0 <= self.weight_decay < 1:
            raise ValueError(f"weight_decay {self.weight_decay}: give a number from 0 to below 1")

    def to_json(self) -> str:
        """One line, with the format's version."""
        return json.dumps({"format": FORMAT, **asdict(self)})

    @classmethod
    def from_json(cls, text: str) -> "Header":
        """Raises ValueError if the text is no header of this format."""
        values = _object(text, "the header")
        if values.pop("format", None) != FORMAT:
            raise ValueError(f"not a history of format {FORMAT}: use the release that wrote it")
        if values.keys() != _TYPES.keys():
            raise ValueError(f"the header must have exactly {', '.join(_TYPES)}")
        for name, kind in _TYPES.items():
            if type(values[name]) is not (str if issubclass(kind, str) else kind):
                raise ValueError(f"the header's {name} is {values[name]!r}, which is no {kind.__name__}")
        return cls(**values)


_TYPES: dict[str, type] = get_type_hints(Header)


@dataclass(frozen=True)
class Entry:
    """An iteration: a reward per member, float32, None where there is none."""

    iteration: int
    rewards: tuple[float | None, ...]


class History:
    """A header and entries, in memory, and in a file if it was made by `create` or `load`; then `append` writes there.

    One process writes; anybody may read.
    """

    def __init__(self, header: Header, path: Path | None = None):
        self.header, self.path = header, path
        self.entries: list[Entry] = []
        start = header.to_json().encode()
        self._start = MAGIC + _LENGTH.pack(len(start)) + start
        self._digests = [blake2b(self._start, digest_size=_DIGEST).digest()]

    @property
    def _record(self) -> struct.Struct:
        return struct.Struct(f"<I{self.header.population}f")

    def __len__(self) -> int:
        """Iterations."""
        return len(self.entries)

    def digest(self, iterations: int | None = None) -> str:
        """Of the header and the first entries (all by default): equal digests, equal weights."""
        return self._digests[len(self) if iterations is None else iterations].hex()

    def append(self, rewards: Sequence[float | None], sync: bool = True) -> Entry:
        """The next iteration. Rewards become float32. A killed process leaves all of it or nothing to speak of.

        sync: wait until the disk has it. Raises ValueError if rewards do not fit or somebody else wrote to the file.
        """
        body = self._pack(len(self), rewards)
        digest = self._chained(body)
        if self.path:
            _write_at(self.path, self._size(len(self)), body + digest, sync)
        return self._take(body, digest)

    def cut(self, iterations: int) -> None:
        """Forget the entries from this one on, in the file too, as a run does that resumes from an earlier state."""
        if not 0 <= iterations <= len(self):
            raise ValueError(f"cannot cut a history of {len(self)} iterations to {iterations}")
        if self.path:
            os.truncate(self.path, self._size(iterations))
        del self.entries[iterations:], self._digests[iterations + 1 :]

    def prefix(self, iterations: int) -> "History":
        """The first entries, as a history of its own in memory."""
        if not 0 <= iterations <= len(self):
            raise ValueError(f"the history has {len(self)} iterations, not {iterations}")
        made = History(self.header)
        made.entries, made._digests = self.entries[:iterations], self._digests[: iterations + 1]
        return made

    # The packed form

    @classmethod
    def create(cls, path: Path, header: Header) -> "History":
        """A new file, whole or not there. Raises FileExistsError if there is one."""
        made = cls(header, path)
        if path.exists():
            raise FileExistsError(errno.EEXIST, "there is a history already", str(path))
        partial = path.with_name(f".{path.name}.partial")
        with partial.open("wb") as file:
            file.write(made.to_bytes())
            file.flush()
            os.fsync(file.fileno())
        partial.rename(path)
        return made

    @classmethod
    def load(cls, path: Path, recover: bool = False) -> "History":
        """Read and check a file, to append to it. recover: cut off an incomplete last record, in the file too.

        Raises ValueError, saying what to do, if the file is damaged or no history.
        """
        made = cls.from_file(path, recover)
        made.path = path
        made.cut(len(made))
        return made

    @classmethod
    def from_file(cls, path: Path, recover: bool = False) -> "History":
        """Read and check a file that is not written to. recover: leave out an incomplete last record."""
        try:
            return cls.from_bytes(path.read_bytes(), recover)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None

    def to_bytes(self) -> bytes:
        """The packed form."""
        entries = zip(self.entries, self._digests[1:], strict=True)
        records = [self._pack(entry.iteration, entry.rewards) + digest for entry, digest in entries]
        return b"".join([self._start, self._digests[0], *records])

    @classmethod
    def from_bytes(cls, data: bytes, recover: bool = False) -> "History":
        """Read and check the packed form. Raises ValueError; see `load`."""
        head = len(MAGIC) + _LENGTH.size
        if data[: len(MAGIC)] != MAGIC:
            raise ValueError("this is not a history of evolution strategies")
        length = _LENGTH.unpack_from(data.ljust(head, b"\xff"), len(MAGIC))[0]
        end = head + length
        digest = blake2b(data[:end], digest_size=_DIGEST).digest()
        if length > _MAX_HEADER or data[end : end + _DIGEST] != digest:
            raise ValueError("the header is damaged or cut off: restore the file from a copy")
        made = cls(Header.from_json(data[head:end].decode()))
        if made._digests != [digest]:
            raise ValueError("the header is not written as this release does: use the one that wrote it")
        made._read(data, recover)
        return made

    def follow(self, data: bytes) -> "History":
        """The history of a packed form: this one, with what is new read on, if it is the beginning; else a new one.

        Only what is new is read. Raises ValueError; see `load`.
        """
        end = self._size(len(self))
        if self.path or data[: len(self._start)] != self._start or data[end - _DIGEST : end] != self._digests[-1]:
            return History.from_bytes(data)
        self._read(data, recover=False)
        return self

    def _read(self, data: bytes, recover: bool) -> None:
        size = self._size(1) - self._size(0)
        for at in range(self._size(len(self)), len(data), size):
            record = data[at : at + size]
            if len(record) < size:
                if recover:
                    return
                raise ValueError(
                    f"the record of iteration {len(self)} is cut off: if the process that wrote it was killed, resume "
                    "the run, or drop the record (`rlve-gym es replay --recover`); else restore the file from a copy"
                )
            body, digest = record[:-_DIGEST], record[-_DIGEST:]
            if self._chained(body) != digest:
                raise ValueError(
                    f"the record of iteration {len(self)} is damaged or not the one that follows: restore the file "
                    f"from a copy, or cut it to {at} bytes and lose the iterations from there on"
                )
            self._take(body, digest)

    def _take(self, body: bytes, digest: bytes) -> Entry:
        iteration, *values = self._record.unpack(body)
        entry = Entry(iteration, tuple(None if math.isnan(value) else value for value in values))
        if body != self._pack(len(self), entry.rewards):
            raise ValueError(f"the record of iteration {len(self)} is not written as this release does")
        self.entries.append(entry)
        self._digests.append(digest)
        return entry

    def _pack(self, iteration: int, rewards: Sequence[float | None]) -> bytes:
        if len(rewards) != self.header.population:
            raise ValueError(f"{len(rewards)} rewards for a population of {self.header.population}")
        if bad := [reward for reward in rewards if reward is not None and not abs(reward) < 1e38]:
            raise ValueError(f"reward {bad[0]}: give a finite number, or None where there is no reward")
        values = struct.unpack(f"<{len(rewards)}f", struct.pack(f"<{len(rewards)}f", *(r or 0.0 for r in rewards)))
        # One zero: a small negative number became a negative one.
        whole = [math.nan if reward is None else value + 0.0 for reward, value in zip(rewards, values, strict=True)]
        return self._record.pack(iteration, *whole)

    def _chained(self, body: bytes) -> bytes:
        return blake2b(self._digests[-1] + body, digest_size=_DIGEST).digest()

    def _size(self, iterations: int) -> int:
        """Bytes of the packed form."""
        return len(self._start) + _DIGEST + iterations * (self._record.size + _DIGEST)

    # The form for people

    def to_jsonl(self) -> str:
        """The header, then one line per iteration with the digest up to there."""
        lines = [self.header.to_json()]
        for entry, digest in zip(self.entries, self._digests[1:], strict=True):
            lines.append(json.dumps({**asdict(entry), "digest": digest.hex()}))
        return "\n".join([*lines, ""])

    @classmethod
    def from_jsonl(cls, text: str) -> "History":
        """Back from JSON lines, digests checked. Raises ValueError."""
        first, *lines = text.splitlines() or [""]
        made = cls(Header.from_json(first))
        for line in lines:
            values = _object(line, f"line {len(made) + 2}")
            rewards = values.get("rewards")
            if not isinstance(rewards, list) or not all(r is None or type(r) in (int, float) for r in rewards):
                raise ValueError(f"line {len(made) + 2} has no list of rewards, numbers or null")
            made.append(rewards)
            if values.get("digest") != made.digest() or values.get("iteration") != len(made) - 1:
                raise ValueError(f"line {len(made) + 1} is not what was written there: restore the file from a copy")
        return made


def _object(text: str, what: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise ValueError(f"{what} is not a JSON object: restore the file from a copy")
    return value


def _write_at(path: Path, size: int, record: bytes, sync: bool) -> None:
    """Append in one write. Raises ValueError if the file is not as long as it should be, OSError on a full disk."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        if os.fstat(file).st_size != size:
            raise ValueError(f"{path} was changed by somebody else: let one process at a time write to it")
        written = os.write(file, record)
        if written != len(record):
            os.ftruncate(file, size)
            raise OSError(f"{path}: only {written} of {len(record)} bytes were written; free some space and resume")
        if sync:
            os.fsync(file)
    finally:
        os.close(file)
