"""What (level, seed) produces changes only when an environment's `version` is raised.

After raising a version, or adding an environment, write the file anew:

    .venv/bin/python tests/test_golden.py
"""

import json
from pathlib import Path

import pytest

import rlve_gym
from rlve_gym.testing import digests

FILE = Path(__file__).parent / "golden.json"
LEVELS, SEEDS = (0, 1, 5, 20), (0, 1, 2)
GOLDEN = json.loads(FILE.read_text()) if FILE.exists() else {}


def entry(env: str) -> dict[str, object]:
    """The version and, per level, the fingerprints of (prompt, data, reference answer)."""
    cls = rlve_gym.load(env)
    return {"version": cls.version, "levels": {str(level): " ".join(digests(cls, [level], SEEDS)) for level in LEVELS}}


@pytest.mark.parametrize("env", rlve_gym.environments())
def test_golden(env):
    assert env in GOLDEN, f"{env} is new: run python tests/test_golden.py and commit tests/golden.json"
    now, then = entry(env), GOLDEN[env]
    if now["version"] == then["version"]:
        assert now == then, (
            f"{env} gives other problems or answers: raise its `version`, then run {Path(__file__).name}"
        )
    else:
        assert now["version"] > then["version"], f"{env}: versions only rise"
        assert now == then, f"{env} has a new version: run python tests/test_golden.py"


def test_no_environment_has_vanished():
    assert sorted(GOLDEN) == rlve_gym.environments()


if __name__ == "__main__":
    FILE.write_text(json.dumps({env: entry(env) for env in rlve_gym.environments()}, indent=1) + "\n")
