"""More answer types: fractions, decimal numbers, words, strings, and what takes several lines: grids, lists, edges.

They forgive what `rlve_gym.answers` forgives. Several lines may also be written as nested brackets, `[[1, 2], [3, 4]]`,
or as a matrix or an array of LaTeX; a row may stand between bars.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rlve_gym.answers import MAX_CHARS, MAX_DIGITS, MAX_ENTRIES, Integers, plain, shown, to_int
from rlve_gym.scoring import Invalid

MAX_EXPONENT = 300
MAX_ROWS = 2_000
"""Of an answer of several lines. No problem needs a third as many; each is read alone, at some microseconds."""
_FRACTION = re.compile(r"([+-]?)\s*\\[dt]?frac\s*(?:\{([^{}]*)\}\s*\{([^{}]*)\}|([0-9])([0-9]))", re.ASCII)
_DECIMAL = re.compile(
    r"([+-]?)([0-9]*)(?:\.([0-9]*))?(?:(?:[eE]|\s*(?:\*|\\times|\\cdot)\s*10\^)\{?([+-]?[0-9]+)\}?)?", re.ASCII
)
_OPEN, _CLOSED = "[({", "])}"
_FENCED = re.compile(r"`{1,3}(?:[A-Za-z]*\n)?([^`]*)`{1,3}")
_ROWS = re.compile(r"\][\s,;]*\[|\)[\s,;]*\(|\}[\s,;]*\{")
_ACTION = re.compile(r"([A-Za-z]+)((?: +[0-9]{1,9})*)", re.ASCII)
_MATRIX = re.compile(r"\\begin\{([a-zA-Z]{0,5}matrix|array)\}(?:\{[clr| ]{1,200}\})?")
_DASH = "[-\u2013\u2014]+"
_ARROW = r"(?:-+>|\u2192|\\to|\\rightarrow)"
_EDGE = re.compile(rf"(?<=[0-9])(?:{_DASH}|\s+{_DASH}\s+|\s*{_ARROW}\s*)(?=[0-9])", re.ASCII)


@dataclass(frozen=True)
class Rational:
    """One exact number: an integer, a fraction p/q (or LaTeX's, in lowest terms or not), or a finite decimal."""

    @property
    def instruction(self) -> str:
        return "Answer with a single integer or fraction, such as 7 or -3/4."

    def parse(self, text: str) -> Fraction:
        text = plain(text)
        if match := _FRACTION.fullmatch(text):
            above, below = (match[2], match[3]) if match[4] is None else (match[4], match[5])
            text = f"{match[1]}{above.strip()}/{below.strip()}"
        above, slash, below = text.partition("/")
        if not slash:
            return to_decimal(text)
        denominator = to_int(below.strip())
        if denominator == 0:
            raise ValueError("the denominator is 0")
        return Fraction(to_int(above.strip()), denominator)

    def render(self, value: Fraction | int) -> str:
        return str(value)


@dataclass(frozen=True)
class Decimal:
    """One number, read exactly as it is written: 0.25, -3, 1.5e-3. `places`: digits after the point that are asked for.

    What is close enough is the task's affair, and stands in its prompt.
    """

    places: int = 6

    @property
    def instruction(self) -> str:
        return f"Answer with a single decimal number with at least {self.places} digits after the point."

    def parse(self, text: str) -> Fraction:
        return to_decimal(plain(text))

    def render(self, value: Fraction | float | int) -> str:
        """Rounded to a few places more than are asked for."""
        scale = 10 ** (self.places + 3)
        digits = round(Fraction(value) * scale)
        whole, part = divmod(abs(digits), scale)
        return f"{'-' * (digits < 0)}{whole}.{part:0{self.places + 3}d}"


@dataclass(frozen=True)
class Decimals:
    """A fixed number of decimals, each as `Decimal` reads it, separated by blanks or commas, with or without brackets.

    count: how many. what: names them in the instruction.
    """

    count: int
    what: str = "numbers"
    places: int = 6

    @property
    def instruction(self) -> str:
        digits = f"with at least {self.places} digits after the point"
        return f"Answer with the {self.what}, separated by spaces, as decimal numbers {digits}."

    def parse(self, text: str) -> list[Fraction]:
        text = plain(text)
        if len(text) > self.count * (MAX_DIGITS + 10):
            raise ValueError(f"{len(text)} characters are too many for {self.count} numbers")
        if text[:1] in _OPEN and text[-1:] in _CLOSED:
            text = text[1:-1]
        entries = re.split(r"\s*[,;]\s*|\s+", text.strip())
        if len(entries) != self.count:
            raise ValueError(f"{len(entries)} numbers found, not {self.count}")
        return [to_decimal(entry) for entry in entries]

    def render(self, value: Sequence[Fraction | float | int]) -> str:
        return " ".join(map(Decimal(self.places).render, value))


def to_decimal(text: str) -> Fraction:
    """A decimal number as a fraction. Bounded: at most MAX_DIGITS characters, exponents up to MAX_EXPONENT."""
    if len(text) > MAX_DIGITS:
        raise ValueError(f"a number of {len(text)} characters is too long")
    match = _DECIMAL.fullmatch(text)
    if not match or not (match[2] or match[3]):
        raise ValueError(f"not a number: {shown(text)}")
    sign, whole, part, exponent = match[1], match[2] or "0", match[3] or "", match[4] or "0"
    if len(exponent) > 6 or abs(int(exponent)) > MAX_EXPONENT:
        raise ValueError(f"the exponent {shown(exponent)} is out of range")
    return Fraction(int(f"{sign}{whole}{part}")) * Fraction(10) ** (int(exponent) - len(part))


@dataclass(frozen=True)
class Word:
    """One string of characters of an alphabet, without blanks. Letters count as they are, capital or small.

    alphabet: must not hold blanks, nor what decorates answers: quotes, backticks, asterisks, dollar signs, backslashes.
    """

    alphabet: str
    what: str = "string"

    def __post_init__(self) -> None:
        assert self.alphabet and not set(self.alphabet) & set(" \t\n\"'`*$\\\u2212"), "decorations are read away"

    @property
    def instruction(self) -> str:
        return f"Answer with the {self.what} alone, without blanks or quotes."

    def parse(self, text: str) -> str:
        text = text.strip() if set(text.strip()) <= set(self.alphabet) else plain(text)
        if not 0 < len(text) <= MAX_ENTRIES:
            raise ValueError(f"{len(text)} characters found" if text else "the answer is empty")
        if other := set(text) - set(self.alphabet):
            raise ValueError(f"{shown(min(other))} is none of the characters")
        return text

    def render(self, value: str) -> str:
        return value


@dataclass(frozen=True)
class Choices:
    """A list of words out of a few, in any case, separated by blanks or commas. Any other word is Invalid."""

    options: tuple[str, ...]
    what: str = "words"

    @property
    def instruction(self) -> str:
        *most, last = self.options
        return f"Answer with the {self.what}, separated by spaces; each is {', '.join(most)} or {last}."

    def parse(self, text: str) -> list[str]:
        words = re.split(r"[\s,;]+", plain(text).strip(" ,;"))
        if not 0 < len(words) <= MAX_ENTRIES or not words[0]:
            raise ValueError("no word found" if len(words) < 2 else f"{len(words)} words found")
        known = {option.lower(): option for option in self.options}
        for word in words:
            if word.lower() not in known or not word.isascii():
                raise Invalid(f"none of {', '.join(self.options)}: {shown(word)}")
        return [known[word.lower()] for word in words]

    def render(self, value: Sequence[str]) -> str:
        return " ".join(value)


@dataclass(frozen=True)
class Actions:
    """A list of actions, one on each line: a word, in any case, and the numbers of what it acts on, as in `Pour 0 1`.

    forms: pairs (word, how many numbers). An action comes as a list: ["Pour", 0, 1].
    """

    forms: tuple[tuple[str, int], ...]
    what: str = "actions"

    @property
    def instruction(self) -> str:
        return f"Answer with the {self.what} in order, one per line."

    def parse(self, text: str) -> list[list[Any]]:
        words = {(word.lower(), count): word for word, count in self.forms}
        actions = []
        for line in lines(plain(text), brackets=False):
            match = _ACTION.fullmatch(line)
            numbers = match[2].split() if match else []
            word = words.get((match[1].lower(), len(numbers))) if match else None
            if word is None:
                raise ValueError(f"not an action: {shown(line)}")
            actions.append([word, *map(int, numbers)])
        return actions

    def render(self, value: Sequence[Sequence[Any]]) -> str:
        return "\n".join(" ".join(map(str, action)) for action in value)


@dataclass(frozen=True)
class Lists:
    """Lists of integers, one on each line, of any lengths."""

    what: str = "lists"

    @property
    def instruction(self) -> str:
        return f"Answer with the {self.what}, one per line, their integers separated by spaces."

    def parse(self, text: str) -> list[list[int]]:
        rows, found = [], 0
        for line in lines(plain(text)):
            rows.append(Integers().parse(line.replace("|", " ")))
            found += len(rows[-1])
            if found > MAX_ENTRIES:
                raise ValueError(f"more than {MAX_ENTRIES} entries found")
        return rows

    def render(self, value: Sequence[Sequence[int]]) -> str:
        return "\n".join(" ".join(map(str, row)) for row in value)


@dataclass(frozen=True)
class Edges:
    """Pairs of non-negative integers: "0 1" on a line of its own, or 0-1, (0, 1), [[0, 1], ...], all in a row.

    No pair is broken by the end of a line. Chains are refused: whether 0-1-2-3 has two edges or three is not guessed.
    """

    what: str = "edges"

    @property
    def instruction(self) -> str:
        return f"Answer with the {self.what}, one per line, as two integers separated by a space."

    def parse(self, text: str) -> list[list[int]]:
        rows = Lists().parse(_without_links(plain(text)))
        for row in rows:
            if len(row) % 2:
                raise ValueError(f"{len(row)} integers on a line are no pairs")
            if min(row) < 0:
                raise ValueError(f"{shown(str(min(row)))} is negative")
        return [row[at : at + 2] for row in rows for at in range(0, len(row), 2)]

    def render(self, value: Sequence[Sequence[int]]) -> str:
        return "\n".join(f"{u} {v}" for u, v in value)


@dataclass(frozen=True)
class Grid:
    """A rectangle of symbols: one row per line, without blanks (which are forgiven, as are commas between symbols).

    symbols: the characters of cells; what else stands in a row is malformed. Rows come as strings, of equal length.
    """

    symbols: str
    what: str = "grid"

    def __post_init__(self) -> None:
        assert self.symbols and not set(self.symbols) & set(" \t\n,`"), "a cell must show"

    @property
    def instruction(self) -> str:
        return f"Answer with the {self.what}, one row per line, without blanks between the cells."

    def parse(self, text: str) -> list[str]:
        text = text.strip()
        if fence := _FENCED.fullmatch(text):
            text = fence[1]
        elif "\\begin{" in text:
            text = plain(text)
        marks = {ord(mark): None for mark in " \t\r,|\"'" if mark not in self.symbols}
        rows = [line.translate(marks) for line in lines(text, brackets=not set("[](){}") & set(self.symbols))]
        if sum(map(len, rows)) > MAX_ENTRIES:
            raise ValueError(f"more than {MAX_ENTRIES} cells found")
        for row in rows:
            if other := set(row) - set(self.symbols):
                raise ValueError(f"{shown(min(other))} is none of the symbols")
        return _rectangle(rows)

    def render(self, value: Sequence[str]) -> str:
        return "\n".join(value)


@dataclass(frozen=True)
class NumberGrid:
    """A rectangle of integers: one row per line, separated by blanks."""

    what: str = "grid"

    @property
    def instruction(self) -> str:
        return f"Answer with the {self.what}, one row per line, its integers separated by spaces."

    def parse(self, text: str) -> list[list[int]]:
        return _rectangle(Lists().parse(text))

    def render(self, value: Sequence[Sequence[int]]) -> str:
        return Lists().render(value)


def lines(text: str, brackets: bool = True) -> list[str]:
    """The rows of an answer: its lines that are not empty, or, if `brackets`, the inner ones of nested brackets."""
    if len(text) > MAX_CHARS:
        raise ValueError(f"the answer has {len(text)} characters, more than {MAX_CHARS}")
    text = _without_matrix(text.strip())
    if brackets and text[:1] in _OPEN and (text[1:].lstrip()[:1] in _OPEN or _ROWS.search(text)):
        text = _ROWS.sub("\n", text.lstrip(_OPEN + " \t\n").rstrip("])}, \t\n"))
    if text.count("\n") > 2 * MAX_ROWS:
        raise ValueError(f"{text.count(chr(10)) + 1} lines found")
    rows = [line.strip().removesuffix(",") for line in text.split("\n") if line.strip()]
    if not 0 < len(rows) <= MAX_ROWS:
        raise ValueError(f"{len(rows)} rows found" if rows else "the answer is empty")
    return rows


def _without_matrix(text: str) -> str:
    """Lines and blanks in place of a LaTeX matrix or array that is all of the answer."""
    begin = _MATRIX.match(text)
    end = f"\\end{{{begin[1]}}}" if begin else ""
    if begin is None or not text.endswith(end) or begin.end() > len(text) - len(end):
        return text
    body = text[begin.end() : len(text) - len(end)]
    return body.replace("\\\\", "\n").replace("\\hline", " ").replace("&", " ").strip()


def _without_links(text: str) -> str:
    """Blanks in place of the dashes and arrows between two numbers."""
    parts, end = [], 0
    for link in _EDGE.finditer(text):
        parts.append(text[end : link.start()])
        if end and parts[-1].isdigit():
            raise ValueError(f"a chain of links to and from {shown(parts[-1])}")
        end = link.end()
    return " ".join([*parts, text[end:]])


def shaped(grid: Sequence[Any], rows: int, columns: int) -> None:
    """Raises Invalid unless a grid has this many rows and columns."""
    if len(grid) != rows or len(grid[0]) != columns:
        raise Invalid(f"a grid of {len(grid)} x {len(grid[0])}, not {rows} x {columns}")


def _rectangle(rows: list[Any]) -> list[Any]:
    if len({len(row) for row in rows}) > 1:
        raise ValueError("the rows have different lengths")
    return rows
