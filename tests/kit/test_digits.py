"""Counting by digits, against every integer below the limit."""

from random import Random

import numpy as np

from rlve_gym.kit.digits import count_below


def test_random_automata_against_every_integer():
    for seed in range(60):
        rng = Random(seed)
        states = rng.randint(1, 5)
        moves = np.array([[rng.randrange(states) for _ in range(10)] for _ in range(states)])
        accepted = np.array([rng.random() < 0.5 for _ in range(states)])
        limit, count = rng.choice([0, 1, 2, 9, 10, 11, 99, 100, 1000, rng.randrange(3000)]), 0
        for number in range(limit):
            state = 0
            for digit in map(int, str(number)):
                state = moves[state, digit]
            count += accepted[state]
        assert count_below(limit, moves, accepted) == count


def test_multiples_of_seven_far_away():
    moves = np.array([[(10 * rest + digit) % 7 for digit in range(10)] for rest in range(7)])
    for limit in (7, 8, 10**60 + 1, 123456789 * 10**30):
        assert count_below(limit, moves, np.arange(7) == 0) == (limit + 6) // 7
