-- own 6: lemmas with names that the check uses
-- case: check
-- statement: : 1 = 2
-- mode: file
-- screen: accepted
-- lean: lean_error
theorem check_0123456789abcde : True := trivial
theorem goal : 1 = 2 := by
  rfl
-- case: the check of a run whose nonce is known
-- statement: : 1 = 2
-- mode: file
-- screen: accepted
-- lean: lean_error
theorem check_0123456789abcdef : True := trivial
theorem goal : 1 = 2 := by
  rfl
-- case: the copy of the statement, if its name were known
-- statement: : 1 = 2
-- mode: tactics
-- verdict: wrong
-- screen: accepted
-- lean: axioms
exact Target_0123456789abcdef
-- case: _root_
-- statement: : 1 = 2
-- mode: file
-- screen: accepted
-- lean: lean_error
theorem _root_ : True := trivial
theorem goal : 1 = 2 := by
  rfl
-- case: axioms
-- statement: : 1 = 1
-- mode: file
-- note: true
-- screen: accepted
-- lean: proved
theorem axioms : True := trivial
theorem goal : 1 = 1 := rfl
-- case: a constant of the statement
-- statement: : 1 = 2
-- mode: file
-- screen: accepted
-- lean: lean_error
theorem Eq : True := trivial
theorem goal : 1 = 2 := by
  exact Eq
-- case: a lemma of the library
-- statement: : 1 = 2
-- mode: file
-- screen: accepted
-- lean: lean_error
theorem rfl : 1 = 2 := rfl
theorem goal : 1 = 2 := by
  exact rfl
