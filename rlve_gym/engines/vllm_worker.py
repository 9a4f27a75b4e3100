"""What runs inside of each of vLLM's workers, where the weights are: reading, replacing and perturbing them.

Two ways to change them. In place: parts of Hugging Face tensors are written to where they lie in vLLM's tensors, whose
storage stays, as recorded CUDA graphs need. By reload: vLLM takes Hugging Face tensors as if from a checkpoint and
makes its own form of them anew. That is the only one on a CPU: there vLLM packs the weights of linear layers when they
are loaded and empties the tensors, so that writing to these would change nothing, silently.

vLLM mixes `Worker` into its own worker class, by name; methods are called over `collective_rpc`. Layers are told by the
names of their classes. What is in place is compared with the checkpoint once, so a layout that is not the one assumed
here is noticed, not perturbed.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rlve_gym.engines.layout import Layout, Piece, columns, perturb, qkv, stacked, vocabulary, whole, write

if TYPE_CHECKING:
    from torch import Tensor

Shapes = Mapping[str, tuple[int, ...]]
"""Of Hugging Face tensors, by name."""


class Worker:
    """Methods of vLLM's worker. Tensors come as a mapping in one process, else as the path of a safetensors file."""

    model_runner: Any

    def weights_layout(self, shapes: Shapes) -> list[str]:
        """Find out where these tensors lie. Returns the names of those that lie nowhere, and of vLLM's own others."""
        self._layout, strange = layout_of(self.model_runner.get_model(), shapes)
        self._copies: list[dict[str, Tensor]] = []
        self._spare: list[dict[str, Tensor]] = []
        # It warns of layers without weights of their own, at every reload.
        logging.getLogger("vllm.model_executor.model_loader.reload.layerwise").setLevel(logging.ERROR)
        return strange

    def weights_differ(self, source: Any) -> list[str]:
        """The names of tensors whose parts here have other values."""
        import torch

        with _opened(source) as tensors:
            found = ((piece, part) for name in self._layout for piece, part in self._parts(name))
            return sorted(
                {
                    piece.name
                    for piece, part in found
                    if not torch.equal(piece.source(tensors[piece.name]).to(part), part)
                }
            )

    def weights_read(self, name: str) -> "list[tuple[Piece, Tensor]]":
        """The parts of a Hugging Face tensor that are used here, wherever they are used."""
        found = (part for own, pieces in self._layout.items() if _has(pieces, name) for part in self._parts(own))
        return [(piece, part.cpu().contiguous()) for piece, part in found if piece.name == name]

    def weights_write(self, source: Any) -> None:
        """Replace the weights in place."""
        assert not self._copies, "a member is out"
        with _opened(source) as tensors:
            write(self._own(), self._layout, tensors)
        _settle()

    def weights_reload(self, source: Any) -> None:
        """Replace the weights by vLLM's own way of loading. Weights are mixed if it fails, until it has succeeded."""
        from vllm.model_executor.model_loader.reload.layerwise import (  # pyright: ignore[reportMissingImports]
            finalize_layerwise_reload,
        )

        model = self.model_runner.get_model()
        with _opened(source) as tensors:
            try:
                self.reload_weights(weights_iterator=iter(tensors.items()))  # type: ignore[attr-defined]
            except BaseException:
                # Half of a load that was begun must not be taken for the beginning of the next one.
                finalize_layerwise_reload(model, self.model_runner.model_config)
                raise
        for layer in _tied_heads(model):
            # A head that shares the embedding has no weights of its own to load, and its packed ones stay the old ones.
            layer.quant_method.process_weights_after_loading(layer)

    def weights_perturb(self, key: tuple[int, int, int], sigma: float) -> None:
        """Keep a copy, then move to a member, in place. May be done again while a member is out."""
        import torch

        own = self._own()
        copies = self._spare.pop() if self._spare else {name: torch.empty_like(it) for name, it in own.items()}
        for name, tensor in own.items():
            copies[name].copy_(tensor)
        self._copies.append(copies)
        perturb(own, self._copies[-1], self._layout, key, sigma)
        _settle()

    def weights_restore(self) -> None:
        """Go back to the last copy, in place."""
        copies = self._copies.pop()
        for name, tensor in self._own().items():
            tensor.copy_(copies[name])
        self._spare = [copies]
        _settle()

    def weights_forget(self) -> None:
        """Clear keys and values. Attention multiplies those of empty places with zero, which does not help with NaN."""
        for cache in self.model_runner.kv_caches:
            cache.zero_()
        _settle()

    def _own(self) -> "dict[str, Tensor]":
        own = dict(self.model_runner.get_model().named_parameters())
        return {name: own[name].detach() for name in self._layout}

    def _parts(self, name: str) -> "Iterator[tuple[Piece, Tensor]]":
        """What lies in one of vLLM's tensors."""
        for held in _held(self.model_runner.get_model(), name):
            for piece in self._layout[name]:
                yield piece, piece.target(held)


