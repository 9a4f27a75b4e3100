"""The update of evolution strategies against numbers computed by hand, and replay: one history, one model, bitwise."""

import itertools
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("torch")
pytest.importorskip("transformers")

import torch
from safetensors.torch import load_file, save_file
from typer.testing import CliRunner

from rlve_gym import evolution, models
from rlve_gym import noise as noise_module
from rlve_gym.engines.base import Member
from rlve_gym.engines.transformers import TransformersEngine
from rlve_gym.es_cli import app, replay
from rlve_gym.evolution import Replica, coefficients, fingerprint, members, newest, parameters
from rlve_gym.history import Fitness, Header, History, Missing
from rlve_gym.noise import noise

BASE = {
    "b.weight": ((torch.arange(7 * 33) * 37 % 97 - 48) / 2048).view(7, 33).to(torch.bfloat16),
    "a.weight": (torch.arange(50) * 29 % 101 - 50) / 2048,
    "norm": torch.ones(3),
}


def header(base=BASE, **options) -> Header:
    settings = {"seed": 7, "population": 4, "sigma": 1e-3, "alpha": 5e-4}
    return Header(**{"base": fingerprint(base), **settings, **options})


def history_of(rows, **options) -> History:
    history = History(header(population=len(rows[0]) if rows else 4, **options))
    for row in rows:
        history.append(row)
    return history


def bits(replica: Replica) -> tuple[str, str]:
    """Of the change in float32, and of the weights."""
    return fingerprint(replica._change), fingerprint(replica.weights())


def float32(value: float) -> float:
    return float(np.float32(value))


# The update


def test_coefficients_are_z_scores():
    """Rewards 1, 3, 5, 7: mean 4, population variance 5."""
    found = coefficients(header(alpha=0.1), [1, 3, 5, 7])
    std = 5**0.5 + 1e-8
    assert found == [(n, float32(0.1 * (value / std) / 4)) for n, value in enumerate([-3.0, -1.0, 1.0, 3.0])]


def test_centred_ranks():
    """Ties share the mean of their ranks: 0, (1 + 2) / 2, 3 of 3, minus one half."""
    found = coefficients(header(alpha=0.1, fitness=Fitness.RANKS), [5, 5, -100, 7])
    assert found == [
        (2, float32(-0.5 * 0.1 / 4)),
        (3, float32(0.5 * 0.1 / 4)),
    ]
    found = coefficients(header(alpha=0.1, fitness=Fitness.RANKS), [1, 5, 5, 5])
    assert found == [(0, float32(-0.05 / 4)), *((n, float32(0.1 * (2 / 3 - 0.5) / 4)) for n in (1, 2, 3))]


def test_antithetic_pairs_share_one_noise():
    paired = header(alpha=0.1, antithetic=True)
    std = 5**0.5 + 1e-8
    assert coefficients(paired, [1, 3, 7, 5]) == [
        (0, float32(0.1 * (-3 / std - -1 / std) / 4)),
        (1, float32(0.1 * (3 / std - 1 / std) / 4)),
    ]
    assert members(paired, 9) == [
        Member(7, 9, 0, 1e-3),
        Member(7, 9, 0, -1e-3),
        Member(7, 9, 1, 1e-3),
        Member(7, 9, 1, -1e-3),
    ]
    assert members(header(), 9) == [Member(7, 9, n, 1e-3) for n in range(4)]
    # Pairs whose members are equal move nothing, though the rewards differ.
    assert coefficients(paired, [1, 1, 3, 3]) == []


@pytest.mark.parametrize("fitness", Fitness)
@pytest.mark.parametrize("rewards", [[0.1] * 4, [0.3, 0.3 + 1e-7, 0.3, 0.3], [None] * 4, [None, 2.0, None, None]])
def test_equal_rewards_move_nothing(fitness, rewards):
    assert coefficients(header(fitness=fitness), rewards) == []


def test_rules_for_members_without_a_reward():
    rewards = [1.0, None, 3.0, -2.0]
    left_out, zero, worst = (coefficients(header(missing=rule), rewards) for rule in Missing)
    assert [index for index, _ in left_out] == [0, 2, 3]
    thirds = coefficients(header(population=3), [1.0, 3.0, -2.0])
    assert [move for _, move in left_out] == [move for _, move in thirds]
    assert zero == coefficients(header(), [1.0, 0.0, 3.0, -2.0])
    assert worst == coefficients(header(), [1.0, -2.0, 3.0, -2.0])
    # Of a pair with one reward, the one that is there counts.
    paired = coefficients(header(antithetic=True), [1.0, None, 3.0, -2.0])
    assert paired[0] == left_out[0] and len(paired) == 2


