"""A key-value cache with room to grow: appending a token writes in place instead of copying the whole cache."""

from typing import Any

import torch
from torch import Tensor
from transformers import DynamicCache
from transformers.cache_utils import DynamicLayer


def roomy_cache(config: Any, room: int) -> DynamicCache:
    """An empty cache for a model of this configuration. Layers of other kinds (sliding, recurrent) stay as they are.

    room: tokens to make room for whenever a buffer is full.
    """
    cache = DynamicCache(config=config)
    cache.layers = [RoomyLayer(room) if type(layer) is DynamicLayer else layer for layer in cache.layers]
    return cache


class RoomyLayer(DynamicLayer):
    """`keys` and `values` [R, heads, tokens, size] are views on buffers that have room for more tokens."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room
        self.buffers: list[Tensor] = []

    def update(self, key_states: Tensor, value_states: Tensor, *args: Any, **kwargs: Any) -> tuple[Tensor, Tensor]:
        if not self.is_initialized:
            self.lazy_initialization(key_states, value_states)
        old, new = self.get_seq_length(), self.get_seq_length() + key_states.shape[-2]
        if not self.buffers or new > self.buffers[0].shape[-2]:
            held = [buffer[:, :, :old] for buffer in self.buffers]
            empty = [states[:, :, :0] for states in (key_states, value_states)]
            self.buffers = [_with_room(states, new + self.room) for states in held or empty]
        for buffer, states in zip(self.buffers, (key_states, value_states)):
            buffer[:, :, old:new] = states
        self._view(new)
        return self.keys, self.values  # type: ignore[return-value]

    def reorder_cache(self, beam_idx: Tensor) -> None:
        """Make row r what row beam_idx[r] is: repeats rows, drops rows."""
        tokens, room = self.get_seq_length(), self.buffers[0].shape[-2]
        self.buffers = [_with_room(buffer[:, :, :tokens].index_select(0, beam_idx), room) for buffer in self.buffers]
        self._view(tokens)

    def _view(self, tokens: int) -> None:
        self.keys, self.values = (buffer[:, :, :tokens] for buffer in self.buffers)


def _with_room(states: Tensor, room: int) -> Tensor:
    """A buffer of `room` tokens that begins with these states."""
    rows, heads, tokens, size = states.shape
    buffer = torch.empty(rows, heads, room, size, dtype=states.dtype, device=states.device)
    buffer[:, :, :tokens] = states
    return buffer
