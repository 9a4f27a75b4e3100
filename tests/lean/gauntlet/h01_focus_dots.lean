-- honest 1: focus dots
-- case: raised
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
constructor
· exact hp
· exact hq
-- case: full stops
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
constructor
. exact hp
. exact hq
-- case: without a blank
-- statement: (p q : Prop) (hp : p) (hq : q) : p ∧ q
-- mode: tactics
-- screen: accepted
-- lean: proved
constructor
·exact hp
·exact hq