def reference(history: History, base=BASE) -> dict[str, np.ndarray]:
    """D by the definition, tensor-wise in numpy, with nothing in common with the replica but the noise."""
    one, decay = history.header, np.float32(1 - history.header.weight_decay)
    change = {name: np.zeros(tensor.numel(), np.float32) for name, tensor in base.items()}
    for entry in history.entries:
        moves = coefficients(one, entry.rewards)
        for name, values in change.items() if moves else ():
            update = np.zeros_like(values)
            for index, move in moves:
                update = update + np.float32(move) * noise(one.seed, entry.iteration, index, name, 0, len(values))
            values[:] = values * decay + update
    return change


@pytest.mark.parametrize("options", [{}, {"antithetic": True, "weight_decay": 0.1}, {"fitness": "ranks"}])
def test_the_replica_does_what_the_definition_says(options):
    history = history_of([[random.Random(f"{t} {n}").random() for n in range(4)] for t in range(5)], **options)
    replica = Replica(BASE, history.header)
    assert replica.catch_up(history) == 5
    for name, expected in reference(history).items():
        found = replica._change[name]
        assert found.flatten().numpy().tobytes() == expected.tobytes()
        summed = BASE[name].float() + torch.from_numpy(expected).view(BASE[name].shape)
        assert torch.equal(replica.weights()[name], summed.to(BASE[name].dtype))


def test_golden_update():
    """The bits of version 1: another sequence of roundings is another model."""
    replica = Replica(BASE, (history := history_of([[0.1, 0.7, None, 0.3], [1, 2, 3, 4]], weight_decay=0.01)).header)
    replica.catch_up(history)
    assert bits(replica) == ("971bf63e039c191beffa9b4b0e04e25e", "3ebc769e3e980893911a5b05d253ff93")


def test_the_update_climbs():
    """Reward: closeness to a target. The weights get closer to it, with every option."""
    target = {name: tensor.float() + 0.01 for name, tensor in BASE.items()}
    for options in ({}, {"antithetic": True}, {"fitness": Fitness.RANKS, "alpha": 1e-2}, {"weight_decay": 1e-3}):
        one = header(**{"population": 16, "alpha": 3e-3, **options})
        history, replica = History(one), Replica(BASE, one)

        def apart(weights):
            return float(sum(((weights[name].float() - target[name]) ** 2).sum() for name in target))

        before = apart(replica.weights())
        for iteration in range(40):
            replica.catch_up(history)
            weights, rewards = replica.weights(), []
            for member in members(one, iteration):
                key = (member.seed, member.iteration, member.index)
                moved = {n: w.float() for n, w in weights.items()}
                noise_module.perturb(moved, {n: w.clone() for n, w in moved.items()}, key, member.sigma)
                rewards.append(-apart(moved))
            history.append(rewards)
        replica.catch_up(history)
        assert apart(replica.weights()) < 0.7 * before, options


# Replay

ROWS = st.lists(
    st.lists(st.none() | st.sampled_from([0.0, 0.5, 1.0]) | st.floats(-2, 2), min_size=4, max_size=4)
    | st.sampled_from([[0.5] * 4, [None] * 4, [1.0, None, None, None]]),
    max_size=6,
)
OPTIONS = st.fixed_dictionaries(
    {
        "fitness": st.sampled_from(Fitness),
        "missing": st.sampled_from(Missing),
        "antithetic": st.booleans(),
        "weight_decay": st.sampled_from([0.0, 0.01, 0.5]),
        "seed": st.integers(0, 2**40),
    }
)


@settings(max_examples=60, deadline=None)
@given(ROWS, OPTIONS, st.randoms(use_true_random=False))
def test_cold_warm_from_snapshot_and_elsewhere_are_the_same_bits(tmp_path_factory, rows, options, chance):
    folder = tmp_path_factory.mktemp("snapshots")
    history = history_of(rows, **options)
    cold = Replica(BASE, history.header, threads=1)
    assert cold.catch_up(history) == len(rows)
    expected = bits(cold)

    # Warm: the same worker gets the history bit by bit, and writes a snapshot now and then.
    warm = Replica(BASE, history.header, threads=1)
    for length in sorted(chance.sample(range(len(rows) + 1), chance.randint(0, len(rows) + 1))):
        warm.catch_up(history.prefix(length))
        if chance.random() < 0.5:
            warm.snapshot(folder)
    warm.catch_up(history)
    assert bits(warm) == expected and warm.digest == history.digest()

    # From a snapshot, on a worker that knows nothing.
    late = Replica(BASE, history.header)
    found = newest(folder, history)
    assert late.catch_up(history, folder) == len(rows) - (found[0] if found else 0)
    assert bits(late) == expected

    # Another worker: tensors in another order, the history from its packed form, threads and pieces of odd sizes.
    order = list(BASE)
    chance.shuffle(order)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(noise_module, "PIECE", 77)
        patch.setattr(noise_module, "CHUNK", 48)
        other = Replica({name: BASE[name] for name in order}, history.header, threads=3)
        other.catch_up(History.from_bytes(history.to_bytes()))
    assert bits(other) == expected


