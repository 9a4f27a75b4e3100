r"""Answer types beyond numbers: what each parser accepts and rejects, that it reads what it writes, and its cost."""

import time
from fractions import Fraction

import pytest

from rlve_gym import Invalid
from rlve_gym.layouts import (
    MAX_ROWS,
    Actions,
    Choices,
    Decimal,
    Decimals,
    Edges,
    Grid,
    Lists,
    NumberGrid,
    Rational,
    Word,
    shaped,
)

YES_NO = Choices(("Yes", "No"))
STEPS = Actions((("Wait", 0), ("Go", 1), ("Carry", 2)))
READ = [
    (Rational(), "3/4", Fraction(3, 4)),
    (Rational(), "-6/8", Fraction(-3, 4)),
    (Rational(), "3 / 4.", Fraction(3, 4)),
    (Rational(), "$-\\dfrac{3}{4}$", Fraction(-3, 4)),
    (Rational(), "\\frac{-3}{4}", Fraction(-3, 4)),
    (Rational(), "-\\frac34", Fraction(-3, 4)),
    (Rational(), "0.75", Fraction(3, 4)),
    (Rational(), "7", 7),
    (Rational(), "1e3", 1000),
    (Decimal(), "0.25", Fraction(1, 4)),
    (Decimal(), "-.5", Fraction(-1, 2)),
    (Decimal(), "\u22121.5E-3", Fraction(-3, 2000)),
    (Decimal(), "$2 \\times 10^{-3}$", Fraction(1, 500)),
    (Decimals(2), "(0.5, -1e1)", [Fraction(1, 2), Fraction(-10)]),
    (Word("ab"), ' "ab" ', "ab"),
    (Word("()"), "(())", "(())"),
    (Word("ab."), "ab.", "ab."),
    (YES_NO, "yes, NO", ["Yes", "No"]),
    (YES_NO, "Yes", ["Yes"]),
    (STEPS, "Go 12\n\ncarry  0 1\nWAIT", [["Go", 12], ["Carry", 0, 1], ["Wait"]]),
    (STEPS, "```\nGo 007\n```", [["Go", 7]]),
    (Lists(), "1 2\n\n3", [[1, 2], [3]]),
    (Lists(), "[[1, 2], [3]]", [[1, 2], [3]]),
    (Lists(), "[1,2],\n[3]", [[1, 2], [3]]),
    (Lists(), "| 1 | -2 |\n| 3 | 4 |", [[1, -2], [3, 4]]),
    (Lists(), "[1, 2]", [[1, 2]]),
    (NumberGrid(), "```text\n1 2\n3 4\n```", [[1, 2], [3, 4]]),
    (NumberGrid(), "[[1, 2], [3, 4]]", [[1, 2], [3, 4]]),
    (NumberGrid(), "\\begin{bmatrix} 1 & -2 \\\\ 3 & 4 \\end{bmatrix}", [[1, -2], [3, 4]]),
    (
        NumberGrid(),
        "$$\\begin{array}{|c|c|}\\hline 1 & 2 \\\\ \\hline 3 & 4 \\\\\\hline\\end{array}$$",
        [[1, 2], [3, 4]],
    ),
    (Edges(), "0 1\n2 3", [[0, 1], [2, 3]]),
    (Edges(), "0-1, 2 - 3", [[0, 1], [2, 3]]),
    (Edges(), "0->1\n2 -> 3", [[0, 1], [2, 3]]),
    (Edges(), "0 \u2192 1, 2\u20133", [[0, 1], [2, 3]]),
    (Edges(), "(0, 1), (2, 3)", [[0, 1], [2, 3]]),
    (Edges(), "[(0,1),(2,3)]", [[0, 1], [2, 3]]),
    (Edges(), "{0,1},{2,3}", [[0, 1], [2, 3]]),
    (Edges(), "0 1 2 3", [[0, 1], [2, 3]]),
    (Grid("XO"), "XO\nOX", ["XO", "OX"]),
    (Grid("XO"), "X, O\nO, X", ["XO", "OX"]),
    (Grid("XO"), "[['X', 'O'], ['O', 'X']]", ["XO", "OX"]),
    (Grid("X*."), "X.*\n*..", ["X.*", "*.."]),
    (Grid("*."), "```\n*.\n.*\n```", ["*.", ".*"]),
    (Grid("|-"), "|-\n-|", ["|-", "-|"]),
    (Grid("()"), "()\n)(", ["()", ")("]),
    (Grid("X*."), "\\[\\begin{pmatrix} X & . \\\\ * & * \\end{pmatrix}\\]", ["X.", "**"]),
    (Grid("01"), "\\begin{matrix}\n01\\\\\n10\n\\end{matrix}", ["01", "10"]),
]
REFUSED = [
    *[
        (Rational(), text)
        for text in (
            "",
            "a",
            ".",
            "1/0",
            "1/2/3",
            "--3",
            "1e999",
            "1/2.5",
            "\u0663",
            "1 1/2",
            "\\frac123",
            "\\frac1",
            "1/" + "9" * 5000,
        )
    ],
    *[
        (Decimal(), text)
        for text in ("", "1e", "0x1", "1,5", "1.2.3", "inf", "nan", "1e1000000000000", "1/2", "9" * 5000)
    ],
    *[(Word("ab"), text) for text in ("", "abc", "a b", "AB", "a" * 20_001)],
    *[(YES_NO, text) for text in ("", ",", "yes " * 20_001)],
    *[
        (STEPS, text)
        for text in ("", "Go", "Go 1 2", "Carry 1", "Wait 1", "Stay", "Go -1", "Go x", "Go 1; Wait", "Go 1, Wait", "1")
    ],
    *[(STEPS, text) for text in ("Go 1234567890", "Go \u0663", "\u212aarry 0 1", "Wait\n" * 20_001, "[Wait]")],
    *[(Lists(), text) for text in ("", "x", "1\nx", "1, ,2", "1\n" * 20_001, "[[1, 2], [x]]")],
    *[(NumberGrid(), text) for text in ("", "1 2\n3", "[[1],[2,3]]")],
    *[
        (NumberGrid(), f"\\begin{{{name}}}{body}\\end{{{end}}}")
        for name, body, end in (
            ("matrix", "", "matrix"),
            ("matrix", "1 & 2", "bmatrix"),
            ("cases", "1 & 2", "cases"),
            ("matrix", "1 & 2 \\\\ 3", "matrix"),
            ("matrix", "1 & x", "matrix"),
            ("matrix", "\\begin{matrix}1\\end{matrix}", "matrix"),
            ("matrix", "1\\end{matrix}\\begin{matrix}2", "matrix"),
        )
    ],
    *[(NumberGrid(), text) for text in ("\\begin{matrix}", "\\begin{matrix}1", "1\\end{matrix}", "\\begin{array}{c")],
    *[(Edges(), text) for text in ("", "1", "1 2\n3", "-1 2", "0 -1", "0 1\n2 -3", "a-b", "-1" + "0" * 3000 + " 2")],
    *[(Edges(), text) for text in ("1 2 3\n4", "1\n2", "0-1-2-3", "0 -> 1 -> 2 -> 3", "0 1\n2-3-4-5")],
    *[(Edges(), f"0 {arrow} 1 {arrow} 2 {arrow} 3") for arrow in ("\\to", "\\rightarrow")],
    *[(Decimals(2), text) for text in ("", "1", "1 2 3", "1 x", "1\t" * 90_000)],
    *[(Grid("XO"), text) for text in ("", "XO\nX", "XZ", "xo", "X" * 20_001)],
]


