-- row 38: a death that is meant to be taken for the judge's fault: what dies of a proof twice is the proof's fault
-- case: nesting without brackets
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact <<1500 times:fun _ => >>rfl
-- case: recursion without end
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact goal
