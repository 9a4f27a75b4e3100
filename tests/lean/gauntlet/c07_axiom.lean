-- row 7: axioms and their disguises
-- case: axiom
-- statement: : 1 = 2
-- mode: file
-- screen: declaration
-- lean: axioms
theorem aux : True := trivial
axiom bad : 1 = 2
theorem goal : 1 = 2 := by
  exact bad
-- case: axiom before the first theorem
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: axioms
axiom bad : 1 = 2
theorem goal : 1 = 2 := by
  exact bad
-- case: opaque
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
opaque bad : 1 = 2
theorem goal : 1 = 2 := by
  exact bad
-- case: opaque of a structure that carries it
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
structure Bad where
  h : 1 = 2
opaque bad : Bad
theorem goal : 1 = 2 := by
  exact bad.h
-- case: a class that carries it, its instance an axiom
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: axioms
class Bad where
  h : 1 = 2
axiom bad : Bad
attribute [instance] bad
theorem goal : 1 = 2 := by
  exact Bad.h
-- case: axiom after the bracket
-- statement: : 1 = 1
-- mode: tactics
-- screen: bracket
-- lean: proved
rfl)
axiom bad : 1 = 2
theorem aux : 1 = 2 := (by
exact bad
-- case: lcProof, which Lean's compiler uses
-- statement: : 1 = 2
-- mode: tactics
-- screen: axiom
-- lean: axioms
exact lcProof
