-- honest 18: show from
-- case: from
-- statement: (p : Prop) (h : p) : p ∧ p
-- mode: tactics
-- screen: accepted
-- lean: proved
exact show p ∧ p from ⟨h, h⟩
-- case: by
-- statement: (p : Prop) (h : p) : p ∧ p
-- mode: tactics
-- screen: accepted
-- lean: proved
show p ∧ p
exact (show p ∧ p by exact ⟨h, h⟩)
-- case: as a term
-- statement: (p : Prop) (h : p) : p
-- mode: term
-- screen: accepted
-- lean: proved
show p from h
