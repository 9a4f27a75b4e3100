r"""A lexer for Lean text that a model wrote: enough to know what is a comment, a string, a word or a bracket.

Lean's own tokens depend on what is imported, so two lexers can disagree. Three rules keep a disagreement harmless:
comments are **deleted** before Lean sees the text (what we took for a comment cannot hide anything from the screen),
text in which a quote could be read in two ways is refused, and so is a string with a brace, which some of Lean's
macros would read as code. Left out is everything that a parser would know.
"""

import re
import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from rlve_gym.scoring import Invalid

MAX_CHARS = 64 * 1024
"""Longest source text; honest proofs of the data sets have a few thousand characters."""
MAX_TOKENS = 8_000
"""Most tokens, so that nothing takes more than milliseconds to read."""

# The letters that names are made of in every Lean 4; lambda, Pi and Sigma are symbols. Newer ones take accented Latin
# letters too. These are symbols here: that splits a name, and a name that is split hides nothing.
_START = (
    "A-Za-z_\u0391-\u039f\u03a1\u03a4-\u03a9\u03b1-\u03ba\u03bc-\u03fb\u1f00-\u1ffe\u2100-\u214f\U0001d49c-\U0001d59f"
)
_REST = _START + "0-9'!?\u2080-\u2089\u2090-\u209c\u1d62-\u1d6a\u2c7c"
_BLANKS = re.compile(r"\s*")
_WORD = re.compile(rf"[{_START}][{_REST}]*(?:\.[{_START}][{_REST}]*)*")
_EXPONENT = "[eE][+-]?[0-9]+"
_NUMBER = re.compile(
    "0[xX][0-9A-Fa-f_]+|0[bB][01_]+|0[oO][0-7_]+"
    rf"|[0-9][0-9_]*(?:\.(?:[0-9][0-9_]*|(?={_EXPONENT})))?(?:{_EXPONENT})?"
)
_CHAR = re.compile(r"'(?:[^'\\\"\n]|\\[nrt\\'\"0]|\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4})'")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_RAW = re.compile(r'r#*"')
_BEFORE_CHAR = re.compile(r"[\s(\[{,;\u27e8]")
_BEFORE_STRING = re.compile(r"[\s(\[{,;\u27e8=:+<>|]")
_BLOCK = re.compile(r"/-|-/")
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
    COMMENT = "comment"


class Token(NamedTuple):
    """A token and where it begins. A word is a whole dotted name such as `Nat.add_comm`."""

    kind: Kind
    text: str
    at: int


def cleaned(text: str) -> str:
    """The text without comments, carriage returns, tabs and blanks at the ends of lines; columns stay as they are.

    Raises Invalid on characters that a reader does not see, and on comments, strings or quotes that are not what they
    seem. Deleting what looks like a comment is safe whatever Lean would have made of it.
    """
    text = text.replace("\r\n", "\n").replace("\t", "  ")
    if len(text) > MAX_CHARS:
        raise Invalid(f"too_long: {len(text)} characters, more than {MAX_CHARS}")
    parts, end = [], 0
    for token in _scan(text):
        if token.kind is Kind.COMMENT:
            parts += [text[end : token.at], re.sub(r"[^\n]", " ", token.text)]
            end = token.at + len(token.text)
    text = "".join([*parts, text[end:]])
    for char in sorted(set(text) - {"\n"}):
        if unicodedata.category(char) in _HIDDEN:
            raise Invalid(f"hidden_character: U+{ord(char):04X}")
    return "\n".join(line.rstrip() for line in text.split("\n"))


def tokens(text: str) -> list[Token]:
    """The tokens of a text, without comments. Raises Invalid on quotes that could be read in two ways."""
    return [token for token in _scan(text) if token.kind is not Kind.COMMENT]


def _scan(text: str) -> Iterator[Token]:
    """All tokens in order, comments too."""
    at, left = _BLANKS.match(text, 0).end(), MAX_TOKENS  # type: ignore[union-attr]
    while at < len(text):
        if not left:
            raise Invalid(f"too_long: more than {MAX_TOKENS} words and symbols")
        kind, end = _token(text, at)
        yield Token(kind, text[at:end], at)
        at, left = _BLANKS.match(text, end).end(), left - 1  # type: ignore[union-attr]


def _token(text: str, at: int) -> tuple[Kind, int]:
    """Kind and end of the token that begins here."""
    char = text[at]
    if text.startswith(("--", "/-"), at):
        return Kind.COMMENT, _comment_end(text, at)
    if _RAW.match(text, at):
        raise Invalid("raw_string: raw strings are not allowed")
    if match := _WORD.match(text, at) or _NUMBER.match(text, at):
        return Kind.NUMBER if char in "0123456789" else Kind.WORD, match.end()
    if char == '"':
        return Kind.STRING, _string_end(text, at)
    if char == "'":
        return _quote(text, at)
    if char in OPENING:
        return Kind.OPEN, at + 1
    return (Kind.CLOSE if char in CLOSING else Kind.SYMBOL), at + 1


def _comment_end(text: str, at: int) -> int:
    """Where the comment that begins here ends. Raises Invalid if it is never closed."""
    if text.startswith("--", at):
        end = text.find("\n", at)
        return end if end >= 0 else len(text)
    depth = 1
    for match in _BLOCK.finditer(text, at + 2):
        depth += 1 if match.group() == "/-" else -1
        if depth == 0:
            return match.end()
    raise Invalid("unterminated_comment: a /- is never closed")


def _string_end(text: str, at: int) -> int:
    """Where the string that begins here ends."""
    match = _STRING.match(text, at)
    if match is None:
        raise Invalid("unterminated_string: a quotation mark is never closed")
    if at and not _BEFORE_STRING.match(text, at - 1):
        raise Invalid("ambiguous_quote: a string must stand after a blank, a bracket or a comma")
    if "{" in match.group():
        raise Invalid("interpolation: a string with a brace, which may be read as code")
    return match.end()


def _quote(text: str, at: int) -> tuple[Kind, int]:
    r"""A character, the mark of an image (`f '' s`), or the last part of a symbol such as those of preimages, sums and
    products (`f \u207b\u00b9' s`), unless Lean could take it for the beginning of a character."""
    match = _CHAR.match(text, at)
    if at == 0 or _BEFORE_CHAR.match(text, at - 1):
        if text.startswith("''", at):
            return Kind.SYMBOL, at + 2
        if match:
            return Kind.CHAR, match.end()
    before, after = text[at - 1 : at], text[at + 1 : at + 3]
    if not match and not before.isascii() and not before.isspace() and after[:1] != "\\" and after[1:] != "'":
        return Kind.SYMBOL, at + 1
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
