"""What a proof may contain: a screen of whole tokens, before Lean runs anything that a model wrote.

Elaborating a proof is running code: what could change the meaning of the statement, add axioms, reach the compiler or
the operating system, or end the file early is refused by name. The screen is the first of four defences; the others
are the place of the text (inside brackets it cannot leave, after a trusted copy of the statement), the axiom report,
and the sandbox. `Invalid` begins with the rule's name.

Left out: judging style. A name that merely looks like a command, such as the field `h.def`, passes; so does `hint`,
which Lean lets a hypothesis be called: what such a tactic leaves open shows in the axiom report.
"""

import re

from rlve_gym.lean.lexer import Kind, Token, balanced, tokens
from rlve_gym.scoring import Invalid

MAX_DIGITS = 400
MAX_DEPTH = 300
MAX_OPTION = {"maxHeartbeats": 1_000_000, "maxRecDepth": 100_000, "synthInstance.maxHeartbeats": 1_000_000}

WORDS = {
    "sorry": "sorry admit stop",
    "search": "apply? exact? rw? rw?? says try? have? rw_search polyrith library_search observe? slim_check plausible",
    "cost": "sleep",  # time that no limit of work counts
    "declaration": "axiom opaque theorem lemma def abbrev example instance inductive coinductive structure class alias "
    "mutual irreducible_def proof_wanted",
    "attribute": "attribute deriving implemented_by extern csimp export_name never_extract",
    "scope": "namespace section end universe variable include omit export import prelude",
    "syntax": "macro macro_rules syntax notation notation3 infix infixl infixr prefix postfix elab elab_rules "
    "declare_syntax_cat binder_predicate unif_hint simproc dsimproc simproc_decl dsimproc_decl builtin_simproc "
    "declare_simp_like_tactic declare_config_elab register_simp_attr register_option register_builtin_option",
    "metaprogram": "run_cmd run_tac run_meta run_elab by_elab initialize builtin_initialize include_str include_bytes "
    "dbg_trace dbgTrace dbg_stack_trace unsafe partial unseal s! m! f! println! eprintln! throwError logInfo",
    "compiler": "native_decide bv_decide bv_decide? bv_check bv_normalize native",
}
"""Rule -> words that are refused as whole tokens."""

NAMES = {
    "sorry": "sorryAx",
    "axiom": "ofReduceBool ofReduceNat reduceBool reduceNat trustCompiler lcProof lcUnreachable lcCast lcAny lcErased "
    "lcVoid",
    "metaprogram": "Lean IO Elab Meta MetaM TacticM CommandElabM TermElabM CoreM MacroM Environment addDecl modifyEnv "
    "setEnv unsafeCast unsafeIO unsafeEIO unsafeBaseIO ptrAddrUnsafe ptrEq dbgStackTrace dbgTraceVal dbgTrace "
    "panic panicCore panicWithPos",
}
"""Rule -> names that are refused as any part of a dotted name."""

ENDINGS = {
    "sorry": "sorry",
    "option": "set_option",
    "metaprogram": "run_tac run_cmd run_meta run_elab by_elab unsafe include_str dbg_trace",
    "compiler": "native_decide",
}
"""Rule -> words that are refused as the end of a longer word too. Some of Mathlib's symbols end with letters or an
underscore, such as that of congruence, `[MOD`: of `[MODsorry` Lean reads `sorry` as a word of its own."""

COMMANDS = """aesop_rules check conv count_heartbeats discr_tree eval exit explode find formalize guard help html import
instances lang leansearch lint long_names loogle min_imports moogle norm_num plot print push_neg redundant reduce run
sample search show simp statesearch string_diagram synth test trans_imports unfold version where whatsnew whnf
widget"""
"""Commands that begin with a number sign, which are refused also as the beginning of a word: Lean may read it so. Any
other word of three letters or more is refused at the start of a line only: Mathlib writes the number of elements of `s`
as `#s`."""

_WORD_RULES = {word: rule for rule, words in WORDS.items() for word in words.split()}
_NAME_RULES = {name: rule for rule, names in NAMES.items() for name in names.split()}
_ENDINGS = {ending: rule for rule, endings in ENDINGS.items() for ending in endings.split()}
_HASHED = re.compile(r"#[A-Za-z_]{3}")
_COMMAND = re.compile(rf"#(?:{'|'.join(COMMANDS.split())})")
MAX_OPENED = 16