def test_many_tensors_on_a_device_go_the_same_way(monkeypatch):
    """What a GPU does, with torch's integers, on the CPU."""
    history = history_of([[0, 1, 2, 4], [1, None, 0.5, 0]], weight_decay=0.25)
    replica = Replica(BASE, history.header)
    replica.catch_up(history)

    def by_torch(tensor, seed, iteration, member, name):
        out = torch.empty(tensor.numel())
        noise_module.fill(out, (seed, iteration, member), name)
        return out.view(tensor.shape)

    monkeypatch.setattr(evolution, "noise_like", by_torch)
    change = {name: torch.zeros_like(tensor, dtype=torch.float32) for name, tensor in BASE.items()}
    for entry in history.entries:
        keys = [((7, entry.iteration, n), move) for n, move in coefficients(history.header, entry.rewards)]
        for name, tensor in change.items():
            evolution._move_whole(tensor, name, keys, 0.75)
    assert fingerprint(change) == bits(replica)[0]


def test_the_order_in_which_rewards_arrive_does_not_matter():
    """Rewards are put in their members' places before anything is summed."""
    made = set()
    for arrival in itertools.permutations(range(4)):
        rewards: list[float | None] = [None] * 4
        for index in arrival:
            rewards[index] = float(np.sin(index))
        replica = Replica(BASE, (history := history_of([rewards])).header)
        replica.catch_up(history)
        made.add(bits(replica))
    assert len(made) == 1


def test_only_new_entries_are_applied(monkeypatch):
    history, applied = history_of([[0, 1, 2, t] for t in range(6)]), []
    replica = Replica(BASE, history.header)
    apply = replica._apply
    monkeypatch.setattr(
        replica, "_apply", lambda iteration, moves: (applied.append(iteration), apply(iteration, moves))
    )
    assert [replica.catch_up(history.prefix(n)) for n in (2, 2, 5, 6)] == [2, 0, 3, 1]
    assert applied == [0, 1, 2, 3, 4, 5]


def test_a_worker_ahead_of_a_history_that_was_cut_begins_anew():
    history = history_of([[0, 1, 2, t] for t in range(4)])
    other = history.prefix(2)
    other.append([3, 2, 1, 0])
    ahead, cold = Replica(BASE, history.header), Replica(BASE, history.header)
    ahead.catch_up(history)
    assert (ahead.catch_up(other), cold.catch_up(other)) == (3, 3)
    assert bits(ahead) == bits(cold)
    assert ahead.catch_up(history.prefix(2)) == 2


def test_an_interrupted_update_is_not_built_upon(monkeypatch):
    history = history_of([[0, 1, 2, t] for t in range(3)])
    replica, cold = Replica(BASE, history.header), Replica(BASE, history.header)
    cold.catch_up(history)
    replica.catch_up(history.prefix(1))

    def interrupted(change, *rest):
        change += 1
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(evolution, "_move", interrupted)
        replica.catch_up(history)
    with pytest.raises(AssertionError):
        replica.save(Path("/nowhere"))
    assert replica.catch_up(history) == 3
    assert bits(replica) == bits(cold)


def test_a_wrong_base_and_another_run_are_refused():
    for other in ({**BASE, "norm": torch.ones(3) * 2}, {name: t.float() for name, t in BASE.items()}):
        with pytest.raises(ValueError, match=r"began from other weights .* give the model"):
            Replica(other, header())
    with pytest.raises(ValueError, match="another run's"):
        Replica(BASE, header()).catch_up(history_of([], seed=8))


def test_the_base_may_change_afterwards():
    """The trainer writes weights into the very tensors that it gave."""
    base = {name: tensor.clone() for name, tensor in BASE.items()}
    history = history_of([[0, 1, 2, 3], [3, 1, 2, 0]])
    replica, cold = Replica(base, history.header), Replica(BASE, history.header)
    for length in (1, 2):
        replica.catch_up(history.prefix(length))
        replica.write(base)
    cold.catch_up(history)
    assert fingerprint(base) == fingerprint(cold.weights())


