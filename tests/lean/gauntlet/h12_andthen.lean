-- honest 12: tactics joined by <;>
-- case: one line
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
constructor <;> assumption
-- case: several
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
constructor <;> first | exact hp | exact hq
