"""Functions of x as trees: drawn at random, simplified a little as they are built, differentiated and written down.

They are written in the grammar of `rlve_gym.expressions`, and `parsed` reads them back: a problem keeps them as text.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from rlve_gym.expressions import Expression, Formula

SMALL_EXPONENT, SMALL_NUMBER = 12, 1_000
"""Bounds within which powers of numbers are worked out."""
NOTATION = Formula("+-*/^", ("x",), ("sin", "cos", "exp", "log"))
_UNARY = {"sin": 10, "cos": 10, "exp": 5, "log": 5, "power": 10, "plus": 25, "times": 25, "over": 10}
_BINARY = {"+": 20, "-": 20, "*": 30, "/": 20, "^": 10}
_EXPONENTS = (*map(Fraction, (2, 3, 4)), *(Fraction(1, root) for root in (2, 3, 4)))


@dataclass(frozen=True)
class Node:
    """kind: "number", "x", an operator (two args) or a function (one). value: that of a number."""

    kind: str
    args: tuple["Node", ...] = ()
    value: Fraction = Fraction(0)

    def __str__(self) -> str:
        return _written(self, 0)


def number(value: Fraction | int) -> Node:
    return Node("number", (), Fraction(value))


X = Node("x")
ZERO, ONE = number(0), number(1)


def size(node: Node) -> int:
    """How many nodes it has."""
    return 1 + sum(map(size, node.args))


def has_x(node: Node) -> bool:
    return node.kind == "x" or any(map(has_x, node.args))


def _scaled(node: Node) -> tuple[Fraction, Node]:
    """A number and the rest of a product; numbers stand in front."""
    if node.kind == "number":
        return node.value, ONE
    if node.kind == "*" and node.args[0].kind == "number":
        return node.args[0].value, node.args[1]
    return Fraction(1), node


def add(left: Node, right: Node) -> Node:
    (a, u), (b, v) = _scaled(left), _scaled(right)
    if u == v:
        return multiply(number(a + b), u)
    if ZERO in (left, right):
        return right if left == ZERO else left
    if v == ONE and left.kind in ("+", "-") and left.args[1].kind == "number":
        inner = left.args[1].value if left.kind == "+" else -left.args[1].value
        return add(left.args[0], number(inner + b))
    if (u == ONE and b > 0) or a < 0 < b:
        left, right, b, v = right, left, a, u
    return Node("-", (left, multiply(number(-b), v))) if b < 0 else Node("+", (left, right))


def subtract(left: Node, right: Node) -> Node:
    return add(left, multiply(number(-1), right))


def multiply(left: Node, right: Node) -> Node:
    (a, u), (b, v) = _scaled(left), _scaled(right)
    factor = a * b
    if u == ONE or v == ONE or factor == 0:
        return _times(factor, v if u == ONE else u)
    (base, m), (other, n) = _powered(u), _powered(v)
    if base == other:
        return _times(factor, power(base, number(m + n)))
    if v.kind == "/":
        return _times(factor, divide(multiply(u, v.args[0]), v.args[1]))
    if u.kind == "/":
        return _times(factor, divide(multiply(u.args[0], v), u.args[1]))
    return _times(factor, Node("*", (u, v)))


def _times(factor: Fraction, node: Node) -> Node:
    inner, rest = _scaled(node)
    factor *= inner
    if factor == 0 or rest == ONE:
        return number(factor)
    return rest if factor == 1 else Node("*", (number(factor), rest))


def divide(left: Node, right: Node) -> Node:
    """Raises ValueError on a division by zero."""
    (a, u), (b, v) = _scaled(left), _scaled(right)
    if b == 0:
        raise ValueError("it divides by zero")
    (base, m), (other, n) = _powered(u), _powered(v)
    if v == ONE or base == other:
        return _times(a / b, u if v == ONE else power(base, number(m - n)))
    if v.kind == "/":
        return _times(a / b, divide(multiply(u, v.args[1]), v.args[0]))
    if u.kind == "/":
        return _times(a / b, divide(u.args[0], multiply(u.args[1], v)))
    return _times(a / b, Node("/", (u, v)))


def _powered(node: Node) -> tuple[Node, Fraction]:
    """A base and its exponent, where that is a number."""
    if node.kind == "^" and node.args[1].kind == "number":
        return node.args[0], node.args[1].value
    return node, Fraction(1)


def power(base: Node, exponent: Node) -> Node:
    """Raises ValueError on a division by zero."""
    if exponent.kind == "number":
        n = exponent.value
        if n in (0, 1) or base == ONE:
            return base if n else ONE
        if base == ZERO and n < 0:
            raise ValueError("it divides by zero")
        if base == ZERO:
            return ZERO
        whole = n.denominator == 1 and abs(n) <= SMALL_EXPONENT
        if whole and base.kind == "number" and max(abs(base.value.numerator), base.value.denominator) <= SMALL_NUMBER:
            return number(base.value ** int(n))
        inner, m = _powered(base)
        if n.denominator == 1 and inner != base:
            return power(inner, number(m * n))
    return ONE if base == ONE else Node("^", (base, exponent))


_KNOWN = {("exp", ZERO): ONE, ("log", ONE): ZERO, ("sin", ZERO): ZERO, ("cos", ZERO): ONE}


def call(function: str, argument: Node) -> Node:
    return _KNOWN.get((function, argument)) or Node(function, (argument,))


_BUILD: dict[str, Callable[[Node, Node], Node]] = {"+": add, "-": subtract, "*": multiply, "/": divide, "^": power}


class Trees:
    """The arithmetic in which an expression is worth its tree."""

    def number(self, value: Fraction) -> Node:
        return number(value)

    def negative(self, value: Node) -> Node:
        return multiply(number(-1), value)

    def operate(self, sign: str, left: Node, right: Node) -> Node:
        return _BUILD[sign](left, right)

    def call(self, function: str, value: Node) -> Node:
        return call(function, value)


def parsed(text: str) -> Expression:
    """The expression of a text that `str` of a tree gave."""
    return NOTATION.parse(text)


def tree(expression: Expression) -> Node:
    return expression.value({"x": X}, Trees())


def derivative(node: Node) -> Node:
    """By x. Raises ValueError on a division by zero."""
    if node.kind in ("number", "x"):
        return ONE if node.kind == "x" else ZERO
    u, v = node.args[0], node.args[-1]
    du = derivative(u)
    if node.kind in ("+", "-"):
        return _BUILD[node.kind](du, derivative(v))
    if node.kind == "*":
        return add(multiply(du, v), multiply(u, derivative(v)))
    if node.kind == "/":
        return divide(subtract(multiply(du, v), multiply(u, derivative(v))), power(v, number(2)))
    if node.kind == "^":
        return _of_power(node, du)
    outer = {"sin": lambda: call("cos", u), "cos": lambda: multiply(number(-1), call("sin", u)), "exp": lambda: node}
    return divide(du, u) if node.kind == "log" else multiply(outer[node.kind](), du)


def _of_power(node: Node, du: Node) -> Node:
    u, v = node.args
    if v.kind == "number":
        return multiply(multiply(v, power(u, number(v.value - 1))), du)
    of_exponent = multiply(derivative(v), call("log", u))
    return multiply(node, add(of_exponent, divide(multiply(v, du), u)))


def random_function(rng: Random, nodes: int) -> Node:
    """A tree drawn with this many nodes, and simplified. Raises ValueError on a division by zero."""
    if nodes == 1:
        return X
    if nodes == 2 or rng.random() < 0.5:
        return _unary(rng, random_function(rng, nodes - 1))
    left = rng.randint(1, nodes - 2)
    build = _BUILD[rng.choices(list(_BINARY), list(_BINARY.values()))[0]]
    return build(random_function(rng, left), random_function(rng, nodes - 1 - left))


def _unary(rng: Random, inner: Node) -> Node:
    (kind,) = rng.choices(list(_UNARY), list(_UNARY.values()))
    if kind == "power":
        return power(inner, number(rng.choice(_EXPONENTS)))
    if kind == "plus":
        return add(inner, number(rng.choice((-2, -1, 1, 2))))
    if kind == "times":
        return multiply(number(rng.choice((-4, -3, -2, 2, 3, 4))), inner)
    if kind == "over":
        return divide(inner, number(rng.randint(2, 4)))
    return call(kind, inner)


_SUM, _PRODUCT, _POWER, _ATOM = 1, 2, 3, 4


def _written(node: Node, least: int) -> str:
    """In parentheses if it binds more loosely than `least`."""
    text, binds = _plain(node)
    return text if binds >= least else f"({text})"


def _plain(node: Node) -> tuple[str, int]:
    """The text of a tree and how tightly it binds."""
    if node.kind == "x":
        return "x", _ATOM
    factor, rest = _scaled(node)
    if rest == ONE or factor != 1:
        return _with_factor(factor, rest)
    if node.kind in ("+", "-"):
        left, right = node.args
        return f"{_written(left, _SUM)} {node.kind} {_written(right, _PRODUCT)}", _SUM
    if node.kind in ("*", "/"):
        left, right = node.args
        return f"{_written(left, _PRODUCT)}{node.kind}{_written(right, _POWER)}", _PRODUCT
    if node.kind == "^":
        base, exponent = node.args
        return f"{_written(base, _ATOM)}^{_written(exponent, _ATOM)}", _POWER
    return f"{node.kind}({_written(node.args[0], 0)})", _ATOM


def _with_factor(factor: Fraction, rest: Node) -> tuple[str, int]:
    above, below = abs(factor.numerator), factor.denominator
    if rest == ONE:
        text, binds = str(above), _ATOM
    else:
        text, binds = f"{above}*" * (above > 1) + _written(rest, _PRODUCT), _PRODUCT
    if below > 1:
        text, binds = f"{text}/{below}", _PRODUCT
    return (f"-{text}", _SUM) if factor < 0 else (text, binds)
