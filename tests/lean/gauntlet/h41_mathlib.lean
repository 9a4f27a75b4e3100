-- honest 41: tactics of Mathlib
-- case: nlinarith with hints
-- statement: (x y : ℝ) : 2 * x * y ≤ x ^ 2 + y ^ 2
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
nlinarith [sq_nonneg (x - y), mul_self_nonneg (x + y)]
-- case: field_simp and friends
-- statement: (x : ℝ) (h : x ≠ 0) : x / x = 1
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
field_simp
ring_nf
norm_num [h]
-- case: interval_cases
-- statement: (n : ℕ) (h : n < 3) : n = 0 ∨ n = 1 ∨ n = 2
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
interval_cases n <;> simp_all (config := { decide := true })
-- case: rcases with types
-- statement: (p q : Prop) (h : p ∨ q) : q ∨ p
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
rcases h with (hp : p) | (hq : q)
· exact Or.inr hp
· exact Or.inl hq
