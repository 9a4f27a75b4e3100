"""Where parts of Hugging Face tensors lie in fused and sharded ones: against tensors that are put together by hand."""

import pickle

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from rlve_gym import noise as noise_module
from rlve_gym.engines import layout
from rlve_gym.engines.layout import Piece, assemble, perturb, write
from rlve_gym.engines.vllm_worker import Worker, layout_of

HEADS, KV_HEADS, SIZE, WIDTH, INNER, VOCABULARY = 8, 2, 4, 12, 24, 10
KEY = (5, 6, 7)


def tensors(dtype=torch.float32) -> dict[str, torch.Tensor]:
    """Of one layer, an embedding and a norm."""
    shapes = {
        "m.embed_tokens.weight": (VOCABULARY, WIDTH),
        "m.l.q_proj.weight": (HEADS * SIZE, WIDTH),
        "m.l.k_proj.weight": (KV_HEADS * SIZE, WIDTH),
        "m.l.v_proj.weight": (KV_HEADS * SIZE, WIDTH),
        "m.l.q_proj.bias": (HEADS * SIZE,),
        "m.l.k_proj.bias": (KV_HEADS * SIZE,),
        "m.l.v_proj.bias": (KV_HEADS * SIZE,),
        "m.l.o_proj.weight": (WIDTH, HEADS * SIZE),
        "m.l.gate_proj.weight": (INNER, WIDTH),
        "m.l.up_proj.weight": (INNER, WIDTH),
        "m.l.down_proj.weight": (WIDTH, INNER),
        "m.norm.weight": (WIDTH,),
    }
    generator = torch.Generator().manual_seed(0)
    return {name: torch.randn(shape, generator=generator).to(dtype) for name, shape in shapes.items()}


