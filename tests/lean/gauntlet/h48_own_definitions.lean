-- honest 48: a whole file that repeats the definitions of the environment
-- case: a function
-- statement: : twice 2 = 4
-- mode: file
-- preamble: def twice (n : Nat) : Nat := n + n
-- screen: accepted
-- lean: proved
import Mathlib

/-- doubles -/
def twice (n : Nat) : Nat := n + n

theorem goal : twice 2 = 4 := by
  rfl
