"""Theorems about functions that a recurrence defines: the functions, the conclusion, and a proof by induction.

Every kind draws coefficients for which the conclusion holds, and proves it with explicit lemmas, so that no decision
procedure for arithmetic is needed. `claim` holds the coefficients of the conclusion, `numbers` those of the functions.
"""

# ruff: noqa: RUF001 - the signs are Lean's

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from rlve_gym.kit.terms import Tree, chain, printed, value

Numbers = dict[str, int]


@dataclass(frozen=True)
class Definition:
    """A function of n, and maybe of `more`: the values at 0, 1, ..., and then the value at n + len(first)."""

    name: str
    first: list[Tree]
    step: Tree
    more: tuple[str, ...] = ()

    @property
    def lean(self) -> str:
        rows = [*((str(n), tree) for n, tree in enumerate(self.first)), (f"n + {len(self.first)}", self.step)]
        kind = " → ".join(["Nat"] * (2 + len(self.more)))
        cases = [f"  | {', '.join([pattern, *self.more])} => {printed(tree)}" for pattern, tree in rows]
        return "\n".join([f"def {self.name} : {kind}", *cases])

    def function(self, known: dict[str, Any]) -> Callable[..., int]:
        """The function itself, where the functions before it are known."""
        values: dict[tuple[int, ...], int] = {}

        def call(n: int, *rest: int) -> int:
            if (n, *rest) not in values:
                late = n >= len(self.first)
                names = {**known, self.name: call, "n": n - len(self.first), **dict(zip(self.more, rest))}
                values[n, *rest] = value(self.step if late else self.first[n], names)
            return values[n, *rest]

        return call


@dataclass(frozen=True)
class Case:
    """A theorem about a number n. `proof`: tactics, in which ih is the induction hypothesis for k."""

    definitions: list[Definition]
    goal: Tree
    proof: str


@dataclass(frozen=True)
class Kind:
    """draw: numbers and claim from a random stream and a size. case: the theorem, given names of two functions."""

    draw: Callable[[Random, int], tuple[Numbers, Numbers]]
    case: Callable[[str, str, Numbers, Numbers], Case]


def _affine(name: str, first: int, factor: int, summand: int) -> Definition:
    """The function that begins with `first` and maps each value x to factor x + summand."""
    before: Tree = ["*", factor, [name, "n"]] if factor > 1 else [name, "n"]
    return Definition(name, [first], ["+", before, summand] if summand else before)


def _induction(zero: str, *succ: str, over: str = "n") -> str:
    return f"induction {over} with\n| zero => {zero}\n| succ k ih =>\n" + _indented("\n".join(succ))


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))


SHUFFLE = "simp only [Nat.add_assoc, Nat.add_comm, Nat.add_left_comm]"


def _draw_linear(rng: Random, size: int) -> tuple[Numbers, Numbers]:
    numbers = {"b": rng.randint(1, size), "c": rng.randint(2, size)}
    return numbers, numbers


def _linear(f: str, _: str, of: Numbers, claim: Numbers) -> Case:
    b, c = claim["b"], claim["c"]
    proof = _induction(
        "rfl",
        f"show {f} k + {of['c']} = {c} * (k + 1) + {b}",
        f"rw [ih, Nat.mul_succ {c} k, Nat.add_right_comm _ {b} {of['c']}]",
    )
    return Case([_affine(f, of["b"], 1, of["c"])], ["=", [f, "n"], ["+", ["*", c, "n"], b]], proof)


