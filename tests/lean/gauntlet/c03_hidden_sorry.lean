-- row 3: sorry where a search of the proof's text does not find it
-- case: a macro
-- statement: : 1 = 2
-- mode: file
-- screen: syntax
-- lean: sorry
theorem aux : True := trivial
macro "finish" : tactic => `(tactic| sorry)
theorem goal : 1 = 2 := by
  finish
-- case: a default argument
-- statement: : 1 = 2
-- mode: file
-- screen: sorry
-- lean: lean_error
theorem aux (h : 1 = 2 := by sorry) : 1 = 2 := h
theorem goal : 1 = 2 := by
  exact aux
-- case: a termination proof
-- statement: : 1 = 2
-- mode: file
-- screen: sorry
-- lean: lean_error
theorem aux (n : Nat) : 1 = 2 := aux (n + 1)
termination_by n
decreasing_by sorry
theorem goal : 1 = 2 := by
  exact aux 0
-- case: an assumption that is not there
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact ‹1 = 2›
-- case: a local notation
-- statement: : 1 = 2
-- mode: file
-- screen: syntax
-- lean: sorry
theorem aux : True := trivial
local notation "done" => sorry
theorem goal : 1 = 2 := by
  exact done
