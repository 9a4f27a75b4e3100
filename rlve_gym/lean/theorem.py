"""Theorem: a problem whose answer is a proof, judged by Lean.

A family of theorems subclasses it: `generate` draws the data, `signature` writes the theorem, `solve` gives a proof
that is right by construction, `twin` a statement that looks alike and is false, and `holds` checks the statement on
models in Python. How the proof is found in a completion is said in `extract`, what it may contain in `screen`.
"""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import ClassVar, cast

from rlve_gym.lean.extract import extract, normalised
from rlve_gym.lean.lexer import MAX_CHARS
from rlve_gym.lean.report import Checked
from rlve_gym.lean.statement import HEARTBEATS, Form, Proof, Statement
from rlve_gym.problem import Problem
from rlve_gym.scoring import Invalid, Malformed
from rlve_gym.verdict import Outcome, Verdict

LEAN_STYLES = {
    "tags": "Put your proof between <answer> and </answer>.",
    "boxed": "Put your proof in a code block that begins with ```lean4 and ends with ```.",
    "kimina": "",
    "stp": "",
}
"""How a prompt asks for the proof: in tags, in a code block (a proof does not fit into a box), or in the words that
models of the Kimina and STP families were trained with. Every mark is read, whichever was asked for."""

OUTCOMES = {
    "proved": Outcome.CORRECT,
    "lean_error": Outcome.WRONG,
    "sorry": Outcome.WRONG,
    "timeout": Outcome.WRONG,
    "crash": Outcome.WRONG,
    "no_report": Outcome.INVALID,
    "axioms": Outcome.INVALID,
    "unavailable": Outcome.ERROR,
}
"""What a checked proof is worth. What died of a proof also when it was run alone is the proof's fault."""


def verdict_of(checked: Checked) -> Verdict:
    """The verdict that a check amounts to; why begins with the kind of failure."""
    outcome = OUTCOMES[checked.result]
    why = "" if checked.proved else f"{checked.result}: {checked.why}"
    return Verdict(outcome, 1.0 if checked.proved else 0.0, why)


@dataclass(frozen=True)
class LeanProof:
    """A proof as text: a block of tactics, or a term. What it may contain is checked when it is scored."""

    form: Form = Form.TACTICS

    @property
    def instruction(self) -> str:
        if self.form is Form.TERM:
            return "Answer with the term that stands after :=."
        return "Answer with the tactics that follow := by."

    def parse(self, text: str) -> str:
        if len(text) > MAX_CHARS:
            raise ValueError(f"the proof has {len(text)} characters, more than {MAX_CHARS}")
        if not text.strip():
            raise ValueError("the proof is empty")
        return text.rstrip()

    def render(self, value: str) -> str:
        return value


