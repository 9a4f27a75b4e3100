"""Formats of templates: what each shows, and that Python's own are as they are."""

from types import SimpleNamespace

import pytest

from rlve_gym.wording import filled

DATA = SimpleNamespace(
    numbers=[3, -1, 20], rows=["#.", ".#"], edges=[[0, 1, 7], [2, 0, 5]], n=4, share=0.5, text="a {b}"
)


@pytest.mark.parametrize(
    ("template", "shown"),
    [
        ("{self.numbers:spaces}", "3 -1 20"),
        ("{self.numbers:commas}.", "3, -1, 20."),
        ("{self.numbers:lines}", "3\n-1\n20"),
        ("{self.rows:lines}", "#.\n.#"),
        ("{self.edges:lines}", "0 1 7\n2 0 5"),
        ("{self.edges:tuples}", "(0, 1, 7)\n(2, 0, 5)"),
        ("{self.numbers:count} of {self.edges:count}", "3 of 2"),
        ("0 to {self.numbers:last}, 0 to {self.n:last}", "0 to 2, 0 to 3"),
        ("{self.edges[1]:spaces}", "2 0 5"),
        ("{self.n} {self.n:+d} {self.share:.2f} {self.numbers} {self.numbers[2]:>4}", "4 +4 0.50 [3, -1, 20]   20"),
        ("{{0}} {self.text}", "{0} a {b}"),
    ],
)
def test_formats(template, shown):
    assert filled(template, self=DATA) == shown


@pytest.mark.parametrize(
    ("template", "what"), [("{self.numbers:space}", "'space' of list"), ("{self.n:lines}", "'lines' of int")]
)
def test_a_format_that_does_not_exist_or_fit_is_an_error_that_names_those_that_do(template, what):
    with pytest.raises(ValueError, match=rf"format {what} in the template: .*; .* are spaces, commas, lines,"):
        filled(template, self=DATA)
