"""A batch of the transformers engine: rows that are read and sampled together, and leave when they have finished.

Shapes: `_R` rows of a batch, `_U` distinct prompts of it, `_S` tokens of a sequence, `_V` vocabulary; `_MR` members
by rows.
"""

import inspect
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from rlve_gym.engines.base import Request, Sampling
from rlve_gym.engines.cache import roomy_cache
from rlve_gym.engines.sampling import draw, uniforms

_COMPACT_BELOW = 0.875
"""A batch is compacted when at most this share of its rows is still running: copying the rest costs about one step."""
_ROOM = 256
"""The cache grows by at most this many tokens at a time."""


@dataclass(frozen=True)
class Row:
    """A request made ready: its prompt in tokens, whether that opens a think block, how many tokens may follow."""

    request: Request
    prompt: tuple[int, ...]
    thinks: bool
    limit: int


class Batch:
    """Rows that are sampled together: cache, next logits, positions. `rows` maps its rows to those asked for.

    members: of a crowd; their rows stand one after the other, equally many of each and with the same prompts.
    """

    def __init__(self, model: Any, cache_name: str, rows: list[Row], members: int, sampling: Sampling):
        self.model, self.members, self.sampling = model, members, sampling
        self.rows = np.arange(len(rows))
        self.device = model.device
        longest = max(row.limit for row in rows)
        self.cache = roomy_cache(model.config, room=min(longest, _ROOM))
        self.options = {cache_name: self.cache, "use_cache": True}
        if "logits_to_keep" in inspect.signature(model.forward).parameters:
            self.options["logits_to_keep"] = 1
        random = sampling.temperature > 0
        uniform = uniforms([row.request.seed for row in rows], longest) if random else np.zeros((len(rows), longest))
        with torch.inference_mode():
            self.uniform_RT = torch.from_numpy(uniform).to(self.device)
            self._prefill(rows, longest)

    def _prefill(self, rows: list[Row], longest: int) -> None:
        """Read each distinct prompt once, then repeat its cache for its rows."""
        place = {prompt: u for u, prompt in enumerate(dict.fromkeys(row.prompt for row in rows))}
        each, width = len(rows) // self.members, max(map(len, place))
        places = [n // each * len(place) + place[row.prompt] for n, row in enumerate(rows)]
        prompt_of_R = torch.tensor(places, device=self.device)
        ids_US = torch.tensor([[0] * (width - len(p)) + list(p) for p in place] * self.members, device=self.device)
        mask_US = torch.tensor(
            [[0] * (width - len(p)) + [1] * len(p) for p in place] * self.members, device=self.device
        )
        position_US = (mask_US.cumsum(-1) - 1).clamp_(min=0)
        padded = any(len(prompt) < width for prompt in place)
        logits_UV = self._forward(ids_US, position_US, mask_US if padded else None)
        self.logits_RV = logits_UV.index_select(0, prompt_of_R)
        self.position_R1 = position_US[:, -1:].index_select(0, prompt_of_R)
        self.mask_RS = None
        if padded:
            grown_US = torch.nn.functional.pad(mask_US, (0, longest), value=1)
            self.mask_RS = grown_US.index_select(0, prompt_of_R)
        if len(place) < each:
            self.cache.reorder_cache(prompt_of_R)  # type: ignore[arg-type]
        self.width = width

    def _forward(self, ids_RS: Tensor, position_RS: Tensor, mask_RS: Tensor | None) -> Tensor:
        output = self.model(input_ids=ids_RS, position_ids=position_RS, attention_mask=mask_RS, **self.options)
        return output.logits[:, -1]

    @torch.inference_mode()
    def draw(self, t: int) -> tuple[np.ndarray, np.ndarray]:
        """Sample token t of every row: tokens and log-probabilities. Raises ValueError if the logits are not finite."""
        self.token_R, logprob_R = draw(self.logits_RV, self.uniform_RT[:, t], self.sampling)
        logprob = logprob_R.cpu().numpy()
        if not np.isfinite(logprob).all():
            raise ValueError(
                "the model gives logits that are not finite: its weights have diverged; go back to a checkpoint"
            )
        return self.token_R.cpu().numpy(), logprob

    @torch.inference_mode()
    def keep(self, running: np.ndarray) -> None:
        """Drop the rows that have finished, if that pays, equally many of every member."""
        running_MR = running[self.rows].reshape(self.members, -1)
        each, most = running_MR.shape[1], int(running_MR.sum(axis=1).max())
        if most > _COMPACT_BELOW * each:
            return
        first_MR = np.argsort(~running_MR, axis=1, kind="stable")[:, :most]
        kept = (first_MR + each * np.arange(self.members)[:, None]).ravel()
        index = torch.from_numpy(kept).to(self.device)
        self.rows = self.rows[kept]
        self.cache.reorder_cache(index)  # type: ignore[arg-type]
        self.token_R, self.uniform_RT = self.token_R[index], self.uniform_RT[index]
        self.position_R1 = self.position_R1[index]
        self.mask_RS = None if self.mask_RS is None else self.mask_RS[index]

    @torch.inference_mode()
    def advance(self, t: int) -> None:
        """Read token t of every row; the logits become those of the next."""
        self.position_R1 = self.position_R1 + 1
        mask_RS = None if self.mask_RS is None else self.mask_RS[:, : self.width + t + 1]
        self.logits_RV = self._forward(self.token_R.unsqueeze(1), self.position_R1, mask_RS)
