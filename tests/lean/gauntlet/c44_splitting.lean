-- row 44: a statement in which the text after the first := by is not the proof
-- case: a default argument
-- statement: (n : Nat := by exact 1) : n = n
-- mode: file
-- screen: accepted
-- lean: lean_error
theorem goal (n : Nat := by exact 1) : n = n := by
  rfl
-- case: a default argument of one's own
-- statement: : 1 = 2
-- mode: file
-- screen: statement
-- lean: lean_error
theorem goal (h : True := by trivial) : 1 = 2 := by
  rfl
-- case: a lemma before
-- statement: : 1 = 2
-- mode: file
-- screen: accepted
-- lean: lean_error
theorem aux : True := by
  trivial
theorem goal : 1 = 2 := by
  exact aux
-- case: a let in the statement
-- statement: : let x := 1; x = 1
-- mode: file
-- screen: accepted
-- lean: proved
theorem goal : let x := 1; x = 1 := by
  rfl
-- case: the statement again in the proof
-- statement: : 1 = 2
-- mode: tactics
-- screen: file
-- lean: lean_error
have : True := by trivial
theorem goal : 1 = 2 := by
  exact this
