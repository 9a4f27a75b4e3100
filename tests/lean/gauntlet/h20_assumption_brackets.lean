-- honest 20: assumptions by type
-- case: in brackets
-- statement: (p : Prop) (_ : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
exact ‹p›
-- case: nested
-- statement: (p q : Prop) (_ : p) (_ : q) : q ∧ p
-- mode: tactics
-- screen: accepted
-- lean: proved
exact ⟨‹q›, ‹p›⟩