def test_write_into_a_tensor_that_is_not_contiguous(monkeypatch):
    monkeypatch.setattr(evolution, "_WRITE", 10)
    history = history_of([[0, 1, 2, 3]])
    replica = Replica(BASE, history.header)
    replica.catch_up(history)
    targets = {name: torch.empty_like(tensor) for name, tensor in BASE.items()}
    targets["b.weight"] = torch.zeros(33, 7, dtype=torch.bfloat16).T
    replica.write(targets)
    assert fingerprint(targets) == fingerprint(replica.weights())


# Snapshots


def test_snapshots_are_pruned_and_found_by_what_they_stand_for(tmp_path):
    history = history_of([[0, 1, 2, t] for t in range(5)])
    replica = Replica(BASE, history.header)
    for length in (1, 2, 4):
        replica.catch_up(history.prefix(length))
        replica.snapshot(tmp_path, keep=2)
    assert [iterations for iterations, _, _ in evolution._snapshots(tmp_path)] == [2, 4]
    assert not list(tmp_path.glob(".*"))
    found = newest(tmp_path, history)
    assert found and found[0] == 4
    assert newest(tmp_path, history.prefix(3)) == (2, next(tmp_path.glob("change-00000002-*")))
    assert newest(tmp_path, history_of([[0, 1, 2, t] for t in range(5)], seed=8)) is None
    assert newest(tmp_path / "none", history) is None


def test_a_snapshot_of_something_else_is_refused(tmp_path):
    history = history_of([[0, 1, 2, t] for t in range(5)])
    replica = Replica(BASE, history.header)
    replica.catch_up(history)
    path = replica.snapshot(tmp_path)
    fresh = Replica(BASE, history.header)
    for other in (history.prefix(4), history_of([[0, 1, 2, t + 1] for t in range(5)])):
        with pytest.raises(ValueError, match=r"5 iterations that are not the first .* cut off"):
            fresh.load(path, other)
    assert bits(fresh) == bits(Replica(BASE, history.header))
    fresh.load(path, history)
    assert bits(fresh) == bits(replica)


def test_a_damaged_snapshot_is_refused(tmp_path):
    history = history_of([[0, 1, 2, t] for t in range(2)])
    replica = Replica(BASE, history.header)
    replica.catch_up(history)
    path = replica.snapshot(tmp_path)
    whole = path.read_bytes()
    flipped = bytearray(whole)
    flipped[-5] ^= 1
    for data in (bytes(flipped), whole[:-1], whole[:20], b"", whole.replace(b'"bits"', b'"bots"')):
        path.write_bytes(data)
        with pytest.raises(ValueError, match="remove it; the history is enough"):
            Replica(BASE, history.header).catch_up(history, tmp_path)
    save_file(load_file_of(whole, tmp_path), path)
    with pytest.raises(ValueError, match="remove it"):
        Replica(BASE, history.header).catch_up(history, tmp_path)


def load_file_of(data: bytes, folder: Path) -> dict[str, torch.Tensor]:
    (folder / "copy").write_bytes(data)
    return load_file(folder / "copy")


# The engine


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return models.tiny(
        tmp_path_factory.mktemp("models") / "tiny", width=32, depth=2, heads=2, feed_forward=64, levels=1
    )


@pytest.fixture(params=["float32", "bfloat16"])
def engine(request, folder) -> TransformersEngine:
    return TransformersEngine.load(str(folder), device="cpu", dtype=request.param)


def test_the_engine_and_the_replica_mean_the_same_weights(engine):
    assert fingerprint(parameters(engine.model)) == engine.fingerprint()
    before = {name: tensor.clone() for name, tensor in parameters(engine.model).items()}
    with engine.perturbed(Member(1, 2, 3, -0.02)):
        for name, tensor in parameters(engine.model).items():
            product = torch.from_numpy(noise(1, 2, 3, name, 0, tensor.numel())).view(tensor.shape) * np.float32(-0.02)
            assert torch.equal(tensor, (before[name].float() + product).to(tensor.dtype))


