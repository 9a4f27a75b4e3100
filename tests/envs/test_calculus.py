"""Calculus: derivatives and minima against sympy, and what the judge of functions accepts and refuses."""

from fractions import Fraction
from random import Random

import mpmath
import pytest
import sympy

from rlve_gym import load
from rlve_gym.kit import functions
from rlve_gym.kit.calculus import ANSWER
from rlve_gym.kit.duals import CANDIDATES, MAX_CALLS, MAX_STEPS, TESTED, at_points, slopes

Differentiate, Integral, PolynomialMinimum = map(load, ("differentiate", "integral", "polynomial_minimum"))
X = sympy.Symbol("x")


def outcome(problem, text):
    return problem.judge(text).outcome


def in_sympy(text):
    return sympy.sympify(text.replace("^", "**"), {"x": X})


def close(one, other, scale=1):
    return abs(one - other) <= abs(other) * mpmath.mpf(10) ** -30 * scale


def values(formula, points):
    """Of a sympy formula, by mpmath."""
    call = sympy.lambdify(X, formula, "mpmath")
    with mpmath.workdps(60):
        return [call(mpmath.mpf(point.numerator) / point.denominator) for point in points]


def test_functions_are_read_back_as_they_are_written():
    rng, seen = Random(4), 0
    for n in range(1500):
        try:
            node = functions.random_function(rng, 1 + n % 15)
            text = str(node)
            found = functions.tree(functions.parsed(text))
        except ValueError:
            continue
        dual = next(at_points(functions.parsed(text), CANDIDATES[:1]))
        again = next(at_points(functions.parsed(str(found)), CANDIDATES[:1]))
        assert (dual is None) == (again is None), text
        assert dual is None or close(dual.value, again.value) or abs(dual.value) < 1e-40, text
        seen += dual is not None
    assert seen > 600


@pytest.mark.parametrize(
    "text, simple",
    [
        ("x + x", "2*x"),
        ("0*x + 3", "3"),
        ("3 - x*1", "3 - x"),
        ("x*2*x*3", "6*x^2"),
        ("x/x^2", "x^(-1)"),
        ("-2*(x/4)", "-x/2"),
        ("(x^2)^3", "x^6"),
        ("(x^(3/2))^3", "x^(9/2)"),
        ("(x^2)^(1/2)", "(x^2)^(1/2)"),
        ("(x + 2) - 2", "x"),
        ("x/(1/x)", "x^2"),
        ("sin(x)*(1/x)", "sin(x)/x"),
        ("-(x - 2)^2", "-(x - 2)^2"),
        ("x^x^2", "x^(x^2)"),
        ("(2/3)*x", "2*x/3"),
    ],
)
def test_simplifying(text, simple):
    assert str(functions.tree(functions.parsed(text))) == simple


@pytest.mark.parametrize("environment", [Differentiate, Integral])
def test_derivatives_against_sympy(environment):
    """What the judge wants, the reference and the integrand are all the derivative by sympy."""
    for seed in range(200):
        problem = environment.draw(seed % 8, seed)
        hidden = problem.function if environment is Differentiate else problem.hidden
        shown = problem.reference.text if environment is Differentiate else problem.integrand
        wanted = dict(list(slopes(functions.parsed(hidden)).items())[:2])
        for found in (values(sympy.diff(in_sympy(hidden), X), wanted), values(in_sympy(shown), wanted)):
            assert all(close(real, slope) for real, slope in zip(found, wanted.values())), (hidden, shown)


def test_other_forms_of_the_derivative_are_right():
    right = 0
    for seed in range(50):
        problem = Differentiate.draw(seed % 6, seed)
        exact = sympy.diff(in_sympy(problem.function), X)
        for form in (exact, sympy.expand(exact), sympy.together(exact), sympy.factor_terms(exact)):
            text = str(form)
            assert outcome(problem, text) == "correct", (problem.function, text)
            assert outcome(problem, f"{text} + x/10^25") == "wrong"
            assert outcome(problem, f"({text})*1.0000000001") == "wrong"
            right += text != problem.reference.text
    assert right > 30


def test_derivatives_in_latex_are_right():
    """As sympy writes them; an exponent of a function's name that is no whole number is not read."""
    read = 0
    for seed in range(60):
        problem = Differentiate.draw(seed % 8, seed)
        form = sympy.diff(in_sympy(problem.function), X)
        text = sympy.latex(form, mul_symbol="dot", ln_notation=bool(seed % 2))
        read += outcome(problem, text) == "correct"
        assert outcome(problem, text) in ("correct", "malformed")
        assert outcome(problem, f"{text} + \\frac{{x}}{{10^{{25}}}}") in ("wrong", "malformed")
    assert read >= 57


