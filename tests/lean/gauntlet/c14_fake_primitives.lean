-- row 14: a fake constructor, or a core axiom with another type
-- case: propext : False
-- statement: : 1 = 2
-- mode: file
-- screen: declaration
-- lean: lean_error
theorem aux : True := trivial
axiom propext : False
theorem goal : 1 = 2 := by
  exact propext.elim
-- case: a constructor of False
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
axiom False.intro : False
inductive False : Prop where
  | intro
theorem goal : 1 = 2 := by
  exact False.intro.elim
-- case: a constructor that is an axiom
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: axioms
axiom False.intro : False
theorem goal : 1 = 2 := by
  exact False.intro.elim
-- case: a recursor by hand
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
theorem Nat.rec : 1 = 2 := Nat.rec
theorem goal : 1 = 2 := by
  exact Nat.rec
