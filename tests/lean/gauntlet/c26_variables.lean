-- row 26: variables that add hypotheses
-- case: a contradiction
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
variable (h : False)
include h
theorem goal : 1 = 2 := by
  exact h.elim
-- case: after a lemma
-- statement: : 1 = 2
-- mode: file
-- screen: scope
-- lean: lean_error
theorem aux : True := trivial
variable (h : False)
include h
theorem goal : 1 = 2 := by
  exact h.elim
-- case: universe
-- statement: : 1 = 2
-- mode: file
-- screen: scope
-- lean: lean_error
theorem aux : True := trivial
universe u
theorem goal : 1 = 2 := by
  rfl
-- case: a name that Lean would bind by itself
-- statement: : 1 = 2
-- mode: file
-- screen: accepted
-- lean: lean_error
theorem aux (h : nat) : True := trivial
theorem goal : 1 = 2 := by
  rfl
