-- honest 11: quotes of images, preimages, sums and products
-- case: image
-- statement: (f : ℕ → ℕ) (s : Set ℕ) : f '' s = f '' s
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
have h : f '' s ⊆ f '' s := fun x hx => hx
rfl
-- case: preimage
-- statement: (f : ℕ → ℕ) (s : Set ℕ) : f ⁻¹' s = f ⁻¹' s
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
have h : f ⁻¹' s = f⁻¹' s := rfl
exact h
-- case: sums and products
-- statement: (f : ℕ → ℝ) : ∑' n, f n = ∑' n, f n
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
have : ∑' (n : ℕ), f n = ∑' n, f n := rfl
have : ∏' n, f n = ∏' n, f n := rfl
rfl
