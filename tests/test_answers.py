r"""Answers: what each parser accepts and rejects, and which text of a completion is the answer."""

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlve_gym import Choice, Integer, Integers, Invalid
from rlve_gym.answers import MAX_CHARS, MAX_DIGITS, MAX_ENTRIES, plain, shown
from rlve_gym.verdict import extract

YES_NO = Choice(("Yes", "No"))


@pytest.mark.parametrize(
    "text, value",
    [
        ("5", 5),
        (" 5\n", 5),
        ("\u00a05", 5),
        ("+5", 5),
        ("-5", -5),
        ("\u22125", -5),
        ("-0", 0),
        ("007", 7),
        ("5.", 5),
        ("**5**", 5),
        ("*5*", 5),
        ("`5`", 5),
        ("```\n5\n```", 5),
        ("```text\n5\n```", 5),
        ("$5$", 5),
        ("$$-5$$", -5),
        ("$5$.", 5),
        ("\\(5\\)", 5),
        ("\\[5\\]", 5),
        ("\\text{5}", 5),
        ("$\\mathbf{5}$", 5),
        ('"5"', 5),
        ("'5'", 5),
        ("\u201c5\u201d", 5),
        ("1,234", 1234),
        ("-1,234,567", -1234567),
        ("1{,}234", 1234),
        ("1\\,234", 1234),
        ("1,\\!234,\\!567", 1234567),
        ("9" * MAX_DIGITS, 10**MAX_DIGITS - 1),
    ],
)
def test_integers_that_are_read(text, value):
    assert Integer().parse(text) == value


NO_INTEGERS = [
    *(
        "",
        " ",
        ".",
        "-",
        "+",
        "--5",
        "- 5",
        "5-",
        "5.0",
        "5.5",
        "1e3",
        "0x1F",
        "0b1",
        "1_000",
        "_5_",
        "5%",
        "5 6",
        "5, 6",
    ),
    *(
        "1,23",
        "1234,567",
        ",123",
        "1,,234",
        "1,234,",
        "x = 5",
        "five",
        "nan",
        "inf",
        "None",
        "True",
        "[5]",
        "5!",
        "2+3",
    ),
    *("\u0665", "\uff15", "\u00b2", "\u2460", "\u200b5", "5\x00", "\ud800", "1\u00a0234", "**", "$", "\\text{}", "5\\"),
    *("9" * (MAX_DIGITS + 2), "9" * 10**5, "9" * (MAX_CHARS + 1), "$" * 10**5),
]


@pytest.mark.parametrize("text", NO_INTEGERS, ids=range(len(NO_INTEGERS)))
def test_what_is_no_integer(text):
    with pytest.raises(ValueError) as caught:
        Integer().parse(text)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200


def test_integers_within_bounds():
    answer = Integer(low=1, high=10)
    assert [answer.parse("1"), answer.parse("10")] == [1, 10]
    for text in ("0", "11", "-5"):
        with pytest.raises(ValueError, match="out of range"):
            answer.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        *("1 2 3", "1, 2, 3", "1,2,3", "1 ,2 , 3", "1, 2 3", "1,2,3,", "1\n2\n3", "1\t2  3", "01 2 +3"),
        *("[1, 2, 3]", "[1 2 3]", "(1, 2, 3)", "{1, 2, 3}", "\\{1, 2, 3\\}", "\\left[1, 2, 3\\right]", "[1, 2, 3]."),
        *("$1, 2, 3$", "`[1, 2, 3]`", "**1 2 3**", "```\n1 2 3\n```", "```python\n[1, 2, 3]\n```", "\\text{1 2 3}"),
        *(
            "1\\ 2\\ 3",
            "1,\\ 2,\\ 3",
            "1 \\quad 2 \\quad 3",
            "1~2~3",
            "1,\\,2,\\,3",
            "1 \\, 2 \\, 3",
            *(
                "1;2;3",
                "1; 2; 3;",
                "1 -> 2 -> 3",
                "1->2->3",
                "1 \u2192 2\u21923",
                "$1 \\to 2 \\to 3$",
                "1 \\rightarrow 2, 3",
            ),
        ),
    ],
)
def test_lists_that_are_read(text):
    assert Integers().parse(text) == [1, 2, 3]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "[]",
            "()",
            ",",
            "1,,2",
            ",1",
            "1, , 2",
            "1;;2",
            "1 and 2",
            "-> 1",
            "1 -> -> 2",
            "1 - > 2",
            "1 => 2",
            "1 \\top 2",
            "[1], [2]",
            "[[1, 2]]",
            "[1, 2",
            "1, 2]",
        ),
        *("1.0 2", "1. 2.", "1 - 2", "a b", "1 2 x", "\uff11 2", "1_0 2", "nan 1", "\x001 2", "{1, 2\\}", "\\quad"),
        *("1 " * (MAX_ENTRIES + 1), "1," * 50_000, "9" * (MAX_DIGITS + 2) + " 1", "[" * 50_000 + "]" * 50_000),
    ],
)
def test_what_is_no_list(text):
    with pytest.raises(ValueError) as caught:
        Integers().parse(text)
    assert len(str(caught.value)) < 200


