"""Number theory: references against enumeration and sympy, and the kit below them."""

from math import gcd, lcm
from random import Random

import pytest
from sympy.ntheory import discrete_log, factorint, primerange

from rlve_gym import load
from rlve_gym.kit.numbers import extended_gcd, factored, merged, primes

MinKDivisorNumber, Crt = load("min_k_divisor_number"), load("crt")
DiscreteLogarithm, BezoutIdentity = load("discrete_logarithm"), load("bezout_identity")


def outcome(problem, text):
    return problem.judge(text).outcome


def divisor_counts(limit):
    """counts[n] for n <= limit, by a sieve."""
    counts = [0] * (limit + 1)
    for d in range(1, limit + 1):
        for n in range(d, limit + 1, d):
            counts[n] += 1
    return counts


def test_primes_and_factors():
    for limit in (0, 1, 2, 3, 4, 100, 1000):
        assert list(primes(limit)) == list(primerange(limit + 1))
    for n in range(1, 3000):
        factors, rest = factored(n, 50)
        whole = factorint(n)
        assert factors == {p: e for p, e in whole.items() if p <= 50}
        assert rest == n // eval_product(factors)


def eval_product(factors):
    product = 1
    for p, e in factors.items():
        product *= p**e
    return product


def test_extended_gcd():
    for a in range(-30, 31):
        for b in range(-30, 31):
            g, x, y = extended_gcd(a, b)
            assert g == gcd(a, b) and a * x + b * y == g


def test_merged_congruences():
    rng = Random(2)
    for _ in range(500):
        (m, n), (r, s) = (rng.randint(1, 12), rng.randint(1, 12)), (rng.randint(0, 11), rng.randint(0, 11))
        common = [x for x in range(lcm(m, n)) if x % m == r % m and x % n == s % n]
        assert merged((r % m, m), (s % n, n)) == ((common[0], lcm(m, n)) if common else None)


def test_parameters():
    assert [MinKDivisorNumber.parameters(level)["largest"] for level in (0, 1, 2, 20, 21)] == [
        5,
        10,
        20,
        5242880,
        10**7,
    ]
    assert [DiscreteLogarithm.parameters(level)["largest"] for level in range(6)] == [30, 37, 45, 55, 67, 81]
    assert [BezoutIdentity.parameters(level) for level in (0, 2)] == [{"n": 2, "largest": 32}, {"n": 4, "largest": 128}]
    assert [Crt.parameters(level)["thirds"] // 3 for level in (0, 2, 3, 6)] == [2, 2, 3, 4]
    assert [cls.beta for cls in (MinKDivisorNumber, Crt, DiscreteLogarithm, BezoutIdentity)] == [2, 10, 2, 5]


def test_least_numbers_against_a_sieve():
    counts = divisor_counts(200_000)
    first = {}
    for n, k in enumerate(counts):
        first.setdefault(k, n)
    checked = 0
    for k in range(1, 400):
        if factored(k, 47)[1] == 1 and k in first:
            assert MinKDivisorNumber(k).solve() == first[k]
            checked += 1
    assert checked > 60


def test_the_bound_on_exponents_costs_nothing():
    """Against a recursion over all divisors, with no bound on them."""

    def least(k, place):
        if k == 1:
            return 1
        return min(primes(100)[place] ** (d - 1) * least(k // d, place + 1) for d in range(2, k + 1) if k % d == 0)

    for k in [k for k in range(1, 1500) if factored(k, 47)[1] == 1][::3]:
        assert MinKDivisorNumber(k).solve() == least(k, 0)


@pytest.mark.parametrize(
    "text, found",
    [("60", "correct"), ("72", "partial"), ("61", "wrong"), ("0", "invalid"), ("-60", "invalid"), ("9" * 300, "wrong")],
)
def test_answers_of_least_numbers(text, found):
    # 60 = 2^2 3 5 and 72 = 2^3 3^2 have 12 divisors each.
    assert outcome(MinKDivisorNumber(12), text) == found


def test_crt_against_enumeration():
    for seed in range(240):
        problem = Crt.draw(seed % 9, seed)
        assert problem.solve() == problem.brute()
        assert max(modulus for modulus, _ in problem.congruences) <= 10 * 2 ** (seed % 9)


@pytest.mark.parametrize(
    "text, found", [("5", "correct"), ("17", "correct"), ("1", "partial"), ("0", "wrong"), ("-7", "malformed")]
)
def test_answers_of_crt(text, found):
    assert outcome(Crt([[4, 1], [6, 5]]), text) == found


def test_discrete_logarithm_against_enumeration():
    for modulus in range(2, 60):
        for base in range(2, modulus + 1):
            powers = [pow(base, y, modulus) for y in range(modulus + 2)]
            for residue in set(powers):
                assert DiscreteLogarithm(base, modulus, residue).solve() == powers.index(residue)


def test_discrete_logarithm_against_sympy():
    rng = Random(3)
    for seed in range(60):
        problem = DiscreteLogarithm.draw(30 + seed % 30, seed)
        assert pow(problem.base, problem.solve(), problem.modulus) == problem.residue
        p = 1_000_003
        base = rng.randrange(2, p)
        residue = pow(base, rng.randrange(2, p), p)
        assert DiscreteLogarithm(base, p, residue).solve() == discrete_log(p, residue, base)


@pytest.mark.parametrize(
    "text, found",
    [("3", "correct"), ("9", "partial"), ("2", "wrong"), ("-1", "malformed"), ("1" + "0" * 3000, "wrong")],
)
def test_answers_of_discrete_logarithm(text, found):
    # 3^3 = 27 = 6 modulo 7, and 3 has order 6.
    assert outcome(DiscreteLogarithm(3, 7, 6), text) == found


def test_bezout_against_enumeration():
    for seed in range(12):
        problem = BezoutIdentity.draw(0, seed)
        assert problem._sum(problem.solve()) == problem._sum(problem.brute())
    for seed in range(200):
        problem = BezoutIdentity.draw(seed % 20, seed)
        assert problem._sum(problem.solve()) == gcd(*problem.numbers) and len(problem.solve()) == problem.n


@pytest.mark.parametrize(
    "text, found",
    [
        ("-1 1", "correct"),
        ("2 -1", "correct"),
        ("1 0", "partial"),
        ("0 0", "invalid"),
        ("1 -1", "invalid"),
        ("1", "invalid"),
    ],
)
def test_answers_of_bezout(text, found):
    # 6 and 9: 9 - 6 = 2 * 6 - 9 = 3.
    assert outcome(BezoutIdentity([6, 9]), text) == found