def test_the_same_bits_after_a_hundred_members(engine):
    before, inside = engine.fingerprint(), set()
    for iteration in range(100):
        member = Member(1, iteration // 10, iteration % 10, sigma=(-1) ** iteration * 1e-2)
        if iteration % 3 == 2:
            with pytest.raises(KeyError), engine.perturbed(member):
                inside.add(engine.fingerprint())
                raise KeyError
        else:
            with engine.perturbed(member):
                inside.add(engine.fingerprint())
        assert engine.fingerprint() == before
    assert len(inside | {before}) == 101


def test_what_restoring_by_subtraction_would_do(folder):
    """The drift that a copy avoids: if this did not drift, the test above would show nothing."""
    engine = TransformersEngine.load(str(folder), device="cpu", dtype="bfloat16")
    before, own = engine.fingerprint(), parameters(engine.model)
    for sigma in (1e-2, -1e-2):
        noise_module.perturb(own, own, (1, 2, 3), sigma)
    assert engine.fingerprint() != before


def test_members_inside_of_members(engine):
    prints = [engine.fingerprint()]
    with engine.perturbed(Member(1, 2, 3, 1e-2)):
        prints.append(engine.fingerprint())
        with engine.perturbed(Member(1, 2, 4, 1e-2)):
            prints.append(engine.fingerprint())
        assert engine.fingerprint() == prints[1]
    assert engine.fingerprint() == prints[0] and len(set(prints)) == 3


def test_a_failure_while_perturbing_restores_too(engine, monkeypatch):
    before = engine.fingerprint()

    def fail(targets, *rest):
        next(iter(targets.values())).add_(1)
        raise KeyboardInterrupt

    monkeypatch.setattr(noise_module, "perturb", fail)
    with pytest.raises(KeyboardInterrupt), engine.perturbed(Member(1, 2, 3, 1e-2)):
        raise AssertionError("not reached")
    assert engine.fingerprint() == before


def test_the_copies_follow_the_weights_and_are_kept(engine):
    """Weights that changed between members, in whatever way, come back as they were last."""
    with engine.perturbed(Member(1, 2, 3, 1e-2)):
        pass
    held = [tensor.data_ptr() for tensor in engine._copies.values()]
    for parameter in engine.model.parameters():
        parameter.data.mul_(2)
    before = engine.fingerprint()
    with engine.perturbed(Member(1, 2, 4, 1e-2)):
        pass
    assert engine.fingerprint() == before
    assert held == [tensor.data_ptr() for tensor in engine._copies.values()]


# The command


def test_replay_makes_an_ordinary_folder(engine, folder, tmp_path):
    dtype = str(engine.model.dtype).removeprefix("torch.")
    one = Header(engine.fingerprint(), 3, 4, 1e-2, 1e-2, dtype=dtype)
    history, replica = History.create(tmp_path / "history", one), Replica(parameters(engine.model), one)
    for row in ([0, 1, 2, 3], [1, 1, 1, 1], [1, None, 0.5, 0]):
        history.append(row)
    replica.catch_up(history)

    command = ["replay", str(tmp_path / "history"), "--base", str(folder), "--device", "cpu", "--out"]
    run = CliRunner()
    assert run.invoke(app, [*command, str(tmp_path / "out")]).exit_code == 0
    made = TransformersEngine.load(str(tmp_path / "out"), device="cpu", dtype=dtype)
    assert made.fingerprint() == fingerprint(replica.weights()) != engine.fingerprint()
    assert run.invoke(app, [*command, str(tmp_path / "first"), "--iterations", "1"]).exit_code == 0
    first = TransformersEngine.load(str(tmp_path / "first"), device="cpu", dtype=dtype)
    assert first.fingerprint() not in (made.fingerprint(), engine.fingerprint())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first", "history", "out"]

    assert "exists" in str(run.invoke(app, [*command, str(tmp_path / "out")]).exception)
    with pytest.raises(ValueError, match="other weights"):
        replay(History(Header("00" * 16, 3, 4, 1e-2, 1e-2)), str(folder), tmp_path / "other", "cpu")
    (tmp_path / "history").write_bytes((tmp_path / "history").read_bytes()[:-1])
    assert "cut off" in str(run.invoke(app, [*command, str(tmp_path / "torn")]).exception)
    assert run.invoke(app, [*command, str(tmp_path / "torn"), "--recover"]).exit_code == 0


def test_show_and_pack(tmp_path):
    history = History.create(tmp_path / "history", header())
    history.append([0, 0.1, None, 3])
    run = CliRunner()
    shown = run.invoke(app, ["show", str(tmp_path / "history")]).stdout
    assert shown == history.to_jsonl()
    (tmp_path / "lines").write_text(shown)
    assert run.invoke(app, ["pack", str(tmp_path / "lines"), "--out", str(tmp_path / "again")]).exit_code == 0
    assert (tmp_path / "again").read_bytes() == (tmp_path / "history").read_bytes()