def screen(text: str) -> list[Token]:
    """The tokens of a cleaned text. Raises Invalid("rule: ...") on the first thing that a proof may not contain."""
    found = tokens(text)
    balanced(found)
    _bounded(found)
    line_starts = _line_starts(text)
    for place, token in enumerate(found):
        if token.kind is Kind.WORD:
            _word(found, place)
        elif token.kind is Kind.SYMBOL:
            _symbol(found, place, text, line_starts)
    return found


def _bounded(found: list[Token]) -> None:
    depth = 0
    for token in found:
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if depth > MAX_DEPTH:
            raise Invalid(f"too_deep: more than {MAX_DEPTH} brackets in each other")
        if token.kind is Kind.NUMBER and len(token.text) > MAX_DIGITS:
            raise Invalid(f"numeral: a number of more than {MAX_DIGITS} digits")


def _word(found: list[Token], place: int) -> None:
    token = found[place]
    for part in token.text.split("."):
        if rule := _NAME_RULES.get(part):
            raise Invalid(f"{rule}: {part}")
    if _is_field(found, place):
        return
    if rule := _WORD_RULES.get(token.text):
        raise Invalid(f"{rule}: {token.text}")
    if token.text == "set_option":
        _option(found[place + 1 : place + 4])
    elif token.text == "open":
        _open(found[place + 1 : place + MAX_OPENED + 2])
    elif "." not in token.text:
        _ending(token.text, _text(found, place + 1))


def _ending(word: str, following: str) -> None:
    if word.endswith("eval") and following == "%":
        raise Invalid("metaprogram: eval%")
    for ending, rule in _ENDINGS.items():
        if word.endswith(ending):
            raise Invalid(f"{rule}: {word[-80:]} ends with {ending}")


def _text(found: list[Token], place: int) -> str:
    return found[place].text if 0 <= place < len(found) else ""


def _is_field(found: list[Token], place: int) -> bool:
    """Whether the word is a field of what stands before, as in `(f x).end` or `h.1.end`. A dot that follows a blank may
    be the focus dot of a tactic, and one that follows a number may belong to it."""
    while place >= 2 and found[place - 1].text == ".":
        before, dot, after = found[place - 2 : place + 1]
        if before.at + len(before.text) != dot.at or dot.at + 1 != after.at:
            return False
        if before.kind is not Kind.NUMBER:
            return before.kind in (Kind.WORD, Kind.CLOSE)
        place -= 2
    return False


def _option(after: list[Token]) -> None:
    """Limits may be raised for a part of a proof, within bounds; no other option may be touched."""
    name, value, last = [*(token.text for token in after), "", "", ""][:3]
    if name not in MAX_OPTION or last != "in" or not value.isdecimal() or not value.isascii():
        raise Invalid(f"option: set_option {name[:40]}")
    if not 0 < int(value) <= MAX_OPTION[name]:
        raise Invalid(f"option: set_option {name} {value[:20]}")


def _open(after: list[Token]) -> None:
    """`open A B in` with nothing but names: no hiding, renaming, private or list of names."""
    for token in after:
        if token.text == "in":
            return
        if token.kind is not Kind.WORD or token.text in ("hiding", "renaming", "private", "open", "set_option"):
            break
    raise Invalid("scope: open without in, or with more than names")


def _symbol(found: list[Token], place: int, text: str, line_starts: set[int]) -> None:
    token = found[place]
    if token.text in "\u00ab\u00bb":
        raise Invalid("guillemets: names in guillemets are not allowed")
    if token.text == "`":
        raise Invalid("metaprogram: quoted syntax or names")
    following = _text(found, place + 1)
    if token.text == "@" and following == "[":
        raise Invalid("attribute: @[")
    unknown = token.at in line_starts and _HASHED.match(text, token.at)
    if token.text == "#" and (unknown or _COMMAND.match(text, token.at)):
        raise Invalid(f"command: #{following[:40]}")


def _line_starts(text: str) -> set[int]:
    """Places of the first character of each line that is no blank."""
    return {match.end() for match in re.finditer(r"(?m)^[ ]*(?=\S)", text)}