@pytest.mark.parametrize(
    "step", ["10^(-15)", "10^(-20)", "10^(-30)", "10^(-30)*10^(-30)", "10^(-30)*10^(-30)*10^(-30)"]
)
def test_difference_quotients_are_no_derivatives(step):
    problem = Differentiate("sin(x) + x^3")

    def at(point):
        return f"(sin({point}) + ({point})^3)"

    two = f"({at(f'x + {step}')} - {at(f'x - {step}')})"
    four = f"(8*{two} - {at(f'x + 2*{step}')} + {at(f'x - 2*{step}')})"
    inverse = step.replace("-", "")
    for quotient in (f"{two}*{inverse}/2", f"{four}*{inverse}/12"):
        assert outcome(problem, quotient) == "wrong"
    assert outcome(problem, "cos(x) + 3*x^2") == "correct"


def test_longer_antiderivatives_are_right():
    for seed in range(50):
        problem = Integral.draw(seed % 10, seed)
        for more in ("", " + C", " - 3", " + sin(1) + cos(2) + exp(3)", " + ln(-2) + pi^e", " + log(exp(x)) - x"):
            assert outcome(problem, problem.hidden + more) == "correct"
        for more in (" + x", " + x/10^25", " + C*x", " + 0*log(0)"):
            assert outcome(problem, problem.hidden + more) == "wrong"


@pytest.mark.parametrize(
    "hidden, integrand, text, found",
    [
        ("x^2", "2*x", "x^2+sin(1)+cos(2)+exp(3)", "correct"),
        ("x^2", "2*x", "x**2 + C", "correct"),
        ("x^2", "2*x", "$\\frac{2*x^2}{2}$", "correct"),
        ("x^2", "2*x", "x^{2} + C", "correct"),
        ("x^2", "2*x", "x^2 + c", "malformed"),
        ("x^2", "2*x", "2*x", "wrong"),
        ("x^2", "2*x", "x^2 + y", "malformed"),
        ("log(2 - x)", "1/(x - 2)", "log(x - 2)", "correct"),
        ("log(2 - x)", "1/(x - 2)", "ln(abs(x - 2)) + C", "correct"),
        ("log(2 - x)", "1/(x - 2)", "log(7*(x - 2)^2)/2", "correct"),
        ("log(2 - x)", "1/(x - 2)", "\\ln\\left|x - 2\\right| + C", "correct"),
        ("log(2 - x)", "1/(x - 2)", "\\ln|x + 2| + C", "wrong"),
        ("log(2 - x)", "1/(x - 2)", "log(x + 2)", "wrong"),
        ("log(2 - x)", "1/(x - 2)", "x/(x - 2)", "wrong"),
        ("log(cos(x))", "-sin(x)/cos(x)", "-log(1/cos(x))", "correct"),
        ("x^(3/2)", "3*x^(1/2)/2", "x*sqrt(x)", "correct"),
        ("x^(3/2)", "3*x^(1/2)/2", "sqrt(x)^3", "correct"),
        ("x^(3/2)", "3*x^(1/2)/2", "x^{\\frac{3}{2}}", "correct"),
        ("x^(3/2)", "3*x^(1/2)/2", "x \\cdot \\sqrt{x} + C", "correct"),
        ("exp(x - 40)", "exp(x - 40)", "e^x/e^40", "correct"),
        ("exp(x - 40)", "exp(x - 40)", "0", "wrong"),
        ("exp(x - 40)", "exp(x - 40)", "1.000001*exp(x - 40)", "wrong"),
    ],
)
def test_answers_of_integral(hidden, integrand, text, found):
    assert outcome(Integral(integrand, hidden), text) == found


