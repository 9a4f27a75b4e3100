-- row 27: options that change how terms are read
-- case: autoImplicit
-- statement: : 1 = 2
-- mode: file
-- screen: option
-- lean: lean_error
theorem aux : True := trivial
set_option autoImplicit true
theorem goal : 1 = 2 := by
  rfl
-- case: in the proof
-- statement: : 1 = 2
-- mode: tactics
-- screen: option
-- lean: lean_error
set_option pp.all true in
rfl
-- case: no limit of work
-- statement: : 1 = 1
-- mode: tactics
-- screen: option
-- lean: proved
set_option maxHeartbeats 0 in
rfl
-- case: a limit of work that is too high
-- statement: : 1 = 1
-- mode: tactics
-- screen: option
-- lean: proved
set_option maxHeartbeats 99999999 in
rfl
-- case: a limit of work within bounds
-- statement: : 1 = 1
-- mode: tactics
-- screen: accepted
-- lean: proved
set_option maxHeartbeats 400000 in
rfl
