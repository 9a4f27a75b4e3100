r"""The one rule by which a proof is found in a completion, and how it is brought into normal form.

1. Thinking does not count: what stands before the last `</think>` is dropped; an unclosed `<think>` hides everything.
2. The proof is the content of the mark that ends last: `<answer>...</answer>`, or a code block that begins with
   ```` ```lean4 ```` or ```` ```lean ```` and ends with a line ```` ``` ````. A code block, of any language, that is
   all of the tags' content is unwrapped. If a mark is opened after it and never closed, it is unclear what counts:
   there is none.
3. A completion that continues an open code block of its prompt has no mark: if it has a line ```` ``` ```` and no other
   fence before it, the proof is what stands before.
4. It is a block of tactics (with or without a leading `by` or `:= by`), or a term where the environment asks for one.
   Its lines keep their columns, also where `:= by` stands before them; text that begins on the line of its mark
   begins at column 0.
5. Where an environment allows whole files: imports, `open`, options and copies of the environment's definitions are
   dropped (it has its own), the last theorem must be the statement, token by token, and before it lemmas may stand.

Everything else is malformed (no mark) or invalid (a rule is broken).
"""

import re

from rlve_gym.lean.lexer import MAX_CHARS, Kind, Token, balanced, cleaned, tokens
from rlve_gym.lean.screen import screen
from rlve_gym.lean.statement import Form, Proof, Statement
from rlve_gym.scoring import Invalid, Malformed

_MARK = re.compile(r"<answer>|</answer>|^[ \t]*```[^\n<]*$|^[ \t]*```(?=</answer>)|```lean4?(?=\r?\n)", re.MULTILINE)
_FENCE = re.compile(r"[ \t]*```lean4?[ \t]*")
_OPENING = re.compile(r"```\w*\s*")
_FILE = re.compile(r"^ *(?:import|(?:(?:private|protected|nonrec) +)*(?:theorem|lemma))\b", re.MULTILINE)


def extract(completion: str) -> str | None:
    """The marked proof of a completion, or None. Linear in the completion's length."""
    visible = completion[completion.rfind("</think>") + 8 :] if "</think>" in completion else completion
    if "<think>" in visible:
        return None
    span = _last_marked(visible)
    if span is None:
        return None
    content = visible[span[0] : span[1]]
    return _unwrapped(content) if len(content) <= MAX_CHARS else content


def _unwrapped(content: str) -> str:
    """Without the code block that is all of it."""
    text = content.strip()
    opening, _, rest = text.partition("\n")
    alone = _OPENING.fullmatch(opening) and rest.endswith("```") and text.count("```") == 2
    return rest.removesuffix("```") if alone else content


def _last_marked(text: str) -> tuple[int, int] | None:
    """Where the content of the mark that ends last lies; without any, what stands before a single closing fence."""
    last: tuple[int, int] | None = None
    tag = fence = closing = None
    for match in _MARK.finditer(text):
        token = match.group().strip()
        if token == "<answer>":
            tag = match.end()
        elif token == "</answer>" and tag is not None:
            fence = None if fence is not None and fence > tag else fence
            last, tag = (tag, match.start()), None
        elif token == "```" and fence is not None:
            last, fence = (fence, match.start()), None
        elif token == "```":
            closing = match.start() if closing is None else closing
        elif fence is None and _FENCE.fullmatch(token):
            fence = match.end()
    if tag is not None or fence is not None:
        return None
    if last is None and closing is not None and "```" not in text[:closing] and text[:closing].strip():
        return 0, closing
    return last


def normalised(text: str, statement: Statement, form: Form = Form.TACTICS, files: bool = False) -> Proof:
    """The screened proof in normal form. Raises Invalid with the rule's name, Malformed if there is nothing."""
    text = cleaned(text)
    if not text.strip():
        raise Malformed("the proof is empty")
    if files and _FILE.search(text):
        return _from_file(text, statement)
    found = screen(text)
    return _proof(text, found, form)


