"""The lexer and the screen: what they take for comments, words and quotes, and what may not stand in a proof."""

import re
import time
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlve_gym.lean.lexer import MAX_CHARS, Kind, balanced, cleaned, tokens
from rlve_gym.lean.screen import ENDINGS, MAX_OPTION, NAMES, WORDS, screen
from rlve_gym.scoring import Invalid


def rule(text):
    """The rule that refuses a text, or "" where none does."""
    try:
        screen(cleaned(text))
    except Invalid as error:
        return str(error).split(":")[0]
    return ""


def texts(text):
    return [token.text for token in tokens(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a -- sorry\nb", "a\nb"),
        ("a /- b /- c -/ d -/ e", "a" + " " * 19 + "e"),
        ("/-- doc -/ a\n/-! module -/", " " * 11 + "a\n"),
        ("a /- one\ntwo -/ b", "a\n       b"),
        ('"-- no /- comment" -- c', '"-- no /- comment"'),
        ("'a' -- c", "'a'"),
        ("\ta\r\nb  ", "  a\nb"),
        ("a--b", "a"),
        ("x -- \u200b \U0001f468\u200d\U0001f4bb hidden", "x"),
        ("/-/ -/ a", " " * 7 + "a"),
        ("a\n\n", "a\n\n"),
    ],
)
def test_cleaned(text, expected):
    assert cleaned(text) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a /- b", "unterminated_comment: a /- is never closed"),
        ("a /- /- b -/", "unterminated_comment: a /- is never closed"),
        ('a "b', "unterminated_string: a quotation mark is never closed"),
        ('s"b"', "ambiguous_quote: a string must stand after a blank, a bracket or a comma"),
        ('"a {b}"', "interpolation: a string with a brace, which may be read as code"),
        ("a\u200bb", "hidden_character: U+200B"),
        ("a\u202eb", "hidden_character: U+202E"),
        ("a\x00b", "hidden_character: U+0000"),
        ("a\rb", "hidden_character: U+000D"),
        ("a\ud800b", "hidden_character: U+D800"),
        ("a\ufeff", "hidden_character: U+FEFF"),
        ("a\u2028b", "hidden_character: U+2028"),
        ("x" * (MAX_CHARS + 1), f"too_long: {MAX_CHARS + 1} characters, more than {MAX_CHARS}"),
        ("\t" * MAX_CHARS, f"too_long: {2 * MAX_CHARS} characters, more than {MAX_CHARS}"),
        ('r"a"', "raw_string: raw strings are not allowed"),
        ('r##"a"##', "raw_string: raw strings are not allowed"),
        (" 'ab'", "ambiguous_quote: a single quote that belongs to no name and no character"),
        (" '\"'", "ambiguous_quote: a single quote that belongs to no name and no character"),
        ("f\u207b\u00b9' ' x", ""),
        ("f \u207b\u00b9' '(' '\u00b9' )", "ambiguous_quote: a single quote that belongs to no name and no character"),
        ("f \u207b\u00b9''a'def", "ambiguous_quote: a single quote that belongs to no name and no character"),
        ("a +' '(' b", "ambiguous_quote: a single quote that belongs to no name and no character"),
    ],
)
def test_what_could_be_read_in_two_ways_is_refused(text, why):
    if not why:
        why = "ambiguous_quote: a single quote that belongs to no name and no character"
    with pytest.raises(Invalid) as caught:
        cleaned(text)
    assert str(caught.value) == why


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nat.add_comm x\u2081' y!", ["Nat.add_comm", "x\u2081'", "y!"]),
        ("h.1.def", ["h", ".", "1", ".", "def"]),
        ("(f x).end", ["(", "f", "x", ")", ".", "end"]),
        ("0x1F 0b101 0o17 1_000 1.5e-3 1e5", ["0x1F", "0b101", "0o17", "1_000", "1.5e-3", "1e5"]),
        ("1.e5sorry", ["1.e5", "sorry"]),
        ("0b1def", ["0b1", "def"]),
        ("0xsorry", ["0", "xsorry"]),
        ("1..5", ["1", ".", ".", "5"]),
        ("f '' s", ["f", "''", "s"]),
        ("f \u207b\u00b9' s", ["f", "\u207b", "\u00b9", "'", "s"]),
        ("\u2211' n, g n", ["\u2211", "'", "n", ",", "g", "n"]),
        (
            "\u03bbx.y \u03b1.\u03b2 \u03a3x \u03a0x \u2200x",
            ["\u03bb", "x.y", "\u03b1.\u03b2", "\u03a3", "x", "\u03a0", "x", "\u2200", "x"],
        ),
        ("'(' '\\n' '\\x41' '\\''", ["'('", "'\\n'", "'\\x41'", "'\\''"]),
        ('["a","b\\""]', ["[", '"a"', ",", '"b\\""', "]"]),
        ("caf\u00e9sorry", ["caf", "\u00e9", "sorry"]),
        ("a -- b\nc", ["a", "c"]),
    ],
)
def test_tokens(text, expected):
    assert texts(text) == expected
    assert all(text[token.at :].startswith(token.text) for token in tokens(text))


