"""AdamW with warm-up, gradient clipping and float32 master weights, and a state that resumes exactly."""

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import torch
from pydantic import Field

from rlve_gym.section import Section


class OptimizerSection(Section):
    """The optimizer."""

    lr: Annotated[float, Field(ge=0, le=1e6)] = 1e-6
    """Learning rate after the warm-up, constant from there; 0 makes a control run that only samples."""
    betas: tuple[Annotated[float, Field(ge=0, lt=1)], Annotated[float, Field(ge=0, lt=1)]] = (0.9, 0.999)
    """Adam's decay rates."""
    weight_decay: Annotated[float, Field(ge=0)] = 0.0
    """Decoupled weight decay."""
    warmup_steps: Annotated[int, Field(ge=0)] = 0
    """Optimizer steps over which the learning rate rises linearly."""
    decay_steps: Annotated[int, Field(ge=0)] = 0
    """Optimizer steps after which the learning rate has fallen linearly to 0; 0 keeps it constant."""
    clip_grad: Annotated[float, Field(gt=0)] = 1.0
    """Largest norm of the gradient; a longer one is shortened to it."""
    updates: Annotated[int, Field(gt=0)] = 1
    """Optimizer steps per collected batch, each on its share of the completions."""
    tokens_per_microbatch: Annotated[int, Field(gt=0)] = 16384
    """Prompt and completion tokens, padding included, that go through the model at once; less memory if smaller."""


class Optimizer:
    """AdamW over a model's trainable parameters.

    A parameter in half precision is trained through a float32 copy: a step of 1e-6 would vanish in bfloat16.
    """

    def __init__(self, model: torch.nn.Module, options: OptimizerSection):
        self.options = options
        self.steps = 0
        self.parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
        self._masters = [parameter.detach().float() for parameter in self.parameters]
        self._adam = torch.optim.AdamW(
            self._masters, lr=options.lr, betas=options.betas, weight_decay=options.weight_decay, foreach=True
        )

    def step(self) -> dict[str, float]:
        """Apply the accumulated gradients and clear them. A gradient that is not finite is dropped and reported.

        Raises ValueError if that is because the weights are not finite.
        """
        norm = float(_norm(parameter.grad for parameter in self.parameters if parameter.grad is not None))
        lr = self.options.lr * self._schedule()
        if math.isfinite(norm):
            shorten = min(1.0, self.options.clip_grad / (norm + 1e-6))
            self._apply(lr, shorten)
            self.steps += 1
        else:
            self.check()
        for parameter in self.parameters:
            parameter.grad = None
        return {"grad_norm": norm, "lr": lr, "skipped": float(not math.isfinite(norm))}

    def check(self) -> None:
        """Raises ValueError if a weight is not finite any more: nothing can be learned or sampled from there on."""
        norm = float(_norm(self._masters))
        if not math.isfinite(norm):
            raise ValueError(
                f"training has diverged: the weights are not finite after {self.steps} optimizer steps; "
                "lower optimizer.lr in the run's config.yaml and resume from a checkpoint"
            )

    def save(self, path: Path) -> None:
        """Write the state: Adam's moments, the float32 weights, the number of steps. Raises ValueError like `check`."""
        self.check()
        masters = [
            master for master, parameter in zip(self._masters, self.parameters) if master.dtype != parameter.dtype
        ]
        torch.save({"adam": self._adam.state_dict(), "masters": masters, "steps": self.steps}, path)

    def load(self, path: Path) -> None:
        """Continue from a state written by `save`."""
        state = torch.load(path, weights_only=True, map_location="cpu")
        self._adam.load_state_dict(state["adam"])
        self.steps = state["steps"]
        saved = iter(state["masters"])
        with torch.no_grad():
            for master, parameter in zip(self._masters, self.parameters):
                master.copy_(parameter if master.dtype == parameter.dtype else next(saved))

    def _schedule(self) -> float:
        options = self.options
        factor = min(1.0, (self.steps + 1) / options.warmup_steps) if options.warmup_steps else 1.0
        return factor * max(0.0, 1 - self.steps / options.decay_steps) if options.decay_steps else factor

    def _apply(self, lr: float, shorten: float) -> None:
        for master, parameter in zip(self._masters, self.parameters):
            master.grad = None if parameter.grad is None else parameter.grad.to(master.dtype).mul_(shorten)
        self._adam.param_groups[0]["lr"] = lr
        self._adam.step()
        with torch.no_grad():
            for master, parameter in zip(self._masters, self.parameters):
                master.grad = None
                if master.data_ptr() != parameter.data_ptr():
                    parameter.copy_(master)


def _norm(gradients: Iterable[torch.Tensor]) -> torch.Tensor:
    norms = torch._foreach_norm(list(gradients))  # pyright: ignore[reportPrivateImportUsage]
    return torch.linalg.vector_norm(torch.stack([norm.float() for norm in norms])) if norms else torch.tensor(0.0)
