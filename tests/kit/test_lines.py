"""Upper envelopes, against the highest lines at many places."""

from fractions import Fraction
from random import Random

from rlve_gym.kit.lines import crossing, upper_envelope


def test_crossings():
    assert crossing([2, 1], [-1, 2]) == Fraction(1, 3) and crossing([0, 5], [1, 0]) == crossing([1, 0], [0, 5]) == 5


def test_envelopes_against_the_highest_line_everywhere():
    """Lines with slopes and heights up to 3 meet at multiples of 1/60, within 6 of 0; between these, x is tried."""
    for seed in range(120):
        rng = Random(seed)
        cells = rng.sample(range(49), rng.randint(1, 9))
        lines = [[cell // 7 - 3, cell % 7 - 3] for cell in cells]
        highest = []
        for x_120 in range(-741, 742, 2):
            values = [a * x_120 + 120 * b for a, b in lines]
            best = values.index(max(values))
            if highest[-1:] != [best]:
                highest.append(best)
        assert upper_envelope(lines) == highest


def test_a_line_through_the_corner_of_others_is_hidden():
    assert upper_envelope([[0, 0], [-1, 0], [1, 0]]) == [1, 2]
    assert upper_envelope([[0, 1], [-1, 0], [1, 0]]) == [1, 0, 2]
    assert upper_envelope([[4, 1], [4, 2]]) == [1] == upper_envelope([[4, 2], [4, 2]])
