-- honest 44: congruences
-- case: Nat
-- statement: (a : ℕ) : a ≡ a [MOD 5]
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
exact Nat.ModEq.refl a
-- case: Int
-- statement: (a : ℤ) : a ≡ a [ZMOD 5]
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
rfl
