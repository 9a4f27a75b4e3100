-- row 23: notation that changes what the statement says
-- case: a macro for equality
-- statement: : 1 = 2
-- mode: file
-- screen: syntax
-- lean: lean_error
theorem aux : True := trivial
macro_rules | `($_ = $_) => `(True)
example : True := trivial
theorem goal : 1 = 2 := by
  trivial
-- case: a local notation
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
local infix:50 " = " => fun (_ _ : Nat) => True
theorem goal : 1 = 2 := by
  trivial
-- case: a notation in the proof
-- statement: : 1 = 2
-- mode: tactics
-- screen: syntax
-- lean: lean_error
notation "two" => 1
rfl
-- case: a macro for the copy and the name of the check
-- statement: : 1 = 2
-- mode: file
-- screen: syntax
-- lean: proved
theorem aux : True := trivial
macro_rules | `(type_of% $_) => `(True)
macro_rules | `(@$_) => `(trivial)
axiom bad : 1 = 2
theorem goal : 1 = 2 := by
  exact bad
