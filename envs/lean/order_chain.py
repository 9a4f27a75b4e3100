"""Order: a hidden chain of inequalities among natural numbers, or in an abstract order, in disguise and shuffled.

Every link says that x + g is at most y. On a full toolchain `omega` closes every problem about numbers (and `grind`
most of them); those about an abstract order need the links, or `grind`. Chains stop growing at 16 links (level 14),
hypotheses that do not matter at 14 (level 14), gaps between numbers at 30 (level 18).
"""

# ruff: noqa: RUF001 - the signs are Lean's

from dataclasses import dataclass, replace
from random import Random
from typing import Self

from rlve_gym import grow, step
from rlve_gym.kit.terms import Falsifiable, Tree, chain, printed

LETTERS = "abcdefgijklmnopquvwxyz"
"""Not h, r, s, t: hypotheses, relations and steps of proofs."""
EQUAL = ("eq", "qe")
SHAPES = ("le", "ge", "not_lt", *EQUAL)
"""How x + g <= y is shown for any g (x + g = y in the shapes EQUAL) ..."""
STRICT = ("lt", "gt", "not_le")
"""... and, beside these, if g is at least 1."""
MODELS, HIGH = 12, 1_000
RULES = " ".join(
    f"({one}{two} : ∀ x y z, {one} x y → {two} y z → {'r' if one + two == 'rr' else 's'} x z)"
    for one in "rs"
    for two in "rs"
)

Fact = list[str | int]
"""[shape, x, y, g]: x + g <= y, or x + g = y."""