def test_arrows_are_no_minus_signs():
    assert Integers().parse("-1->-2->3") == [-1, -2, 3]


def test_lists_of_allowed_entries():
    answer = Integers("bits", allowed=(0, 1))
    assert answer.parse("0 1 1") == [0, 1, 1]
    with pytest.raises(ValueError, match="only 0, 1 are allowed"):
        answer.parse("0 1 2")


@pytest.mark.parametrize(
    "text", ["Yes", "yes", "YES", " yes.", "**Yes**", "$\\text{Yes}$", "'yes'", "\\text{Yes.}", "`Yes`."]
)
def test_words_that_are_read(text):
    assert YES_NO.parse(text) == "Yes"


@pytest.mark.parametrize(
    "text",
    ["Yes, it is", "Yes or No", "Yes No", "maybe", "y", "Y_es", "\uff39es", "\u200bYes", "Yes\x00", "1", "YesYes"],
)
def test_other_words_break_the_rules(text):
    with pytest.raises(Invalid, match="neither Yes nor No"):
        YES_NO.parse(text)


@pytest.mark.parametrize("text", ["", " ", "``", ".", "\\text{}", "a" * (MAX_CHARS + 1)])
def test_no_word_at_all_is_malformed(text):
    with pytest.raises(ValueError):
        YES_NO.parse(text)


@pytest.mark.parametrize("answer", [Integer(), Integers(), Integers("bits", (0, 1)), YES_NO])
def test_instructions_are_one_plain_sentence(answer):
    assert (
        answer.instruction.isascii() and answer.instruction.startswith("Answer with") and answer.instruction[-1] == "."
    )


@given(st.integers())
def test_integers_round_trip(value):
    assert Integer().parse(Integer().render(value)) == value


@given(st.lists(st.integers(), min_size=1))
def test_lists_round_trip_also_as_python_writes_them(values):
    assert Integers().parse(Integers().render(values)) == values
    assert Integers().parse(str(values)) == values


@given(st.text(alphabet="0123456789-+,.[]{}()\\$*` \n~textboxed<>/answer", max_size=40))
def test_parsers_and_extraction_raise_nothing_else(text):
    for answer in (Integer(), Integers(), YES_NO):
        with suppress(ValueError, Invalid):
            answer.parse(text)
    assert extract(text) is None or len(extract(text) or "") <= len(text)


def test_plain_text_of_model_output_is_shown_short():
    assert shown("x" * 1000) == repr("x" * 60 + "...")
    assert plain(" **$x$** ") == "x"