def by_hand(own: dict[str, torch.Tensor], rank: int, ranks: int) -> dict[str, torch.Tensor]:
    """What a rank holds, with chunks and concatenations only. Vocabularies are padded to multiples of four a rank."""

    def mine(tensor, dim=0, parts=ranks, part=rank):
        return tensor.chunk(parts, dim)[part]

    kv_parts = min(KV_HEADS, ranks)
    kv_part = rank * kv_parts // ranks
    padded = -(-VOCABULARY // (4 * ranks)) * 4 * ranks
    table = torch.cat([own["m.embed_tokens.weight"], torch.zeros(padded - VOCABULARY, WIDTH).to(own["m.norm.weight"])])
    found = {"m.embed_tokens.weight": mine(table), "m.norm.weight": own["m.norm.weight"]}
    for leaf in ("weight", "bias"):
        q, k, v = (own[f"m.l.{one}_proj.{leaf}"] for one in "qkv")
        parts = [mine(q), *(mine(one, 0, kv_parts, kv_part) for one in (k, v))]
        found[f"m.l.qkv_proj.{leaf}"] = torch.cat(parts)
    gate, up = own["m.l.gate_proj.weight"], own["m.l.up_proj.weight"]
    found["m.l.gate_up_proj.weight"] = torch.cat([mine(gate), mine(up)])
    found["m.l.o_proj.weight"] = mine(own["m.l.o_proj.weight"], 1)
    found["m.l.down_proj.weight"] = mine(own["m.l.down_proj.weight"], 1)
    return {name: tensor.clone() for name, tensor in found.items()}


# Layers as vLLM names them. What they know of themselves is all that is asked.


class ColumnParallelLinear(torch.nn.Module): ...


class MergedColumnParallelLinear(ColumnParallelLinear): ...


class QKVParallelLinear(ColumnParallelLinear): ...


class RowParallelLinear(torch.nn.Module): ...


class VocabParallelEmbedding(torch.nn.Module): ...


class RMSNorm(torch.nn.Module): ...


def a_model(held: dict[str, torch.Tensor], rank: int, ranks: int) -> torch.nn.Module:
    """A tree of layers with the tensors of a rank."""
    kinds = {
        "embed_tokens": VocabParallelEmbedding,
        "qkv_proj": QKVParallelLinear,
        "gate_up_proj": MergedColumnParallelLinear,
        "o_proj": RowParallelLinear,
        "down_proj": RowParallelLinear,
        "norm": RMSNorm,
    }
    model = torch.nn.Module()
    model.m = torch.nn.Module()
    model.m.l = torch.nn.Module()
    model.packed_modules_mapping = {
        "qkv_proj": ["q_proj", "k_proj", "v_proj"],
        "gate_up_proj": ["gate_proj", "up_proj"],
    }
    for name, tensor in held.items():
        *path, last, leaf = name.split(".")
        parent = model.get_submodule(".".join(path))
        if last not in dict(parent.named_children()):
            layer = kinds[last]()
            layer.tp_rank, layer.tp_size, layer.total_num_kv_heads = rank, ranks, KV_HEADS
            rows = len(tensor)
            layer.shard_indices = Shard(min(VOCABULARY, rank * rows), min(VOCABULARY, (rank + 1) * rows))
            setattr(parent, last, layer)
        setattr(getattr(parent, last), leaf, torch.nn.Parameter(tensor, requires_grad=False))
    return model


class Shard:
    def __init__(self, start: int, stop: int):
        self.org_vocab_start_index, self.org_vocab_end_index = start, stop


class Runner:
    def __init__(self, model):
        self.model = model

    def get_model(self):
        return self.model


def workers(own: dict[str, torch.Tensor], ranks: int) -> list[Worker]:
    found = []
    for rank in range(ranks):
        worker = Worker()
        worker.model_runner = Runner(a_model(by_hand(own, rank, ranks), rank, ranks))
        assert worker.weights_layout({name: tuple(tensor.shape) for name, tensor in own.items()}) == []
        found.append(worker)
    return found


def held(worker: Worker) -> dict[str, torch.Tensor]:
    return {name: it.detach() for name, it in worker.model_runner.get_model().named_parameters()}


def same(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> bool:
    return one.keys() == other.keys() and all(torch.equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("ranks", [1, 2, 4])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_members_in_place_are_the_members_of_the_whole_model(ranks, dtype):
    own = tensors(dtype)
    member = {name: torch.empty_like(tensor) for name, tensor in own.items()}
    noise_module.perturb(member, own, KEY, -0.1)
    for rank, worker in enumerate(workers(own, ranks)):
        worker.weights_perturb(KEY, -0.1)
        expected = by_hand(member, rank, ranks)
        assert same(held(worker), expected)
        assert worker.weights_differ(own) == sorted({piece.name for its in worker._layout.values() for piece in its})
        worker.weights_restore()
        assert same(held(worker), by_hand(own, rank, ranks))
        assert worker.weights_differ(own) == []


@pytest.mark.parametrize("ranks", [1, 2, 4])
def test_members_inside_of_members_come_back_one_by_one(ranks):
    for worker in workers(tensors(), ranks):
        states = [{name: tensor.clone() for name, tensor in held(worker).items()}]
        for index in range(3):
            worker.weights_perturb((1, 2, index), 0.1)
            states.append({name: tensor.clone() for name, tensor in held(worker).items()})
        for state in states[-2::-1]:
            worker.weights_restore()
            assert same(held(worker), state)


@pytest.mark.parametrize("ranks", [1, 2, 4])
def test_weights_are_written_and_read_back(ranks, tmp_path):
    from safetensors.torch import save_file

    own = tensors()
    fresh = {name: tensor * 3 + 1 for name, tensor in own.items()}
    save_file(fresh, tmp_path / "weights.safetensors")
    all_of_them = workers(own, ranks)
    for rank, worker in enumerate(all_of_them):
        worker.weights_write(fresh if rank % 2 else str(tmp_path / "weights.safetensors"))
        assert same(held(worker), by_hand(fresh, rank, ranks))
    for name, tensor in fresh.items():
        # A worker on a CPU would read what it computes with; the layers here have tensors only.
        parts = []
        for worker in all_of_them:
            lying = [(held(worker)[own_name], pieces) for own_name, pieces in worker._layout.items()]
            parts += [(piece, piece.target(it)) for it, pieces in lying for piece in pieces if piece.name == name]
        assert torch.equal(assemble(parts, tensor.dtype), tensor)


def test_padding_is_nobodys():
    worker = workers(tensors(), 4)[-1]
    table = held(worker)["m.embed_tokens.weight"]
    assert worker._layout["m.embed_tokens.weight"] == ()
    table.fill_(7)
    worker.weights_perturb(KEY, 0.1)
    assert (table == 7).all()


def test_assembling_notices_what_is_missing_or_contradicts():
    one, two = Piece("w", (4, 3), 0, 0, 3, 0), Piece("w", (4, 3), 0, 2, 4, 0)
    rows = torch.arange(12.0).view(4, 3)
    assert torch.equal(assemble([(one, rows[:3]), (two, rows[2:])], torch.float32), rows)
    with pytest.raises(RuntimeError, match="only a part of w"):
        assemble([(one, rows[:3])], torch.float32)
    with pytest.raises(RuntimeError, match="copies differ"):
        assemble([(one, rows[:3]), (two, rows[2:] + 1)], torch.float32)


@pytest.mark.parametrize("dim, start, stop", [(0, 0, 5), (0, 3, 4), (1, 0, 7), (1, 2, 3), (1, 4, 7)])
def test_noise_of_a_part_is_part_of_the_noise(dim, start, stop, monkeypatch):
    monkeypatch.setattr(layout, "_ELEMENTS", 14)  # two rows at a time
    whole = torch.from_numpy(noise_module.noise(*KEY, "w", 0, 35)).view(5, 7)
    piece = Piece("w", (5, 7), dim, start, stop, 0)
    assert torch.equal(piece.noise(KEY, whole), whole.narrow(dim, start, stop - start))
    assert pickle.loads(pickle.dumps(piece)) == piece


def test_what_is_not_known_is_said():
    model = a_model(by_hand(tensors(), 0, 1), 0, 1)
    shapes = {name: tuple(tensor.shape) for name, tensor in tensors().items()}
    assert layout_of(model, shapes)[1] == []
    assert layout_of(model, {**shapes, "m.experts.weight": (3, 4)})[1] == ["m.experts.weight"]
    norm = shapes.pop("m.norm.weight")
    assert layout_of(model, shapes)[1] == ["m.norm.weight"]
    wrong = {**shapes, "m.norm.weight": norm, "m.l.down_proj.weight": (INNER, WIDTH)}
    assert layout_of(model, wrong)[1] == ["m.l.down_proj.weight"]


def test_perturbing_rounds_once():
    own, found = tensors(torch.bfloat16), {}
    pieces = {name: layout.whole(name, tuple(tensor.shape)) for name, tensor in own.items()}
    found = {name: tensor.clone() for name, tensor in own.items()}
    perturb(found, own, pieces, KEY, 1e-2)
    for name, tensor in own.items():
        exact = noise_module.noise(*KEY, name, 0, tensor.numel()).reshape(tensor.shape) * np.float32(1e-2)
        assert torch.equal(found[name], (tensor.float() + torch.from_numpy(exact)).bfloat16())
    write(found, pieces, own)
    assert same(found, own)
