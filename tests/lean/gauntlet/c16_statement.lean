-- row 16: another statement than the one that was asked for
-- case: True
-- statement: : 1 = 2
-- mode: file
-- screen: statement
-- lean: lean_error
theorem goal : True := trivial
-- case: an extra hypothesis
-- statement: : 1 = 2
-- mode: file
-- screen: statement
-- lean: lean_error
theorem goal (h : 1 = 2) : 1 = 2 := h
-- case: other numerals
-- statement: : 1 = 2
-- mode: file
-- screen: statement
-- lean: lean_error
theorem goal : 1 = 1 := rfl
-- case: swapped quantifiers
-- statement: : ∃ m : Nat, ∀ n, m = n
-- mode: file
-- screen: statement
-- lean: lean_error
theorem goal : ∀ n : Nat, ∃ m, m = n := fun n => ⟨n, rfl⟩
-- case: another type by a bracket
-- statement: : 1 = 2
-- mode: file
-- screen: statement
-- lean: lean_error
theorem goal : (1 = 2) → (1 = 2) := id
-- case: an ascription in the proof
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
trivial : True
-- case: a pair whose first half is a proof of something
-- statement: : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: lean_error
trivial, 3
