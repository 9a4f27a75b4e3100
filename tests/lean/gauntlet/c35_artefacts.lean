-- row 35: modules and libraries of the model's own
-- case: import in the proof
-- statement: : 1 = 2
-- mode: tactics
-- screen: malformed
-- lean: lean_error
import Evil
rfl
-- case: import in a file, which is dropped
-- statement: : 1 = 2
-- mode: file
-- screen: accepted
-- lean: lean_error
import Evil
theorem goal : 1 = 2 := by
  exact evil
-- case: import after a lemma
-- statement: : 1 = 2
-- mode: file
-- screen: scope
-- lean: lean_error
theorem aux : True := trivial
import Evil
theorem goal : 1 = 2 := by
  exact evil
-- case: load_dynlib
-- statement: : 1 = 2
-- mode: tactics
-- screen: metaprogram
-- lean: lean_error
exact Lean.loadDynlib "evil.so"
