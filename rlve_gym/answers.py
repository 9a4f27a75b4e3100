"""Answer types: each owns the instruction that asks for an answer, the parser that reads it and the printer for it.

Because the three live together an instruction and its parser cannot drift apart. Parsers take text from a model: they
raise ValueError on anything that is not an answer (or Invalid on one that the task rules out), are linear in the text's
length, and never evaluate it. Only ASCII digits are digits.

What every parser forgives (`plain`): blanks around the answer, pairs of dollar signs, backticks (also a fenced block
with the name of a language), asterisks or quotes around it, LaTeX's `\\(...\\)`, `\\[...\\]` and `\\text{...}`, a full
stop at the end, and the typographic minus sign.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rlve_gym.scoring import Invalid

MAX_ENTRIES = 20_000
MAX_CHARS = 10 * MAX_ENTRIES
"""Room for the most entries with six digits, a sign, a comma and a blank each, and for decoration."""
MAX_DIGITS = 4_000
_SAME = ("$$", "$", "```", "`", "**", "*", '"', "'")
_WRAPPERS = (*((mark, mark) for mark in _SAME), ("\\(", "\\)"), ("\\[", "\\]"), ("\u201c", "\u201d"))
_TEXT = ("\\text{", "\\mathrm{", "\\texttt{", "\\textbf{", "\\mathbf{")
_BRACKETS = (("[", "]"), ("(", ")"), ("{", "}"), ("\\{", "\\}"))
_FENCE = re.compile(r"```[A-Za-z]+[ \t]*\n")
_LATEX = re.compile(r"\\(?:left|right)(?![A-Za-z])|\\[ ;:]|\\q?quad(?![A-Za-z])|(?<=[\s,])\\,|\\,(?=\s)|~")
_SEPARATOR = re.compile(r"->|\u2192|\\(?:to|rightarrow)(?![A-Za-z])|;")
_INTEGER = re.compile(r"[+-]?[0-9]+", re.ASCII)
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:(?:,(?:\\!)?|\{,\}|\\,)[0-9]{3})+", re.ASCII)


class Answer(Protocol):
    """What an environment's `answer` attribute must offer. `parse(render(value)) == value` for every valid value."""

    @property
    def instruction(self) -> str:
        """One or two sentences that say how to write the answer."""
        ...

    def parse(self, text: str) -> Any:
        """The value, or ValueError with a reason of one short line."""
        ...

    def render(self, value: Any) -> str:
        """The text of a value."""
        ...


def plain(text: str) -> str:
    """The bare answer, without the decorations that the module's docstring lists. Raises ValueError if too long."""
    if len(text) > MAX_CHARS:
        raise ValueError(f"the answer has {len(text)} characters, more than {MAX_CHARS}")
    text = text.strip().replace("\u2212", "-")
    for _ in range(3):
        before = text
        text = text.removesuffix(".").strip()
        if fence := _FENCE.match(text):
            text = "```" + text[fence.end() :]
        for left, right in _WRAPPERS:
            if len(text) >= len(left) + len(right) and text.startswith(left) and text.endswith(right):
                text = text[len(left) : len(text) - len(right)].strip()
        for command in _TEXT:
            if text.startswith(command) and text.endswith("}"):
                text = text[len(command) : -1].strip()
        if text == before:
            break
    return text


def shown(text: str, width: int = 60) -> str:
    """Model text for a message: its repr, cut to `width` characters."""
    return repr(text if len(text) <= width else text[:width] + "...")


def to_int(text: str) -> int:
    """Strict: an optional sign and ASCII digits, at most MAX_DIGITS of them."""
    if len(text) > MAX_DIGITS + 1:
        raise ValueError(f"a number of {len(text)} characters is too long")
    if not _INTEGER.fullmatch(text):
        raise ValueError(f"not an integer: {shown(text)}")
    return int(text)


@dataclass(frozen=True)
class Integer:
    """One integer. Thousands may be grouped by commas or LaTeX's `{,}`, `,\\!` and `\\,`.

    `low` and `high` bound what is accepted as well-formed.
    """

    low: int | None = None
    high: int | None = None

    @property
    def instruction(self) -> str:
        return "Answer with a single integer."

    def parse(self, text: str) -> int:
        text = plain(text)
        if len(text) <= 2 * MAX_DIGITS and _GROUPED.fullmatch(text):
            text = re.sub(r"[^0-9+-]", "", text)
        value = to_int(text)
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise ValueError(f"{shown(text)} is out of range")
        return value

    def render(self, value: int) -> str:
        return str(value)


@dataclass(frozen=True)
class Integers:
    """A list of integers, separated by blanks (LaTeX's too), commas, semicolons or arrows, with or without brackets.

    `what` names the entries in the instruction; `allowed` restricts them, such as to (0, 1).
    """

    what: str = "integers"
    allowed: tuple[int, ...] | None = None

    @property
    def instruction(self) -> str:
        return f"Answer with the {self.what}, separated by spaces."

    def parse(self, text: str) -> list[int]:
        text = plain(text)
        if "\\" in text or "~" in text:
            text = _LATEX.sub(" ", text).strip()
        text = _SEPARATOR.sub(",", text)
        for left, right in _BRACKETS:
            if text.startswith(left) and text.endswith(right):
                text = text[len(left) : -len(right)]
                break
        entries = _split(text)
        if not 0 < len(entries) <= MAX_ENTRIES:
            raise ValueError(f"{len(entries)} entries found" if entries else "no integer found")
        values = [to_int(entry) for entry in entries]
        if self.allowed is not None and not set(values) <= set(self.allowed):
            raise ValueError(f"only {', '.join(map(str, self.allowed))} are allowed as entries")
        return values

    def render(self, value: Sequence[int]) -> str:
        return " ".join(map(str, value))


def _split(text: str) -> list[str]:
    """Entries between single commas (with blanks) or runs of blanks; an empty entry between two commas is an error."""
    if "," not in text:
        return text.split()
    if text.count(",") > MAX_ENTRIES:
        raise ValueError(f"more than {MAX_ENTRIES} entries found")
    parts = [part.split() for part in text.split(",")]
    if not parts[-1]:
        parts.pop()
    if not all(parts):
        raise ValueError("an entry between two commas is empty")
    return [entry for part in parts for entry in part]


@dataclass(frozen=True)
class Choice:
    """One of a few words, in any case. Any other text breaks the rules of the task: Invalid."""

    options: tuple[str, ...]

    @property
    def instruction(self) -> str:
        *most, last = self.options
        return f"Answer with one word: {', '.join(most)} or {last}."

    def parse(self, text: str) -> str:
        text = plain(text)
        if not text:
            raise ValueError("the answer is empty")
        for option in self.options:
            if text.isascii() and text.lower() == option.lower():
                return option
        raise Invalid(f"neither {' nor '.join(self.options)}: {shown(text)}")

    def render(self, value: str) -> str:
        return value
