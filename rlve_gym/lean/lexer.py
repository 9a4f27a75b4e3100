r"""A lexer for Lean text that a model wrote: enough to know what is a comment, a string, a word or a bracket.

Lean's own tokens depend on what is imported, so two lexers can disagree. Two rules keep a disagreement harmless:
comments are **deleted** before Lean sees the text (what we took for a comment cannot hide anything from the screen),
and text in which a quote could be read in two ways is refused. Left out is everything that a parser would know.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from rlve_gym.scoring import Invalid

MAX_CHARS = 64 * 1024
"""Longest source text; honest proofs of the data sets have a few thousand characters."""

_START = "A-Za-z_\u0370-\u03ba\u03bc-\u03ff\u1f00-\u1fff\u2100-\u214f\U0001d49c-\U0001d59f"
_REST = _START + "0-9'!?\u2080-\u2089\u2090-\u209c\u1d62-\u1d6a\u2c7c"
_WORD = re.compile(rf"[{_START}][{_REST}]*(?:\.[{_START}][{_REST}]*)*")
_NUMBER = re.compile(r"0[xXbBoO][0-9A-Fa-f_]+|[0-9][0-9_]*(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_CHAR = re.compile(r"'(?:[A-Za-z0-9 _+*.,:;=<>()\[\]]|\\[nrt\\'\"0])'")
_RAW = re.compile(r'r#*"')
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BEFORE_QUOTE = re.compile(r"(?:^|[\s(\[{,;\u27e8=]|:=)$")
OPENING = dict(zip("([{\u27e8\u2983\u27ea\u27e6\u2308\u230a", ")]}\u27e9\u2984\u27eb\u27e7\u2309\u230b", strict=True))
CLOSING = set(OPENING.values())
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


class Kind(StrEnum):
    """What a token is."""

    WORD = "word"
    NUMBER = "number"
    STRING = "string"
    CHAR = "char"
    OPEN = "open"
    CLOSE = "close"
    SYMBOL = "symbol"


@dataclass(frozen=True)
class Token:
    """A token and where it begins. A word is a whole dotted name such as `Nat.add_comm`."""

    kind: Kind
    text: str
    at: int


def cleaned(text: str) -> str:
    """The text without comments, carriage returns, tabs and blanks at the ends of lines; columns stay as they are.

    Raises Invalid on characters that a reader does not see, and on comments, strings or quotes that are not what they
    seem. Deleting what looks like a comment is safe whatever Lean would have made of it.
    """
    if len(text) > MAX_CHARS:
        raise Invalid(f"too_long: {len(text)} characters, more than {MAX_CHARS}")
    text = text.replace("\r\n", "\n").replace("\t", "  ")
    for char in set(text) - {"\n"}:
        if unicodedata.category(char) in _HIDDEN:
            raise Invalid(f"hidden_character: U+{ord(char):04X}")
    return "\n".join(line.rstrip() for line in _without_comments(text).split("\n"))


def _without_comments(text: str) -> str:
    parts, at = [], 0
    while at < len(text):
        end = _comment_end(text, at)
        if end:
            parts.append(re.sub(r"[^\n]", " ", text[at:end]))
        elif text[at] == '"':
            end = _string_end(text, at)
            parts.append(text[at:end])
        elif match := _WORD.match(text, at) or _CHAR.match(text, at):
            end = match.end()
            parts.append(match.group())
        else:
            end = at + 1
            parts.append(text[at])
        at = end
    return "".join(parts)


def _comment_end(text: str, at: int) -> int:
    """Where the comment that begins here ends, 0 if none does. Raises Invalid if it is never closed."""
    if text.startswith("--", at):
        end = text.find("\n", at)
        return end if end >= 0 else len(text)
    if not text.startswith("/-", at):
        return 0
    depth, end = 1, at + 2
    for match in _BLOCK.finditer(text, at + 2):
        depth += 1 if match.group() == "/-" else -1
        end = match.end()
        if depth == 0:
            return end
    raise Invalid("unterminated_comment: a /- is never closed")


_BLOCK = re.compile(r"/-|-/")


def _string_end(text: str, at: int) -> int:
    """Where the string that begins here ends."""
    match = _STRING.match(text, at)
    if match is None:
        raise Invalid("unterminated_string: a quotation mark is never closed")
    if not _BEFORE_QUOTE.search(text[max(0, at - 2) : at]):
        raise Invalid("ambiguous_quote: a string must stand after a blank, a bracket or a comma")
    return match.end()


def tokens(text: str) -> list[Token]:
    """The tokens of a cleaned text. Raises Invalid on quotes that could be read in two ways."""
    found, at = [], 0
    while at < len(text):
        char = text[at]
        if char.isspace():
            at += 1
            continue
        kind, end = _token(text, at)
        found.append(Token(kind, text[at:end], at))
        at = end
    return found


def _token(text: str, at: int) -> tuple[Kind, int]:
    """Kind and end of the token that begins here."""
    char = text[at]
    if _RAW.match(text, at):
        raise Invalid("raw_string: raw strings are not allowed")
    if match := _WORD.match(text, at):
        return Kind.WORD, match.end()
    if match := _NUMBER.match(text, at):
        return Kind.NUMBER, match.end()
    if char == '"':
        return Kind.STRING, _string_end(text, at)
    if char == "'":
        return _quote(text, at)
    if char in OPENING:
        return Kind.OPEN, at + 1
    return (Kind.CLOSE if char in CLOSING else Kind.SYMBOL), at + 1


def _quote(text: str, at: int) -> tuple[Kind, int]:
    """A character literal, or the quotes of Mathlib's images and preimages: `f '' s`, `f \u207b\u00b9' s`."""
    if match := _CHAR.match(text, at):
        return Kind.CHAR, match.end()
    if text.startswith("'' ", at) or (text[at - 1 : at] == "\u00b9" and text.startswith("' ", at)):
        return Kind.SYMBOL, at + (2 if text.startswith("''", at) else 1)
    raise Invalid("ambiguous_quote: a single quote that belongs to no name and no character")


def balanced(found: list[Token]) -> None:
    """Raises Invalid unless every bracket is closed by its own kind, in order: the text cannot leave its place."""
    stack: list[str] = []
    for token in found:
        if token.kind is Kind.OPEN:
            stack.append(OPENING[token.text])
        elif token.kind is Kind.CLOSE and (not stack or stack.pop() != token.text):
            raise Invalid(f"bracket: {token.text} closes nothing")
    if stack:
        raise Invalid(f"bracket: {stack[-1]} is missing")
