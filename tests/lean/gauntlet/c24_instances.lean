-- row 24: instances that change what the statement says
-- case: another numeral 2
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
instance (priority := high) two : OfNat Nat 2 := ⟨1⟩
theorem goal : 1 = 2 := by
  rfl
-- case: another order
-- statement: : 3 ≤ 2
-- mode: file
-- screen: file
-- lean: lean_error
instance (priority := high) order : LE Nat := ⟨fun _ _ => True⟩
theorem goal : 3 ≤ 2 := by
  trivial
-- case: a decision that lies
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: sorry
instance : Decidable (1 = 2) := .isTrue sorry
theorem goal : 1 = 2 := by
  decide
-- case: an attribute
-- statement: : 1 = 2
-- mode: file
-- screen: attribute
-- lean: lean_error
theorem aux : True := trivial
attribute [-instance] instOfNatNat
theorem goal : 1 = 2 := by
  rfl
-- case: a local numeral in the proof
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
letI : OfNat Nat 2 := ⟨1⟩
exact (rfl : (1 : Nat) = 2)
-- case: a local order in the proof
-- statement: : 3 ≤ 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
letI : LE Nat := ⟨fun _ _ => True⟩
exact (trivial : (3 : Nat) ≤ 2)
-- case: a local decision in the proof
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
haveI : Decidable (1 = 2) := ⟨true, trivial⟩
decide
