-- row 28: attributes that poison automation
-- case: a simp lemma
-- statement: : 1 = 2
-- mode: file
-- screen: file
-- lean: lean_error
@[simp] theorem cheat : (1 = 2) = True := by
  decide
theorem goal : 1 = 2 := by
  simp
-- case: after a lemma
-- statement: : 1 = 2
-- mode: file
-- screen: attribute
-- lean: lean_error
theorem aux : True := trivial
attribute [simp] Nat.lt_irrefl
theorem goal : 1 = 2 := by
  simp
-- case: unif_hint
-- statement: : 1 = 2
-- mode: file
-- screen: syntax
-- lean: lean_error
theorem aux : True := trivial
unif_hint (a b : Nat) where ⊢ a =?= b
theorem goal : 1 = 2 := by
  exact (rfl : (1 : Nat) = 1)
-- case: simproc
-- statement: : 1 = 2
-- mode: file
-- screen: syntax
-- lean: lean_error
theorem aux : True := trivial
simproc cheat (1 = 2) := fun _ => return .done { expr := default }
theorem goal : 1 = 2 := by
  simp
