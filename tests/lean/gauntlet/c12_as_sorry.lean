-- row 12: options that turn proofs into sorry
-- case: byAsSorry
-- statement: : 1 = 2
-- mode: file
-- screen: option
-- lean: sorry
theorem aux : True := trivial
set_option debug.byAsSorry true
theorem goal : 1 = 2 := by
  rfl
-- case: byAsSorry in the proof
-- statement: : 1 = 2
-- mode: tactics
-- screen: option
-- lean: sorry
set_option debug.byAsSorry true in
exact (by rfl)
-- case: terminalTacticsAsSorry
-- statement: : 1 = 2
-- mode: tactics
-- screen: option
-- lean: sorry
set_option debug.terminalTacticsAsSorry true in
omega
-- case: proofAsSorry
-- statement: : 1 = 2
-- mode: tactics
-- screen: option
-- lean: lean_error
set_option debug.proofAsSorry true in
exact (rfl : 1 = 2)
