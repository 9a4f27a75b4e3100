-- honest 28: tactics on one line
-- case: semicolons
-- statement: (p : Prop) : p ∨ True → True
-- mode: tactics
-- screen: accepted
-- lean: proved
intro h; cases h; all_goals (first | assumption | exact trivial)
-- case: in brackets
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
(constructor; exact hp; exact hq)
