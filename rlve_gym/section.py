"""Section: what every part of a configuration is made of. Each stands beside the class that it configures."""

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """A part of a configuration: immutable, and strict about its keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True, allow_inf_nan=False)