@pytest.mark.parametrize(
    "function, text, found",
    [
        ("x^3", "3*x^2", "correct"),
        ("x^3", "3*x*x + sin(x)^2 + cos(x)^2 - 1", "correct"),
        ("x^3", "3*x^2 + C", "malformed"),
        ("log(cos(x))", "-tan(x)", "correct"),
        ("log(x)", "1/x", "correct"),
        ("x*log(x)", "ln(x) + 1", "correct"),
        ("x*log(x)", "log(-x) + 1", "wrong"),
        ("x^(1/3)", "x^(-2/3)/3", "correct"),
        ("x^(1/3)", "\\frac{1}{3 \\cdot \\sqrt[3]{x^2}}", "correct"),
        ("x^(1/3)", "\\frac{1}{3 \\cdot \\sqrt[2]{x^3}}", "wrong"),
        ("sin(x)/cos(x)", "1 + \\tan^{2}\\left(x\\right)", "correct"),
        ("exp(x - 40)", "exp(x - 40)", "correct"),
        ("exp(x - 40)", "2*exp(x - 40)", "wrong"),
        ("exp(x - 40)", "0", "wrong"),
        ("x^x", "x^x*(log(x) + 1)", "correct"),
        ("sin(x)", "1/0", "wrong"),
        ("sin(x)", "cos(x) + 0/(x - x)", "wrong"),
        ("sin(x)", "exp(exp(exp(exp(x + 9))))", "wrong"),
        ("sin(x)", "9^9^9^9", "wrong"),
        ("sin(x)", "(x + 2)^(10^29)", "wrong"),
        ("sin(x)", "cos(x) + (1/3)^(9^9)", "wrong"),
        ("sin(x)", "__import__('os')", "malformed"),
        ("sin(x)", "lambda", "malformed"),
        ("sin(x)", "cos(x)" + " + 0*x" * (MAX_STEPS // 4), "malformed"),
        ("sin(x)", "cos(x)" + " + 0*sin(x)" * MAX_CALLS, "malformed"),
        ("sin(x)", "cos(x)" + " + 0*sin(x)" * 50, "correct"),
    ],
)
def test_answers_of_differentiate(function, text, found):
    assert outcome(Differentiate(function), text) == found


def test_numbers_stay_bounded():
    """Also of expressions that are longer than the judge reads."""
    towers = (
        "x^" * 30 + "x",
        "exp(" * 20 + "x" + ")" * 20,
        "x*10^29*10^29",
        "1/(sin(x)^2 + cos(x)^2 - 1)",
        "tan(pi/2)",
    )
    for text in towers:
        for dual in at_points(ANSWER.parse(text), CANDIDATES):
            assert dual is None or max(abs(dual.value), abs(dual.slope)) <= 10**30


def test_at_least_half_of_the_points_count():
    """1 where x > t, nowhere defined elsewhere."""
    problem = Differentiate("x")
    points = sorted(slopes(functions.parsed("x")))
    assert len(points) == TESTED
    for defined in range(TESTED + 1):
        t = points[-defined - 1] if defined < TESTED else points[0] - 1
        verdict = problem.score(ANSWER.parse(f"1 + 0*log(x - ({t}))"))
        assert verdict == (1.0 if 2 * defined >= TESTED else 0.0)


def test_parameters():
    for environment in (Differentiate, Integral):
        assert [environment.parameters(level)["nodes"] for level in (0, 1, 10, 17, 50)] == [3, 4, 13, 20, 20]
    assert [PolynomialMinimum.parameters(level)["degree"] for level in (0, 1, 10, 29, 40)] == [2, 4, 22, 60, 60]


def test_minima_against_sympy():
    for seed in range(200):
        problem = PolynomialMinimum.draw(seed % 5, seed)
        slope = in_sympy(problem.written).diff(X)
        (root,) = [root for root in sympy.Poly(slope, X).nroots(n=15) if root.is_real]
        assert abs(root - sympy.Rational(problem.reference)) <= 1e-7 and abs(root) > 1e-3
        for off, right in ((0.0000999, True), (-0.0000999, True), (0.0001001, False), (-0.0001001, False)):
            assert problem.judge(f"{root + off:.20f}").correct == right


@pytest.mark.parametrize(
    "text, found",
    [
        ("1", "correct"),
        ("1.0001", "correct"),
        ("0.9999", "correct"),
        ("1.0001" + "0" * 300 + "1", "partial"),
        ("0.99989", "partial"),
        ("2.0000", "wrong"),
        ("0", "wrong"),
        ("-1", "wrong"),
        ("1e300", "wrong"),
        ("1." + "0" * 399 + "1", "correct"),
        ("1." + "0" * 400 + "1", "malformed"),
        ("one", "malformed"),
    ],
)
def test_answers_of_polynomial_minimum(text, found):
    # 2 (x - 1)^2
    assert outcome(PolynomialMinimum([2, -4, 2]), text) == found


def test_the_score_of_a_minimum_is_how_far_it_gets():
    problem = PolynomialMinimum([2, -4, 2])
    assert problem.score(Fraction(1, 2)) == 0.75
