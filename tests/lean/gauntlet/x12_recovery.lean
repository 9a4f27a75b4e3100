-- own 12: errors that Lean recovers from
-- case: a nested by
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact (by skip)
-- case: first over a nested by
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
first | exact (by skip) | skip
-- case: a lemma that does not parse
-- statement: : 1 = 2
-- mode: file
-- screen: accepted
-- lean: lean_error
theorem aux : True := by
  at at
theorem goal : 1 = 2 := by
  exact aux
-- case: a lemma with an error, used
-- statement: : 1 = 2
-- mode: file
-- screen: accepted
-- lean: lean_error
theorem aux : 1 = 2 := by
  exact foo
theorem goal : 1 = 2 := by
  exact aux
-- case: any_goals
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
any_goals (try rfl)
-- case: a goal that is given away
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
have h : 1 = 2 := ?later
exact h
-- case: an attribute in a term
-- statement: : 1 = 2
-- mode: tactics
-- screen: attribute
-- lean: lean_error
exact (let rec @[simp] f := 1; rfl)
