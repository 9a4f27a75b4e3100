-- honest 38: goals in braces
-- case: braces
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
constructor
{ exact hp }
{ exact hq }
-- case: all_goals
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
constructor
all_goals assumption
