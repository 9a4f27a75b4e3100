"""A person answers problems in the terminal, in the model's place."""

import sys
from collections.abc import Iterator

from rlve_gym.cli_parts import styled
from rlve_gym.problem import Problem, Spec
from rlve_gym.registry import class_name, resolve
from rlve_gym.verdict import Outcome, Reward, Verdict

MARKS = ("<answer>", "</answer>", "\\boxed", "<think>", "</think>", "```lean")


def judge(problem: Problem, text: str) -> tuple[Verdict, float | None]:
    """Verdict and reward of a person's text: a bare answer, or a completion in which the answer is marked."""
    marked = any(mark in text for mark in MARKS)
    verdict = problem.verify(text) if marked else problem.judge(text)
    return verdict, Reward()(verdict, problem.beta)


def heading(env: str, level: int, seed: int) -> str:
    """Names a problem in one line."""
    env = resolve(env)
    return f"{env} (rlve/{class_name(env)}-v0), level {level}, seed {seed}"


def verdict_line(verdict: Verdict, reward: float | None) -> str:
    """A verdict in one line."""
    paid = "none" if reward is None else f"{reward:.4g}"
    why = f" ({verdict.why})" if verdict.why else ""
    return f"{verdict.outcome}{why}: score {verdict.score:.4g}, reward {paid}"


def painted(verdict: Verdict, text: str) -> str:
    """On a terminal: green if the answer was right, yellow if it was read and not right, else red."""
    read = verdict.outcome in (Outcome.PARTIAL, Outcome.WRONG)
    return styled(text, fg="green" if verdict.correct else "yellow" if read else "red")


def play(env: str, level: int, seed: int) -> None:
    """Pose problems until the person has had enough. The end of the input or Ctrl-C ends it in good order."""
    right = played = 0
    try:
        for correct in rounds(env, level, seed):
            played += 1
            right += correct
    except (EOFError, KeyboardInterrupt):
        print()
    print(f"{right} of {played} right. Bye." if played else "Bye.")


def rounds(env: str, level: int, seed: int) -> Iterator[bool]:
    """Pose one problem after the other; yields whether each was answered right."""
    while True:
        problem = Spec(env, level, seed).problem()
        print(f"{heading(env, level, seed)}\n\n{problem.question}\n\n{problem.answer.instruction}\n")
        reference = problem.answer.render(problem.reference)
        text = _ask_lines() if "\n" in reference.strip() else _ask("Your answer (empty to give up): ")
        correct = False
        if text.strip():
            verdict, reward = judge(problem, text)
            correct = verdict.correct
            print(painted(verdict, printable(verdict_line(verdict, reward))))
        print(f"The reference answer:{_beside(reference)}")
        yield correct
        change = _ask_next(correct)
        if change is None:
            return
        level, seed = max(0, level + change), seed + 1
        print()


def _ask_next(correct: bool) -> int | None:
    """By how much the level changes for the next problem; None to stop."""
    usual = "u" if correct else "s"
    choices = {"u": 1, "s": 0, "d": -1, "q": None, "n": None, "y": 1 if correct else 0}
    while True:
        said = _ask(f"Another? [u] level up, [s] same level, [d] level down, [q] quit ({usual}): ").strip().lower()
        key = (said or usual)[:1]
        if key in choices:
            return choices[key]
        print("Please type u, s, d or q.")


def _ask(question: str) -> str:
    print(question, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def _ask_lines() -> str:
    """Several lines; an empty one ends them."""
    print("Your answer (several lines, then an empty one; nothing to give up):")
    found = []
    while line := _ask("> "):
        found.append(line)
    return "\n".join(found)


def _beside(text: str) -> str:
    return "\n" + text if "\n" in text else " " + text


def printable(text: str) -> str:
    """Text without the control characters that a terminal would act upon."""
    return "".join(char if char == "\n" or char.isprintable() else ascii(char)[1:-1] for char in text)
