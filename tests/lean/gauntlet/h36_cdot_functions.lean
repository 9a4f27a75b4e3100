-- honest 36: functions with dots
-- case: application
-- statement: (p q : Prop) (h : p) : (p → q) → q
-- mode: tactics
-- screen: accepted
-- lean: proved
exact (· h)
-- case: in a list of arguments
-- statement: (p q : Prop) (h : p) : (p → q) → q
-- mode: tactics
-- screen: accepted
-- lean: proved
exact id (· h)
