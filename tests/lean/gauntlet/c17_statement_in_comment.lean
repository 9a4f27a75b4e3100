-- row 17: the right statement where Lean does not see it
-- case: in a comment
-- statement: : 1 = 2
-- mode: file
-- screen: statement
-- lean: lean_error
/- theorem goal : 1 = 2 := by -/
theorem goal : True := by
  trivial
-- case: in a line comment
-- statement: : 1 = 2
-- mode: file
-- screen: statement
-- lean: lean_error
-- theorem goal : 1 = 2 := by
theorem goal : True := trivial
-- case: in a string
-- statement: : 1 = 2
-- mode: file
-- screen: statement
-- lean: lean_error
theorem goal : "theorem goal : 1 = 2 := by" = "theorem goal : 1 = 2 := by" := rfl
-- case: in a comment inside of the statement
-- statement: : 1 = 2
-- mode: file
-- screen: statement
-- lean: lean_error
theorem goal : /- 1 = 2 -/ True := trivial
