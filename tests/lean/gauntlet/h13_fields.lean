-- honest 13: fields named like commands
-- case: def, end, instance
-- statement: : 1 = 1
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
have := h.def
have := (f x).end
have := hx₁.instance
have := h.1.prefix
rfl
-- case: a field of an index
-- statement: : 1 = 1
-- mode: tactics
-- needs: mathlib
-- screen: accepted
-- lean: not run
exact xs[0].open
