"""The fleet contract: where workers run, and how work gets to them. `tests/fleets/` runs one contract test on all.

A worker is any object made from a `Recipe`. Its methods take (argument, common) and yield (part, value) pairs, all
plain data, and what they yield is a function of the arguments alone. So work can be lost with a worker and done again
by another, and who did it leaves no trace. Trainers see only `map`; they never hold a worker.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, Protocol, Self

Key = tuple[int, int]
"""(iteration, member): what a piece of work is known by. Unique within a `map`."""


@dataclass(frozen=True)
class Recipe:
    """How a worker is made, as data that can be sent anywhere. maker: "module:Class"; options: its arguments."""

    maker: str
    options: Mapping[str, Any]

    def make(self) -> Any:
        """A new worker."""
        module, _, name = self.maker.partition(":")
        return getattr(import_module(module), name)(**self.options)

    def but(self, **options: Any) -> Self:
        """The same with other options."""
        return replace(self, options={**self.options, **options})


class Fleet(Protocol):
    """Workers, made by one recipe. A context manager; to be used from one thread, one `map` at a time."""

    workers: int
    """How many work at the same time."""

    def map(self, method: str, items: Iterable[tuple[Key, Any]], common: Any = None) -> Iterator[tuple[Key, Any, Any]]:
        """Call a method of some worker once for each (key, argument); yields (key, part, value) as they are made.

        common: the second argument of every call, sent to each worker once. Each part of each key comes exactly once,
        whatever happens: a worker that dies, fails or falls silent is replaced, and what it was at is done again.
        Closing the iterator early gives up the rest. Raises ValueError where a method does, which is the user's
        business and not tried again, and RuntimeError where the same work is lost again and again.
        """
        ...

    def losses(self) -> list[str]:
        """Why workers were replaced since the last call."""
        ...

    def close(self) -> None:
        """End the workers."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...
