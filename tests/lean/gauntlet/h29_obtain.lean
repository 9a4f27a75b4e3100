-- honest 29: obtain
-- case: an existential
-- statement: (f : Nat → Nat) (h : ∃ n, f n = 0) : ∃ n, 0 = f n
-- mode: tactics
-- screen: accepted
-- lean: proved
obtain ⟨w, hw⟩ := h
exact ⟨w, hw.symm⟩
-- case: alternatives
-- statement: (p q r : Prop) : p ∧ (q ∨ r) → (p ∧ q) ∨ (p ∧ r)
-- mode: tactics
-- screen: accepted
-- lean: proved
rintro ⟨hp, hq | hr⟩
· exact .inl ⟨hp, hq⟩
· exact .inr ⟨hp, hr⟩
