"""Progress off a terminal: nothing for short work, plain lines for long work."""

import pytest

from rlve_gym import progress as module
from rlve_gym.progress import clock, progress


def test_short_work_is_quiet(capsys):
    with progress("work", total=3) as bar:
        for _ in range(3):
            bar.advance(level=1)
    assert capsys.readouterr() == ("", "")


def test_long_work_is_told_in_plain_lines(capsys, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    with progress("work", total=300, done=100) as bar:
        for step in range(50):
            now[0] += 1
            bar.advance(1, level=2, accuracy=step / 100)
    out, err = capsys.readouterr()
    assert out == "" and err.splitlines() == [
        "work: 130/300 (43%), eta 2:50, level 2, accuracy 0.29",
        "work: 150/300 (50%), eta 2:30, level 2, accuracy 0.49",
    ]


def test_work_of_unknown_size(capsys, monkeypatch):
    monkeypatch.setattr(module, "QUIET_S", 0.0)
    with progress("reading") as bar:
        bar.advance(2, note="[/b]", level=None)
    assert capsys.readouterr().err.splitlines()[0] == "reading: 2, note [/b]"


@pytest.mark.parametrize(("seconds", "shown"), [(0.4, "0:00"), (42, "0:42"), (725, "12:05"), (11220, "3:07:00")])
def test_clock(seconds, shown):
    assert clock(seconds) == shown
