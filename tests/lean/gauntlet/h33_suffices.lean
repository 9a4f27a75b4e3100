-- honest 33: suffices
-- case: from
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
suffices k : p ∧ p from k.1
exact ⟨h, h⟩
-- case: by
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
suffices k : p ∧ p by
  exact k.1
exact ⟨h, h⟩
