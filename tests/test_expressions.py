"""Expressions: what is read, what it is worth, what is refused, and that no text makes it slow or deep."""

import ast
import operator
import time
from fractions import Fraction
from random import Random

import pytest

from rlve_gym.expressions import MAX_CHARS, MAX_DEPTH, Formula

FORMULA = Formula("+-*/^", ("x", "y"), ("sin",), decimals=True)
WORTH = [
    ("1+2*3", 7),
    ("(1 + 2) * 3", 9),
    ("[1+2]*3", 9),
    ("1-2-3", -4),
    ("8/4/2", 1),
    ("7/2", Fraction(7, 2)),
    ("2*-3", -6),
    ("--1", 1),
    ("-+-1", 1),
    ("-2^2", -4),
    ("(-2)^2", 4),
    ("2^3^2", 512),
    ("2^-1*4", 2),
    ("0^0", 1),
    ("(-1)^1000001", -1),
    ("2.50*2", 5),
    ("$\\frac{1}{2} \\times 3$", Fraction(3, 2)),
    ("\\dfrac{1+2}{-4}\\cdot\\left(5\\right)", Fraction(-15, 4)),
    ("6 \u00f7 3 \u00d7 2 \u2212 1", 3),
    ("`1+1`.", 2),
    ("2^{10}", 1024),
    ("2^{-1}*4", 2),
    ("2^{3}*5^{1+1}", 200),
    ("-2^{2}", -4),
    ("2^3^{2}", 512),
    ("\\left[3-1\\right]^{2}\\cdot 3", 12),
    ("\\bigl(1+2\\bigr)\\,\\times\\, 3", 9),
    ("\\frac12 + \\frac{3^{2}}{4}", Fraction(11, 4)),
    ("\\frac{\\frac{1}{2}}{\\dfrac34}", Fraction(2, 3)),
]
REFUSED = [
    "",
    " ",
    "=",
    "1+",
    "+",
    "1 2",
    "2(3)",
    "(2)(3)",
    "2x",
    "xy",
    "z",
    "2**3",
    "7//2",
    "1e3",
    ".5",
    "1..2",
    "0x10",
    "1_000",
    "1,5",
    "(1",
    "1)",
    "(1]",
    "()",
    "sin",
    "sin 1",
    "sin()",
    "cos(1)",
    "\\frac1",
    "\\frac123",
    "\\frac1{2}",
    "\\frac{1}",
    "\\frac{1}2",
    "1\\left2",
    "1\\,000",
    "2^{3",
    "2^3}",
    "2^{}",
    "2^{3}^2",
    "2^{3}^{2}",
    "{2}",
    "\\{2\\}",
    "2\\frac{1}{2}",
    "\\frac{1}{2}3",
    "2^{3}4",
    "|2|",
    "\\frac{1}{2",
    "\u0661+1",
    "1=1",
    "__import__('os')",
    "1+1;2",
    "1\x00+1",
    "\\leftx",
    "i",
    "inf",
    "nan",
]


@pytest.mark.parametrize("text, value", WORTH)
def test_what_an_expression_is_worth(text, value):
    assert FORMULA.parse(text).value() == value


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_expression(text):
    with pytest.raises(ValueError):
        FORMULA.parse(text)


@pytest.mark.parametrize(
    "text", ["1/0", "1/(2-2)", "0^-1", "2^(1/2)", "9^9^9", "2^100000", "(1/3)^-99999", "sin(0)", "x"]
)
def test_what_has_no_value(text):
    with pytest.raises(ValueError):
        FORMULA.parse(text).value()


def test_only_what_is_allowed():
    plain = Formula("+-")
    assert plain.parse("1-2").value() == -1
    for text in ("1*2", "1/2", "2^2", "x", "1.5", "\\frac{1}{2}"):
        with pytest.raises(ValueError):
            plain.parse(text)


def test_other_ways_to_write_a_token():
    formula = Formula("+-*/^", ("x",), ("log",), aliases=(("ln", "log"), ("**", "^")))
    plain = formula.parse("log(x)^2 - 3^2")
    for text in ("ln(x)^2 - 3**2", "\\ln(x)**2 - 3^2", "\\log(x)^2-3**2"):
        assert formula.parse(text).postfix == plain.postfix
    for text in ("2***3", "2* *3", "ln x", "l(x)", "**2"):
        with pytest.raises(ValueError):
            formula.parse(text)


