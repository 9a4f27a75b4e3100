-- honest 14: symbols
-- case: arrows
-- statement: (p q : Prop) : p ∧ q → (p ↔ q)
-- mode: tactics
-- screen: accepted
-- lean: proved
rintro ⟨hp, hq⟩
exact ⟨fun _ ↦ hq, fun _ ↦ hp⟩
-- case: quantifiers
-- statement: : ∀ (α : Type) (x : α), ∃ y, y = x
-- mode: tactics
-- screen: accepted
-- lean: proved
exact fun α x ↦ ⟨x, rfl⟩
-- case: norms, floors, angles
-- statement: : 1 = 1
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
have h₁ : ‖x‖ ≤ ⌊y⌋ + ⌈z⌉₊ := by positivity
have h₂ : ⟪x, y⟫_ℝ = |x| := by simp
have h₃ : a ≡ b [ZMOD n] := by decide
rfl
