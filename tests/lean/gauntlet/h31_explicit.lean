-- honest 31: explicit and named arguments
-- case: at
-- statement: (p : Prop) (h : p) : p ∧ p
-- mode: tactics
-- screen: accepted
-- lean: proved
exact @And.intro p p h h
-- case: named
-- statement: (p : Prop) (h : p) : p ∧ p
-- mode: tactics
-- screen: accepted
-- lean: proved
exact And.intro (left := h) (right := h)
-- case: structure
-- statement: (p : Prop) (h : p) : p ∧ p
-- mode: tactics
-- screen: accepted
-- lean: proved
exact { left := h, right := h }
