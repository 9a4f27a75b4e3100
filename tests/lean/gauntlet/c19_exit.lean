-- row 19: the file ends before our checks
-- case: #exit before the theorem
-- statement: : 1 = 2
-- mode: file
-- screen: command
-- lean: no_report
theorem aux : True := trivial
#exit
theorem goal : 1 = 2 := by
  rfl
-- case: #exit after the bracket
-- statement: : 1 = 1
-- mode: tactics
-- screen: bracket
-- lean: no_report
rfl)
#exit
(
-- case: #exit in the proof
-- statement: : 1 = 1
-- mode: tactics
-- screen: command
-- lean: lean_error
rfl
#exit
-- case: end
-- statement: : 1 = 2
-- mode: tactics
-- screen: scope
-- lean: lean_error
rfl
end
-- case: stop
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: sorry
stop trivial
-- case: an end of text character
-- statement: : 1 = 2
-- mode: tactics
-- screen: hidden_character
-- lean: lean_error
rfl<U+0004>