def test_kinds():
    kinds = [token.kind for token in tokens("a 1 \"s\" 'c' ( ) +")]
    assert kinds == [Kind.WORD, Kind.NUMBER, Kind.STRING, Kind.CHAR, Kind.OPEN, Kind.CLOSE, Kind.SYMBOL]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("(a", "bracket: ) is missing"),
        ("a)", "bracket: ) closes nothing"),
        ("(a]", "bracket: ] closes nothing"),
        ("\u27e8(a\u27e9)", "bracket: \u27e9 closes nothing"),
        (") (", "bracket: ) closes nothing"),
    ],
)
def test_brackets(text, why):
    with pytest.raises(Invalid) as caught:
        balanced(tokens(text))
    assert str(caught.value) == why


def test_brackets_in_strings_and_characters_do_not_count():
    balanced(tokens("(f \"(\" '(' [\u27e8\u230ax\u230b\u27e9])"))


@pytest.mark.parametrize("name", [name for words in (WORDS | NAMES).values() for name in words.split()])
def test_every_denied_word_is_refused_wherever_a_token_may_stand(name):
    known = {word: rule for table in (NAMES, WORDS) for rule, words in table.items() for word in words.split()}
    for text in (
        name,
        f"exact {name}",
        f"({name})",
        f"\u00b7 {name}",
        f". {name}",
        f"\u2200{name}",
        f"a;{name}",
        f"1.{name}",
    ):
        assert rule(text) == known[name], text


@pytest.mark.parametrize("name", [name for names in NAMES.values() for name in names.split()])
def test_denied_names_are_refused_as_parts(name):
    assert rule(f"exact Foo.{name}.bar") != ""


