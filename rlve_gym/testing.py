r"""The contract of environments, as code: `check(ProblemClass)` raises AssertionError on the first thing that is wrong.

For every level and seed: the prompt is ASCII, the fields are JSON values that restore an equal problem, pickling
works, no global random state is touched, `solve()` scores exactly 1 and is read back from its own completion in both
styles, `brute()` (where there is one, at the lowest level) scores 1 too, changed references are not correct unless
they may be, and hostile completions never raise, are never correct and cost less than 50 ms. A theorem holds on models
in Python, and its reference does not prove its twin. For the class:
parameters never shrink, seeds give different problems, the prompt does not tell the answer, level 20 is drawn in less
than a second, and another process with another hash seed draws the same.

Whether a changed reference may be correct: never if the answer is one number or one word, or if `unique` says that
the task has one right answer only. Otherwise the verdict must be the same for a restored copy of the problem, and not
every changed reference of the class may be correct.
"""

import importlib.util
import inspect
import json
import os
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from rlve_gym._stopwatch import best_s
from rlve_gym.answers import Choice, Integer
from rlve_gym.lean.contract import check_theorem
from rlve_gym.lean.theorem import Theorem
from rlve_gym.problem import STYLES, Problem
from rlve_gym.registry import add_folder, added_folders, load

SPEED_LEVEL, GENERATE_S = 20, 1.0
VERIFY_S = 0.05
SHRINK_LEVELS = 30
VARIETY_LEVEL, VARIETY_SEEDS, VARIETY_PROMPTS = 5, 20, 18
LEAK_SEEDS, LEAK_CHARS = 8, 8


def check(
    problem_class: type[Problem],
    levels: Sequence[int] = (0, 1, 5),
    seeds: Sequence[int] = range(4),
    unique: bool | None = None,
    elsewhere: bool = True,
) -> None:
    """Check one environment. Raises AssertionError with the environment, the level and the seed in its message.

    unique: whether the reference is the only right answer (None: as the class says).
    elsewhere: also draw in another process; `digests_elsewhere` does it for many classes at once.
    """
    check_definition(problem_class)
    if unique is None:
        unique = problem_class.unique
    only = isinstance(problem_class.answer, Integer | Choice) if unique is None else unique
    check_class(problem_class)
    accepted: list[bool] = []
    for level in levels:
        for seed in seeds:
            with _named(problem_class, level, seed):
                problem = check_problem(problem_class, level, seed)
                if level == min(levels):
                    _check_brute(problem)
                accepted += _check_mutants(problem, only)
    with _named(problem_class):
        assert not accepted or not all(accepted), "every changed reference is correct: does score() look at the answer?"
    for level in {min(levels), max(levels)}:
        with _named(problem_class, level, seeds[0]):
            check_hostile(problem_class.draw(level, seeds[0]))
    if elsewhere:
        with _named(problem_class):
            found = digests_elsewhere([problem_class], levels, seeds)
            assert found == [digests(problem_class, levels, seeds)], "another process draws other problems or answers"


def check_definition(problem_class: type[Problem]) -> None:
    """What the class must define before anything can be drawn."""
    with _named(problem_class):
        missing = [name for name in ("template", "answer", "difficulty") if not hasattr(problem_class, name)]
        assert not missing, f"{problem_class.__name__} does not define {', '.join(missing)}"
        parameters = getattr(problem_class, "__dataclass_params__", None)
        assert parameters and parameters.frozen, f"put @dataclass(frozen=True) above class {problem_class.__name__}"


def check_class(problem_class: type[Problem]) -> None:
    """What holds for the environment as a whole."""
    with _named(problem_class):
        assert problem_class.beta > 0, f"beta is {problem_class.beta}, not positive"
        assert problem_class.version >= 1, f"version is {problem_class.version}, below 1"
        _check_schedules(problem_class)
        _check_variety(problem_class)
        _check_leak(problem_class)
    with _named(problem_class, SPEED_LEVEL, 0):
        taken_s = best_s(lambda: problem_class.draw(SPEED_LEVEL, 0), GENERATE_S)
        assert taken_s < GENERATE_S, f"drawing the problem takes {taken_s:.2f} s, not below {GENERATE_S} s"


