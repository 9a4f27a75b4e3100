r"""Outcomes and rewards, and the one rule by which an answer is found in a completion.

**The extraction rule.** A model may think aloud and must mark its final answer:

1. Thinking does not count. What stands before the last `</think>` is dropped; if `<think>` was opened and never closed
   after that, there is no answer.
2. In the rest, the marked answer that ends last counts: `<answer>...</answer>`, or `\boxed{...}` with balanced braces
   (blanks between command and brace are allowed, `\{` and `\}` do not count as braces). Marks that are never closed are
   ignored.
3. A box that is the whole content of the tags, or the other way round, is unwrapped. Dollar signs, asterisks,
   backticks, LaTeX's display brackets and a full stop around it do not count as content.

No mark, no answer: the outcome is `malformed`. The scan is one pass, linear in the completion's length.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from rlve_gym.answers import MAX_CHARS

OPEN, CLOSE = "<answer>", "</answer>"
MARKS = (OPEN, CLOSE, "<think>", "</think>")
"""The tags of the extraction rule: an engine must not remove them from a completion's text."""
_UNWRAP_CHARS = MAX_CHARS + 100
_TAG = re.compile(r"</?answer>")
_MARK = re.compile(r"</?answer>|(?:\\boxed\{)+|\\boxed\s{1,8}\{|\\[\\{}]|\{+|\}+")
_DECORATION = set(" \t\r\n$*`.\\[]()")


class Outcome(StrEnum):
    """What became of a completion. Only `timeout` and `error` are about us and carry no reward."""

    CORRECT = "correct"
    PARTIAL = "partial"
    WRONG = "wrong"
    INVALID = "invalid"
    MALFORMED = "malformed"
    TRUNCATED = "truncated"
    TIMEOUT = "timeout"
    ERROR = "error"

    @property
    def ours(self) -> bool:
        """True if the outcome says nothing about the answer: the verifier failed or ran out of time."""
        return self in (Outcome.TIMEOUT, Outcome.ERROR)


@dataclass(frozen=True)
class Verdict:
    """How an answer was judged. `score` is its quality in [0, 1]; `severity` scales the reward of an invalid answer."""

    outcome: Outcome
    score: float = 0.0
    why: str = ""
    severity: float = 1.0

    @property
    def correct(self) -> bool:
        return self.outcome is Outcome.CORRECT

    @staticmethod
    def scored(score: float) -> "Verdict":
        """The verdict on a well-formed answer of quality `score`."""
        score = float(score)
        if not 0.0 <= score <= 1.0:
            raise AssertionError(f"score() gave {score}, outside [0, 1]")
        outcome = Outcome.CORRECT if score == 1.0 else Outcome.PARTIAL if score > 0.0 else Outcome.WRONG
        return Verdict(outcome, score)


@dataclass(frozen=True)
class Reward:
    """Turns a verdict into a reward in [-1, 1], or None where there is no verdict on the answer.

    A well-formed answer earns score ** beta, with the environment's own beta (RLVE's shape); `binary` pays only for a
    correct one. A truncated completion without an answer is paid as malformed, as RLVE does.
    """

    malformed: float = -1.0
    invalid: float = -0.5
    binary: bool = False

    def __post_init__(self) -> None:
        for name in ("malformed", "invalid"):
            if not -1.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} = {getattr(self, name)!r}: rewards lie in [-1, 1]")

    def __call__(self, verdict: Verdict, beta: float = 1.0) -> float | None:
        if verdict.outcome.ours:
            return None
        if verdict.outcome in (Outcome.MALFORMED, Outcome.TRUNCATED):
            return self.malformed
        if verdict.outcome is Outcome.INVALID:
            return self.invalid * verdict.severity
        return float(verdict.correct) if self.binary else verdict.score**beta


def extract(completion: str) -> str | None:
    """The marked final answer of a completion, or None. See the module's docstring for the rule."""
    visible = completion[completion.rfind("</think>") + 8 :] if "</think>" in completion else completion
    mark = None if "<think>" in visible else _last_mark(visible)
    if mark is None:
        return None
    content = visible[mark[1] : mark[2]].strip()
    for _ in range(2):
        mark = _last_mark(content) if len(content) < _UNWRAP_CHARS else None
        if mark is None or not _DECORATION.issuperset(content[: mark[0]] + content[mark[3] :]):
            break
        content = content[mark[1] : mark[2]].strip()
    return content


def _last_mark(text: str) -> tuple[int, int, int, int] | None:
    """The marked span that ends last: where the mark begins, its content begins, its content ends, the mark ends."""
    last, tag, depth = None, None, 0
    # Boxes that are open, in runs without anything between them: begin, width of one, depth inside the first, how many.
    boxes: list[tuple[int, int, int, int]] = []
    for match in (_MARK if "\\boxed" in text else _TAG).finditer(text):
        token = match.group()
        if token == OPEN:
            tag = match
        elif token == CLOSE and tag is not None:
            last, tag = (tag.start(), tag.end(), match.start(), match.end()), None
        elif token.startswith("\\boxed"):
            count = token.count("{")
            boxes.append((match.start(), len(token) // count, depth + 1, count))
            depth += count
        elif token[0] == "{":
            depth += len(token)
        elif token[0] == "}":
            left = max(0, depth - len(token))
            while boxes and boxes[-1][2] + boxes[-1][3] - 1 > left:
                begin, width, inside, count = boxes.pop()
                kept = max(0, left - inside + 1)
                if kept:
                    boxes.append((begin, width, inside, kept))
                begin, end = begin + kept * width, match.start() + depth - inside - kept
                last = (begin, begin + width, end, end + 1)
            depth = left
    return last
