"""Simulations: references against literal runs, results and rewards by hand."""

import pytest

from rlve_gym import Reward, load

AbProgramSimulation, BlockImage, Josephus = load("ab_program_simulation"), load("block_image"), load("josephus")


def reward(problem, text):
    return Reward()(problem.judge(text), problem.beta)


def test_parameters():
    assert [AbProgramSimulation.parameters(level) for level in (0, 1, 10)] == [
        {"n": 4, "max_steps": 10},
        {"n": 5, "max_steps": 12},
        {"n": 18, "max_steps": 36},
    ]
    assert [BlockImage.parameters(level)["side"] for level in range(12)] == [*range(2, 13), 12]
    assert [Josephus.parameters(level)["max_n"] for level in range(6)] == [10, 12, 14, 16, 18, 20]
    assert [cls.beta for cls in (AbProgramSimulation, BlockImage, Josephus)] == [1, 2, 10]


def test_programs_against_the_rules():
    for seed in range(400):
        problem = AbProgramSimulation.draw(seed % 12, seed)
        assert problem.solve() == problem.brute() != problem.tokens
        assert problem.solve()


@pytest.mark.parametrize(
    "text, expected",
    [
        ("#B B#", 1),  # A# #B becomes #B A#, then B# #B and A# #A vanish
        ("#b, b#", 1),
        ("B# #B", 0),
        ("#B", 0),
        ("#B B# #C", -0.5),
        ("", -1),
    ],
)
def test_rewards_of_programs(text, expected):
    assert reward(AbProgramSimulation(["#B", "B#", "A#", "#B", "#A", "B#"]), text) == expected


ONE = "..+---+\n./___/|\n+---+_|\n|___|_+\n|___|/.\n+---+.."
TWO = "..+---+\n./___/|\n+---+_|\n|___|_+\n|___|/|\n+---+_|\n|___|_+\n|___|/.\n+---+.."
ROW = "..+---+---+\n./___/___/|\n+---+---+_|\n|___|___|_+\n|___|___|/.\n+---+---+.."
DEEP = "....+---+\n.../___/|\n..+---+_|\n./___/|_+\n+---+_|/.\n|___|_+..\n|___|/...\n+---+...."  # one behind another


def test_drawings_by_hand():
    assert "\n".join(BlockImage([[1], [1]]).solve()) == DEEP
    assert "\n".join(BlockImage([[1]]).solve()) == ONE
    assert "\n".join(BlockImage([[2]]).solve()) == TWO
    assert "\n".join(BlockImage([[1, 1]]).solve()) == ROW


def test_drawings_against_a_look_at_every_cell():
    for seed in range(200):
        problem = BlockImage.draw(seed % 4, seed)
        drawing = problem.solve()
        assert drawing == problem.brute()
        assert all(
            set(line) != {"."} for line in (drawing[0], drawing[-1], *list(zip(*drawing))[:: len(drawing[0]) - 1])
        )


def test_rewards_of_drawings():
    one = BlockImage([[1]])
    assert reward(one, ONE) == reward(one, f"```\n{ONE}\n```") == 1
    # 36 of the 42 cells are drawn; one of them is wrong.
    assert reward(one, ONE.replace("./___", "./__|")) == pytest.approx((35 / 36) ** 2)
    assert reward(one, "\n".join(["......."] * 6)) == 0
    assert reward(one, TWO) == 0
    assert reward(one, ONE.replace("_", " ")) == -1
    assert reward(one, "+--") == 0


def test_orders_against_counting_aloud():
    for n in range(3, 19):
        for m in range(2, 2 * n + 1):
            assert Josephus(n, m).solve() == Josephus(n, m).brute()
    assert Josephus(41, 3).solve()[-2:] == [16, 31]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("2 4 1 5 3", 1),
        ("2 4 1 3 5", 0.6**10),
        ("1 2 3 4 5", 0),
        ("2 4 1 5", -0.5),
        ("2 4 1 5 5", -0.5),
        ("1 3 0 4 2", -0.5),
        ("two", -1),
    ],
)
def test_rewards_of_orders(text, expected):
    assert reward(Josephus(5, 2), text) == pytest.approx(expected)
