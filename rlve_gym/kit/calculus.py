"""Functions to differentiate and derivatives to integrate: drawn together, so that each is the answer for the other."""

from random import Random

from rlve_gym.expressions import Formula
from rlve_gym.kit.duals import slopes
from rlve_gym.kit.functions import derivative, has_x, parsed, random_function, size

MAX_NODES = 250
"""Of a derivative."""
ANSWER = Formula(
    "+-*/^",
    ("x", "e", "pi"),
    ("sin", "cos", "tan", "exp", "log", "sqrt", "abs"),
    decimals=True,
    aliases=(("ln", "log"), ("**", "^")),
)


def random_pair(rng: Random, nodes: int) -> tuple[str, str]:
    """A function and its derivative, which depends on x, as text. nodes: of the function before it is simplified.

    Drawn again where either is too long, divides by zero or is defined at too few points.
    """
    while True:
        try:
            function = random_function(rng, nodes)
            slope = derivative(function)
            if has_x(slope) and size(slope) <= MAX_NODES:
                slopes(parsed(str(function)))
                parsed(str(slope))
                return str(function), str(slope)
        except ValueError:
            continue
