"""The simulator of benchmarks/loop_time.py, against cases that are done by hand, and the prices that it uses."""

import sys
from dataclasses import replace

import pytest

from rlve_gym._checkout import PACKAGE
from rlve_gym.prices import FUNCTION, GPU_USD_PER_S, SANDBOX, gpu_usd

sys.path.append(str(PACKAGE.parent / "benchmarks"))
pytest.importorskip("loop_time", reason="there are no benchmarks beside an installed package")

from loop_time import LOOP_S, Loop, _lanes, fitted, row, sequential, streamed

EVEN = Loop(attempts=8, generation_s=7.0, first_s=0.0, lane_s=2.0, lane_spread=0.0, sandboxes=2, lanes=1, start_s=3.0)
"""Eight attempts within 7 s, two seconds of verification each, on two lanes."""


def test_lanes_are_taken_in_turn():
    assert _lanes([0, 1, 2, 3], [5, 1, 1, 1], 2) == [5, 2, 3, 4]
    assert _lanes([0, 0, 0], [2, 2, 2], 1, ready=10) == [12, 14, 16]


def test_streamed_takes_the_longer_and_the_last_verdict():
    slow, quick = streamed(EVEN), streamed(replace(EVEN, sandboxes=8))
    assert slow.loop_s == pytest.approx(slow.verified[-1]) and 8.0 <= slow.loop_s < 8 + 7 + 2
    assert quick.loop_s == pytest.approx(7.0 + 2.0, abs=1e-3) and quick.sandbox_s == pytest.approx(8 * 9.0, abs=1e-2)
    assert streamed(EVEN, warm=False).loop_s == pytest.approx(3.0 + 8.0, abs=1.0)
    assert streamed(replace(EVEN, update_s=5.0, replay_s=1.0)).loop_s == pytest.approx(slow.loop_s + 6.0)


def test_sequential_waits_for_everything_and_starts_a_server_for_every_batch():
    outcome = sequential(replace(EVEN, batch=2))
    assert outcome.loop_s == pytest.approx(7.0 + 2 * (3.0 + 2 * 2.0), abs=1e-3)
    assert outcome.sandbox_s == pytest.approx(4 * 7.0, abs=1e-3) and len(outcome.verified) == 8


def test_the_case_of_the_study():
    loop = fitted(Loop(sandboxes=20, start_s=60.0), LOOP_S)
    assert sequential(loop).loop_s == pytest.approx(538.0, abs=0.1)
    enough = row("", loop, streamed(replace(loop, sandboxes=30)), "A10", 30, 4.0, 16.0)
    assert enough["of_generation"] < 1.1 and enough["gpus_held_usd"] == pytest.approx(30 * 0.000306 * enough["loop_s"])
    few = row("", loop, streamed(loop), "A10", 30, 4.0, 16.0)
    assert few["of_generation"] > 1.4 and few["of_longer"] < 1.1
    assert Loop().verifications() == Loop().verifications() != Loop(seed=1).verifications()
    assert sum(loop.verifications()) == pytest.approx(loop.attempts * loop.lane_s)


def test_prices():
    assert gpu_usd("h100!", 10) == pytest.approx(0.01097) == 10 * GPU_USD_PER_S["H100"]
    assert SANDBOX.usd(4, 16, 60 * 391) == pytest.approx(6.22, abs=0.01)
    assert FUNCTION.usd(1, 0, 2) == pytest.approx(0.0000262)
    with pytest.raises(ValueError, match="no price is known of the GPU 'P100'"):
        gpu_usd("P100", 1)
