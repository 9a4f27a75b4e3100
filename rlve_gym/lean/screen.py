"""What a proof may contain: a screen of whole tokens, before Lean runs anything that a model wrote.

Elaborating a proof is running code: what could change the meaning of the statement, add axioms, reach the compiler or
the operating system, or end the file early is refused by name. The screen is the first of four defences; the others
are the place of the text (inside brackets it cannot leave, after a trusted copy of the statement), the axiom report,
and the sandbox. `Invalid` begins with the rule's name.

Left out: judging style. A name that merely looks like a command, such as the field `h.def`, passes.
"""

import re

from rlve_gym.lean.lexer import Kind, Token, balanced, tokens
from rlve_gym.scoring import Invalid

MAX_DIGITS = 400
MAX_DEPTH = 300
MAX_OPTION = {"maxHeartbeats": 1_000_000, "maxRecDepth": 100_000, "synthInstance.maxHeartbeats": 1_000_000}

WORDS = {
    "sorry": "sorry admit stop",
    "search": "apply? exact? rw? rw?? hint says try? polyrith library_search observe? slim_check plausible",
    "declaration": "axiom opaque theorem lemma def abbrev example instance inductive coinductive structure class alias "
    "mutual irreducible_def proof_wanted",
    "attribute": "attribute deriving implemented_by extern csimp export_name never_extract",
    "scope": "namespace section end universe variable include omit export import prelude",
    "syntax": "macro macro_rules syntax notation notation3 infix infixl infixr prefix postfix elab elab_rules "
    "declare_syntax_cat binder_predicate unif_hint simproc dsimproc simproc_decl dsimproc_decl builtin_simproc "
    "declare_simp_like_tactic declare_config_elab register_simp_attr register_option register_builtin_option",
    "metaprogram": "run_cmd run_tac run_meta run_elab by_elab initialize builtin_initialize include_str include_bytes "
    "dbg_trace dbgTrace dbg_stack_trace unsafe partial unseal s! m! f! throwError logInfo",
    "compiler": "native_decide bv_decide bv_check bv_normalize native",
}
"""Rule -> words that are refused as whole tokens."""

NAMES = {
    "sorry": "sorryAx",
    "axiom": "ofReduceBool ofReduceNat reduceBool reduceNat trustCompiler lcProof lcUnreachable lcAny lcErased lcVoid "
    "Lean.ofReduceBool",
    "metaprogram": "Lean IO Elab Meta MetaM TacticM CommandElabM TermElabM CoreM MacroM Environment addDecl modifyEnv "
    "setEnv unsafeCast unsafeIO unsafeEIO unsafeBaseIO ptrAddrUnsafe ptrEq dbgStackTrace dbgTraceVal dbgTrace "
    "implemented_by panic panicCore panicWithPos",
}
"""Rule -> names that are refused as any part of a dotted name."""

_COMMANDS = """eval eval! exit print check check_failure reduce guard_msgs guard synth where help version norm_num simp
find find_home loogle moogle leansearch explode test lint"""
COMMANDS = set(_COMMANDS.split())
"""Commands that begin with a number sign. Any other word after one is refused at the start of a line only: Mathlib
writes the number of elements of `s` as `#s`."""

_WORD_RULES = {word: rule for rule, words in WORDS.items() for word in words.split()}
_NAME_RULES = {name: rule for rule, names in NAMES.items() for name in names.split()}
_HASHED = re.compile(r"#[A-Za-z]")


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
    for word in _readings(token.text):
        if rule := _WORD_RULES.get(word):
            raise Invalid(f"{rule}: {word}")
    following = found[place + 1] if place + 1 < len(found) else None
    if following is not None and (token.text, following.text) == ("eval", "%"):
        raise Invalid("metaprogram: eval%")
    if token.text == "set_option":
        _option(found[place + 1 : place + 4])
    if token.text == "open":
        _open(found[place + 1 :])


def _is_field(found: list[Token], place: int) -> bool:
    """Whether the word is a field of what stands before, as in `(f x).end`. A dot that follows a blank may be the focus
    dot of a tactic."""
    if place < 2 or found[place - 1].text != ".":
        return False
    dot, before = found[place - 1], found[place - 2]
    joined = before.at + len(before.text) == dot.at and dot.at + 1 == found[place].at
    return joined and before.kind in (Kind.WORD, Kind.NUMBER, Kind.CLOSE)


def _readings(text: str) -> list[str]:
    """The words that Lean may see in a word of ours: its version says which letters beyond ASCII belong to names."""
    return [text] if text.isascii() else [text, *re.findall(r"[A-Za-z0-9_'!?]+", text)]


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
        if token.kind is not Kind.WORD or token.text in ("hiding", "renaming", "private"):
            break
    raise Invalid("scope: open without in, or with more than names")


def _symbol(found: list[Token], place: int, text: str, line_starts: set[int]) -> None:
    token = found[place]
    if token.text in "\u00ab\u00bb":
        raise Invalid("guillemets: names in guillemets are not allowed")
    if token.text == "`":
        raise Invalid("metaprogram: quoted syntax or names")
    following = found[place + 1].text if place + 1 < len(found) else ""
    if token.text == "@" and following == "[":
        raise Invalid("attribute: @[")
    if token.text == "#" and _HASHED.match(text, token.at) and (token.at in line_starts or following in COMMANDS):
        raise Invalid(f"command: #{following}")


def _line_starts(text: str) -> set[int]:
    """Places of the first character of each line that is no blank."""
    return {match.end() for match in re.finditer(r"(?m)^[ ]*(?=\S)", text)}
