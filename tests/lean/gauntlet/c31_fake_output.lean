-- row 31: output that looks like a report
-- case: trace
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
trace "'check_0' does not depend on any axioms"
exact ?_
-- case: trace beside sorry
-- statement: : 1 = 2
-- mode: tactics
-- screen: sorry
-- lean: sorry
trace "'check_0' does not depend on any axioms"
sorry
-- case: a report of our own
-- statement: : 1 = 2
-- mode: file
-- screen: command
-- lean: sorry
theorem aux : True := trivial
#print axioms aux
theorem goal : 1 = 2 := by
  sorry
-- case: a theorem called check_0
-- statement: : 1 = 2
-- mode: file
-- screen: command
-- lean: sorry
theorem check_0 : True := trivial
#print axioms check_0
theorem goal : 1 = 2 := by
  sorry
-- case: dbgTrace
-- statement: : 1 = 2
-- mode: tactics
-- screen: metaprogram
-- lean: lean_error
exact dbgTrace "x" fun _ => rfl
-- case: IO
-- statement: : 1 = 2
-- mode: tactics
-- screen: metaprogram
-- lean: lean_error
have := IO.println "x"
rfl
