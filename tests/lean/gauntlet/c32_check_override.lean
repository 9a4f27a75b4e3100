-- row 32: macros that take over the commands of the check
-- case: the theorem of the check
-- statement: : 1 = 1
-- mode: tactics
-- screen: bracket
-- lean: proved
rfl)
macro_rules | `(theorem $n:declId : type_of% $_ := $_) => `(theorem $n : True := trivial)
example : True := (by
trivial
-- case: the same, after an axiom
-- statement: : 1 = 2
-- mode: file
-- screen: bracket
-- lean: proved
axiom bad : 1 = 2
theorem goal : 1 = 2 := bad)
macro_rules | `(theorem $n:declId : type_of% $_ := $_) => `(theorem $n : True := trivial)
example : True := (trivial
-- case: the print of the axioms
-- statement: : 1 = 2
-- mode: file
-- screen: syntax
-- lean: no_report
theorem aux : True := trivial
macro_rules | `(#print axioms $_) => `(example : True := trivial)
axiom bad : 1 = 2
theorem goal : 1 = 2 := by
  exact bad
-- case: a scoped syntax
-- statement: : 1 = 2
-- mode: file
-- screen: syntax
-- lean: lean_error
theorem aux : True := trivial
scoped syntax "check" term : command
theorem goal : 1 = 2 := by
  rfl