LATEX = [
    ("\\sqrt{x}", "sqrt(x)"),
    ("2\\cdot\\sqrt{x^{2}+1}", "2*sqrt(x^2+1)"),
    ("\\sqrt{x}^2", "sqrt(x)^2"),
    ("e^{-x}", "e^(-x)"),
    ("e^{2\\cdot x}\\cdot\\sin\\left(x\\right)", "e^(2*x)*sin(x)"),
    ("x^{\\frac{1}{2}}", "x^(1/2)"),
    ("\\frac{x}{\\sqrt{x}}", "x/sqrt(x)"),
    ("\\sin{x}+\\sin{\\left(x \\right)}", "sin(x)+sin((x))"),
    ("\\sin^2(x)+\\sin^{3}{(x)}", "sin(x)^2+sin(x)^3"),
    ("x^\\sin^{2}(x)", "x^(sin(x)^2)"),
    ("\\ln|x|", "log(abs(x))"),
    ("\\ln\\left|x+1\\right| + \\lvert x\\rvert^{2}", "log(abs(x+1)) + abs(x)^2"),
    ("|x|*|2*|x|-1|", "abs(x)*abs(2*abs(x)-1)"),
    ("||x||", "abs(abs(x))"),
    ("\\ln^2|x|", "log(abs(x))^2"),
    ("(x + 1)^{2}/\\ln{(x)}^{2}", "(x+1)^2/log(x)^2"),
]
NOT_GUESSED = [
    "\\sin{x}^2",
    "\\sin{(x)+(x)}^2",
    "\\sin{((x)+x}^2",
    "\\ln|x|^2",
    "\\ln{|x|}^2",
    "\\sin^2(x)^2",
    "\\sin^{-1}(x)",
    "\\sin^-1(x)",
    "\\sin^{1+1}(x)",
    "\\sin^{2(x)}",
    "\\sin^x(x)",
    "\\sin^2 x",
    "\\sin^2",
    "\\sin^",
    "\\sin[x]",
    "\\sqrt x",
    "\\sqrt{x",
    "\\sqrt[x]",
    "\\sqrt[0]{x}",
    "\\sqrt[x]{2}",
    "\\sqrt[3](x)",
    "\\sqrt[3]{x]",
    "\\sqrt{}",
    "x\\sqrt{x}",
    "|x",
    "|x||x|",
    "|",
    "||",
    "|x|2",
    "2|x|",
    "\\ln|x",
    "e^{x",
    "e^{x}x",
    "x^{2}^3",
    "x_{1}",
    "\\frac xx",
    "\\log_{2}(x)",
]


def test_latex_is_read_as_what_it_says():
    formula = Formula("+-*/^", ("x", "e"), ("sin", "sqrt", "log", "abs"), aliases=(("ln", "log"),))
    for latex, plain in LATEX:
        assert formula.parse(latex).postfix == formula.parse(plain).postfix, latex
        assert formula.parse(f"$${latex}$$").postfix == formula.parse(plain).postfix, latex
    assert formula.parse("\\sqrt[3]{x+1}").postfix == (
        *formula.parse("x+1").postfix,
        ("number", Fraction(1, 3)),
        ("operator", "^"),
    )
    for text in NOT_GUESSED:
        with pytest.raises(ValueError):
            formula.parse(text)


def test_latex_brings_no_operator_that_is_not_allowed():
    formula = Formula("+*", ("x",), ("sqrt", "sin"))
    assert formula.parse("\\sqrt{x}+\\sin{x}").names == {"x"}
    for text in ("x^{2}", "\\sqrt[3]{x}", "\\sin^2(x)", "\\frac12", "\\frac{x}{x}", "|x|", "\\sqrt|x|"):
        with pytest.raises(ValueError):
            formula.parse(text)


def test_variables_and_numbers():
    found = FORMULA.parse("2*x + 3.5/y - x^2")
    assert found.names == {"x", "y"} and found.numbers == [2, Fraction(7, 2), 2]
    assert found.value({"x": Fraction(3), "y": Fraction(7)}) == Fraction(-5, 2)
    assert FORMULA.parse(FORMULA.render(found)) == found


def test_against_the_grammar_of_python():
    """Random expressions of the four operators, by an evaluator over Python's own syntax tree."""
    signs = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}

    def worth(node: ast.AST) -> Fraction:
        if isinstance(node, ast.BinOp):
            return signs[type(node.op)](worth(node.left), worth(node.right))
        if isinstance(node, ast.UnaryOp):
            return -worth(node.operand) if isinstance(node.op, ast.USub) else worth(node.operand)
        assert isinstance(node, ast.Constant)
        return Fraction(node.value)

    rng, agreed = Random(1), 0
    for _ in range(3000):
        text = "".join(rng.choice("(1-2+3*4/)") for _ in range(rng.randrange(1, 14)))
        if text.startswith("*"):
            continue  # asterisks on both sides are emphasis
        try:
            tree = ast.parse(text, mode="eval").body
            wanted = worth(tree)
        except (SyntaxError, ZeroDivisionError, AssertionError, KeyError):
            wanted = None
        except TypeError:
            continue  # a call such as 2(3)
        try:
            found = FORMULA.parse(text).value()
        except ValueError:
            found = None
        assert found == wanted, text
        agreed += wanted is not None
    assert agreed > 300


def test_nesting_is_bounded_and_length_costs_little():
    deep = MAX_DEPTH
    assert FORMULA.parse("(" * deep + "1" + ")" * deep).value() == 1
    hostile = [
        "(" * MAX_CHARS,
        "-" * MAX_CHARS,
        "2^" * 4000 + "2",
        "(" * 4000 + "1" + ")" * 4000,
        "sin(" * 2000,
        "\\frac{" * 1500,
        "1+" * 4999 + "1",
        "9" * 9000,
        "1 " * 4999,
        "\\left" * 1999,
        "9^" * 30 + "9",
        "7^300*" * 1400 + "1",
        "1/" * 4999 + "3",
        "2^{" * 3000 + "2",
        "2^{1}*" * 1600 + "1",
        "\\frac12+" * 1200 + "1",
        "sin^2(" * 1600,
        "sin^" * 2400,
        "\\," * 4900,
        "|" * MAX_CHARS,
    ]
    for text in hostile:
        began = time.process_time()
        try:
            FORMULA.parse(text).value()
        except ValueError as error:
            assert len(str(error)) < 200
        assert time.process_time() - began < 1, text[:20]
    assert FORMULA.parse("1+" * 4999 + "1").value() == 5000
