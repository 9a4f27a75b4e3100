"""Verdicts a second of real Lean: the embedded one on one core, and a process for every proof on one core and on two.

    python benchmarks/lean_throughput.py [--proofs 100] [--json]

Half of the proofs are right and half are wrong; every statement is another, so that nothing is remembered. `process`
runs the embedded Lean as the command `lean`, which loads its library for each proof, as a toolchain's does.
"""

import argparse
import json
import sys
import time

from rlve_gym.lean.backend import Backend
from rlve_gym.lean.checker import Checker
from rlve_gym.lean.embedded import Embedded
from rlve_gym.lean.process import Process
from rlve_gym.lean.statement import Form, Proof, Statement

LEAN = (sys.executable, "-m", "rlve_gym.lean")


def verdicts_per_s(backend: Backend, proofs: int, offset: int) -> float:
    """Throughput of a checker over this backend. Raises AssertionError if a verdict is wrong."""
    with Checker(backend) as checker:
        checker.check(statement(offset - 1), Proof(Form.TACTICS, "exact h.symm"))
        began = time.perf_counter()
        for key in range(proofs):
            checker.submit(key, statement(offset + key), Proof(Form.TACTICS, "exact h.symm" if key % 2 else "exact h"))
        results = {}
        while checker.pending:
            results.update(checker.finished(10.0))
        seconds = time.perf_counter() - began
    assert all(results[key].proved == bool(key % 2) for key in range(proofs))
    return proofs / seconds


def statement(number: int) -> Statement:
    return Statement("goal", f"(a b : Nat) (h : a + {number} = b) : b = a + {number}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--proofs", type=int, default=100)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    Embedded().close()  # compiles the library
    one = verdicts_per_s(Embedded(parallel=1), options.proofs, 10_000)
    single = verdicts_per_s(Process(LEAN, parallel=1), options.proofs, 20_000)
    double = verdicts_per_s(Process(LEAN, parallel=2), options.proofs, 30_000)
    figures = {
        "embedded, one at a time, proofs/s (target 8)": round(one, 1),
        "process, one at a time, proofs/s": round(single, 1),
        "process, two at a time, proofs/s": round(double, 1),
        "process, two against one (target 1.8)": round(double / single, 2),
    }
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        print(f"{name:<50}{value:>8}")


if __name__ == "__main__":
    main()
