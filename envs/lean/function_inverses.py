"""Functions and their inverses on an abstract type: words that cancel, unique inverses, injectivity, preimages.

Every hypothesis says that one function undoes another on one side, and the side matters. On a full toolchain
`simp_all` closes the kind "reduce", `grind` most of the others. Words stop growing at 16 letters (level 14), functions
without an inverse at 2 (from level 4 on, and `extras`, twice as many and one, from level 5 on).
"""

# ruff: noqa: RUF001 - the signs are Lean's

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Self

from rlve_gym import step
from rlve_gym.kit.terms import Falsifiable

LETTERS = "abcdfgjkmnpqrstuvw"
"""Not h, x, y, z, e, which name other things here."""
BLOCK, MODELS, POINTS, FIBRE = 12, 6, 20, 40
"""Models permute blocks of BLOCK numbers. MODELS of them are tried, on the numbers below POINTS."""


@dataclass(frozen=True)
class FunctionInverses(Falsifiable):
    """A word is a list of functions, the outermost first.

    kind: "reduce" (left and right are one function), "agree" (so are two single functions, by a chain of inverses),
    "solve" (left x = y gives x = right y), "injective", "surjective" (left is).
    hypotheses: pairs [f, g] for f (g x) = x. composed: whether equal words are written with rings, not applied.
    """

    kind: str
    functions: list[str]
    hypotheses: list[list[str]]
    left: list[str]
    right: list[str]
    composed: bool

    difficulty = {"letters": step(2, cap=16), "extras": step(0, cap=5)}

    @classmethod
    def generate(cls, rng: Random, letters: int, extras: int) -> Self:
        names = iter(rng.sample(LETTERS, len(LETTERS)))
        kinds = ["reduce", "solve", "injective", "surjective", "agree"][: 1 + 2 * (letters - 2)]
        kind = rng.choice(kinds)
        chain = [next(names) for _ in range(3 + 2 * (letters // 5))] if kind == "agree" else []
        count = 1 if chain else 1 + letters // 4
        pairs = [[next(names), next(names)] for _ in range(count)]
        both = [pair[::-1] for pair in pairs if rng.random() < 0.4]
        free = [next(names) for _ in range(rng.randint(len(both) == count, max(1, extras // 2)))]
        undoing = [*pairs, *both]
        left, right = _words(rng, kind, letters, undoing, free, chain)
        hypotheses = [*undoing, *(list(pair) for pair in pairwise(chain))]
        functions = [*chain, *(name for pair in pairs for name in pair), *free]
        rng.shuffle(functions)
        rng.shuffle(hypotheses)
        composed = kind in ("reduce", "agree") and letters > 3 and rng.random() < 0.4
        return cls(kind, functions, hypotheses, left, right, composed)

    @property
    def signature(self) -> str:
        given = " ".join(
            f"(h{place} : ∀ x, {_applied(pair, 'x')} = x)" for place, pair in enumerate(self.hypotheses, 1)
        )
        return f"(α : Type) ({' '.join(self.functions)} : α → α) {given}{self._goal}"

    @property
    def _goal(self) -> str:
        left, right = _applied(self.left, "x"), _applied(self.right, "x")
        if self.kind == "injective":
            return f" (x y : α) (h : {left} = {_applied(self.left, 'y')}) : x = y"
        if self.kind == "surjective":
            return f" (y : α) : ∃ x, {left} = y"
        if self.kind == "solve":
            return f" (x y : α) (h : {left} = y) : x = {_applied(self.right, 'y')}"
        if self.composed:
            return f" : {' ∘ '.join(self.left)} = {' ∘ '.join(self.right) or 'id'}"
        return f" (x : α) : {left} = {right}"

    def solve(self) -> str:
        if self.kind == "agree":
            return self._by_chain()
        hints = ", ".join(self._name(pair) for pair in self.hypotheses)
        if self.kind == "surjective":
            there = [self._partner(name, 0) for name in reversed(self.left)]
            return f"exact ⟨{_applied(there, 'y')}, by simp only [{hints}]⟩"
        if self.kind in ("injective", "solve"):
            back = _applied([self._partner(name, 1) for name in reversed(self.left)], "z")
            return f"have e := congrArg (fun z => {back}) h\nsimp only [{hints}] at e\nexact e"
        return f"{self._opened}simp only [{hints}]"

    @property
    def _opened(self) -> str:
        """Tactics that turn an equation of composed words into one of applied words."""
        if not self.composed:
            return ""
        return f"funext x\nshow {_applied(self.left, 'x')} = {_applied(self.right, 'x')}\n"

    def _by_chain(self) -> str:
        """Between f and h, both inverses of g: f x = f (g (h x)) = h x."""
        after = {f: g for f, g in self.hypotheses if [g, f] not in self.hypotheses}
        steps, first = [], self.left[0]
        while first != self.right[0]:
            middle, last = after[first], after[after[first]]
            steps.append(
                f"have e{len(steps) + 1} : {first} x = {last} x := (congrArg {first} ({self._name([middle, last])} x))"
                f".symm.trans ({self._name([first, middle])} ({last} x))"
            )
            first = last
        whole = ".trans (".join(f"e{place + 1}" for place in range(len(steps))) + ")" * (len(steps) - 1)
        return self._opened + "\n".join([*steps, f"exact {whole}"])

    def _name(self, pair: list[str]) -> str:
        return f"h{self.hypotheses.index(pair) + 1}"

    def _partner(self, name: str, side: int) -> str:
        """The function on the other side of the first hypothesis that has `name` at `side`."""
        return next(pair[1 - side] for pair in self.hypotheses if pair[side] == name)

    def falsified(self) -> Self:
        if self.kind == "injective":
            bad = next(f for f in self.functions if all(f != inner for _, inner in self.hypotheses))
            return replace(self, left=[*self.left, bad])
        if self.kind == "surjective":
            bad = next(f for f in self.functions if all(f != outer for outer, _ in self.hypotheses))
            return replace(self, left=[bad, *self.left])
        if self.kind == "agree":
            return replace(self, right=[next(g for f, g in self.hypotheses if f == self.left[0])])
        context, true = ([], self.left) if self.kind == "reduce" else (self.left, [])
        wrong = (word for word in self._changed() if self._normal([*word, *context]) != self._normal(true))
        return replace(self, right=next(wrong))

    def _changed(self) -> list[list[str]]:
        """Right sides that look alike: a pair cancelled on the wrong side, an order turned round, a letter too many."""
        turned = [[g, f] for f, g in self.hypotheses]
        inserted = [[*self.right[:at], *pair, *self.right[at:]] for pair in turned for at in (len(self.right), 0)]
        added = [[*self.right, name] for name in self.functions]
        return [self.right[::-1], *inserted, *added]

    def _normal(self, word: list[str]) -> list[str]:
        return _normal(word, self.hypotheses)

    def holds(self, rng: Random) -> bool:
        return all(self._in(_Model(rng, self.functions, self.hypotheses)) for _ in range(MODELS))

    def _in(self, model: "_Model") -> bool:
        """Whether the conclusion is true in a model of the hypotheses, as far as its first numbers tell."""
        points = range(POINTS)
        assert all(model.apply(pair, x) == x for pair in self.hypotheses for x in points)
        if self.kind == "injective":
            return len({model.apply(self.left, x) for x in points}) == len(points)
        if self.kind == "surjective":
            return all(model.preimages(self.left, y) for y in points)
        if self.kind == "solve":
            return all(model.apply([*self.right, *self.left], x) == x for x in points)
        return all(model.apply(self.left, x) == model.apply(self.right, x) for x in points)


def _applied(word: list[str], argument: str) -> str:
    """f (g (h x))."""
    return "".join(f"{name} (" for name in word[:-1]) + " ".join([*word[-1:], argument]) + ")" * (len(word) - 1)


def _normal(word: list[str], hypotheses: list[list[str]]) -> list[str]:
    """The word without pairs that cancel; the order of cancelling does not matter."""
    kept: list[str] = []
    for name in word:
        if kept and [kept[-1], name] in hypotheses:
            kept.pop()
        else:
            kept.append(name)
    return kept


def _words(
    rng: Random, kind: str, letters: int, undoing: list[list[str]], free: list[str], chain: list[str]
) -> tuple[list[str], list[str]]:
    """The left and the right word of a true theorem."""
    if kind == "agree":
        return [chain[0]], [chain[-1]]
    if kind == "reduce":
        names = [*free, *(name for pair in undoing for name in pair)]
        some = 0 if letters < 3 else rng.randint(0, letters // 3)
        word = _normal([rng.choice(names) for _ in range(some)], undoing)
        left = _grown(rng, word, letters, undoing)
        return left, _grown(rng, word, 2 * (letters // 6), undoing) if rng.random() < 0.5 else _normal(left, undoing)
    side = 0 if kind == "surjective" else 1
    count = rng.randint(1 + letters // 4, 1 + letters // 2)
    pairs = [rng.choice(undoing) for _ in range(count)]
    left = [pair[side] for pair in pairs]
    if kind != "solve":
        return left, []
    left = _normal(left, undoing) or left[:1]
    return left, [next(f for f, g in undoing if g == name) for name in reversed(left)]


def _grown(rng: Random, word: list[str], letters: int, undoing: list[list[str]]) -> list[str]:
    """The word with cancelling pairs put anywhere until it has `letters` letters."""
    while len(word) < letters:
        at = rng.randint(0, len(word))
        word = [*word[:at], *rng.choice(undoing), *word[at:]]
    return word


class _Model:
    """Functions on the natural numbers for which the hypotheses hold, and nothing else that is simple.

    A pair that cancels on one side only is x -> 3 x + r and its left inverse, each with blocks of numbers permuted;
    pairs that cancel on both sides and chains are permutations; a free function is neither injective nor onto.
    """

    def __init__(self, rng: Random, functions: list[str], hypotheses: list[list[str]]):
        self._to: dict[str, Callable[[int], int]] = {}
        self._from: dict[str, Callable[[int], list[int]]] = {}
        for name in sorted(functions):
            if name not in self._to:
                self._add(rng, name, hypotheses)

    def apply(self, word: list[str], x: int) -> int:
        for name in reversed(word):
            x = self._to[name](x)
        return x

    def preimages(self, word: list[str], y: int) -> list[int]:
        """Some of the numbers that the word maps to y (FIBRE of them are followed); none if there are none."""
        found = [y]
        for name in word:
            found = [x for value in found for x in self._from[name](value)][:FIBRE]
        return found

    def _add(self, rng: Random, name: str, hypotheses: list[list[str]]) -> None:
        """Give a meaning to a function and to all that its hypotheses tie it to."""
        order = rng.sample(range(BLOCK), BLOCK)
        rank = [order.index(x) for x in range(BLOCK)]
        rest = rng.randrange(3)
        edges = _component(name, hypotheses)

        def moved(x: int) -> int:
            return x - x % BLOCK + order[x % BLOCK]

        def returned(x: int) -> int:
            return x - x % BLOCK + rank[x % BLOCK]

        if not edges:
            self._to[name] = lambda x: moved(x // 2 + 7)
            self._from[name] = lambda y: [2 * (z := returned(y) - 7), 2 * z + 1] if returned(y) >= 7 else []
        elif len(edges) == 1:
            outer, inner = edges[0]
            self._to[inner], self._to[outer] = lambda x: moved(3 * x + rest), lambda y: returned(y) // 3
            self._from[inner] = lambda y: [returned(y) // 3] if returned(y) % 3 == rest else []
            self._from[outer] = lambda x: [moved(3 * x + some) for some in range(3)]
        else:
            there, back = [moved, returned], [lambda y: [returned(y)], lambda y: [moved(y)]]
            for mine, side in _sides(name, edges).items():
                self._to[mine], self._from[mine] = there[side], back[side]


def _component(name: str, hypotheses: list[list[str]]) -> list[list[str]]:
    """The hypotheses that a function is tied to, through others too."""
    known, edges = {name}, []
    while grown := [pair for pair in hypotheses if pair not in edges and known & set(pair)]:
        edges += grown
        known |= {name for pair in grown for name in pair}
    return edges


def _sides(name: str, edges: list[list[str]]) -> dict[str, int]:
    """0 for one of the functions, 1 for those next to it, 0 for those next to them, and so on."""
    given = {name: 0}
    while len(given) < len({end for edge in edges for end in edge}):
        for f, g in edges:
            for one, other in ((f, g), (g, f)):
                if one in given:
                    given.setdefault(other, 1 - given[one])
    return given
