"""Drawings of stamps, by hand and by a look at every cell."""

from rlve_gym.kit.stamps import painted
from rlve_gym.problem import random_stream


def test_a_drawing_by_hand():
    assert painted(["/\\", "[]"], [(0, 0)], ".") == ["/\\", "[]"]
    assert painted(["ab.", "c.d"], [(0, 0), (1, 1), (3, 0)], ".") == [".ab...", "ac.ab.", "c.dc.d"]


def test_each_cell_shows_the_last_copy_that_is_not_clear_there():
    rng = random_stream("stamps")
    for _ in range(100):
        height, width = rng.randint(1, 3), rng.randint(1, 4)
        stamp = ["".join(rng.choice("xyz__") for _ in range(width)) for _ in range(height)]
        corners = [(rng.randrange(6), rng.randrange(6)) for _ in range(rng.randint(1, 8))]
        drawing = painted(stamp, corners, "_")
        assert len(drawing) == max(bottom for _, bottom in corners) + height
        for up, line in enumerate(drawing[::-1]):
            assert len(line) == max(left for left, _ in corners) + width
            for x, mark in enumerate(line):
                shown = [
                    stamp[height - 1 - (up - bottom)][x - left]
                    for left, bottom in corners
                    if 0 <= x - left < width and 0 <= up - bottom < height
                ]
                assert mark == ([other for other in shown if other != "_"] or ["_"])[-1]
