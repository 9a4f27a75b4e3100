"""What the README shows works as it is written there."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


@pytest.mark.skipif(not README.is_file(), reason="the README is not installed")
def test_the_python_of_the_readme_runs_and_prints_what_it_says(capsys):
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 2
    names: dict = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)  # noqa: S102 - our own text
    (said,) = re.findall(r"print\(.*\)\s+# (.*)", blocks[0])
    assert capsys.readouterr().out.strip() == said
    (why,) = re.findall(r"\.why\s+# '(.*)'", blocks[1])
    assert names["problem"].verify("<answer>1 2 3</answer>").why == why
    assert names["problem"].verify(names["problem"].completion(names["problem"].reference)).correct