def check_problem(problem_class: type[Problem], level: int, seed: int) -> Problem:
    """What holds for one problem, which is returned."""
    before = _random_state()
    problem = problem_class.draw(level, seed)
    value = json.dumps(problem.value())
    assert problem == problem_class.draw(level, seed), "drawing twice gives two problems"
    _check_prompt(problem)
    _check_reference(problem)
    _check_value(problem)
    if isinstance(problem, Theorem):
        check_theorem(problem, seed)
    assert json.dumps(problem.value()) == value, "solve() or score() changes the problem's fields"
    assert _random_state() == before, "the global random state is used: draw from `rng` only"
    return problem


@contextmanager
def _named(problem_class: type[Problem], level: int | None = None, seed: int | None = None) -> Iterator[None]:
    """Say where a failure is. Whatever an environment's own code raises is a failure of the contract."""
    where = problem_class.id() if level is None else f"{problem_class.id()}, level {level}, seed {seed}"
    try:
        yield
    except AssertionError as error:
        raise AssertionError(f"{where}: {error or 'an assertion failed'}") from error
    except Exception as error:
        raise AssertionError(f"{where}: {type(error).__name__}: {error}") from error


def _random_state() -> tuple[object, str]:
    return random.getstate(), repr(np.random.get_state())


def _check_schedules(problem_class: type[Problem]) -> None:
    before = problem_class.parameters(0)
    for level in range(1, SHRINK_LEVELS):
        after = problem_class.parameters(level)
        for name, value in after.items():
            assert value >= before[name], f"parameter {name} shrinks from {before[name]} to {value} at level {level}"
        before = after


def _check_variety(problem_class: type[Problem]) -> None:
    prompts = {problem_class.draw(VARIETY_LEVEL, seed).prompt() for seed in range(VARIETY_SEEDS)}
    there_are = problem_class.variety(VARIETY_LEVEL)
    least = VARIETY_PROMPTS if there_are is None else min(VARIETY_PROMPTS, there_are // 2)
    assert len(prompts) >= least, (
        f"{VARIETY_SEEDS} seeds at level {VARIETY_LEVEL} give {len(prompts)} prompts, fewer than {least}"
    )


def _check_leak(problem_class: type[Problem]) -> None:
    """The question may hold a long reference by chance, as a list may be sorted already, but not most of the time."""
    leaks = [
        _tells(problem.question, rendered)
        for problem in (problem_class.draw(VARIETY_LEVEL, seed) for seed in range(LEAK_SEEDS))
        if len(rendered := problem.answer.render(problem.reference)) > LEAK_CHARS
    ]
    assert 2 * sum(leaks) <= len(leaks), f"the question tells the answer, in {sum(leaks)} of {len(leaks)} problems"


def _tells(question: str, rendered: str) -> bool:
    """Whether the words and numbers of the answer stand in the question, in a row, whatever is between them."""
    return f" {' '.join(_words(rendered))} " in f" {' '.join(_words(question))} "


def _words(text: str) -> list[str]:
    return re.findall(r"[A-Za-z0-9]+", text)


def _check_prompt(problem: Problem) -> None:
    for style in STYLES:
        prompt = problem.prompt(style)
        assert prompt.isascii() or not problem.ascii, (
            f"the prompt is not ASCII: {[char for char in prompt if not char.isascii()][:5]}"
        )
        assert prompt == problem.prompt(style), "the prompt is not the same each time"
        assert problem.answer.instruction in prompt, "the prompt lacks the instruction of the answer type"
    assert problem.question.strip(), "the question is empty"
    assert "{self" not in problem.question, "a placeholder of the template is not filled in"


def _check_value(problem: Problem) -> None:
    value = problem.value()
    text = json.dumps(value, allow_nan=False)
    assert json.loads(text) == value, "a field is not a JSON value: use lists, not tuples, and text for keys"
    for name, copy in (("value()", type(problem)(**json.loads(text))), ("pickle", pickle.loads(pickle.dumps(problem)))):
        assert copy == problem, f"{name} restores another problem"
        assert copy.prompt() == problem.prompt(), f"{name} restores another prompt"
        assert copy.score(problem.reference) == 1, f"{name} restores a problem with another answer"


def _check_reference(problem: Problem) -> None:
    answer, reference = problem.answer, problem.reference
    assert problem.score(reference) == 1, f"solve() scores {problem.score(reference)}, not exactly 1"
    assert problem.solve() == reference, "solve() is not the same each time"
    rendered = answer.render(reference)
    assert answer.parse(rendered) == reference, f"{rendered[:80]!r} is read back as another answer"
    for style in STYLES:
        verdict = problem.verify(problem.completion(reference, style))
        assert verdict.correct, f"the reference in {style} is {verdict.outcome} ({verdict.why})"


def _check_brute(problem: Problem) -> None:
    brute = getattr(problem, "brute", None)
    if brute is not None:
        score = problem.score(brute())
        assert score == 1, f"brute() scores {score}, not exactly 1"


def _check_mutants(problem: Problem, unique: bool) -> list[bool]:
    """For each changed reference that is another answer: whether it is correct."""
    copy, accepted = type(problem)(**problem.value()), []
    for text in mutants(problem):
        verdict = problem.judge(text)
        if verdict.correct and problem.answer.parse(text) == problem.reference:
            continue
        accepted.append(verdict.correct)
        assert not (unique and verdict.correct), f"a second answer, {text[:80]!r}, is correct"
        assert copy.judge(text) == verdict, f"{text[:80]!r} is judged in two ways"
    return accepted


def mutants(problem: Problem) -> list[str]:
    """The reference as text with one thing changed: a digit, the order, an entry more or fewer, the sign, the word."""
    text = problem.answer.render(problem.reference)
    found = [text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :] for at in _places(text)]
    entries = text.split(" ")
    if len(entries) > 1:
        found += [" ".join(entries[:-1]), " ".join(entries[1:]), " ".join(reversed(entries))]
        for at in (0, len(entries) - 2):
            found.append(" ".join([*entries[:at], entries[at + 1], entries[at], *entries[at + 2 :]]))
    found += [f"{text} {entries[-1]}", f"{text} 0", f"{text}0", f"-{text}", f"1{text}"]
    if isinstance(problem.answer, Choice):
        found += problem.answer.options
    return [changed for changed in dict.fromkeys(found) if changed != text]


