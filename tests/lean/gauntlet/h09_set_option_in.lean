-- honest 9: set_option in
-- case: limits
-- statement: (p : Prop) (h : p) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
set_option maxRecDepth 2000 in
set_option maxHeartbeats 400000 in
exact h