class Theorem(Problem):
    """Base class of theorems. Class attributes beside those of `Problem`:

    needs: what the statements need of a Lean (`rlve_gym.lean.statement.NEEDS`), at most.
    files: whether a whole file with the statement and lemmas before it is read too.
    theorem_name, opens, heartbeats: of the statement.
    """

    template = "Prove this theorem in Lean 4{self.library}:\n\n```lean4\n{self.shown}\n```"
    answer = LeanProof()
    ascii = False
    styles = LEAN_STYLES
    needs: ClassVar[str] = "core"
    files: ClassVar[bool] = True
    opens: ClassVar[tuple[str, ...]] = ()
    heartbeats: ClassVar[int] = HEARTBEATS

    @property
    def form(self) -> Form:
        return cast(LeanProof, self.answer).form

    @property
    def theorem_name(self) -> str:
        return "goal"

    @property
    def signature(self) -> str:
        """Binders and type of the theorem, as in `Statement`."""
        raise NotImplementedError

    @property
    def preamble(self) -> str:
        """Definitions that the signature uses; trusted text."""
        return ""

    def twin(self) -> str:
        """A signature that differs from this one a little and is false (or at least not provable)."""
        raise NotImplementedError

    def holds(self, rng: Random) -> bool:
        """Whether the statement is true on models drawn from `rng`, computed in Python, without Lean."""
        raise NotImplementedError

    def solve(self) -> str:
        """A proof, as the answer type renders it."""
        raise NotImplementedError

    @cached_property
    def statement(self) -> Statement:
        return Statement(
            self.theorem_name, self.signature, self.needs, self.opens, self.preamble, heartbeats=self.heartbeats
        )

    @property
    def library(self) -> str:
        return " with Mathlib" if self.statement.needs == "mathlib" else ""

    @property
    def shown(self) -> str:
        """The statement as a prompt shows it, up to `:=` or `:= by`."""
        context = self.statement.context
        after = ":= by" if self.form is Form.TACTICS else ":="
        return (f"{context}\n\n" if context else "") + f"{self.statement.theorem} {after}"

    @property
    def file(self) -> str:
        """The statement with the header that models which write whole files were trained with."""
        aesop = "import Aesop\n" if self.statement.needs == "mathlib" else ""
        return f"{self.statement.imports}{aesop}\nset_option maxHeartbeats {self.statement.heartbeats}\n\n{self.shown}"

    @property
    def informal(self) -> str:
        """The theorem in everyday words, if there are any."""
        return ""

    def prompt(self, style: str = "tags") -> str:
        """The full prompt, in one of `LEAN_STYLES`."""
        if style == "kimina":
            problem = f"# Problem:{self.informal}\n" if self.informal else ""
            return (
                "Think about and solve the following problem step by step in Lean 4.\n"
                f"{problem}# Formal statement:\n```lean4\n{self.file}\n```\n"
            )
        if style == "stp":
            return f"Complete the following Lean 4 code:\n\n```lean4\n{self.file}"
        return super().prompt(style)

    def completion(self, answer: str, style: str = "tags") -> str:
        """A minimal completion that gives `answer`."""
        if style == "tags":
            return f"<answer>{answer}</answer>"
        if style == "stp":
            return f"\n{_indented(answer)}\n```"
        text = f"{self.file}\n{_indented(answer)}" if style == "kimina" and self.files else answer
        return f"```lean4\n{text}\n```"

    def find(self, completion: str, truncated: bool = False) -> Proof | Verdict:
        """The screened proof in a completion, or the verdict if there is none. Cheap; Lean is not asked."""
        text = extract(completion)
        if text is None:
            outcome = Outcome.TRUNCATED if truncated else Outcome.MALFORMED
            return Verdict(outcome, why="no proof is marked, or it is unclear which counts")
        return self.screened(text)

    def screened(self, text: str) -> Proof | Verdict:
        """The screened proof that a bare text is, or the verdict on it."""
        try:
            if len(text) > MAX_CHARS:
                raise Malformed(f"the proof has {len(text)} characters, more than {MAX_CHARS}")
            return normalised(text, self.statement, self.form, self.files)
        except Invalid as error:
            return Verdict(Outcome.INVALID, why=f"screened: {error}"[:500], severity=error.severity)
        except Malformed as error:
            return Verdict(Outcome.MALFORMED, why=str(error)[:500])

    def verify(self, completion: str, truncated: bool = False) -> Verdict:
        """Judge a model's text with the Lean of this process. Raises NoLean (a ValueError) if none can check it."""
        return self._checked(self.find(completion, truncated))

    def judge(self, text: str) -> Verdict:
        return self._checked(self.screened(text))

    def score(self, answer: str) -> float:
        verdict = self.judge(answer)
        if verdict.outcome is Outcome.INVALID:
            raise Invalid(verdict.why, severity=verdict.severity)
        if verdict.outcome is Outcome.MALFORMED:
            raise Malformed(verdict.why)
        if verdict.outcome.ours:
            raise RuntimeError(f"Lean gave no verdict: {verdict.why}")
        return verdict.score

    def _checked(self, found: Proof | Verdict) -> Verdict:
        if isinstance(found, Verdict):
            return found
        from rlve_gym.lean.select import default_checker

        return verdict_of(default_checker().check(self.statement, found))


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" if line else "" for line in text.split("\n"))
