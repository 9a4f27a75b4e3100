-- honest 4: anonymous constructors
-- case: nested
-- statement: (p q r : Prop) (h : p ∧ q ∧ r) : (r ∧ q) ∧ p
-- mode: tactics
-- screen: accepted
-- lean: proved
exact ⟨⟨h.2.2, h.2.1⟩, h.1⟩
-- case: patterns
-- statement: (p q : Prop) : p ∧ q → q ∧ p
-- mode: tactics
-- screen: accepted
-- lean: proved
exact fun ⟨hp, hq⟩ => ⟨hq, hp⟩