def _settle() -> None:
    """Wait until the GPU has done it: vLLM may compute on another stream."""
    import torch

    if torch.cuda.is_available():
        torch.cuda.synchronize()


def _has(pieces: tuple[Piece, ...], name: str) -> bool:
    return any(piece.name == name for piece in pieces)


@contextmanager
def _opened(source: Any) -> "Iterator[Mapping[str, Tensor]]":
    if not isinstance(source, str):
        yield source
        return
    from safetensors.torch import load_file

    yield load_file(source)


def _held(model: Any, name: str) -> "Iterator[Tensor]":
    """The weights that are computed with. Packed ones are read by multiplying with one: exactly, but for signs of zero.

    An embedding that is the head, too, is held twice on a CPU: as it is, and packed.
    """
    import torch

    path, _, leaf = name.rpartition(".")
    module = model.get_submodule(path)
    own = getattr(module, leaf)
    packs = own.device.type == "cpu" and leaf == "weight"
    packed = [module] if packs and (not own.numel() or _is_head(module)) else []
    packed += [head for head in _tied_heads(model) if packs and head.weight is own and head is not module]
    if own.numel() and module not in packed:
        yield own.detach()
    for layer in packed:
        one = torch.eye(_inputs(layer), dtype=own.dtype)
        yield layer.quant_method.apply(layer, one, None).t()


def _inputs(layer: Any) -> int:
    return layer.embedding_dim if _is_head(layer) else layer.input_size_per_partition


def _is_head(module: Any) -> bool:
    return "ParallelLMHead" in _classes(module)


def _tied_heads(model: Any) -> list[Any]:
    """Heads whose weight is that of an embedding."""
    layers = [module for module in model.modules() if "VocabParallelEmbedding" in _classes(module)]
    heads = [layer for layer in layers if _is_head(layer)]
    others = {id(layer.weight) for layer in layers if layer not in heads}
    return [head for head in heads if id(head.weight) in others]


def _classes(module: Any) -> set[str]:
    return {kind.__name__ for kind in type(module).__mro__}


def layout_of(model: Any, shapes: Shapes) -> tuple[Layout, list[str]]:
    """(what lies in each of the model's tensors, names of the given and of the model's tensors that have no other)."""
    packed: Mapping[str, list[str]] = getattr(model, "packed_modules_mapping", {})
    layout: dict[str, tuple[Piece, ...]] = {}
    found: set[str] = set()
    for path, module in model.named_modules():
        for leaf, own in module.named_parameters(recurse=False):
            name = f"{path}.{leaf}" if path else leaf
            names = _parts_of(path, leaf, packed)
            if not all(part in shapes for part in names):
                continue
            pieces = _pieces(module, leaf, names, [shapes[part] for part in names])
            if not own.numel() or all(piece.fits(own) for piece in pieces):
                layout[name] = pieces
                found.update(names)  # of a small vocabulary a rank may have no row
    # Tied tensors have one name here.
    others = {name for name, _ in model.named_parameters()} - layout.keys()
    return layout, sorted(shapes.keys() - found | others)


def _parts_of(path: str, leaf: str, packed: Mapping[str, list[str]]) -> list[str]:
    """The Hugging Face tensors that one of vLLM's holds."""
    parent, _, last = path.rpartition(".")
    lasts = packed.get(last, [last])
    return [".".join(part for part in (parent, one, leaf) if part) for one in lasts]


def _pieces(module: Any, leaf: str, names: list[str], shapes: list[tuple[int, ...]]) -> tuple[Piece, ...]:
    kinds = _classes(module)
    if "VocabParallelEmbedding" in kinds:
        shard = module.shard_indices
        return vocabulary(names[0], shapes[0], shard.org_vocab_start_index, shard.org_vocab_end_index)
    if "QKVParallelLinear" in kinds and len(names) == 3:
        return qkv(names, shapes, module.total_num_kv_heads, module.tp_rank, module.tp_size)
    if "ColumnParallelLinear" in kinds:
        return stacked(names, shapes, module.tp_rank, module.tp_size)
    if "RowParallelLinear" in kinds and leaf == "weight":
        rows, inputs = shapes[0]
        return columns(names[0], (rows, inputs), module.tp_rank, module.tp_size)
    return whole(names[0], shapes[0])
