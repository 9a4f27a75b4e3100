-- honest 49: numbers
-- case: of other bases
-- statement: : 0xFF = 255 ∧ 0b11 = 3
-- mode: tactics
-- screen: accepted
-- lean: proved
have h : 0o17 = 15 := rfl
exact ⟨rfl, rfl⟩
-- case: decimals
-- statement: (x : ℝ) (h : x = 1.5) : x = 3 / 2
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
norm_num [h, (1.5e0 : ℝ)]
-- case: projections
-- statement: (p q r : Prop) (h : p ∧ q ∧ r) : r
-- mode: tactics
-- screen: accepted
-- lean: proved
exact h.2.2
