-- honest 34: contradictions
-- case: nomatch
-- statement: (p : Prop) (h : False) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
exact nomatch h
-- case: nofun
-- statement: (p : Prop) : False → p
-- mode: tactics
-- screen: accepted
-- lean: proved
nofun
-- case: contradiction
-- statement: (p q : Prop) (h : p) (k : ¬p) : q
-- mode: tactics
-- screen: accepted
-- lean: proved
contradiction
-- case: exfalso
-- statement: (p q : Prop) (h : p) (k : ¬p) : q
-- mode: tactics
-- screen: accepted
-- lean: proved
exfalso
exact k h
