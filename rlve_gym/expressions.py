r"""Expressions: an answer type for formulas, read by a grammar of our own and evaluated exactly.

    sum     = product (("+" | "-") product)*
    product = signed (("*" | "/") signed)*
    signed  = ("+" | "-")* power
    power   = atom ("^" (signed | "{" sum "}"))?
    atom    = number | name | "(" sum ")" | "|" sum "|" | "\frac" (digit digit | "{" sum "}{" sum "}") | call
    call    = function ("^" whole)? ("(" sum ")" | "{" sum "}" | "|" sum "|") | "\sqrt[" whole "]{" sum "}"

Signs of typesetting stand for the plain ones (`PLAIN`), and `\sin^2(x)` is the square of the sine. Not guessed, and so
refused: products without a sign, as in "2(3)" or "xy"; what the exponents of `x^{2}^3`, `\sin{x}^2` and `\ln|x|^2`
belong to; whether `\sin^{-1}` is an inverse. What has been read is kept in postfix order, so evaluating is a loop: no
text makes it recurse. Texts, nesting and the size of every number on the way are bounded.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from rlve_gym.answers import plain, shown, to_int

MAX_CHARS = 10_000
MAX_DEPTH = 60
MAX_BITS = 20_000
"""Of a numerator or denominator while an expression is evaluated."""
PLAIN = {
    "\u2212": "-",
    "\u2013": "-",
    "\u00d7": "*",
    "\u22c5": "*",
    "\u00b7": "*",
    "\u00f7": "/",
    "\u2044": "/",
    "\\times": "*",
    "\\cdot": "*",
    "\\div": "/",
    "\\dfrac": "\\frac",
    "\\tfrac": "\\frac",
    "\\lvert": "|",
    "\\rvert": "|",
    **dict.fromkeys(("\\left", "\\right", "\\,", "\\;", "\\:", "\\!"), " "),
    **{f"\\{size}{side}": " " for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r")},
}
_SIGN = re.compile("|".join(re.escape(sign) + ("(?![A-Za-z])" if sign[-1].isalpha() else "") for sign in PLAIN))
_TOKEN = re.compile(r"[ \t\r\n]*(?:([0-9]+(?:\.[0-9]+)?)|(\\?[A-Za-z]+)|(\*\*|[-+*/^(){}|\[\]]))", re.ASCII)
_CLOSES = {"(": ")", "[": "]", "{": "}", "|": "|"}
_POWER, _PRODUCT, _SUM = 3, 2, 1
_LEVEL = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "^": _POWER}

Step = tuple[str, Any]
"""("number", Fraction), ("name", text), ("call", function), ("sign", "-") or ("operator", one of + - * / ^)."""


class Arithmetic(Protocol):
    """What an expression is evaluated in. May raise ValueError where a value does not exist or is too large."""

    def number(self, value: Fraction) -> Any: ...

    def negative(self, value: Any) -> Any: ...

    def operate(self, sign: str, left: Any, right: Any) -> Any: ...

    def call(self, function: str, value: Any) -> Any: ...


@dataclass(frozen=True)
class Expression:
    """A formula that has been read. postfix: its steps, operands before operators. text: as it was written."""

    postfix: tuple[Step, ...]
    text: str

    @property
    def numbers(self) -> list[Fraction]:
        """The numbers that are written in it, from left to right."""
        return [value for kind, value in self.postfix if kind == "number"]

    @property
    def names(self) -> set[str]:
        """The variables that occur."""
        return {value for kind, value in self.postfix if kind == "name"}

    def value(self, variables: Mapping[str, Any] | None = None, arithmetic: "Arithmetic | None" = None) -> Any:
        """What it is worth, by default as a Fraction.

        Raises ValueError on a division by zero, a number beyond MAX_BITS, or a variable without a value.
        """
        arithmetic, known = arithmetic or Exact(), variables or {}
        stack: list[Any] = []
        for kind, what in self.postfix:
            if kind == "number":
                stack.append(arithmetic.number(what))
            elif kind == "name":
                if what not in known:
                    raise ValueError(f"{what} has no value")
                stack.append(known[what])
            elif kind == "sign":
                stack.append(arithmetic.negative(stack.pop()))
            elif kind == "call":
                stack.append(arithmetic.call(what, stack.pop()))
            else:
                right = stack.pop()
                stack.append(arithmetic.operate(what, stack.pop(), right))
        (found,) = stack
        return found


class Exact:
    """Arithmetic of fractions. Powers need integer exponents."""

    def number(self, value: Fraction) -> Fraction:
        return _bounded(value)

    def negative(self, value: Fraction) -> Fraction:
        return -value

    def operate(self, sign: str, left: Fraction, right: Fraction) -> Fraction:
        if sign == "+":
            return _bounded(left + right)
        if sign == "-":
            return _bounded(left - right)
        if sign == "*":
            return _bounded(left * right)
        if sign == "/":
            if right == 0:
                raise ValueError("it divides by zero")
            return _bounded(left / right)
        return self._power(left, right)

    def _power(self, base: Fraction, exponent: Fraction) -> Fraction:
        if exponent.denominator != 1:
            raise ValueError(f"the exponent {exponent} is no integer")
        if base == 0 and exponent < 0:
            raise ValueError("it divides by zero")
        bits = max(base.numerator.bit_length(), base.denominator.bit_length())
        if base not in (0, 1, -1) and abs(exponent) * bits > MAX_BITS:
            raise ValueError("a power is too large")
        sign = -1 if base == -1 and exponent % 2 else 1
        return Fraction(sign) if abs(base) == 1 else base ** int(exponent)

    def call(self, function: str, value: Fraction) -> Fraction:
        raise ValueError(f"{function} has no exact value")


def _bounded(value: Fraction) -> Fraction:
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
        raise ValueError("a number on the way is too large")
    return value


@dataclass(frozen=True)
class Formula:
    """The answer type. operators: those that may be used. names: the variables. functions: those that may be called.

    decimals: whether numbers may have a fractional part, as in 0.5. aliases: pairs (other way to write it, token), as
    in ("ln", "log") and ("**", "^").
    """

    operators: str = "+-*/"
    names: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    decimals: bool = False
    aliases: tuple[tuple[str, str], ...] = ()

    @property
    def instruction(self) -> str:
        named = f", the functions {', '.join(self.functions)}" if self.functions else ""
        return (
            f"Answer with one expression that may use {' '.join(self.operators)}{named} and parentheses; "
            "write every multiplication sign."
        )

    def parse(self, text: str) -> Expression:
        text = plain(text)
        if len(text) > MAX_CHARS:
            raise ValueError(f"an expression of {len(text)} characters is too long")
        return Expression(tuple(_Reader(self, text).read()), text)

    def render(self, value: Expression) -> str:
        return value.text


class _Reader:
    """Reads one text by precedence, with a depth that is counted: one call deeper for each level of nesting."""

    def __init__(self, formula: Formula, text: str):
        self.formula = formula
        meant = dict(formula.aliases)
        tokens = _tokens(_SIGN.sub(lambda sign: PLAIN[sign[0]], text))
        self.tokens = [meant.get(token.removeprefix("\\"), token) for token in tokens]
        self.at = 0
        self.ends: dict[int, int] = {}
        """Where a group that begins at one token ends."""
        self.found: list[Step] = []

    def read(self) -> list[Step]:
        self._sum(0, 0)
        if self.at < len(self.tokens):
            raise ValueError(f"unexpected {shown(self.tokens[self.at])}")
        return self.found

    @property
    def _next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _take(self) -> str:
        if self.at == len(self.tokens):
            raise ValueError("the expression ends too early")
        self.at += 1
        return self.tokens[self.at - 1]

    def _sum(self, least: int, depth: int) -> None:
        """Operands and the operators between them that bind more tightly than `least`."""
        if depth > MAX_DEPTH:
            raise ValueError(f"nested more than {MAX_DEPTH} deep")
        self._operand(depth)
        while (level := _LEVEL.get(self._next, 0)) > least:
            sign = self._take()
            if sign == "^" and self._next == "{":
                self._group(self._take(), depth)
                self._no_exponent()
            else:
                self._sum(level - (sign == "^"), depth + 1)
            self._operate(sign)

    def _operate(self, sign: str) -> None:
        if sign not in self.formula.operators:
            raise ValueError(f"{sign} is not allowed")
        self.found.append(("operator", sign))

    def _no_exponent(self) -> None:
        if self._next == "^":
            raise ValueError("what an exponent belongs to is not guessed")

    def _operand(self, depth: int) -> None:
        token = self._take()
        if token in ("+", "-"):
            # -2^2 is -(2^2): a sign binds like a product's factor.
            self._sum(_PRODUCT, depth + 1)
            self.found += [("sign", "-")] if token == "-" else []
        elif token[0].isdigit():
            self.found.append(("number", self._number(token)))
        elif token in ("(", "["):
            self._group(token, depth)
        elif token == "|" and "abs" in self.formula.functions:
            self._bars(depth)
        elif token == "\\frac":
            self._fraction(depth)
        else:
            self._name(token.removeprefix("\\"), depth)

    def _name(self, name: str, depth: int) -> None:
        if name in self.formula.functions:
            self._call(name, depth)
        elif name in self.formula.names:
            self.found.append(("name", name))
        else:
            raise ValueError(f"unexpected {shown(name)}")

    def _call(self, function: str, depth: int) -> None:
        if function == "sqrt" and self._next == "[":
            return self._root(depth)
        exponent = self._whole("^") if self._next == "^" else None
        opened, begin = self._take(), self.at
        if opened == "|" and "abs" in self.formula.functions:
            self._bars(depth)
        elif opened in ("(", "{"):
            self._group(opened, depth)
        else:
            raise ValueError(f"{function} needs parentheses")
        self.found.append(("call", function))
        # As in \sin{x} and \sin{|x|}, unlike \sin{(x)}.
        loose = opened == "{" and (self.tokens[begin] == "|" or self.ends.get(begin) != self.at - 2)
        if exponent is not None:
            self.found.append(("number", exponent))
            self._operate("^")
        if exponent is not None or opened == "|" or (loose and function != "sqrt"):
            self._no_exponent()

    def _root(self, depth: int) -> None:
        order = self._whole("[", "]")
        if order == 0 or self._take() != "{":
            raise ValueError("a root needs an order and braces")
        self._group("{", depth)
        self.found.append(("number", 1 / order))
        self._operate("^")

    def _whole(self, opened: str, closed: str = "") -> Fraction:
        """The 2 of sin^2(x) or sin^{2}(x), the 3 of sqrt[3]{x}."""
        self._take()
        if opened == "^" and self._next == "{":
            self._take()
            closed = "}"
        digits = self._take()
        if not digits.isdigit() or (closed and self._take() != closed):
            raise ValueError("only a whole number can stand there")
        return Fraction(to_int(digits))

    def _group(self, opened: str, depth: int) -> None:
        begin = self.at - 1
        self._sum(0, depth + 1)
        if self._take() != _CLOSES[opened]:
            raise ValueError(f"{opened} is not closed")
        self.ends[begin] = self.at - 1

    def _bars(self, depth: int) -> None:
        """As products have signs, a bar that stands where an operand can begin opens, and any other closes."""
        self._group("|", depth)
        self.found.append(("call", "abs"))

    def _fraction(self, depth: int) -> None:
        if len(self._next) == 2 and self._next.isdigit():
            self.found += [("number", Fraction(int(digit))) for digit in self._take()]
        else:
            for _ in range(2):
                if self._take() != "{":
                    raise ValueError("a fraction needs two pairs of braces")
                self._group("{", depth)
        self._operate("/")

    def _number(self, token: str) -> Fraction:
        whole, dot, part = token.partition(".")
        if dot and not self.formula.decimals:
            raise ValueError(f"{shown(token)} is no integer")
        return Fraction(to_int(whole + part), 10 ** len(part))


def _tokens(text: str) -> Sequence[str]:
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ValueError(f"cannot read {shown(text[at:], 20)}")
        found.append(match[match.lastindex or 0])
        at = match.end()
    return found
