"""Counting integers by their decimal digits, which an automaton reads from the left, without leading zeros."""

import numpy as np


def count_below(limit: int, moves: np.ndarray, accepted: np.ndarray) -> int:
    """How many integers from 0 up to but not including `limit` take the automaton from state 0 to one that is accepted.

    moves: [state, digit], the next state. accepted: [state], true or false. The integer 0 is the single digit 0.
    O(digits * states), exact.
    """
    if limit <= 0:
        return 0
    digits = str(limit)
    # completions[n][state]: the number of strings of n digits that lead on to an accepted state.
    completions = [accepted.astype(object)]
    while len(completions) < len(digits):
        completions.append(completions[-1][moves].sum(axis=1))
    total = int(accepted[moves[0, 0]])
    for length in range(1, len(digits)):
        total += sum(completions[length - 1][moves[0, digit]] for digit in range(1, 10))
    state = 0
    for place, figure in enumerate(map(int, digits)):
        for digit in range(place == 0, figure):
            total += completions[len(digits) - place - 1][moves[state, digit]]
        state = moves[state, figure]
    return int(total)
