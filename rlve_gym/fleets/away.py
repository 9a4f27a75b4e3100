"""Followers on machines that do not share the disk of this one: what they save comes home in pieces."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from rlve_gym.fleets.base import Fleet, Key, Recipe

MAKER = "rlve_gym.fleets.away:Away"
PIECE_BYTES = 1 << 23
SIZES = "sizes"
"""The part of what is saved that says how long each file is."""


class Away:
    """A worker that is any other one, but for `save`, which yields the files instead of leaving them on its disk."""

    def __init__(self, maker: str, options: Mapping[str, Any]):
        self._worker = Recipe(maker, options).make()

    def __getattr__(self, method: str) -> Any:
        return getattr(self._worker, method)

    def save(self, folder: str, common: Any) -> Iterator[tuple[Any, Any]]:
        """((file, offset), bytes) of all that the worker saves, then the sizes."""
        with TemporaryDirectory() as place:
            made = Path(place, Path(folder).name)
            for _ in self._worker.save(str(made), common):
                pass
            files = sorted(path for path in made.iterdir() if path.is_file())
            for path in files:
                yield from _pieces(path)
            yield SIZES, {path.name: path.stat().st_size for path in files}


class Home:
    """A fleet of `Away` workers: all calls go through, and what `save` yields is written to the folder it names."""

    def __init__(self, fleet: Fleet):
        self._fleet, self.workers = fleet, fleet.workers

    def map(self, method: str, items: Iterable[tuple[Key, Any]], common: Any = None) -> Iterator[tuple[Key, Any, Any]]:
        """See `rlve_gym.fleets.base.Fleet`."""
        if method != "save":
            yield from self._fleet.map(method, items, common)
            return
        folders = {key: Path(folder) for key, folder in items}
        sizes = {}
        for key, part, value in self._fleet.map(method, [(key, str(path)) for key, path in folders.items()], common):
            if part == SIZES:
                sizes[key] = value
            else:
                name, offset = part
                _write(folders[key], name, offset, value)
        for key, folder in folders.items():
            found = {path.name: path.stat().st_size for path in folder.iterdir()}
            assert {name: found.get(name) for name in sizes[key]} == sizes[key], "a file has not come home whole"
            yield key, "folder", str(folder)

    def losses(self) -> list[str]:
        return self._fleet.losses()

    def close(self) -> None:
        self._fleet.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _pieces(path: Path) -> Iterator[tuple[tuple[str, int], bytes]]:
    offset = 0
    with path.open("rb") as file:
        while piece := file.read(PIECE_BYTES):
            yield (path.name, offset), piece
            offset += len(piece)


def _write(folder: Path, name: str, offset: int, piece: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / Path(name).name
    path.touch()
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(piece)
