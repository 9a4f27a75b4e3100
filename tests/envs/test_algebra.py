"""Algebra: references against sympy, numpy and enumeration, and the kit of polynomials."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
import sympy
from sympy.functions.combinatorial.numbers import stirling

from rlve_gym import load
from rlve_gym.kit import polynomials

GaussianElimination, PolynomialFactorization = load("gaussian_elimination"), load("polynomial_factorization")
PolynomialInterpolation, DistinctProductSum = load("polynomial_interpolation"), load("distinct_product_sum")
X = sympy.Symbol("x")


def outcome(problem, text):
    return problem.judge(text).outcome


def in_sympy(text):
    return sympy.Poly(sympy.sympify(text.replace("^", "**"), {"x": X}), X)


def test_polynomials():
    rng = Random(5)
    for n in range(200):
        coefficients = [rng.randint(-3, 3) for _ in range(n % 7)] + [rng.choice((-2, -1, 1, 2))]
        known = in_sympy(polynomials.written(coefficients))
        assert [int(a) for a in reversed(known.all_coeffs())] == coefficients
        x = Fraction(rng.randint(-20, 20), rng.randint(1, 9))
        assert polynomials.value(coefficients, x) == known.eval(sympy.Rational(x))
        slope = [int(a) for a in reversed(known.diff().all_coeffs())]
        assert polynomials.derivative(coefficients) == (slope if len(coefficients) > 1 else [])
        root = rng.randint(-3, 3)
        more = polynomials.times_root(coefficients, root)
        assert polynomials.without_root(more, root) == coefficients
        assert (polynomials.without_root(coefficients, root) is None) == (polynomials.value(coefficients, root) != 0)
    assert polynomials.written([0, 0]) == "0" and polynomials.written([-1, -1, 0, 2]) == "2*x^3 - x - 1"


def test_parameters():
    assert [GaussianElimination.parameters(level)["n"] for level in (0, 1, 2, 15, 16)] == [3, 4, 5, 29, 30]
    assert [PolynomialFactorization.parameters(level)["n"] for level in (0, 10, 37, 38)] == [3, 13, 40, 40]
    assert [PolynomialInterpolation.parameters(level)["n"] for level in (0, 1, 2, 18, 19)] == [2, 3, 4, 36, 40]
    assert DistinctProductSum.parameters(2) == {"longest": 5, "largest": 18}
    assert [DistinctProductSum.parameters(level)["largest"] < 10**8 for level in (40, 41)] == [True, False]
    betas = [cls.beta for cls in (GaussianElimination, PolynomialFactorization, PolynomialInterpolation)]
    assert betas == [10, 5, 10] and DistinctProductSum.beta == 1


def test_equations_against_least_squares_and_enumeration():
    unique = 0
    for seed in range(220):
        problem = GaussianElimination.draw(seed % 5, seed)
        rows = np.array(problem.equations, dtype=float)
        assert 2 * problem.n <= len(rows) <= 3 * problem.n
        solution, _, rank, _ = np.linalg.lstsq(rows[:, :-1], rows[:, -1], rcond=None)
        if rank == problem.n:
            unique += 1
            assert np.rint(solution).astype(int).tolist() == problem.reference
            off = [*problem.reference[:-1], problem.reference[-1] + 1]
            assert problem.score(off) < 1
        if problem.n < 5:
            assert problem.score(problem.brute()) == 1
    assert unique > 150


@pytest.mark.parametrize(
    "text, found",
    [
        ("1 2 3", "correct"),
        ("2 1 3", "correct"),
        ("103 -100 3", "correct"),
        ("1 2 4", "partial"),
        ("0 0 0", "wrong"),
        ("1 2", "invalid"),
        ("1 2 3 0", "invalid"),
        ("1.5 1.5 3", "malformed"),
    ],
)
def test_answers_of_equations(text, found):
    assert outcome(GaussianElimination([[1, 1, 0, 3], [0, 0, 2, 6]], [1, 2, 3]), text) == found


def test_roots_against_sympy():
    for seed in range(200):
        problem = PolynomialFactorization.draw(seed % 8, seed)
        roots = sympy.roots(in_sympy(problem.written), multiple=True)
        assert sorted(map(int, roots)) == sorted(problem.reference) and len(roots) == problem.n


@pytest.mark.parametrize(
    "text, found",
    [
        ("1 1 -2", "correct"),
        ("-2, 1, 1", "correct"),
        ("1 -2 -2", "partial"),
        ("1 1 2", "partial"),
        ("3 3 3", "wrong"),
        ("1 -2", "invalid"),
        ("1 1 1 -2", "invalid"),
        ("(x - 1)^2*(x + 2)", "malformed"),
    ],
)
def test_answers_of_roots(text, found):
    # (x - 1)^2 (x + 2) = x^3 - 3 x + 2
    problem = PolynomialFactorization([2, -3, 0, 1])
    assert problem.written == "x^3 - 3*x + 2"
    assert outcome(problem, text) == found


def test_interpolation_against_sympy():
    for seed in range(200):
        problem = PolynomialInterpolation.draw(seed % 6, seed)
        known = sympy.Poly(sympy.interpolate([tuple(point) for point in problem.points], X), X)
        assert [int(a) for a in reversed(known.all_coeffs())] == problem.reference
        assert len(problem.reference) == problem.n + 1 and 1 <= problem.reference[-1] <= 5
    # Through fractions: x (x + 1) / 2.
    assert polynomials.interpolated([[0, 0], [1, 1], [2, 3]]) == [0, Fraction(1, 2), Fraction(1, 2)]


@pytest.mark.parametrize(
    "text, found",
    [("3 0 2", "correct"), ("2 0 3", "partial"), ("0 3 2", "partial"), ("3 2", "invalid"), ("1 1 1", "wrong")],
)
def test_answers_of_interpolation(text, found):
    # 3 + 2 x^2
    assert outcome(PolynomialInterpolation([[1, 5], [-2, 11], [0, 3]]), text) == found


def test_product_sums_against_enumeration_and_stirling_numbers():
    rng = Random(6)
    for k in range(4, 8):
        for n in range(3, k):
            problem = DistinctProductSum(n, k, 998_244_353)
            assert problem.solve() == problem.brute()
    for _ in range(200):
        n = rng.randint(3, 9)
        k, modulus = rng.randint(n + 1, 60), rng.choice((666_623_333, 998_244_353, 10**9 + 7))
        wanted = sympy.factorial(n) * stirling(k + 1, k + 1 - n, kind=1)
        assert DistinctProductSum(n, k, modulus).solve() == wanted % modulus
    assert all(sympy.isprime(modulus) for modulus in (666_623_333, 998_244_353, 10**9 + 7))


def test_large_product_sums_against_the_plain_recurrence():
    for seed in range(20):
        problem = DistinctProductSum.draw(12, seed)
        symmetric = [1] + [0] * problem.n
        for number in range(1, problem.k + 1):
            for degree in range(min(number, problem.n), 0, -1):
                symmetric[degree] = (symmetric[degree] + number * symmetric[degree - 1]) % problem.modulus
        assert problem.solve() == sympy.factorial(problem.n) * symmetric[problem.n] % problem.modulus


@pytest.mark.parametrize(
    "text, found", [("300", "correct"), ("50", "wrong"), ("-300", "wrong"), ("300/1", "malformed")]
)
def test_answers_of_product_sums(text, found):
    # 6 (1*2*3 + 1*2*4 + 1*3*4 + 2*3*4) = 6 * 50
    assert outcome(DistinctProductSum(3, 4, 998_244_353), text) == found