def _places(text: str) -> list[int]:
    """The first, the middle and the last digit."""
    places = [match.start() for match in re.finditer("[0-9]", text)]
    return sorted({places[0], places[len(places) // 2], places[-1]}) if places else []


def check_hostile(problem: Problem) -> None:
    """No text makes `verify` raise, is correct without being the answer, or takes VERIFY_S seconds."""
    for name, completion in hostile(problem).items():
        verify = partial(problem.verify, completion)
        try:
            verdict, taken_s = verify(), best_s(verify, VERIFY_S)
        except Exception as error:
            raise AssertionError(f"the completion '{name}' raises {type(error).__name__}: {error}") from error
        assert not verdict.correct, f"the completion '{name}' is correct"
        assert not verdict.outcome.ours, f"the completion '{name}' breaks the verifier: {verdict.why}"
        assert taken_s < VERIFY_S, f"the completion '{name}' takes {1000 * taken_s:.0f} ms"


def hostile(problem: Problem) -> dict[str, str]:
    """Completions that no verifier may fall over or take for a right answer, by name."""
    reference = problem.answer.render(problem.reference)
    right = problem.completion(problem.reference)
    found = {
        "the bare reference": reference,
        "thinking never closed": f"<think>So the answer is {right}",
        "answer only in thinking": f"<think>{right}</think>Done.",
        "answer only in a prefilled thinking": f"{right}</think>Done.",
        "thinking opened again": f"<think>a</think>b<think>{right}",
        "tag never closed": f"<answer>{reference}",
        "box never closed": f"\\boxed{{{reference}",
        "another answer after the right one": f"{right}<answer>?</answer>",
        "100k opened tags": "<answer>" * 12_500,
        "100k opened boxes": "\\boxed{" * 14_000,
        "100k closed boxes": "\\boxed{" * 12_500 + "}" * 12_500,
        "100k of thinking": "<think></think>" * 6_500,
    }
    for name, text in _answers(reference).items():
        if text.strip() != reference:
            found |= {
                name: text,
                f"{name}, in tags": f"<answer>{text}</answer>",
                f"{name}, in a box": f"\\boxed{{{text}}}",
            }
    return found


def _answers(reference: str) -> dict[str, str]:
    """Answers that are none. Those made from the reference would pass a parser that is too kind."""
    count = len(reference.split())
    return {
        "empty": "",
        "blanks": " \t\n\u00a0\u3000",
        "nulls": "\x00" * 50,
        "reference after a null": "\x00" + reference,
        "reference with a lone surrogate": reference + "\ud800",
        "reference after a zero-width space": "\u200b" + reference,
        "reference in full width": reference.translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)}),
        "reference in Arabic digits": reference.translate({0x30 + digit: 0x660 + digit for digit in range(10)}),
        "reference with underscores": "_".join(reference),
        "reference and more": f"{reference} or {reference}",
        "nested tags": "<answer><answer></answer>",
        "superscript digits": "\u00b2\u2460",
        "line separators": "\u2028\u0085\f",
        "right to left": "\u202e1\u202c",
        **{
            word: word
            for word in ("nan", "inf", "-inf", "1e999", "0x1F", "1/0", "None", "null", "[]", "{}", "[[], {}]")
        },
        "as many NaN as entries": " ".join(["nan"] * count),
        "as many huge entries": " ".join(["9" * 3_999] * min(count, 20)),
        "as many very negative entries": " ".join(["-987654321987654321"] * count),
        "rich markup": "[/b][red]x[/]",
        "code": "__import__('os')._exit(1)",
        "a tower of powers": "9**9**9**9",
        "a placeholder": "{self.reference} %s {0.__class__}",
        "3,999 digits": "9" * 3_999,
        "minus 3,999 digits": "-" + "9" * 3_999,
        "5,000 digits": "8" * 5_000,
        "100k digits": "7" * 100_000,
        "100k letters": "a" * 100_000,
        "100k blanks": " " * 100_000,
        "100k dots": "." * 100_000,
        "50k entries": "1 " * 50_000,
        "50k entries with commas": "1," * 50_000,
        "20k entries": "1 " * 20_000,
        "deep brackets": "[" * 50_000 + "]" * 50_000,
        "deep braces": "{" * 50_000 + "}" * 50_000,
        "braces with blanks": "{ " * 30_000,
    }


