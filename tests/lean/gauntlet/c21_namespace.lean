-- row 21: another theorem of that name in a namespace
-- case: in a namespace
-- statement: : 1 = 2
-- mode: file
-- screen: scope
-- lean: lean_error
theorem aux : True := trivial
namespace X
theorem goal : 1 = 2 := by
  exact bad
-- case: an open namespace when ours begins
-- statement: : True
-- mode: file
-- screen: scope
-- lean: lean_error
theorem aux : True := trivial
namespace X
theorem goal : 1 = 2 := by
  trivial
-- case: the name itself as a lemma
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
theorem goal : True := trivial
theorem goal : 1 = 2 := by
  rfl
-- case: with the root's name
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
theorem _root_.goal : True := trivial
theorem goal : 1 = 2 := by
  rfl
