"""What `rlve_gym.testing` asks of a theorem beside what it asks of every problem: that it is true, and its twin not.

Left out: whether the twin is false. Lean can only say that the theorem's reference does not prove it.
"""

from dataclasses import replace
from random import Random

from rlve_gym.lean.select import default_checker
from rlve_gym.lean.statement import Proof
from rlve_gym.lean.theorem import Theorem


def check_theorem(problem: Theorem, seed: int) -> None:
    """Raises AssertionError on the first thing that is wrong. A theorem of a data set has no models and no twin."""
    cls = type(problem)
    if cls.holds is not Theorem.holds:
        assert problem.holds(Random(seed)), "holds() finds a model on which the statement is false"
    if cls.twin is not Theorem.twin:
        twin = replace(problem.statement, signature=problem.twin())
        assert twin.signature != problem.statement.signature, "twin() is the statement itself"
        proof = problem.screened(problem.reference)
        assert isinstance(proof, Proof)
        assert not default_checker().check(twin, proof).proved, "solve() proves twin() too: is it false?"
