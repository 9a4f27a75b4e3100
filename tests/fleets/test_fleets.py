"""The fleet contract, on every fleet that runs on this machine."""

import os
import pickle
import signal
import subprocess
import sys
import time

import pytest

from rlve_gym.engines.base import Member, Sampling
from rlve_gym.fleets.base import Recipe
from rlve_gym.fleets.follower import Attempts, Seconds, Work
from rlve_gym.fleets.local import Inline, Processes
from rlve_gym.fleets.select import FleetSection, open_fleet

ITEMS = [((4, n), n) for n in range(7)]


def results(found) -> dict:
    """(key, part) -> value, each there once."""
    found = list(found)
    known = {(key, part): value for key, part, value in found}
    assert len(known) == len(found), "a part came twice"
    return known


def alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def gone(pids, seconds=20.0) -> bool:
    until = time.monotonic() + seconds
    while any(map(alive, pids)) and time.monotonic() < until:
        time.sleep(0.01)
    return not any(map(alive, pids))


def test_every_part_of_every_item_comes_once(fleet):
    made = fleet(add=1)
    for common in (10, 100):
        wanted = {((4, n), part): n * common + part + 1 for n in range(7) for part in range(3)}
        assert results(made.map("times", ITEMS, common)) == wanted
    assert made.losses() == []


def test_nothing_asked_nothing_given(fleet):
    assert list(fleet().map("times", [], 1)) == []


def test_a_worker_is_kept(fleet):
    made = fleet()
    items = [((0, n), None) for n in range(10)]
    calls = [value for _ in range(2) for _, part, value in made.map("about", items) if part == "calls"]
    assert sum(calls.count(n) for n in range(1, 21)) == 20 and calls.count(1) <= made.workers


def test_parts_come_before_the_call_has_ended(fleet, tmp_path):
    path = tmp_path / "go"
    for _, part, _ in fleet().map("wait", [((0, 0), str(path))]):
        if part == "begun":
            path.touch()
    assert part == "ended"


def test_what_is_quick_does_not_wait_for_what_is_slow(fleet, tmp_path):
    made = fleet()
    if made.workers < 2:
        pytest.skip("one worker")
    path, ended = tmp_path / "go", []
    items = [((0, 0), str(path)), *(((0, n), "") for n in range(1, 6))]
    for key, part, _ in made.map("wait", items):
        ended += [key[1]] if part == "ended" else []
        if sorted(ended) == [1, 2, 3, 4, 5]:
            path.touch()
    assert ended[-1] == 0


def test_a_value_error_is_the_users_and_the_fleet_goes_on(fleet):
    made = fleet()
    with pytest.raises(ValueError, match="the prompt is too long"):
        list(made.map("refuse", [((0, n), "the prompt is too long") for n in range(3)]))
    assert len(results(made.map("times", ITEMS, 1))) == 21


def test_leaving_early(fleet, tmp_path):
    made = fleet()
    found = made.map("wait", [((0, n), str(tmp_path / "never")) for n in range(4)])
    assert next(iter(found))[1] == "begun"
    found.close()
    assert results(made.map("times", ITEMS, 3)) == {((4, n), part): 3 * n + part for n in range(7) for part in range(3)}


@pytest.mark.parametrize("trouble", ["exit", "raise"])
def test_lost_work_is_done_again_and_no_part_comes_twice(fleet, kind, breakable, tmp_path, trouble):
    made = fleet()
    items = [((2, n), (n % 3, f"name{n}", trouble)) for n in range(6)]
    wanted = {((2, n), part): 10 + part for n in range(6) for part in range(2)}
    assert results(made.map("trouble", items, str(tmp_path))) == wanted
    losses = made.losses()
    assert len(losses) == 6 and made.losses() == []
    died = {"ray": "worker process has died", "modal": "InternalFailure: container"}.get(kind, "exit code 7")
    assert all((died if trouble == "exit" else "RuntimeError: out of memory, say") in why for why in losses)


def test_a_killed_worker_is_replaced(fleet, breakable, tmp_path):
    made, killed, ended, path = fleet(), [], [], tmp_path / "go"
    for _, part, pid in made.map("wait", [((0, n), str(path)) for n in range(3)]):
        if part == "begun" and not killed:
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)
            path.touch()
        ended += [pid] if part == "ended" else []
    assert len(ended) == 3 and killed[0] not in ended
    assert len(made.losses()) == 1