@pytest.mark.parametrize("kind, text, value", READ)
def test_what_is_read(kind, text, value):
    assert kind.parse(text) == value


@pytest.mark.parametrize("kind, text", REFUSED)
def test_what_is_refused(kind, text):
    with pytest.raises(ValueError) as error:
        kind.parse(text)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("kind, text, value", READ)
def test_what_is_written_is_read_back(kind, text, value):
    assert kind.parse(kind.render(value)) == value


@pytest.mark.parametrize("kind", {type(kind): kind for kind, _, _ in READ}.values())
def test_an_instruction_is_one_line_of_ascii(kind):
    assert kind.instruction.isascii() and kind.instruction.endswith(
        (".", kind.__dict__.get("options", ("?",))[-1] + ".")
    )


def test_other_words_break_the_rules():
    with pytest.raises(Invalid):
        YES_NO.parse("yes maybe")


def test_decimals_are_rounded_a_little_further_than_asked():
    assert Decimal(2).render(Fraction(2, 3)) == "0.66667" and Decimal(2).render(-0.5) == "-0.50000"


def test_an_alphabet_must_survive_reading():
    for build in (lambda: Word("a*"), lambda: Word(""), lambda: Grid("X "), lambda: Grid("`")):
        with pytest.raises(AssertionError):
            build()


