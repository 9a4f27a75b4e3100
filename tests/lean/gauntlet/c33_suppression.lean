-- row 33: messages that are kept back
-- case: guard_msgs
-- statement: : 1 = 2
-- mode: file
-- screen: command
-- lean: lean_error
theorem aux : True := trivial
#guard_msgs(drop all) in
theorem goal : 1 = 2 := by
  rfl
-- case: try
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
try rfl
-- case: first with sorry
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: sorry
first | rfl | sorry
-- case: first with nothing
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
first | rfl | skip
-- case: recover
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
fail_if_success rfl
