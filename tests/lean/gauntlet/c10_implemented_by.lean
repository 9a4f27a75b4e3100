-- row 10: compiled code that disagrees with the logic, and the compiler believed
-- case: implemented_by
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: axioms
def lie (_ : Nat) : Bool := true
@[implemented_by lie] def truth (_ : Nat) : Bool := false
theorem t : truth 0 = true := by native_decide
theorem goal : 1 = 2 := by
  exact absurd t (by decide)
-- case: unsafe
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
unsafe def f : 1 = 2 := f
theorem goal : 1 = 2 := by
  exact f
-- case: partial
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
partial def f (n : Nat) : 1 = 2 := f n
theorem goal : 1 = 2 := by
  exact f 0
-- case: extern
-- statement: : 1 = 2
-- mode: file
-- screen: attribute
-- lean: lean_error
theorem aux : True := trivial
@[extern "lean_nat_add"] def f (a b : Nat) : Nat := a
theorem t : f 0 1 = 1 := by native_decide
theorem goal : 1 = 2 := by
  exact absurd t (by decide)
-- case: an attribute in the proof
-- statement: : 1 = 2
-- mode: tactics
-- screen: attribute
-- lean: lean_error
let rec @[implemented_by id] f : 1 = 2 := f
exact f