@pytest.mark.parametrize(("expected", "endings"), ENDINGS.items())
def test_endings_that_lean_may_read_alone(expected, endings):
    for ending in endings.split():
        assert rule(f"f \u27eax\u27eb_{ending}") == expected
        assert rule(f"a \u2261 b [MOD{ending}]") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("set_option maxHeartbeats 400000 in simp", ""),
        ("set_option maxRecDepth 5000 in simp", ""),
        ("set_option maxHeartbeats 0 in simp", "option"),
        ("set_option maxHeartbeats 1000001 in simp", "option"),
        ("set_option maxHeartbeats 400000\nsimp", "option"),
        ("set_option debug.skipKernelTC true in decide", "option"),
        ("set_option maxHeartbeats \u0662 in simp", "option"),
        ("open Nat Real in simp", ""),
        ("open scoped Classical in simp", ""),
        ("open Nat hiding succ in simp", "scope"),
        ("open Nat renaming succ \u2192 s in simp", "scope"),
        ("open private foo in simp", "scope"),
        ("open A open B in simp", "scope"),
        ("open Nat", "scope"),
        (f"open {'A ' * 17}in simp", "scope"),
        ("@[simp] foo", "attribute"),
        ("@ [ simp ] foo", "attribute"),
        ("#eval 1", "command"),
        ("a #evalx", "command"),
        ("a #exit", "command"),
        ("#foo", "command"),
        ("#s \u2264 #t", ""),
        ("_ = #s", ""),
        ("#(s.filter p)", ""),
        ("eval% x", "metaprogram"),
        ("f \u27eax\u27eb_eval% y", "metaprogram"),
        ("p.eval x % 2", ""),
        ("`(tactic| simp)", "metaprogram"),
        ("``Nat", "metaprogram"),
        ("\u00absorry\u00bb", "guillemets"),
        ("1" * 401, "numeral"),
        ("1" * 400, ""),
        ("(" * 301 + ")" * 301, "too_deep"),
        ("(" * 300 + ")" * 300, ""),
        ("h.def", ""),
        ("h\u2081.def", ""),
        ("h.1.end", ""),
        ("h.1.2.end", ""),
        ("(f x).end", ""),
        ("xs[0].prefix", ""),
        ("x .end", "scope"),
        ("x. end", "scope"),
        ("0..1.sorry", "sorry"),
        ("f 1.sorry", "sorry"),
        ("|>.end", "scope"),
        ("hint", ""),
        ("rw [abs_def, foo_theorem, my_axiom]", ""),
        ("exact mySorry", ""),
        ("sorry", "sorry"),
        ("Sorry", ""),
        ("s\u043erry", ""),
        ("-- sorry\nsimp", ""),
        ("/- sorry -/ simp", ""),
        ('trace "sorry"', ""),
        ("decide +native", "compiler"),
        ("decide (config := {native := true})", "compiler"),
        ("decide +kernel", ""),
    ],
)
def test_screen(text, expected):
    assert rule(text) == expected


def test_the_options_that_may_be_raised():
    assert MAX_OPTION == {"maxHeartbeats": 10**6, "maxRecDepth": 10**5, "synthInstance.maxHeartbeats": 10**6}


FRAGMENTS = {
    "numbers": "1 1.5 1. 0b1 0o7 0x1 e5 .e5 h.1 . .. 1_ _",
    "quotes": "' '' \" \\ \\\" 'a' '(' '\u00b9' \"(\" \u00b9 \u207b\u00b9' \u2211' x' + , ( )",
    "comments": "- -- / /- -/ \" ' ''",
    "names": "a b.c x' \u03bb \u00e9 \u2081 \u03b1 r r# # s! [MOD ] \u27ea \u27eb_ . \u00b7 : :=",
}
PIECES = st.sampled_from(list(FRAGMENTS.values())).flatmap(
    lambda family: st.lists(
        st.sampled_from([*family.split(), " ", " ", "\n", "sorry", "sorry", "set_option", "def"]), max_size=12
    ).map("".join)
)


@given(PIECES)
@settings(max_examples=400, deadline=None)
def test_cleaning_twice_changes_nothing(text):
    try:
        once = cleaned(text)
    except Invalid:
        return
    assert cleaned(once) == once
    assert not re.search("[\t\r]| $", once, re.MULTILINE)


LETTERS = re.compile(r"[A-Za-z_\u0391-\u03a9\u03b1-\u03c9\u00c0-\u017f](?<![\u03bb\u03a0\u03a3\u00d7\u00f7])")
MARKS = {
    "a Lean with Mathlib": ["''", "\u207b\u00b9'", "\u2211'", "[MOD", "\u27eb_", "\u27eb"],
    "a Lean without": ["''", "\u27eb"],
}


