"""What rented machines cost: list prices in US dollars, for estimates. Nothing in a run depends on them.

Regions multiply them by 1.15 to 1.75, plans have discounts, and prices change: look at `SOURCE` before you rely on one.
A machine is billed for what it asked for or for what it used, whichever is more, from its start to its end.
"""

from collections.abc import Mapping
from dataclasses import dataclass

SOURCE = "https://modal.com/pricing"
AS_OF = "2026-11"
"""The month in which the table was made."""

GPU_USD_PER_S: Mapping[str, float] = {
    "T4": 0.000164,
    "L4": 0.000222,
    "A10": 0.000306,
    "L40S": 0.000542,
    "A100-40GB": 0.000583,
    "A100-80GB": 0.000694,
    "H100": 0.001097,
    "H200": 0.001261,
    "B200": 0.001736,
    "B300": 0.001972,
}
"""One GPU for one second, without the cores and the memory beside it."""


@dataclass(frozen=True)
class Rate:
    """A price of cores and memory. A core is a physical one."""

    usd_per_core_s: float
    usd_per_gib_s: float

    def usd(self, cores: float, gib: float, seconds: float) -> float:
        """What so much costs for so long."""
        return seconds * (cores * self.usd_per_core_s + gib * self.usd_per_gib_s)


FUNCTION = Rate(0.0000131, 0.00000222)
"""Containers of functions, those beside GPUs too."""
SANDBOX = Rate(0.00003942, 0.00000672)
"""Sandboxes: three times as much."""


def gpu_usd(kind: str, seconds: float) -> float:
    """What one GPU costs for so long. Raises ValueError on a kind that is not in the table."""
    name = kind.strip().rstrip("!+").upper()
    if name not in GPU_USD_PER_S:
        raise ValueError(f"no price is known of the GPU {kind!r}; the table has {', '.join(GPU_USD_PER_S)}")
    return seconds * GPU_USD_PER_S[name]
