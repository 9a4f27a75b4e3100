"""The fake's functions and classes, through the real client."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("modal")

import fake_bodies
import modal
from fake_rpc import Signal


def marks(folder: Path, what: str) -> int:
    return len(list(folder.glob(f"{what}-*")))


def test_calls_of_a_function(modal_plane):
    app = modal.App("calls")
    square = app.function(max_containers=2)(fake_bodies.square)
    with app.run():
        assert square.remote(3) == 9
        assert list(square.map(range(5))) == [0, 1, 4, 9, 16]
        assert sorted(square.map(range(5), order_outputs=False)) == [0, 1, 4, 9, 16]
        results = list(square.map([1, -1, 2], return_exceptions=True))
        assert [results[0], results[2]] == [1, 4]
        assert isinstance(results[1], ValueError)
        with pytest.raises(ValueError, match="-2 is below zero"):
            square.remote(-2)
        call = square.spawn(7)
        assert call.get(timeout=30) == 49
        assert modal_plane.ledger["inputs"] == 1 + 5 + 5 + 3 + 1 + 1
        assert 1 <= modal_plane.ledger["containers started"] <= 2
    assert modal_plane.ledger.leaks() == []


def test_what_containers_print_is_shown(modal_plane, capfd):
    app = modal.App("prints")
    say = app.function(max_containers=1)(fake_bodies.say)
    with modal.enable_output(), app.run():
        say.remote("good morning")
    assert "good morning" in capfd.readouterr().out


def test_a_class_stays_warm_and_ends_in_order(modal_plane, tmp_path):
    app = modal.App("warm")
    Worker = app.cls(max_containers=1)(fake_bodies.Worker)
    with app.run():
        worker = Worker(folder=str(tmp_path))
        first, second = worker.add.remote(1), worker.add.remote(2)
        assert (first[0], second[0]) == (1, 3)
        assert first[1] == second[1]
        assert list(worker.count.remote_gen(3)) == [(0, first[1]), (1, first[1]), (2, first[1])]
        assert (marks(tmp_path, "enter"), marks(tmp_path, "exit")) == (1, 0)
    assert marks(tmp_path, "exit") == 1
    assert modal_plane.ledger.leaks() == []


def test_who_is_cancelled_as_a_signal_fires_is_cancelled():
    """Else the request of a container that has just died goes on, and takes inputs that nobody ever hears of again."""

    async def asked_and_done(steps: int) -> tuple[bool, bool]:
        signal = Signal()
        waiter = asyncio.create_task(signal.wait(10))
        await asyncio.sleep(0.01)
        signal.fire()
        for _ in range(steps):
            await asyncio.sleep(0)
        asked = waiter.cancel()
        await asyncio.wait([waiter])
        return asked, waiter.cancelled()

    found = [asyncio.run(asked_and_done(steps)) for steps in range(5)]
    assert found[0] == (True, True)
    assert all(asked == done for asked, done in found)
