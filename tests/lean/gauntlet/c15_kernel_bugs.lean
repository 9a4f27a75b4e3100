-- row 15: what bugs of old kernels were found with
-- case: a giant exponent
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
have : 2 ^ 2 ^ 64 = 0 := by decide
contradiction
-- case: a giant numeral
-- statement: : 1 = 2
-- mode: tactics
-- screen: numeral
-- lean: lean_error
exact absurd (by decide : <<401 times:9>> = 0) (by decide)
-- case: a nested inductive type
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
inductive T : Type where
  | mk : List (T → T) → T
theorem goal : 1 = 2 := by
  exact bad
-- case: a wrong use of eta
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
exact (rfl : (⟨1, 2⟩ : Nat × Nat).1 = (⟨1, 2⟩ : Nat × Nat).2)
