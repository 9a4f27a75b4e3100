"""Costly environments stay within a second at level 20, and hostile answers within 50 ms."""

from time import thread_time

import pytest

from rlve_gym import Outcome, load

COSTLY = [
    "covering_walk",
    "largest_convex_polygon",
    "non_backtracking_walk_counting",
    "pcp_permutation",
    "sat",
    "shortest_path",
    "subsequence_reversal_lnds",
]
OLDEST = [
    *COSTLY,
    "all_ones_submatrix_counting",
    "coprime_pair_counting",
    "division",
    "euclid_game",
    "lamp_changing",
    "multiplication",
    "sorting",
    "spiral_matrix",
    "two_step_range_clearing",
]
LONG_LISTS = ("1 " * 20_000, "0 1 " * 10_000, " ".join(map(str, range(20_000))))
HOSTILE = (*LONG_LISTS, "9" * 4_000, " ".join(["9" * 4_000] * 24), "-" + "9" * 4_000 + " 0 1")


def seconds(function, *arguments):
    start = thread_time()
    function(*arguments)
    return thread_time() - start


def draw_and_solve(environment, seed):
    return environment.draw(20, seed).solve()


@pytest.mark.parametrize("env", COSTLY)
def test_level_20_is_drawn_and_solved_within_a_second(env):
    for seed in range(3):
        assert min(seconds(draw_and_solve, load(env), seed) for _ in range(2)) < 1.0


@pytest.mark.parametrize("env", OLDEST)
@pytest.mark.parametrize("level", [100, 1000])
def test_levels_that_nobody_reaches_are_drawn_and_have_bounded_prompts(env, level):
    problem = load(env).draw(level, 1)
    assert len(problem.prompt()) < (120_000 if env == "sorting" else 51_000)
    assert problem.judge(problem.answer.render(problem.reference)).correct


@pytest.mark.parametrize("env", COSTLY)
def test_hostile_answers_are_cheap_and_never_correct(env):
    problem = load(env).draw(20, 1)
    assert problem.reference is not None
    for text in HOSTILE:
        assert problem.judge(text).outcome in (Outcome.INVALID, Outcome.MALFORMED, Outcome.WRONG)
        assert min(seconds(problem.judge, text) for _ in range(3)) < 0.05


def test_a_valid_walk_of_20000_vertices_is_scored_in_time():
    star = load("covering_walk")(3, [[0, 1, 1], [1, 0, 1], [1, 2, 1]])
    text = "0 1 " * 9_999 + "2"
    assert star.judge(text).outcome is Outcome.PARTIAL
    assert min(seconds(star.judge, text) for _ in range(3)) < 0.05


@pytest.mark.parametrize("env", ["sorting", "spiral_matrix", "pcp_permutation", "sat", "covering_walk"])
@pytest.mark.parametrize("mark", ["<answer>{}</answer>", "\\boxed{{{}}}", "<answer>\n$\\boxed{{[{}]}}$\n</answer>"])
def test_the_longest_right_answers_are_read_in_ordinary_styles(env, mark):
    problem = load(env).draw(100, 1)
    for text in (problem.answer.render(problem.reference), ", ".join(map(str, problem.reference))):
        assert problem.verify(mark.format(text)).correct


def test_the_largest_spiral_matrix_is_read():
    side = load("spiral_matrix").parameters(100)["side"]
    problem = load("spiral_matrix")([[side**2 - column for column in range(side)] for _ in range(side)])
    assert problem.verify(f"<answer>{', '.join(map(str, problem.reference))}</answer>").correct
