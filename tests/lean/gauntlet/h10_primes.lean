-- honest 10: primes and subscripts in names
-- case: both
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
have h' := h
have h₁ := h'
have h₁' := h₁
have h'' := h₁'
exact h''
-- case: Greek
-- statement: (α β : Prop) (hα : α) (hαβ : α → β) : β
-- mode: tactics
-- screen: accepted
-- lean: proved
exact hαβ hα
-- case: exclamation
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
have h! := h
have h? := h!
exact h?
