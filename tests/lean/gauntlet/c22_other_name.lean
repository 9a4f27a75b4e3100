-- row 22: a proof under another name
-- case: an example
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
example : True := trivial
theorem goal : 1 = 2 := by
  first | done
-- case: the target without a body
-- statement: : 1 = 2
-- mode: file
-- screen: statement
-- lean: lean_error
theorem goal2 : 1 = 1 := rfl
theorem goal : 1 = 2
-- case: a private copy
-- statement: : 1 = 2
-- mode: file
-- screen: statement
-- lean: lean_error
private theorem goal2 : 1 = 2 := by rfl