def digest(problem: Problem) -> str:
    """A fingerprint of a problem's prompt, data and reference answer."""
    text = json.dumps([problem.prompt(), problem.value(), problem.answer.render(problem.reference)])
    return blake2b(text.encode(), digest_size=8).hexdigest()


def digests(problem_class: type[Problem], levels: Sequence[int], seeds: Sequence[int]) -> list[str]:
    """The fingerprints of the problems of all levels and seeds."""
    return [digest(problem_class.draw(level, seed)) for level in levels for seed in seeds]


def digests_elsewhere(
    problem_classes: Sequence[type[Problem]], levels: Sequence[int], seeds: Sequence[int]
) -> list[list[str]]:
    """`digests` of each class, computed in one other process with another hash seed."""
    order = {
        "folders": added_folders(),
        "classes": [[cls.id(), inspect.getfile(cls), cls.__qualname__] for cls in problem_classes],
        "levels": list(levels),
        "seeds": list(seeds),
    }
    path = os.pathsep.join([str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
    hash_seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    child = subprocess.run(
        [sys.executable, "-c", "from rlve_gym.testing import _serve; _serve()"],
        input=json.dumps(order),
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hash_seed},
    )
    assert child.returncode == 0, f"another process cannot draw the problems: {child.stderr.strip()[-500:]}"
    return json.loads(child.stdout)


def _serve() -> None:
    """The other process: an order on standard input, fingerprints on standard output."""
    order: dict[str, Any] = json.load(sys.stdin)
    for folder in order["folders"]:
        add_folder(folder)
    classes = [_find(*place) for place in order["classes"]]
    print(json.dumps([digests(cls, order["levels"], order["seeds"]) for cls in classes]))


def _find(name: str, file: str, qualname: str) -> type[Problem]:
    """The class of a registered environment, or of any other file."""
    try:
        known = load(name)
        if os.path.samefile(inspect.getfile(known), file):
            return known
    except ValueError:
        pass
    return getattr(_module(file), qualname)


def _module(file: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    assert spec is not None and spec.loader is not None, f"{file} cannot be imported"
    module = importlib.util.module_from_spec(spec)
    sys.modules[Path(file).stem] = module
    spec.loader.exec_module(module)
    return module
