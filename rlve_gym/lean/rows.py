"""Row: one theorem of a data set with all that is known about it, and the parser that finds it in a Lean source.

A row in our own columns is one JSON object:

    name, signature      of the theorem; `theorem NAME SIGNATURE := by` is how it begins
    needs                "core", "toolchain" or "mathlib" (if left out)
    opens, preamble      namespaces, such as ["Real"], and definitions that the signature uses
    informal, status     the theorem in words; "proved" or what else the source says
    proofs               known proofs: what follows `:= by`
    difficulty           any number, to be used instead of our own estimate
    passes, tries        how often models have proved it

`id` and `level` are written for readers and not read again: both follow from the rest.

Left out: whether a signature means anything to a Lean, which only that Lean can say.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rlve_gym.lean.extract import normalised
from rlve_gym.lean.lexer import Kind, Token, cleaned, tokens
from rlve_gym.lean.screen import screen
from rlve_gym.lean.statement import HEARTBEATS, NEEDS, Form, Statement
from rlve_gym.scoring import Invalid, Malformed

MATHLIB_HEARTBEATS = 400_000
"""The limit in the headers that models for Mathlib were trained with."""
MAX_ENDS = 50
"""How many places are tried as the end of a statement."""
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_']*")
# Namespaces begin with a capital letter; a word that does not is a command or a modifier.
_NAMESPACE = re.compile(r"[A-Z][A-Za-z0-9_]*(?:\.[A-Z][A-Za-z0-9_]*)*")
_DOC = re.compile(r"/--?(?P<text>(?:[^-]|-(?!/))*)-/\s*(?:theorem|lemma)\b")
_BY = re.compile(r"(?:\s|--[^\n]*\n|/-(?:[^-]|-(?!/))*-/)*by(?![\w'!?.])[ \t]*\n?")
_HEADER_WORDS = {"import", "open", "set_option", "theorem", "lemma"}
_LETS = {"let", "have", "haveI", "letI"}


class Dropped(ValueError):
    """A record that gives no row; the message is the reason, the same for all records of a kind."""


@dataclass(frozen=True)
class Row:
    """A theorem. `steps`: tactics of a known proof whose text is not known, 0 if there is none."""

    name: str
    signature: str
    needs: str = "mathlib"
    opens: tuple[str, ...] = ()
    preamble: str = ""
    informal: str = ""
    status: str = ""
    proofs: tuple[str, ...] = ()
    steps: int = 0
    difficulty: float | None = None
    passes: int = 0
    tries: int = 0

    @cached_property
    def statement(self) -> Statement:
        heartbeats = MATHLIB_HEARTBEATS if self.needs == "mathlib" else HEARTBEATS
        return Statement(self.name, self.signature, self.needs, self.opens, self.preamble, heartbeats)

    @cached_property
    def id(self) -> str:
        """The same for the same statement in every data set."""
        return self.statement.digest

    @cached_property
    def proof(self) -> str:
        """The shortest known proof that a model could give too; "" if there is none."""
        for text in sorted(self.proofs, key=lambda text: (len(text), text)):
            try:
                normalised(text, self.statement, Form.TACTICS)
            except (Invalid, Malformed):
                continue
            return text
        return ""

    def merged(self, other: "Row") -> "Row":
        """This row with what another record says of the same statement."""
        return replace(
            self,
            informal=self.informal or other.informal,
            status="proved" if "proved" in (self.status, other.status) else self.status or other.status,
            proofs=tuple(dict.fromkeys([*self.proofs, *other.proofs])),
            steps=self.steps + other.steps,
            difficulty=other.difficulty if self.difficulty is None else self.difficulty,
            passes=self.passes + other.passes,
            tries=self.tries + other.tries,
        )

    def value(self) -> dict[str, Any]:
        """In our own columns, as JSON, without what is not known."""
        found = {name: getattr(self, name) for name in ("id", "name", "needs", "signature")}
        for name in ("opens", "preamble", "informal", "status", "proofs", "steps", "difficulty", "passes", "tries"):
            value = getattr(self, name)
            if value not in ("", (), 0, None):
                found[name] = list(value) if isinstance(value, tuple) else value
        return found

    @classmethod
    def restored(cls, value: Mapping[str, Any]) -> "Row":
        """The row that `value` came from. Checks nothing: records of others are read by `own_row`."""
        known: dict[str, Any] = {key: tuple(it) if isinstance(it, list) else it for key, it in value.items()}
        known.pop("id", None)
        return cls(**known)

    @property
    def problem(self) -> "Row":
        """What a problem needs of this row: the statement, its words, one proof."""
        proofs = (self.proof,) if self.proof else ()
        return Row(self.name, self.signature, self.needs, self.opens, self.preamble, self.informal, proofs=proofs)


def own_row(record: Mapping[str, Any]) -> Row:
    """The row of a record in our own columns. Raises Dropped."""
    name, signature, preamble = (text(record, key) for key in ("name", "signature", "preamble"))
    source = read_source(f"theorem {name} {signature} := by")
    if source.signature != _tidy(signature):
        raise Dropped("the signature holds a comment or goes on after :=")
    needs, opens = text(record, "needs") or "mathlib", tuple(record.get("opens") or ())
    if needs not in NEEDS:
        raise Dropped(f"needs is none of {', '.join(NEEDS)}")
    if not all(isinstance(one, str) and _NAMESPACE.fullmatch(one) for one in opens):
        raise Dropped("opens holds what is no namespace")
    proofs = record.get("proofs") or ([record["proof"]] if record.get("proof") else [])
    counts = {key: value for key in ("steps", "passes", "tries") if type(value := record.get(key)) is int}
    if not all(isinstance(proof, str) for proof in proofs) or any(value < 0 for value in counts.values()):
        raise Dropped("a proof is no text, or a count is negative")
    difficulty = record.get("difficulty")
    return Row(
        name,
        source.signature,
        needs,
        opens,
        preamble,
        text(record, "informal"),
        text(record, "status"),
        tuple(filter(str.strip, proofs)),
        difficulty=float(difficulty) if isinstance(difficulty, int | float) else None,
        **counts,
    )


def text(record: Mapping[str, Any], key: str) -> str:
    """A text of a record; "" if there is none."""
    value = record.get(key)
    return value if isinstance(value, str) else ""


@dataclass(frozen=True)
class Source:
    """A theorem found in a Lean source. `proof`: what follows `:= by`, "" if there is nothing or a hole."""

    name: str
    signature: str
    opens: tuple[str, ...]
    informal: str
    proof: str


def read_source(source: str) -> Source:
    """The theorem of a source: imports, `open` and limits, then one theorem. Raises Dropped.

    The statement ends at the first `:=` outside of all brackets that is not of a `let` in it. It is looked for in a
    part of the source that ends there, as reading a whole proof takes longer.
    """
    at, last = -1, Dropped("no := ends the statement")
    for _ in range(MAX_ENDS):
        at = source.find(":=", at + 1)
        if at < 0:
            break
        try:
            name, signature, opens = _theorem(cleaned(source[: at + 2]))
        except Invalid as error:
            last = Dropped(f"screened: {str(error).partition(':')[0]}")
            continue
        except _NoEnd:
            continue
        doc = _DOC.search(source[:at])
        informal = " ".join(doc["text"].split()) if doc else ""
        return Source(name, signature, opens, informal, _proof(source[at + 2 :]))
    raise last


class _NoEnd(Exception):
    """The statement goes on."""


def _theorem(source: str) -> tuple[str, str, tuple[str, ...]]:
    """Name, signature and opened namespaces of a source that ends with the := of its theorem."""
    found = tokens(source)
    start = next((at for at, token in enumerate(found) if token.text in ("theorem", "lemma")), None)
    if start is None:
        raise _NoEnd
    opens = _header(found[:start])
    name = found[start + 1]
    if not _NAME.fullmatch(name.text) or found[start + 2].text == ".":
        raise Dropped("the name of the theorem cannot be used")
    end = _end(found, start + 2)
    if end != len(found) - 2:
        raise _NoEnd
    signature = _tidy(source[name.at + len(name.text) : found[end].at])
    inside = screen(signature)
    if not any(token.text == ":" for token in _outside(inside)):
        raise Dropped("the theorem has no type")
    return name.text, signature, opens


def _header(found: list[Token]) -> tuple[str, ...]:
    """The namespaces that a header opens. Anything but import, open and limits changes what the theorem means."""
    opens: list[str] = []
    words = [token.text for token in found]
    at = 0
    while at < len(words):
        end = next((later for later in range(at + 1, len(words)) if words[later] in _HEADER_WORDS), len(words))
        command, arguments = words[at], words[at + 1 : end]
        if command == "open" and arguments and all(map(_NAMESPACE.fullmatch, arguments)):
            opens += arguments
        elif not (command == "import" and len(arguments) == 1) and not (
            command == "set_option" and arguments[0].startswith("max") and len(arguments) == 2
        ):
            raise Dropped("the header does more than import, open and limit")
        at = end
    return tuple(dict.fromkeys(opens))


def _end(found: list[Token], start: int) -> int:
    """The place of the := that ends the statement, or -1."""
    depth = lets = 0
    for at, token in enumerate(found[start:], start):
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if depth or at + 1 == len(found):
            continue
        if token.kind is Kind.WORD and token.text in _LETS:
            lets += 1
        if token.text == ":" and found[at + 1].text == "=" and found[at + 1].at == token.at + 1:
            if not lets:
                return at
            lets -= 1
    return -1


def _outside(found: list[Token]) -> list[Token]:
    """The tokens outside of all brackets."""
    depth, outside = 0, []
    for token in found:
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if not depth:
            outside.append(token)
    return outside


def _tidy(signature: str) -> str:
    """Without blank lines, as comments leave them."""
    return "\n".join(line.rstrip() for line in signature.strip().split("\n") if line.strip())


def _proof(rest: str) -> str:
    """The block of tactics in what follows `:=`; a term becomes one."""
    match = _BY.match(rest)
    body = dedented(rest[match.end() :]) if match else rest.strip()
    if not body or re.search(r"\b(?:sorry|admit)\b", body):
        return ""
    return body if match else "exact (\n" + "\n".join(f"  {line}" for line in body.split("\n")) + "\n)"


def dedented(body: str) -> str:
    """Lines without their common indentation, and without blank ones at both ends."""
    lines = [line.rstrip() for line in body.expandtabs(2).strip("\n").rstrip().split("\n")]
    indent = min((len(line) - len(line.lstrip(" ")) for line in lines if line), default=0)
    return "\n".join(line[indent:] for line in lines)