def test_one_that_dies_idle_is_replaced(fleet, breakable):
    made = fleet()
    for pid in {value for _, part, value in made.map("about", [((0, n), None) for n in range(8)]) if part == "pid"}:
        os.kill(pid, signal.SIGKILL)
        assert gone([pid])
    assert len(results(made.map("times", ITEMS, 1))) == 21


def test_work_that_is_lost_again_and_again_ends_the_run(fleet, breakable, tmp_path):
    made = fleet()
    with pytest.raises(RuntimeError, match=r"\(2, 5\) was lost"):
        list(made.map("trouble", [((2, 5), (99, "a", "exit"))], str(tmp_path)))
    assert len(results(made.map("times", ITEMS, 1))) == 21


def test_a_worker_that_cannot_be_made(fleet, kind):
    with pytest.raises(ValueError, match="no such model"):
        list(fleet(broken="value").map("times", ITEMS, 1))
    if kind != "inline":
        with pytest.raises(RuntimeError, match="do not start"):
            list(fleet(broken="exit").map("times", ITEMS, 1))


def test_closing_ends_all_workers(fleet, breakable):
    made = fleet()
    items = [((0, n), None) for n in range(12)]
    pids = {value for _, part, value in made.map("about", items) if part == "pid"} - {os.getpid()}
    assert pids and all(map(alive, pids))
    made.close()
    assert gone(pids)


def test_silence_is_a_loss(tmp_path):
    """A process that hangs says nothing; one that works on says enough."""
    recipe = Recipe("fleet_worker:Worker", {})
    with Processes(recipe, 2, silence_s=3.0) as made:
        items = [((2, n), (n % 2, f"name{n}", "hang")) for n in range(3)]
        assert len(results(made.map("trouble", items, str(tmp_path)))) == 6
        assert [why.partition(": ")[2] for why in made.losses()] == ["silent for 3 s"]


def test_devices_are_dealt_in_turn():
    with Processes(Recipe("fleet_worker:Worker", {}), 3, devices=("cuda:0", "cuda:1")) as made:
        assert [process.place for process in made._pool] == [0, 1, 2]
        assert [recipe.options["device"] for recipe in made._recipes] == ["cuda:0", "cuda:1", "cuda:0"]


def test_workers_do_not_outlive_the_process_that_has_them(tmp_path):
    script = tmp_path / "owner.py"
    script.write_text(
        f"import os, sys\nsys.path[:] = {sys.path!r}\n"
        "from rlve_gym.fleets.local import Processes\nfrom rlve_gym.fleets.base import Recipe\n"
        "made = Processes(Recipe('fleet_worker:Worker', {}), 2)\n"
        f"for _, part, value in made.map('wait', [((0, n), {str(tmp_path / 'never')!r}) for n in range(2)]):\n"
        "    print(value, flush=True)\n"
    )
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout
        pids = [int(owner.stdout.readline()) for _ in range(2)]
        assert all(map(alive, pids))
        owner.kill()
    assert gone(pids)


def test_the_section_names_the_fleet():
    recipe = Recipe("fleet_worker:Worker", {})
    with open_fleet(FleetSection(), recipe) as one, open_fleet(FleetSection(processes=3), recipe) as three:
        assert isinstance(one, Inline) and isinstance(three, Processes)
        assert (one.workers, three.workers) == (1, 3)


@pytest.mark.parametrize(
    "value",
    [
        Recipe("module:Class", {"model": "tiny", "threads": 1}),
        Work(b"history", ("a prompt",), Sampling()),
        Attempts(((0, 7), (0, 8)), (Member(1, 2, 3, -0.5),)),
        Seconds(1.0, 2.0, 3.0),
    ],
)
def test_what_crosses_a_process_is_plain_data(value):
    assert pickle.loads(pickle.dumps(value)) == value


def test_processes_get_an_equal_common_argument_once():
    """Over several calls of `map`, as the waves of a step are; a process that is new gets it, too."""
    with Processes(Recipe("fleet_worker:Worker", {}), 1) as made:
        for common, number in ((10, 1), (10, 1), (100, 2), (10, 3)):
            assert results(made.map("times", ITEMS[:1], common)) == {((4, 0), part): part for part in range(3)}
            assert made._pool[0].common == number
        os.kill(made._pool[0].process.pid, signal.SIGKILL)
        assert results(made.map("times", [((4, 5), 5)], 10)) == {((4, 5), part): 50 + part for part in range(3)}
