-- row 42: access to what is private
-- case: open private
-- statement: : 1 = 2
-- mode: tactics
-- screen: scope
-- lean: lean_error
open private foo in Bar in
rfl
-- case: an attribute that runs at start
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
@[init] def x : Nat := 1
theorem goal : 1 = 2 := by
  rfl
-- case: a mangled private name
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact _private.Init.0.bad