def code_words(text, marks):
    """The words and round brackets that Lean reads in a text, by its rules in short, up to what it cannot read."""
    words, at = [], 0
    while at < len(text):
        rest = text[at:]
        if rest[0] in " \n":
            at += 1
        elif rest.startswith("--"):
            at += (rest + "\n").index("\n")
        elif rest.startswith("/-"):
            return words  # none is left in a cleaned text outside of strings
        elif literal := re.match(r'"(?:[^"\\]|\\.)*"', rest, re.DOTALL):
            at += literal.end()
        elif rest[0] == "'" and rest[1:2] != "'":
            literal = re.match(r"'(?:[^'\\]|\\.)'", rest, re.DOTALL)
            if literal is None:
                return words
            at += literal.end()
        elif re.search(r"[\w')\]]\.$", text[max(0, at - 2) : at]) and rest[0].isdigit():
            fields = re.match(r"[0-9]+(?:\.[A-Za-z0-9_]+)*", rest)
            at += fields.end() if fields else 1
        elif number := re.match(r"[0-9]+", rest):
            number = (
                re.match(r"0[bB][01]+|0[oO][0-7]+|0[xX][0-9A-Fa-f]+|[0-9]+(?:\.[0-9]*)?(?:[eE][0-9]+)?", rest) or number
            )
            at += number.end()
        elif LETTERS.match(rest):
            end = re.match(r"[\w'!?.\u2081]*", rest)
            word = re.split(rf"\.(?!{LETTERS.pattern})", end[0])[0] if end else ""
            words.append(word)
            at += len(word)
        elif rest[0] in "()":
            words.append(rest[0])
            at += 1
        else:
            at += max((len(mark) for mark in marks if rest.startswith(mark)), default=1)
    return words


@pytest.mark.parametrize("marks", MARKS.values(), ids=MARKS)
@given(text=PIECES)
@settings(max_examples=400, deadline=None)
def test_what_passes_hides_no_word_and_closes_no_bracket_for_a_lexer_that_works_otherwise(marks, text):
    if rule(text) == "":
        found = code_words(cleaned(text), marks)
        # Where a symbol's end hides a command there is no place for one: a term must follow.
        commands = set() if re.search("(_|MOD)def", text) else {"def"}
        assert not ({"sorry", "set_option"} | commands) & set(found), found
        depths = list(accumulate((word == "(") - (word == ")") for word in found))
        assert min(depths, default=0) >= 0, found


HOSTILE = {
    "quotes": "'" * MAX_CHARS,
    "blanks": " " * (MAX_CHARS - 1) + "x",
    "lines": "\n" * (MAX_CHARS - 1) + "x",
    "opened comments": "/-" * (MAX_CHARS // 2),
    "comments": "/--/" * (MAX_CHARS // 4),
    "strings": '"a" ' * (MAX_CHARS // 4),
    "one string": '"' + "\\a" * (MAX_CHARS // 2 - 1) + '"',
    "open": "open a in " * (MAX_CHARS // 10),
    "open open": "open " * (MAX_CHARS // 5 - 1) + "in",
    "names opened": "open" + " a" * (MAX_CHARS // 2 - 4) + " in",
    "fields": "x" + ".1" * (MAX_CHARS // 2 - 3) + ".end",
    "brackets": "(" * MAX_CHARS,
    "hashes": "#s " * (MAX_CHARS // 3),
    "numbers": "1." * (MAX_CHARS // 2),
    "exponents": "1e" * (MAX_CHARS // 2),
    "options": "set_option maxHeartbeats 5 in\n" * (MAX_CHARS // 30),
    "words": "a" * MAX_CHARS,
    "dotted": "a." * (MAX_CHARS // 2),
    "symbols": "\u2211'" * (MAX_CHARS // 2),
    "raw": "r#" * (MAX_CHARS // 2),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_read_in_linear_time(text):
    began = time.process_time()
    rule(text[:MAX_CHARS])
    assert time.process_time() - began < 3.0
