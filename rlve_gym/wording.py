"""How the data of a problem is written into its template: a few formats beside Python's own.

    {self.numbers:spaces}   the entries of a list, separated by spaces: 3 1 2
    {self.numbers:commas}   separated by commas: 3, 1, 2
    {self.edges:lines}      an entry on each line; those of an entry that is a list are separated by spaces
    {self.points:tuples}    an entry on each line, in parentheses: (3, 1)
    {self.numbers:count}    how many entries there are
    {self.numbers:last}     the number of the last of them, counted from 0; of n things also {self.n:last}

A format that does not exist, or does not fit the value, is a ValueError.
"""

from collections.abc import Callable, Sequence
from string import Formatter
from typing import Any


def lines(entries: Sequence[Any]) -> str:
    """An entry on each line; lists as their entries, separated by spaces."""
    return "\n".join(" ".join(map(str, entry)) if isinstance(entry, list | tuple) else str(entry) for entry in entries)


def last(things: int | Sequence[Any]) -> str:
    return str((things if isinstance(things, int) else len(things)) - 1)


FORMATS: dict[str, Callable[[Any], str]] = {
    "spaces": lambda entries: " ".join(map(str, entries)),
    "commas": lambda entries: ", ".join(map(str, entries)),
    "lines": lines,
    "tuples": lambda entries: "\n".join(f"({', '.join(map(str, entry))})" for entry in entries),
    "count": lambda entries: str(len(entries)),
    "last": last,
}


class _Template(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        shown = FORMATS.get(format_spec)
        try:
            return shown(value) if shown else super().format_field(value, format_spec)
        except (TypeError, ValueError) as error:
            about = f"format {format_spec!r} of {type(value).__name__} in the template: {error}"
            raise ValueError(f"{about}; besides Python's own there are {', '.join(FORMATS)}") from None


def filled(template: str, **data: Any) -> str:
    """A template with data in the place of its fields."""
    return _Template().vformat(template, (), data)