def _proof(text: str, found: list[Token], form: Form) -> Proof:
    """A proof whose text is screened. After `:=` it is a term; a leading `by` makes it a block of tactics."""
    if [token.text for token in found[:2]] == [":", "="]:
        form, text, found = Form.TERM, _blanked(text, found[1].at + 1), found[2:]
    if found and found[0].text == "by":
        form, text, found = Form.TACTICS, _blanked(text, found[0].at + 2), found[1:]
    if not found:
        raise Malformed("nothing follows := or by")
    return Proof(form, _dedented(text))


def _blanked(text: str, end: int) -> str:
    """With blanks up to `end`, so that what follows stays in its columns."""
    return re.sub(r"[^\n]", " ", text[:end]) + text[end:]


def _dedented(text: str) -> str:
    """Without common indentation and blank lines at both ends."""
    lines = text.split("\n")
    lines = lines[next(at for at, line in enumerate(lines) if line.strip()) :]
    indent = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    return "\n".join(line[indent:] for line in lines).rstrip()


def _from_file(text: str, statement: Statement) -> Proof:
    """The proof in a whole file, whose last command must be the statement itself."""
    found = tokens(text)
    balanced(found)
    commands = _commands(found, statement)
    helpers = [_helper(text, found, begin, end, statement) for begin, end in commands[:-1]]
    begin = commands[-1][0]
    wanted = [token.text for token in tokens(f"theorem {statement.name} {statement.signature}")]
    given = [token.text for token in found[begin : begin + len(wanted)]]
    if given != wanted and given != ["lemma", *wanted[1:]]:
        raise Invalid("statement: the last theorem is not the statement that was asked for")
    after = begin + len(wanted)
    if [token.text for token in found[after : after + 2]] != [":", "="]:
        raise Invalid("statement: := must follow the statement")
    at = found[after + 1].at + 1
    body = " " * (at - text.rfind("\n", 0, at) - 1) + text[at:]
    if not body.strip():
        raise Malformed("the proof is empty")
    proof = _proof(body, screen(body), Form.TERM)
    return Proof(proof.form, proof.text, "\n\n".join(helpers))


def _commands(found: list[Token], statement: Statement) -> list[tuple[int, int]]:
    """(first, one past the last) token of each theorem; what may stand before the first is checked and dropped."""
    starts = [at for at, token in enumerate(found) if token.kind is Kind.WORD and token.text in ("theorem", "lemma")]
    if not starts:
        raise Malformed("there is no theorem in the file")
    _preliminaries([token.text for token in found[: _modified(found, starts[0])]], statement)
    ends = [*(_modified(found, start) for start in starts[1:]), len(found)]
    return list(zip(starts, ends, strict=True))


def _modified(found: list[Token], at: int) -> int:
    """Where the words before `theorem` begin that say nothing about it; they are dropped."""
    while at and found[at - 1].text in ("private", "protected", "nonrec"):
        at -= 1
    return at


_PRELIMINARY = re.compile(
    r"import [\w.]+|noncomputable section|set_option [\w.]+ (?:\w+|\"[^\"]*\")(?: in)?"
    r"|open(?: (?!(?:import|open|set_option|in|private|noncomputable)\b)[\w.]+)+(?: \( [\w. ]+ \))?(?: in)?"
)


def _preliminaries(words: list[str], statement: Statement) -> None:
    """What the environment's own header replaces: imports, `open`, options, a copy of the environment's definitions.
    Raises Invalid on all else."""
    definitions = " ".join(token.text for token in tokens(statement.preamble))
    text = " ".join(words).replace(definitions, "", 1)
    if _PRELIMINARY.sub("", text).strip():
        raise Invalid("file: only import, open and set_option may stand before the first theorem")


def _helper(text: str, found: list[Token], begin: int, end: int, statement: Statement) -> str:
    """A lemma before the theorem: its own name, no attribute, and nothing that a proof may not contain."""
    name = found[begin + 1] if begin + 1 < end else found[begin]
    if name.kind is not Kind.WORD or "." in name.text or name.text in (statement.name, "theorem", "lemma"):
        raise Invalid(f"file: {name.text[:40]!r} cannot be the name of a lemma")
    source = text[name.at : _end(text, found, end)].rstrip()
    screen(source)
    return f"theorem {source}"


def _end(text: str, found: list[Token], end: int) -> int:
    return found[end].at if end < len(found) else len(text)
