"""The history of a run: small, exact, and refused if it is not what was written."""

import json
import math
import os
import pickle
import resource
import signal
import struct
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlve_gym.history import Entry, Fitness, Header, History, Missing

HEADER = Header(base="00" * 16, seed=7, population=4, sigma=1e-3, alpha=5e-4)
ROWS = [(0.5, 0.25, 1.0, -0.125), (0.0, None, 0.1, 1 / 3), (None, None, None, None), (1, 1, 1, 1)]


def filled(path: Path | None = None, header: Header = HEADER) -> History:
    history = History.create(path, header) if path else History(header)
    for row in ROWS:
        history.append(row)
    return history


def float32(value: float) -> float:
    return struct.unpack("<f", struct.pack("<f", value))[0]


def test_at_most_200_bytes_an_iteration_with_30_members(tmp_path):
    history = History.create(tmp_path / "history", Header("00" * 16, 7, 30, 1e-3, 5e-4))
    sizes = [(tmp_path / "history").stat().st_size]
    for iteration in range(50):
        history.append([math.sin(30 * iteration + member) for member in range(30)])
        sizes.append((tmp_path / "history").stat().st_size)
    assert {after - before for before, after in pairwise(sizes)} == {140}
    assert sizes[0] < 400


def test_it_comes_back_from_the_file(tmp_path):
    written = filled(tmp_path / "history")
    read = History.load(tmp_path / "history")
    assert read.header == HEADER and read.entries == written.entries and read.digest() == written.digest()
    assert read.entries[1] == Entry(1, (0.0, None, float32(0.1), float32(1 / 3)))
    assert (tmp_path / "history").read_bytes() == read.to_bytes() == filled().to_bytes()
    read.append(ROWS[0])
    assert len(History.load(tmp_path / "history")) == 5
    assert pickle.loads(pickle.dumps(read)).to_bytes() == read.to_bytes()


def test_the_bytes_are_these():
    """The format of version 1, for ever."""
    history = History(Header("ab" * 16, 7, 2, 0.25, 0.5, missing=Missing.ZERO, antithetic=True))
    history.append([0.5, None])
    text = (
        '{"format": 1, "base": "abababababababababababababababab", "seed": 7, "population": 2, "sigma": 0.25, '
        '"alpha": 0.5, "dtype": "float32", "fitness": "zscore", "missing": "zero", "antithetic": true, '
        '"weight_decay": 0.0, "noise": 1}'
    )
    start = b"rlve-es\n" + struct.pack("<I", len(text)) + text.encode()
    assert history.to_bytes()[: len(start)] == start
    digests = ["c79ff0db86ada364a7edcbe6058c16bc", "1495a43ac2d8e3a0891545593e031b2a"]
    record = "000000000000003f0000c07f"
    assert history.to_bytes()[len(start) :].hex() == digests[0] + record + digests[1]
    assert [history.digest(0), history.digest()] == digests


@given(
    st.lists(st.lists(st.none() | st.floats(-1e6, 1e6), min_size=3, max_size=3), max_size=6),
    st.sampled_from(Fitness),
    st.sampled_from(Missing),
    st.integers(),
    st.floats(1e-9, 1e9),
    st.floats(0, 0.99),
)
def test_both_forms_keep_everything(rows, fitness, missing, seed, sigma, decay):
    history = History(Header("11" * 16, seed, 3, sigma, 1.0, "bfloat16", fitness, missing, weight_decay=decay))
    for row in rows:
        history.append(row)
    packed, lines = History.from_bytes(history.to_bytes()), History.from_jsonl(history.to_jsonl())
    for read in (packed, lines):
        assert read.header == history.header
        assert read.to_bytes() == history.to_bytes()
        assert [read.digest(n) for n in range(len(rows) + 1)] == [history.digest(n) for n in range(len(rows) + 1)]
    for entry, row in zip(packed.entries, rows, strict=True):
        assert entry.rewards == tuple(None if reward is None else float32(reward) for reward in row)


