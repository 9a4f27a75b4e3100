"""YAML as plain data, read strictly: no key twice in a section, errors in one line."""

from pathlib import Path
from typing import Any

import yaml
from yaml.composer import ComposerError


def parse(text: str) -> Any:
    """The data of a text. Raises ValueError, in one line, if it is no YAML."""
    try:
        return yaml.load(text, _Loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ValueError(" ".join(str(error).split())) from None


def read_yaml(path: Path) -> dict[str, Any]:
    """The keys and values of a YAML file. Raises ValueError, in one line, if it is none."""
    try:
        raw = parse(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is not valid YAML: {error}") from None
    if not isinstance(raw, dict):
        raise ValueError(f"{path} must hold keys and values, for example `trainer: dapo`")
    return raw


class _Loader(yaml.SafeLoader):
    """Plain data only, and no key twice in a section: PyYAML would silently take the last."""

    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
        node = super().compose_mapping_node(anchor)
        seen: set[str] = set()
        for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
            if key.value in seen:
                raise ComposerError(None, None, f"the key {key.value} is given twice", key.start_mark)
            seen.add(key.value)
        return node