@dataclass(frozen=True)
class OrderChain(Falsifiable):
    """hypotheses: lists of conjuncts. path: the links, as [hypothesis, conjunct]. goal: a fact, or nothing for False.

    abstract: whether the links are relations r (g = 0) and s (g = 1) on a type, of which only transitivity is known.
    """

    abstract: bool
    names: list[str]
    hypotheses: list[list[list[str | int]]]
    path: list[list[int]]
    goal: list[str | int]

    difficulty = {"links": step(2, cap=16), "others": step(0, cap=14), "largest": grow(1, cap=30)}

    @classmethod
    def generate(cls, rng: Random, links: int, others: int, largest: int) -> Self:
        kind = rng.choice(["reach", "reach", "reach", "abstract", "equal", "false"][: links + 1])
        names = rng.sample(LETTERS, min(len(LETTERS), links + 1 + others // 3))
        largest = 1 if kind == "abstract" else largest
        gaps = [0 if kind == "equal" or rng.random() < 0.4 else rng.randint(1, largest) for _ in range(links)]
        if kind == "false":
            gaps[rng.randrange(links)] = 1
        line = [*names[:links], names[0]] if kind == "equal" else names[: links + 1]
        facts = [_shown(rng, x, y, gap, links) for x, y, gap in zip(line, line[1:], gaps)]
        if kind == "false":
            facts.append(_shown(rng, line[-1], line[0], 0, links))
        heights = {name: rng.randint(0, sum(gaps) + 1) for name in names}
        heights |= {name: sum(gaps[:place]) for place, name in enumerate(line[: links + (kind != "equal")])}
        count = rng.randint(others // 2, others)
        chosen = [_other(rng, line, heights, largest, links) for _ in range(count)]
        hypotheses, path = _bundled(rng, facts, chosen, links > 3)
        goal = _goal(rng, kind, line, sum(gaps), links)
        return cls(kind == "abstract", sorted(names), hypotheses, path, goal)

    @property
    def signature(self) -> str:
        show = _relation if self.abstract else _inequality
        given = [
            f"(h{place} : {printed(chain('∧', [show(fact) for fact in facts]))})"
            for place, facts in enumerate(self.hypotheses, 1)
        ]
        goal = printed(show(self.goal)) if self.goal else "False"
        names = " ".join(self.names)
        context = f"(α : Type) (r s : α → α → Prop) {RULES} ({names} : α)" if self.abstract else f"({names} : Nat)"
        return f"{context} {' '.join(given)} : {goal}"

    def solve(self) -> str:
        """The chain, one link after the other, then its end in the shape of the goal."""
        links = [self._link(hypothesis, part) for hypothesis, part in self.path]
        if self.abstract:
            return "\n".join(_related(links))
        if self.goal and self.goal[0] in EQUAL:
            turn = next(place for place, (fact, _) in enumerate(links, 1) if fact[2] == self.goal[2])
            there, back = _climb(links[:turn], "s"), _climb(links[turn:], "t")
            return "\n".join([*there, *back, f"exact Nat.le_antisymm s{turn} t{len(links) - turn}"])
        x, gap = links[0][0][1], sum(int(fact[3]) for fact, _ in links)
        wanted, y = (int(self.goal[3]), self.goal[2]) if self.goal else (1, x)
        last, lines = f"s{len(links)}", _climb(links, "s")
        if wanted < gap:
            lines.append(
                f"have last : {_sum(x, wanted)} ≤ {y} := "
                f"Nat.le_trans (Nat.le_add_right {_sum(x, wanted, True)} {gap - wanted}) {last}"
            )
            last = "last"
        ends = {"not_lt": f"Nat.not_lt.2 {last}", "not_le": f"Nat.not_le.2 {last}"}
        return "\n".join(
            [*lines, f"exact {ends.get(str(self.goal[0]), last) if self.goal else f'Nat.lt_irrefl {x} {last}'}"]
        )

    def _link(self, hypothesis: int, part: int) -> tuple[Fact, str]:
        """A fact, and a term that proves it in the shape in which it is given."""
        facts = self.hypotheses[hypothesis]
        return facts[part], f"h{hypothesis + 1}" + (f".{part + 1}" if len(facts) > 1 else "")

    def falsified(self) -> Self:
        """The goal with the least gap that is too large; what contradicts the rest turned round."""
        if not self.goal:
            hypothesis, part = self.path[-1]
            facts = [[*conjuncts] for conjuncts in self.hypotheses]
            _, x, y, _ = facts[hypothesis][part]
            facts[hypothesis][part] = ["le", y, x, 0]
            return replace(self, hypotheses=facts)
        shape, x, y, _ = self.goal
        if self.abstract:
            reach = self._reach(str(x), str(y))
            return replace(self, goal=["lt", x, y, 1] if reach == 0 else [shape, y, x, self.goal[3]])
        shape = "lt" if shape in EQUAL else shape
        return replace(self, goal=[shape, x, y, self._reach(str(x), str(y)) + 1])

    def _reach(self, x: str, y: str) -> int:
        """The largest g for which x + g <= y follows: y - x where x is far above the rest, and the rest is low."""
        model = self._model(dict.fromkeys(self.names, 0) | {x: HIGH})
        assert model is not None and model[x] == HIGH
        return model[y] - HIGH

    def _model(self, least: dict[str, int]) -> dict[str, int] | None:
        """The least values that are at least these and fulfil the hypotheses; None if there are none."""
        values = dict(least)
        edges = [edge for facts in self.hypotheses for fact in facts for edge in _edges(fact)]
        for _ in range(len(values) + 1):
            before = dict(values)
            for x, y, gap in edges:
                values[y] = max(values[y], values[x] + gap)
            if values == before:
                return values
        return None

    def holds(self, rng: Random) -> bool:
        starts = [{name: rng.randint(0, 40) for name in self.names} for _ in range(MODELS)]
        if self.goal:
            starts += [dict.fromkeys(self.names, 0) | {str(end): HIGH} for end in self.goal[1:3]]
        models = [model for start in starts if (model := self._model(start)) is not None]
        return all(self.goal and _true(self.goal, model) for model in models)


def _shown(rng: Random, x: str, y: str, gap: int, links: int, exact: bool = True) -> Fact:
    """The fact in one of the shapes that are in use for chains of this length."""
    shapes = [shape for shape in SHAPES if exact or shape not in EQUAL][: 2 * links - 3]
    return [rng.choice([*shapes, *STRICT[:links]] if gap else shapes), x, y, gap]


def _other(rng: Random, line: list[str], heights: dict[str, int], largest: int, links: int) -> Fact:
    """A fact that is true at these heights, and no short cut through the chain."""
    x, y = sorted(rng.sample(sorted(heights), 2), key=lambda name: heights[name])
    gap = min(heights[y] - heights[x], largest)
    inside = x in line and y in line
    gap = max(0, gap - 1) if inside else gap - rng.choice([0, 0, min(1, gap)])
    return _shown(rng, x, y, gap, links, exact=not inside and gap == heights[y] - heights[x])


def _bundled(
    rng: Random, facts: list[Fact], others: list[Fact], pairs: bool
) -> tuple[list[list[Fact]], list[list[int]]]:
    """All facts in random order, some in pairs, and where the first list's are."""
    every = [*facts, *others]
    hypotheses: list[list[int]] = []
    for index in rng.sample(range(len(every)), len(every)):
        if pairs and hypotheses and len(hypotheses[-1]) == 1 and rng.random() < 0.2:
            hypotheses[-1].append(index)
        else:
            hypotheses.append([index])
    found = {index: [place, part] for place, group in enumerate(hypotheses) for part, index in enumerate(group)}
    return [[every[index] for index in group] for group in hypotheses], [found[index] for index in range(len(facts))]


def _goal(rng: Random, kind: str, line: list[str], gap: int, links: int) -> Fact:
    if kind == "false":
        return []
    if kind == "equal":
        return ["eq", line[0], line[rng.randint(1, links - 1)], 0]
    if kind == "abstract":
        return ["lt" if gap else "le", line[0], line[-1], min(gap, 1)]
    return _shown(rng, line[0], line[-1], gap - (rng.randint(0, gap) if rng.random() < 0.25 else 0), links, exact=False)


def _edges(fact: Fact) -> list[tuple[str, str, int]]:
    shape, x, y, gap = str(fact[0]), str(fact[1]), str(fact[2]), int(fact[3])
    return [(x, y, gap), (y, x, -gap)] if shape in EQUAL else [(x, y, gap)]


def _true(fact: Fact, model: dict[str, int]) -> bool:
    return all(model[x] + gap <= model[y] for x, y, gap in _edges(fact))


def _sum(x: str | int, gap: int, inside: bool = False) -> str:
    """x + g, in brackets inside of an application."""
    return str(x) if gap == 0 else f"({x} + {gap})" if inside else f"{x} + {gap}"


def _relation(fact: Fact) -> Tree:
    return ["s" if fact[3] else "r", fact[1], fact[2]]


def _inequality(fact: Fact) -> Tree:
    shape, x, y, gap = fact
    low = ["+", x, gap] if gap else x
    less = ["+", x, int(gap) - 1] if int(gap) > 1 else x
    shown: dict[str | int, Tree] = {
        "le": ["≤", low, y],
        "ge": ["≥", y, low],
        "not_lt": ["¬", ["<", y, low]],
        "eq": ["=", low, y],
        "qe": ["=", y, low],
        "lt": ["<", less, y],
        "gt": [">", y, less],
        "not_le": ["¬", ["≤", y, less]],
    }
    return shown[shape]


def _climb(links: list[tuple[Fact, str]], name: str) -> list[str]:
    """Steps name1, name2, ... that say how far each end is above the beginning."""
    lines, total = [], 0
    for place, ((shape, _, y, gap), given) in enumerate(links, 1):
        ways = {
            "not_lt": f"Nat.not_lt.1 {given}",
            "not_le": f"Nat.not_le.1 {given}",
            "eq": f"Nat.le_of_eq {given}",
            "qe": f"Nat.le_of_eq {given}.symm",
        }
        term, before = ways.get(str(shape), given), f"{name}{place - 1}"
        if place > 1:
            before = f"(Nat.add_le_add_right {before} {gap})" if gap else before
            term = f"Nat.le_trans {before} {f'({term})' if ' ' in term else term}"
        total += int(gap)
        lines.append(f"have {name}{place} : {_sum(links[0][0][1], total)} ≤ {y} := {term}")
    return lines


def _related(links: list[tuple[Fact, str]]) -> list[str]:
    """The same for the relations r and s."""
    (_, x, y, gap), given = links[0]
    sign, lines = "s" if gap else "r", []
    lines.append(f"have s1 : {sign} {x} {y} := {given}")
    for place, ((_, _, y, gap), given) in enumerate(links[1:], 2):
        rule = sign + ("s" if gap else "r")
        sign = "r" if rule == "rr" else "s"
        lines.append(f"have s{place} : {sign} {x} {y} := {rule} _ _ _ s{place - 1} {given}")
    return [*lines, f"exact s{len(links)}"]
