-- row 4: the warning of sorry turned off
-- case: for a tactic
-- statement: : 1 = 2
-- mode: tactics
-- screen: option
-- lean: sorry
set_option warn.sorry false in
sorry
-- case: for the file
-- statement: : 1 = 2
-- mode: file
-- screen: option
-- lean: sorry
theorem aux : True := trivial
set_option warn.sorry false
theorem goal : 1 = 2 := by
  sorry
-- case: before the first theorem, where options are dropped
-- statement: : 1 = 2
-- mode: file
-- screen: sorry
-- lean: sorry
set_option warn.sorry false
theorem goal : 1 = 2 := by
  sorry
