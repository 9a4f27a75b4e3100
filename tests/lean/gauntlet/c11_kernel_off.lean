-- row 11: the option that turns the kernel off; axioms and messages stay clean
-- case: for decide +kernel
-- statement: : 1 = 2
-- mode: tactics
-- screen: option
-- lean: axioms
set_option debug.skipKernelTC true in
decide +kernel
-- case: for the file
-- statement: : 1 = 2
-- mode: file
-- screen: option
-- lean: axioms
theorem aux : True := trivial
set_option debug.skipKernelTC true
theorem goal : 1 = 2 := by
  decide +kernel
-- case: for a term
-- statement: : 1 = 2
-- mode: term
-- screen: option
-- lean: axioms
set_option debug.skipKernelTC true in (by decide +kernel)
-- case: before the first theorem, where options are dropped
-- statement: : 1 = 2
-- mode: file
-- verdict: wrong
-- screen: accepted
-- lean: axioms
set_option debug.skipKernelTC true in
theorem goal : 1 = 2 := by
  decide +kernel