def test_a_grid_of_another_shape_is_invalid():
    shaped([[1, 2], [3, 4]], 2, 2)
    for rows, columns in ((1, 2), (2, 1), (3, 2)):
        with pytest.raises(Invalid):
            shaped([[1, 2], [3, 4]], rows, columns)


ROWS = [
    (Lists(), "1 2 3"),
    (Edges(), "1 2"),
    (NumberGrid(), "| 1 | 2 |"),
    (Grid("XO"), "X O"),
    (STEPS, "carry 2 3"),
]


@pytest.mark.parametrize("kind, row", ROWS)
def test_many_lines_are_refused_for_less_than_reading_them_costs(kind, row):
    """Twenty thousand lines, ten times as many as are read, and lines with nothing."""
    assert len(kind.parse("\n\n".join([row] * MAX_ROWS))) == MAX_ROWS
    for text in ("\n".join([row] * (MAX_ROWS + 1)), "\n".join([row] * 20_000)[:190_000], row + "\n" * 190_000 + row):
        costs = []
        for _ in range(3):
            began = time.process_time()
            with pytest.raises(ValueError):
                kind.parse(text)
            costs.append(time.process_time() - began)
        assert min(costs) < 0.05


@pytest.mark.parametrize("kind", {type(kind): kind for kind, _, _ in READ}.values())
def test_no_text_is_slow(kind):
    long = [
        "]" + " " * 190_000,
        "] " * 90_000,
        "[" * 190_000,
        "[[" + " " * 190_000,
        "1" + " " * 190_000 + "x",
        "1" + "-" * 190_000,
        "1 - " * 45_000,
        "\\frac{" * 30_000,
        "`" * 190_000,
        "```" + "a" * 190_000,
        "\n" * 190_000,
        "|" * 190_000,
        "1|" * 90_000,
        "9" * 190_000,
        "(1," * 60_000,
        "1.5e" * 45_000,
        "yes" + "," * 190_000,
        "X" + "\n" * 100_000 + "X",
        "$" * 100_000,
        "Go" + " 1" * 90_000,
        "Go" + " " * 190_000 + "x",
        "Wait\n" * 38_000,
        "\\begin{matrix}" * 10_000 + "\\end{matrix}",
        "\\begin{array}{" + "c" * 190_000,
        "\\begin{matrix}" + "&" * 190_000 + "\\end{matrix}",
        "\\begin{matrix}" + "1\\\\" * 60_000 + "\\end{matrix}",
    ]
    for text in long:
        began = time.process_time()
        try:
            kind.parse(text)
        except (ValueError, Invalid) as error:
            assert len(str(error)) < 300
        assert time.process_time() - began < 1, text[:20]
