"""Multiplication, division, counting coprime pairs, sorting."""

import pytest

from rlve_gym import Outcome, Problem, Reward, load
from rlve_gym.problem import random_stream

Multiplication, Division = load("multiplication"), load("division")
CoprimePairCounting, Sorting = load("coprime_pair_counting"), load("sorting")


def reward(problem: Problem, text: str) -> float | None:
    return Reward()(problem.judge(text), problem.beta)


def figures(cls: type[Problem], name: str) -> list[int]:
    return [cls.parameters(level)[name] for level in range(11)]


def test_levels():
    assert figures(Multiplication, "digits") == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    assert figures(Division, "divisor_digits") == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert figures(Division, "quotient_digits") == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert figures(CoprimePairCounting, "largest") == [5, 7, 10, 15, 22, 33, 49, 73, 109, 163, 244]
    assert figures(Sorting, "n") == [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16]


@pytest.mark.parametrize("cls", [Multiplication, Division, CoprimePairCounting])
def test_solve_agrees_with_the_oracle(cls):
    for seed in range(250):
        problem = cls.draw(seed % 4, seed)
        assert problem.solve() == problem.brute(), problem


def test_draws_stay_in_range():
    for seed in range(200):
        product = Multiplication.generate(random_stream("m", seed), 3)
        assert 0 <= product.a <= 999 and 0 <= product.b <= 999
        division = Division.generate(random_stream("d", seed), 2, 3)
        assert 1 <= division.divisor <= 99 and 0 <= division.solve() <= 999
        pair = CoprimePairCounting.generate(random_stream("c", seed), 7)
        assert 2 <= pair.n <= 7 and 2 <= pair.m <= 7
        numbers = Sorting.generate(random_stream("s", seed), 6).numbers
        assert len(numbers) == 6 and all(0 <= number <= 30 for number in numbers)


def test_every_quotient_and_remainder_of_one_digit_divisors_occurs():
    drawn = [Division.draw(0, seed) for seed in range(3000)]
    pairs = {(problem.solve(), problem.dividend % 9) for problem in drawn if problem.divisor == 9}
    assert pairs >= {(0, 0), (0, 8), (9, 0), (9, 8)}
    assert {problem.dividend % 9 for problem in drawn if problem.divisor == 9} == set(range(9))


@pytest.mark.parametrize("cls", [Multiplication, Division])
def test_all_ten_wordings_occur(cls):
    assert {cls.draw(0, seed).wording for seed in range(200)} == set(range(10))


@pytest.mark.parametrize(("a", "b", "product"), [(0, 0, 0), (0, 57, 0), (1, 83, 83), (99, 99, 9801), (12, 34, 408)])
def test_products_by_hand(a, b, product):
    problem = Multiplication(a, b, 0)
    assert problem.solve() == problem.brute() == product
    assert reward(problem, str(product)) == 1.0
    assert reward(problem, str(product + 1)) == reward(problem, str(product - 1)) == 0.0
    assert reward(problem, f"{product}.5") == reward(problem, "many") == -1.0


def test_wordings_of_multiplication():
    questions = [Multiplication(17, 5, wording).question for wording in range(10)]
    assert len(set(questions)) == 10
    assert all(question.count("17") == question.count("5") == 1 for question in questions)


def test_wordings_of_division():
    assert [Division(47, 6, wording).question for wording in range(10)] == [
        "Divide 47 by 6 and round the result down to an integer.",
        "Compute floor(47 / 6).",
        "What is the integer part of the fraction 47/6?",
        "In Python, what does the expression 47 // 6 evaluate to?",
        "How many whole times does 6 fit into 47?",
        "What is the largest integer q such that q * 6 <= 47?",
        "Divide 47 by 6 with remainder, the remainder being at least 0 and less than 6. What is the quotient?",
        "Start with 47 and subtract 6 repeatedly, as long as the result is not negative. How many subtractions can be"
        " made?",
        "There are 47 eggs, and a full box holds exactly 6. What is the largest number of full boxes that can be"
        " packed?",
        "47 coins are shared equally among 6 people: each gets the same whole number of coins, as many as possible. How"
        " many coins does each person get?",
    ]


@pytest.mark.parametrize(
    ("dividend", "divisor", "quotient"),
    [(0, 1, 0), (0, 9, 0), (5, 9, 0), (9, 9, 1), (47, 6, 7), (48, 6, 8), (81, 1, 81)],
)
def test_quotients_by_hand(dividend, divisor, quotient):
    problem = Division(dividend, divisor, 0)
    assert problem.solve() == problem.brute() == quotient
    assert reward(problem, str(quotient)) == 1.0
    assert reward(problem, str(quotient + 1)) == reward(problem, str(quotient - 1)) == 0.0
    assert reward(problem, "7 r 5") == -1.0


@pytest.mark.parametrize(("n", "m", "count"), [(2, 2, 3), (2, 3, 5), (3, 3, 7), (4, 4, 11), (5, 5, 19), (1, 9, 9)])
def test_coprime_pairs_by_hand(n, m, count):
    assert CoprimePairCounting(n, m).solve() == CoprimePairCounting(m, n).solve() == count


def test_reward_of_coprime_pairs_is_a_ratio_to_the_tenth():
    problem = CoprimePairCounting(5, 5)
    assert problem.solve() == 19
    assert reward(problem, "19") == 1.0
    assert reward(problem, "18") == pytest.approx(0.5823567, abs=1e-6)
    assert reward(problem, "38") == pytest.approx(1 / 1024)
    assert reward(problem, "0") == reward(problem, "-19") == reward(problem, "x") == -1.0


def test_reward_of_sorting_is_a_share_to_the_tenth():
    problem = Sorting([4, 1, 3, 1])
    assert problem.solve() == [1, 1, 3, 4]
    assert reward(problem, "1 1 3 4") == 1.0
    assert reward(problem, "1 1 4 3") == pytest.approx(1 / 1024)
    assert reward(problem, "1 1 3 5") == pytest.approx(0.0563135, abs=1e-6)
    assert reward(problem, "9 9 9 9") == 0.0
    assert reward(problem, "1 1 3") == reward(problem, "1 1 3 4 4") == -0.5
    assert reward(problem, "1 a 3 4") == reward(problem, "") == -1.0


@pytest.mark.parametrize("numbers", [[7], [0, 0, 0], [2, 1], [1, 2, 3]])
def test_sorting_by_hand(numbers):
    assert Sorting(numbers).judge(" ".join(map(str, sorted(numbers)))).outcome is Outcome.CORRECT