def test_every_flipped_bit_is_refused():
    data = filled().to_bytes()
    for bit in range(8 * len(data)):
        harmed = bytearray(data)
        harmed[bit // 8] ^= 1 << bit % 8
        for recover in (False, True):
            with pytest.raises(ValueError, match=r"damaged|not a history"):
                History.from_bytes(bytes(harmed), recover)


def test_every_truncation_is_refused_or_a_shorter_run():
    history = filled()
    data, size = history.to_bytes(), 4 + 4 * 4 + 16
    start = len(data) - len(ROWS) * size
    for length in range(len(data)):
        whole, rest = divmod(length - start, size)
        if length < start:
            with pytest.raises(ValueError, match=r"not a history|damaged"):
                History.from_bytes(data[:length], recover=True)
            continue
        assert History.from_bytes(data[:length], recover=True).to_bytes() == data[: start + whole * size]
        if rest:
            with pytest.raises(ValueError, match=f"iteration {whole} is cut off: .* resume"):
                History.from_bytes(data[:length])
        else:
            assert History.from_bytes(data[:length]).digest() == history.digest(whole) != history.digest()


def test_records_in_another_order_are_refused():
    data, size = filled().to_bytes(), 36
    start = len(data) - len(ROWS) * size
    records = [data[at : at + size] for at in range(start, len(data), size)]
    for changed in (
        [records[1], records[0], *records[2:]],
        [records[0], records[2], records[3]],
        [records[0], records[0], *records[1:]],
        records[1:],
    ):
        with pytest.raises(ValueError, match=r"record of iteration \d is damaged or not the one that follows: restore"):
            History.from_bytes(data[:start] + b"".join(changed))


def test_records_of_another_run_are_refused():
    """The same rewards under another seed: only the header differs."""
    data, other = filled().to_bytes(), filled(header=Header("00" * 16, 8, 4, 1e-3, 5e-4)).to_bytes()
    size = 36 * len(ROWS)
    with pytest.raises(ValueError, match="iteration 0"):
        History.from_bytes(data[:-size] + other[-size:])


def test_a_torn_record_is_cut_off_and_the_run_goes_on(tmp_path):
    path = tmp_path / "history"
    filled(path)
    data = path.read_bytes()
    path.write_bytes(data[:-3])
    with pytest.raises(ValueError, match=r"history: the record of iteration 3 is cut off"):
        History.load(path)
    assert path.read_bytes() == data[:-3]
    recovered = History.load(path, recover=True)
    assert path.read_bytes() == data[:-36]
    recovered.append(ROWS[3])
    assert path.read_bytes() == data


def test_reading_for_others_writes_nothing(tmp_path):
    path = tmp_path / "history"
    filled(path)
    path.write_bytes(path.read_bytes()[:-3])
    path.chmod(0o400)
    read = History.from_file(path, recover=True)
    read.append(ROWS[3])
    assert len(read) == 4 and read.path is None
    assert len(History.from_file(path, recover=True)) == 3


def test_cut_and_prefix(tmp_path):
    history = filled(tmp_path / "history")
    first = history.prefix(2)
    assert first.digest() == history.digest(2) and first.entries == history.entries[:2]
    history.cut(2)
    assert (tmp_path / "history").read_bytes() == first.to_bytes() == history.to_bytes()
    history.append(ROWS[2])
    assert len(first) == 2
    for wrong in (-1, 4):
        with pytest.raises(ValueError, match="iterations"):
            history.cut(wrong)
        with pytest.raises(ValueError, match="iterations"):
            history.prefix(wrong)


def test_a_second_writer_is_noticed(tmp_path):
    history = filled(tmp_path / "history")
    History.load(tmp_path / "history").append(ROWS[0])
    with pytest.raises(ValueError, match="one process at a time"):
        history.append(ROWS[0])
    assert len(history) == 4
    with pytest.raises(FileExistsError):
        History.create(tmp_path / "history", HEADER)


def test_a_full_disk_leaves_the_history_whole(tmp_path):
    path = tmp_path / "history"
    history = filled(path)
    before, data = resource.getrlimit(resource.RLIMIT_FSIZE), path.read_bytes()
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(data) + 20, before[1]))
    try:
        with pytest.raises(OSError, match=r"20 of 36 bytes|too large"):
            history.append(ROWS[0])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert path.read_bytes() == data
    history.append(ROWS[0])
    assert len(History.load(path)) == 5


