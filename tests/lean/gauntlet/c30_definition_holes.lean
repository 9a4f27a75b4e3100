-- row 30: an answer that only repeats the question: there are no definitions to fill in
-- case: a definition of the answer
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
def answer : Nat := 2
theorem goal : 1 = answer := by
  rfl
-- case: a metavariable as the answer
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
refine (?h : 1 = ?answer)
rfl
