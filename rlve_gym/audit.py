"""How far guessing gets: the share of problems that answers which do not think get right, per environment and level.

Four guessers: the best constant answer (tried: the most common references, and small numbers and words), the empty
answer, the best way to copy from the question (a line, a block of lines, a number by its place, all numbers), and a
random answer of the shape of references: as many entries, drawn evenly from the values that they have at this level.
A rate of one half or more on a level that trains would teach guessing.

Theorems are left out: their answers are proofs.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from rlve_gym.problem import Problem, random_stream
from rlve_gym.registry import environments, load

PROBLEMS = 200
CONSTANTS = ("0", "1", "2", "-1", "3", "Yes", "No", "True", "False", "0 0", "1 1")
COMMON = 8
"""How many of the most common references are tried as constants."""
PLACES = 4
"""How many lines and numbers are counted from the front and from the back, to be copied."""
LIMIT = 0.5


@dataclass(frozen=True)
class Rates:
    """The share of `problems` problems of (env, level) that each guesser gets right. best: the best constant answer."""

    env: str
    level: int
    problems: int
    constant: float
    empty: float
    echo: float
    random: float
    best: str = ""

    @property
    def worst(self) -> float:
        """The highest rate."""
        return max(self.constant, self.empty, self.echo, self.random)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def audited() -> list[str]:
    """The environments that are measured."""
    from rlve_gym.lean.theorem import Theorem

    return [env for env in environments() if not issubclass(load(env), Theorem)]


def audit(problem_class: type[Problem], level: int, problems: int = PROBLEMS) -> Rates:
    """Measure one environment at one level. A pure function of the arguments."""
    drawn = [problem_class.draw(level, seed) for seed in range(problems)]
    texts = [problem.answer.render(problem.reference) for problem in drawn]
    # What is common among the first half is tried on the second: a constant must carry over to be one.
    half = len(drawn) // 2
    tried, constants = drawn[half:], _constants(texts[:half])
    best, constant = "", 0.0
    for text in constants:
        if (rate := _share(tried, lambda problem, text=text: text)) > constant:
            best, constant = text, rate
    shapes = Shapes(texts)
    streams = {id(problem): random_stream("audit", problem_class.id(), level, n) for n, problem in enumerate(drawn)}
    return Rates(
        problem_class.id(),
        level,
        problems,
        constant,
        _share(drawn, lambda problem: ""),
        _best_echo(drawn),
        _share(drawn, lambda problem: shapes.random(streams[id(problem)])),
        best[:80],
    )


def _share(problems: Sequence[Problem], guess: Callable[[Problem], str]) -> float:
    """The share of problems that a guess gets right."""
    return sum(problem.judge(guess(problem)).correct for problem in problems) / len(problems)


def _best_echo(problems: Sequence[Problem]) -> float:
    """The rate of the best way to copy; what cannot be copied is not right."""
    right: Counter[str] = Counter()
    for problem in problems:
        right.update(way for way, text in echoes(problem).items() if problem.judge(text).correct)
    return max(right.values(), default=0) / len(problems)


def _constants(texts: Sequence[str]) -> list[str]:
    common = [text for text, _ in Counter(texts).most_common(COMMON)]
    return list(dict.fromkeys([*common, *CONSTANTS]))


def echoes(problem: Problem) -> dict[str, str]:
    """Answers made by copying from the question, by the way of copying."""
    lines = [line for line in problem.question.split("\n") if line.strip()]
    numbers = re.findall(r"-?[0-9]+", problem.question)
    parts = {f"block {n}": "\n".join(block) for n, block in enumerate(_blocks(lines))}
    parts |= _ends("line", lines)
    found = parts | _ends("number", numbers) | {"numbers": " ".join(numbers)}
    for way, text in parts.items():
        its = re.findall(r"-?[0-9]+", text)
        found[f"numbers of {way}"] = " ".join(its)
        found[f"numbers of {way}, reversed"] = " ".join(reversed(its))
    return {way: text for way, text in found.items() if text}


def _ends(what: str, entries: Sequence[str]) -> dict[str, str]:
    front = {f"{what} {n}": entry for n, entry in enumerate(entries[:PLACES])}
    return front | {f"{what} -{n}": entry for n, entry in enumerate(reversed(entries[-PLACES:]), 1)}


def _blocks(lines: Sequence[str]) -> list[list[str]]:
    """Runs of two or more lines without an ordinary word in them: what looks like data."""
    found: list[list[str]] = [[]]
    for line in lines:
        if line.strip() and not re.search(r"[A-Za-z]{3}", line):
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [block for block in found if len(block) > 1]


class Shapes:
    """What references look like at a level: their shapes, and the values of their entries."""

    def __init__(self, texts: Sequence[str]):
        """texts: references as they are written."""
        self._texts = list(texts)
        self._numeric = all(re.fullmatch(r"[-0-9\s/]+", text) for text in texts)
        entries = [entry for text in texts for entry in _entries(text, self._numeric)]
        self._values = sorted(set(entries))
        whole = [int(entry) for entry in entries if re.fullmatch(r"-?[0-9]{1,9}", entry)]
        self._range = (min(whole), max(whole)) if self._numeric and len(whole) == len(entries) else None

    def random(self, rng: Random) -> str:
        """A reference's shape with other entries: evenly drawn, or, half of the time if there are several, shuffled."""
        text = rng.choice(self._texts)
        entries = _entries(text, self._numeric)
        if len(entries) > 1 and rng.random() < 0.5:
            rng.shuffle(entries)
        else:
            entries = [self._value(rng) for _ in entries]
        pattern = _PATTERN[self._numeric]
        filled = iter(entries)
        return re.sub(pattern, lambda _: next(filled), text)

    def _value(self, rng: Random) -> str:
        if self._range and self._range[1] - self._range[0] > len(self._values):
            return str(rng.randint(*self._range))
        return rng.choice(self._values)


_PATTERN = {True: r"-?[0-9]+", False: r"[A-Za-z]{2,}|-?[0-9]+|[^\s]"}


def _entries(text: str, numeric: bool) -> list[str]:
    """Numbers; or words, numbers and single signs."""
    return re.findall(_PATTERN[numeric], text)
