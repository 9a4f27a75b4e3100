-- row 8: axioms whose printed name looks like an allowed one
-- case: a list in guillemets
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: axioms
axiom «propext, Quot.sound» : 1 = 2
theorem goal : 1 = 2 := by
  exact «propext, Quot.sound»
-- case: one name in guillemets
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: axioms
axiom «Quot.sound» : 1 = 2
theorem goal : 1 = 2 := by
  exact «Quot.sound»
-- case: a bracket in the name
-- statement: : 1 = 2
-- mode: file
-- screen: bracket
-- lean: no_report
axiom «x] [propext» : 1 = 2
theorem goal : 1 = 2 := by
  exact «x] [propext»
-- case: an allowed name in another namespace
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: axioms
namespace X
axiom propext : 1 = 2
end X
theorem goal : 1 = 2 := by
  exact X.propext
-- case: a private axiom of an allowed name
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: axioms
namespace X
private axiom propext : 1 = 2
theorem aux : 1 = 2 := X.propext
end X
theorem goal : 1 = 2 := by
  exact X.aux
-- case: an allowed name again
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
axiom propext : 1 = 2
theorem goal : 1 = 2 := by
  exact propext