@pytest.mark.parametrize(
    "completion, answer",
    [
        ("<answer>5</answer>", "5"),
        ("It is <answer>\n 5 \n</answer>, I think.", "5"),
        ("\\boxed{5}", "5"),
        ("\\boxed {A}", "A"),
        ("\\boxed\n{A}", "A"),
        ("$$\\boxed{\\text{E}}$$", "\\text{E}"),
        ("\\boxed{\\frac{1}{2}}", "\\frac{1}{2}"),
        ("\\boxed{\\{1, 2\\}}", "\\{1, 2\\}"),
        ("\\boxed{a\\}b}", "a\\}b"),
        ("\\\\\\boxed{5}", "5"),
        ("so {1, 2 \\boxed{5}", "5"),
        ("} \\boxed{5} }", "5"),
        ("<answer></answer>", ""),
        ("\\boxed{}", ""),
        # the last one counts
        ("<answer>1</answer> no, <answer>2</answer>", "2"),
        ("\\boxed{C} or \\boxed{E}", "E"),
        ("\\boxed{1} <answer>2</answer>", "2"),
        ("<answer>1</answer> \\boxed{2}", "2"),
        ("<answer>1 <answer>2</answer>", "2"),
        ("<answer><answer>2</answer></answer>", "2"),
        ("<answer>1</answer> <answer>2", "1"),
        ("\\boxed{1} \\boxed{2", "1"),
        # one mark within the other
        ("<answer>\\boxed{5}</answer>", "5"),
        ("<answer>$\\boxed{5}$</answer>", "5"),
        ("<answer> $$\\boxed {5}.$$ </answer>", "5"),
        ("<answer>**\\boxed{5}**</answer>", "5"),
        ("<answer>\\[\\boxed{5}\\]</answer>", "5"),
        ("\\boxed{<answer>5</answer>}", "5"),
        ("\\boxed{\\boxed{5}}", "5"),
        ("<answer>-\\boxed{5}</answer>", "-\\boxed{5}"),
        ("<answer>\\boxed{1} or \\boxed{5}</answer>", "\\boxed{1} or \\boxed{5}"),
        # thinking
        ("<think>\\boxed{1}</think><answer>2</answer>", "2"),
        ("I thought </think><answer>2</answer>", "2"),
        ("<think>a</think>b<think>c</think>\\boxed{3}", "3"),
        # other letters
        ("<answer>[/b] \u2028 x</answer>", "[/b] \u2028 x"),
    ],
)
def test_the_answer_of_a_completion(completion, answer):
    assert extract(completion) == answer


@pytest.mark.parametrize(
    "completion",
    [
        "",
        "5",
        "The answer is 5.",
        "<answer>5",
        "5</answer>",
        "</answer>5<answer>",
        "<ANSWER>5</ANSWER>",
        "\\boxed{5",
        "\\boxed 5",
        "boxed{5}",
        "\\fbox{5}",
        "\\boxed{\\}",
        "\\\\boxed{5}",
        "<think> ... <answer>42</answer>",
        "<think>a</think> <think> <answer>42</answer>",
        "<answer>5</answer></think>",
        "<think><answer>5</answer></think> done",
    ],
)
def test_completions_without_an_answer(completion):
    assert extract(completion) is None


LONG = {
    "open braces": "\\boxed" + "{" * 200_000,
    "open boxes": "\\boxed{" * 30_000,
    "nested boxes": "\\boxed{" * 30_000 + "}" * 30_000,
    "open tags": "<answer>" * 25_000,
    "nested tags": "<answer>" * 12_500 + "</answer>" * 12_500,
    "backslashes": "\\boxed{" + "\\" * 200_000,
    "spaced boxes": "\\boxed        " * 14_000,
    "thinking": "<think></think>" * 14_000,
    "boxes in tags": "<answer>" + "\\boxed{" * 2_400 + "}" * 2_400 + "</answer>",
}


@pytest.mark.parametrize("name", LONG)
def test_extraction_is_linear(name):
    """200,000 characters take well below a second of processor time; anything quadratic takes minutes."""
    start = time.process_time()
    extract(LONG[name])
    assert time.process_time() - start < 0.5
