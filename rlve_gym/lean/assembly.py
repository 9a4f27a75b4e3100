"""The file that Lean sees: the statement before any text of the model's, the proof in brackets, and a report after it.

    import ...
    (limits, opens, definitions of the environment)
    axiom Target_<nonce> <signature>             a trusted copy of the statement: only its type is used
    (lemmas, if the environment allows them)
    theorem <name> <signature> := (by
      <proof>
    )
    theorem check_<nonce> : type_of% @Target_<nonce> := @<name>
    #print axioms check_<nonce>

The report must name check_<nonce> and no axiom but the three of Lean's logic. The nonce is fresh for every run, so no
text can print or name it in advance. The copy is an axiom because an axiom leaves no message; whoever used it would
show up in the report.
"""

from dataclasses import dataclass

from rlve_gym.lean.statement import Form, Proof, Statement


@dataclass(frozen=True)
class Assembly:
    """A source for Lean and the places that its messages are read by. Lines count from 1.

    header_lines: leading lines that are alike for all statements of one kind. first_line, last_line: of the proof.
    """

    source: str
    nonce: str
    header_lines: int
    first_line: int
    last_line: int
    report_line: int


def assemble(statement: Statement, proof: Proof, nonce: str) -> Assembly:
    """The file of a proof. `nonce`: letters and digits that the model cannot know."""
    before = _before(statement, nonce) + (f"{proof.helpers}\n\n" if proof.helpers else "")
    opening, closing = ("(by", ")") if proof.form is Form.TACTICS else ("(", ")")
    body = "\n".join(f"  {line}" if line else "" for line in proof.text.split("\n"))
    head = f"{before}{statement.theorem} := {opening}\n"
    whole = f"{head}{body}\n{closing}\n"
    name = f"_root_.{statement.name}"
    after = f"theorem check_{nonce} : type_of% @Target_{nonce} := @{name}\n"
    source = f"{whole}{after}#print axioms check_{nonce}\n"
    return Assembly(
        source,
        nonce,
        header_lines=statement.imports.count("\n"),
        first_line=head.count("\n") + 1,
        last_line=whole.count("\n") - 1,
        report_line=source.count("\n"),
    )


def elaboration(statement: Statement, nonce: str) -> str:
    """A file that only states the theorem: whether a data set's row means anything to this Lean."""
    return _before(statement, nonce)


def _before(statement: Statement, nonce: str) -> str:
    options = f"set_option maxHeartbeats {statement.heartbeats}\nset_option autoImplicit false\n"
    context = f"{statement.context}\n" if statement.context else ""
    return f"{statement.imports}{options}{context}axiom Target_{nonce} {statement.signature}\n"