def _draw_geometric(rng: Random, size: int) -> tuple[Numbers, Numbers]:
    a, b, d = rng.randint(2, 3 + size // 6), rng.randint(1, size), rng.randint(1, size)
    return {"a": a, "b": b, "c": d * (a - 1)}, {"e": b + d, "d": d}


def _geometric(f: str, _: str, of: Numbers, claim: Numbers) -> Case:
    a, c, d, e = of["a"], of["c"], claim["d"], claim["e"]
    goal: Tree = ["=", ["+", [f, "n"], d], ["*", e, ["^", a, "n"]]]
    proof = _induction(
        "rfl",
        f"have s : {e} * {a} ^ (k + 1) = {f} k * {a} + {d} * {a} := by",
        "  rw [Nat.pow_succ, ← Nat.mul_assoc, ← ih, Nat.add_mul]",
        f"have t : {a} * {f} k + {c} + {d} = {a} * {f} k + {d} * {a} := rfl",
        f"exact t.trans (by rw [s, Nat.mul_comm {a} ({f} k)])",
    )
    return Case([_affine(f, of["b"], a, c)], goal, proof)


def _draw_bound(rng: Random, size: int) -> tuple[Numbers, Numbers]:
    numbers, claim = _draw_geometric(rng, size)
    return numbers, {"e": claim["e"]}


def _bound(f: str, g: str, of: Numbers, claim: Numbers) -> Case:
    """What is lost, d, makes the closed form exact; without it the step fails."""
    d = of["c"] // (of["a"] - 1)
    closed = _geometric(f, g, of, {**claim, "d": d})
    proof = (
        f"have closed : {printed(closed.goal)} := by\n{_indented(closed.proof)}\n"
        f"rw [← closed]\nexact Nat.le_add_right ({f} n) {d}"
    )
    return Case(closed.definitions, ["≤", [f, "n"], ["*", claim["e"], ["^", of["a"], "n"]]], proof)


def _draw_triangular(rng: Random, size: int) -> tuple[Numbers, Numbers]:
    b, c = rng.randint(1, size), rng.randint(2, size)
    return {"b": b, "c": c}, {"b": 2 * b, "c": c}


def _triangular(f: str, _: str, of: Numbers, claim: Numbers) -> Case:
    b, c = claim["b"], claim["c"]
    following: Tree = ["+", "n", 1]
    goal: Tree = ["=", ["*", 2, [f, "n"]], ["+", ["*", c, ["*", "n", following]], b]]
    proof = _induction(
        "rfl",
        "have r : (k + 1) * (k + 1 + 1) = k * (k + 1) + 2 * (k + 1) := by",
        "  rw [Nat.mul_succ, Nat.succ_mul, Nat.add_assoc, Nat.two_mul]",
        f"show 2 * ({f} k + {of['c']} * (k + 1)) = {c} * ((k + 1) * (k + 1 + 1)) + {b}",
        f"rw [Nat.mul_add 2 ({f} k), ih, r, Nat.mul_add {c} (k * (k + 1)), Nat.mul_left_comm {c} 2 (k + 1),",
        f"  Nat.add_right_comm _ {b}]",
    )
    return Case([Definition(f, [of["b"]], ["+", [f, "n"], ["*", of["c"], following]])], goal, proof)


def _draw_residue(rng: Random, size: int) -> tuple[Numbers, Numbers]:
    """Maps x -> a x + c modulo m that come back after one, two or three steps."""
    order, b = rng.choice([1, 1, 2, 3]), rng.randint(0, size)
    m = rng.randint(3, 6 + size // 3)
    a, c = rng.randint(2, size), rng.randint(1, size)
    if order == 1:
        c = (b - a * b) % m + m * rng.randint(0, 2)
    elif order == 2:
        a = m * rng.randint(1, 2) - 1
    else:
        m, a = rng.choice([(7, 2), (7, 4), (13, 3), (13, 9), (19, 7)])
    return {"a": a, "b": b, "c": c, "m": m}, {f"r{i}": r for i, r in enumerate(_orbit(a, b, c, m))}


def _orbit(a: int, b: int, c: int, m: int) -> list[int]:
    found = {b % m}
    while new := {(a * r + c) % m for r in found} - found:
        found |= new
    return sorted(found)


def _residue(f: str, _: str, of: Numbers, claim: Numbers) -> Case:
    a, b, c, m = (of[name] for name in "abcm")
    residues = list(claim.values())
    places = {r: place for place, r in enumerate(_orbit(a, b, c, m))}
    last = len(residues) - 1

    def at(residue: int, proof: str) -> str:
        place = places[residue % m]
        return "Or.inr (" * place + (f"Or.inl ({proof})" if place < last else proof) + ")" * place

    steps = [
        at(
            a * r + c,
            f"(by rw [Nat.add_mod, Nat.mul_mod, ih] : ({a} * {f} k + {c}) % {m} = "
            f"({a} % {m} * {r} % {m} + {c} % {m}) % {m}).trans rfl",
        )
        for r in places
    ]
    if last:
        cases = [f"rcases ih with {' | '.join(['ih'] * len(residues))}", *(f"· exact {proof}" for proof in steps)]
    else:
        cases = [f"exact {steps[0]}"]
    goal = chain("∨", [["=", ["%", [f, "n"], m], r] for r in residues])
    return Case([_affine(f, b, a, c)], goal, _induction(f"exact {at(b, 'rfl')}", *cases))


def _draw_avoided(rng: Random, size: int) -> tuple[Numbers, Numbers]:
    numbers, orbit = _draw_residue(rng, size)
    return numbers, {"z": rng.choice([r for r in range(numbers["m"]) if r not in orbit.values()])}


def _avoided(f: str, g: str, of: Numbers, claim: Numbers) -> Case:
    orbit = _orbit(of["a"], of["b"], of["c"], of["m"])
    closed = _residue(f, g, of, {f"r{i}": r for i, r in enumerate(orbit)})
    split = f"rcases o with {' | '.join(['o'] * len(orbit))} <;> " if len(orbit) > 1 else ""
    proof = f"have o : {printed(closed.goal)} := by\n{_indented(closed.proof)}\n{split}rw [o] <;> decide"
    return Case(closed.definitions, ["≠", ["%", [f, "n"], of["m"]], claim["z"]], proof)


def _draw_quadratic(rng: Random, size: int) -> tuple[Numbers, Numbers]:
    claim = {name: rng.randint(2, size) for name in "bpq"}
    return {"b": claim["b"], "u": 2 * claim["p"], "v": claim["p"] + claim["q"]}, claim


def _quadratic(f: str, _: str, of: Numbers, claim: Numbers) -> Case:
    b, p, q, u, v = claim["b"], claim["p"], claim["q"], of["u"], of["v"]
    goal: Tree = ["=", [f, "n"], ["+", ["+", ["*", p, ["*", "n", "n"]], ["*", q, "n"]], b]]
    proof = _induction(
        "rfl",
        "have sq : (k + 1) * (k + 1) = k * k + k + (k + 1) := by rw [Nat.mul_succ, Nat.succ_mul]",
        f"have e : {u} * k = {p} * k + {p} * k := Nat.add_mul {p} {p} k",
        "have ac : ∀ x y z b p q : Nat, x + y + b + (z + z + (p + q)) = x + z + (z + p) + (y + q) + b := by",
        f"  intro x y z b p q\n  {SHUFFLE}",
        f"show {f} k + ({u} * k + {v}) = {p} * ((k + 1) * (k + 1)) + {q} * (k + 1) + {b}",
        f"rw [e, ih, sq, Nat.mul_succ {q} k, Nat.mul_add {p} (k * k + k), Nat.mul_add {p} (k * k), Nat.mul_succ {p} k]",
        f"exact ac ({p} * (k * k)) ({q} * k) ({p} * k) {b} {p} {q}",
    )
    return Case([Definition(f, [of["b"]], ["+", [f, "n"], ["+", ["*", u, "n"], v]])], goal, proof)


def _draw_cubic(rng: Random, size: int) -> tuple[Numbers, Numbers]:
    numbers = {"b": rng.randint(1, size), "p": rng.randint(2, size)}
    return numbers, numbers


def _cubic(f: str, _: str, of: Numbers, claim: Numbers) -> Case:
    b, p = claim["b"], claim["p"]
    more: Tree = ["+", ["+", ["*", 3, ["*", "n", "n"]], ["*", 3, "n"]], 1]
    goal: Tree = ["=", [f, "n"], ["+", ["*", p, ["*", ["*", "n", "n"], "n"]], b]]
    proof = _induction(
        "rfl",
        "have t : ∀ x : Nat, 3 * x = x + x + x := by\n  intro x\n  rw [← Nat.two_mul]\n  exact Nat.succ_mul 2 x",
        "have ac : ∀ x y z o : Nat, x + y + (y + z) + (y + z + (z + o)) = x + (y + y + y + (z + z + z) + o) := by",
        f"  intro x y z o\n  {SHUFFLE}",
        "have cube : (k + 1) * (k + 1) * (k + 1) = k * k * k + (3 * (k * k) + 3 * k + 1) := by",
        "  rw [Nat.mul_succ (k + 1) k, Nat.succ_mul k k, Nat.mul_succ (k * k + k + (k + 1)) k,",
        "    Nat.add_mul (k * k + k), Nat.add_mul (k * k), Nat.succ_mul k k, t (k * k), t k]",
        "  exact ac (k * k * k) (k * k) k 1",
        f"show {f} k + {of['p']} * (3 * (k * k) + 3 * k + 1) = {p} * ((k + 1) * (k + 1) * (k + 1)) + {b}",
        f"rw [ih, cube, Nat.mul_add {p} (k * k * k), Nat.add_right_comm _ {b}]",
    )
    return Case([Definition(f, [of["b"]], ["+", [f, "n"], ["*", of["p"], more]])], goal, proof)


def _collector(g: str, _: str, of: Numbers, claim: Numbers) -> Case:
    """A second argument collects the result; the claim must be made for all of its values."""
    b, c = of["b"], of["c"]
    proof = "\n".join(
        [
            f"have all : ∀ m a, {g} m a = {c} * m + a := by",
            "  intro m",
            _indented(
                _induction(
                    f"\n  intro a\n  show a = {c} * 0 + a\n  rw [Nat.mul_zero, Nat.zero_add]",
                    f"intro a\nshow {g} k (a + {c}) = {c} * (k + 1) + a",
                    f"rw [ih, Nat.mul_succ, Nat.add_assoc _ {c} a, Nat.add_comm {c} a]",
                    over="m",
                )
            ),
            f"exact all n {b}",
        ]
    )
    definition = Definition(g, ["a"], [g, "n", ["+", "a", c]], ("a",))
    return Case([definition], ["=", [g, "n", b], ["+", ["*", claim["c"], "n"], claim["b"]]], proof)


def _draw_grows(rng: Random, size: int) -> tuple[Numbers, Numbers]:
    b = rng.randint(1, size)
    return {"a": rng.randint(2, size), "b": b, "c": rng.randint(1, size)}, {"s": b}


def _grows(f: str, _: str, of: Numbers, claim: Numbers) -> Case:
    a, b, c, s = of["a"], of["b"], of["c"], claim["s"]
    proof = _induction(
        f"exact Nat.le_of_eq (rfl : 0 + {s} = {b})",
        f"have e : {a} * {f} k = {a - 1} * {f} k + {f} k := Nat.succ_mul {a - 1} ({f} k)",
        f"show k + 1 + {s} ≤ {a} * {f} k + {c}",
        f"rw [e, Nat.add_right_comm k 1 {s}]",
        "exact Nat.add_le_add (Nat.le_trans ih (Nat.le_add_left _ _)) (by decide)",
    )
    return Case([_affine(f, b, a, c)], ["≤", ["+", "n", s], [f, "n"]], proof)


def _draw_divides(rng: Random, size: int) -> tuple[Numbers, Numbers]:
    a, m, d = rng.randint(2, 3 + size // 4), rng.randint(3, 3 + size), rng.randint(1, size)
    q = rng.randint(1, 3)
    return {"a": a, "b": m * (d // m + rng.randint(1, 3)) - d, "c": a * d + m * q - d}, {"m": m, "d": d}


def _divides(f: str, _: str, of: Numbers, claim: Numbers) -> Case:
    a, b, c, m, d = of["a"], of["b"], of["c"], claim["m"], claim["d"]
    q = (c + d - a * d) // m
    proof = _induction(
        f"exact ⟨{(b + d) // m}, rfl⟩",
        "obtain ⟨w, h⟩ := ih",
        f"have s : {a} * {f} k + {a} * {d} = {m} * ({a} * w) := by",
        f"  rw [← Nat.mul_add {a} ({f} k) {d}, h, Nat.mul_left_comm {a} {m} w]",
        f"have t : {a} * {f} k + {c} + {d} = {a} * {f} k + {a} * {d} + {m} * {q} := rfl",
        f"exact ⟨{a} * w + {q}, t.trans (by rw [s, Nat.mul_add {m} ({a} * w) {q}])⟩",
    )
    return Case([_affine(f, b, a, c)], ["∣", m, ["+", [f, "n"], d]], proof)


def _draw_pair(rng: Random, size: int) -> tuple[Numbers, Numbers]:
    a, p, q, first = rng.randint(2, 3 + size // 6), rng.randint(2, size), rng.randint(1, size), rng.randint(1, size)
    more = (a - 1) * q // p + rng.randint(1, size)
    return {"a": a, "b": p * first + q, "c": p * more + q - a * q, "first": first, "more": more}, {"q": q, "p": p}


def _pair(f: str, g: str, of: Numbers, claim: Numbers) -> Case:
    a, c, more, p, q = of["a"], of["c"], of["more"], claim["p"], claim["q"]
    proof = _induction(
        "rfl",
        f"have s : {a} * {f} k = {p} * ({a} * {g} k) + {a} * {q} := by",
        f"  rw [ih, Nat.mul_add {a} ({p} * {g} k) {q}, Nat.mul_left_comm {a} {p} ({g} k)]",
        f"have t : {p} * ({a} * {g} k) + {a} * {q} + {c} = {p} * ({a} * {g} k) + {p} * {more} + {q} := rfl",
        f"show {a} * {f} k + {c} = {p} * ({a} * {g} k + {more}) + {q}",
        f"exact (by rw [s] : _ = _ + {c}).trans (t.trans (by rw [Nat.mul_add {p} ({a} * {g} k) {more}]))",
    )
    definitions = [_affine(f, of["b"], a, c), _affine(g, of["first"], a, more)]
    return Case(definitions, ["=", [f, "n"], ["+", ["*", p, [g, "n"]], q]], proof)


def _draw_sum(rng: Random, size: int) -> tuple[Numbers, Numbers]:
    a, b = rng.randint(3, 3 + size), rng.randint(1, size)
    return {"a": a, "b": b}, {"b": b, "w": a - 1}


def _sum(f: str, g: str, of: Numbers, claim: Numbers) -> Case:
    a, b, w = of["a"], claim["b"], claim["w"]
    proof = _induction(
        "rfl",
        f"have e : {a} * {f} k = {w} * {f} k + {f} k := Nat.succ_mul {w} ({f} k)",
        f"show {w} * ({g} k + {f} k) + {b} = {a} * {f} k",
        f"rw [e, Nat.mul_add, Nat.add_right_comm _ _ {b}, ih, Nat.add_comm ({f} k)]",
    )
    definitions = [_affine(f, of["b"], a, 0), Definition(g, [0], ["+", [g, "n"], [f, "n"]])]
    return Case(definitions, ["=", ["+", ["*", w, [g, "n"]], b], [f, "n"]], proof)


def _draw_second(rng: Random, size: int) -> tuple[Numbers, Numbers]:
    b, r = rng.randint(1, size), rng.randint(3, 4 + size // 4)
    s = rng.randint(1, r - 2)
    return {"b": b, "r": r, "p": r - s, "q": r * s}, {"b": b, "r": r}


def _second(f: str, _: str, of: Numbers, claim: Numbers) -> Case:
    b, r, p, q = claim["b"], claim["r"], of["p"], of["q"]
    both, x = f"{f} n = {b} * {r} ^ n ∧ {f} (n + 1) = {b} * {r} ^ (n + 1)", f"{r} ^ k"
    induction = _induction(
        "exact ⟨rfl, rfl⟩",
        f"have s : {f} (k + 1) = {b} * ({x} * {r}) := ih.2",
        f"have t : {p} * {f} (k + 1) + {q} * {f} k = {p} * ({b} * ({x} * {r})) + {q} * ({b} * {x}) := by rw [s, ih.1]",
        f"have u : {b} * ({x} * ({r} * {r})) = {b} * ({x} * {r} * {r}) := by rw [Nat.mul_assoc ({x}) {r} {r}]",
        f"exact ⟨ih.2, t.trans ((ac ({x}) {b} {p} {q} {r}).trans u)⟩",
    )
    proof = "\n".join(
        [
            "have ac : ∀ x b p q r : Nat, p * (b * (x * r)) + q * (b * x) = b * (x * (p * r + q)) := by",
            "  intro x b p q r",
            "  rw [Nat.mul_add x, Nat.mul_add b, Nat.mul_left_comm p b, Nat.mul_left_comm p x, Nat.mul_left_comm q b,",
            "    Nat.mul_comm q x]",
            f"have both : {both} := by\n{_indented(induction)}",
            "exact both.1",
        ]
    )
    following: Tree = ["+", ["*", p, [f, ["+", "n", 1]]], ["*", q, [f, "n"]]]
    definition = Definition(f, [of["b"], of["b"] * of["r"]], following)
    return Case([definition], ["=", [f, "n"], ["*", b, ["^", r, "n"]]], proof)


KINDS = {
    "linear": Kind(_draw_linear, _linear),
    "geometric": Kind(_draw_geometric, _geometric),
    "triangular": Kind(_draw_triangular, _triangular),
    "grows": Kind(_draw_grows, _grows),
    "residue": Kind(_draw_residue, _residue),
    "quadratic": Kind(_draw_quadratic, _quadratic),
    "divides": Kind(_draw_divides, _divides),
    "bound": Kind(_draw_bound, _bound),
    "avoided": Kind(_draw_avoided, _avoided),
    "collector": Kind(_draw_linear, _collector),
    "pair": Kind(_draw_pair, _pair),
    "sum": Kind(_draw_sum, _sum),
    "second": Kind(_draw_second, _second),
    "cubic": Kind(_draw_cubic, _cubic),
}
"""By the level from which on they are drawn: two more at each."""
