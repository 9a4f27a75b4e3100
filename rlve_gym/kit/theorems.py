"""What families of theorems share in print: names, binders, hypotheses, and terms of proofs."""

from collections.abc import Iterable, Sequence
from random import Random

LETTERS = "abcdegijklmnopqrstuvwxyz"
"""Names of variables: without f, which names functions, and h, which names hypotheses."""

MODELS = 40
"""Random models on which a statement is tested at a time."""


def binder(names: Sequence[str], kind: str) -> str:
    """`(a b : Nat)`, followed by a blank; nothing without names."""
    return f"({' '.join(names)} : {kind}) " if names else ""


def hypotheses(propositions: Iterable[str]) -> str:
    """`(h1 : p) (h2 : q)`, each followed by a blank."""
    return "".join(f"(h{i} : {proposition}) " for i, proposition in enumerate(propositions, 1))


def letters(rng: Random, count: int) -> list[str]:
    """`count` different names in random order, of an alphabet a little longer: nothing depends on particular ones."""
    return rng.sample(LETTERS[: count + 5], count)


def application(function: str, *arguments: str) -> str:
    """Lean's function application, with brackets around the arguments that need them."""
    return " ".join([function, *map(argument, arguments)])


def argument(term: str) -> str:
    """A term in brackets, unless it is a name, a projection or a numeral, or stands in brackets already."""
    bare = all(char.isalnum() or char in "._'" for char in term)
    return term if bare or _is_bracketed(term) else f"({term})"


def _is_bracketed(term: str) -> bool:
    """Whether the bracket that opens the term is closed by its last character."""
    depth = 0
    for at, char in enumerate(term):
        depth += (char in "([\u27e8") - (char in ")]\u27e9")
        if depth == 0:
            return 0 < at == len(term) - 1
    return False