def test_a_killed_writer_leaves_a_beginning(tmp_path):
    """Killed again and again at any moment; each time the next one recovers and goes on."""
    code = """
import sys
from pathlib import Path
from rlve_gym.history import History, Header
path = Path(sys.argv[1])
header = Header("00" * 16, 7, 4, 1e-3, 5e-4)
history = History.load(path, recover=True) if path.exists() else History.create(path, header)
print("ready", flush=True)
while True:
    history.append([len(history) % 7, 0, None, 1], sync=len(history) % 2 == 0)
"""
    path, lengths = tmp_path / "history", [0]
    for _ in range(6):
        child = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE)
        assert child.stdout and child.stdout.readline() == b"ready\n"
        until = time.monotonic() + 60
        while path.stat().st_size < 500 + 36 * (lengths[-1] + 20):
            assert time.monotonic() < until
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        lengths.append(len(History.from_file(path, recover=True)))
    assert lengths == sorted(set(lengths))
    entries = History.load(path, recover=True).entries
    assert [entry.rewards for entry in entries] == [(n % 7, 0, None, 1) for n in range(len(entries))]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"population": 1}, "2 members or more"),
        ({"population": 3, "antithetic": True}, "pairs"),
        ({"sigma": 0.0}, "sigma"),
        ({"sigma": math.nan}, "sigma"),
        ({"alpha": -1.0}, "alpha"),
        ({"alpha": math.inf}, "alpha"),
        ({"weight_decay": 1.0}, "weight_decay"),
        ({"noise": 2}, "version 2"),
        ({"fitness": "luck"}, "luck"),
    ],
)
def test_headers_out_of_range_are_refused(change, complaint):
    with pytest.raises(ValueError, match=complaint):
        Header(**{"base": "00", "seed": 0, "population": 2, "sigma": 0.1, "alpha": 0.1, **change})


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"format": 1', '"format": 2', "format 1: use the release"),
        ('"population": 4', '"population": 4.0', "population"),
        ('"population": 4', '"population": true', "population"),
        ('"sigma"', '"stigma"', "exactly"),
        ("{", "[", "JSON"),
    ],
)
def test_headers_of_another_kind_are_refused(old, new, complaint):
    with pytest.raises(ValueError, match=complaint):
        Header.from_json(HEADER.to_json().replace(old, new, 1))


def test_one_header_has_one_form():
    loose = Header("00", 1, 2, 1, 2, fitness="ranks")  # type: ignore[arg-type]
    assert loose == Header("00", 1, 2, 1.0, 2.0, fitness=Fitness.RANKS)
    assert History(loose).digest() == History(Header.from_json(loose.to_json())).digest()


@pytest.mark.parametrize("rewards", [[0.0] * 3, [0.0] * 5, [math.nan, 0, 0, 0], [math.inf, 0, 0, 0], [1e39, 0, 0, 0]])
def test_rewards_that_do_not_fit_are_refused(rewards):
    history = filled()
    with pytest.raises(ValueError, match="reward"):
        history.append(rewards)
    assert len(history) == 4


def test_a_negative_zero_is_a_zero():
    one, other = History(HEADER), History(HEADER)
    one.append([-0.0] * 4)
    other.append([0] * 4)
    assert one.digest() == other.digest()


def test_lines_for_people():
    lines = filled().to_jsonl().splitlines()
    assert json.loads(lines[0])["sigma"] == 1e-3
    assert json.loads(lines[1])["rewards"] == [0.5, 0.25, 1.0, -0.125]
    assert json.loads(lines[2])["rewards"][1] is None


@pytest.mark.parametrize(
    ("line", "new"),
    [
        (1, lambda line: line.replace("0.25", "0.26")),
        (1, lambda line: line.replace('"iteration": 0', '"iteration": 1')),
        (2, lambda line: line.replace("null", '"x"')),
        (2, lambda line: line.replace("null", "true")),
        (2, lambda line: line[:-9]),
        (1, lambda line: ""),
        (0, lambda line: line.replace("0.001", "0.002")),
        (3, lambda line: line.replace("digest", "d")),
    ],
)
def test_lines_that_were_changed_are_refused(line, new):
    lines = filled().to_jsonl().splitlines()
    lines[line] = new(lines[line])
    with pytest.raises(ValueError, match="line"):
        History.from_jsonl("\n".join(lines))
