-- honest 8: open in
-- case: one
-- statement: (a b : Nat) : a + b.succ = (a + b).succ
-- mode: tactics
-- screen: accepted
-- lean: proved
open Nat in
exact add_succ a b
-- case: two, then a term
-- statement: (a b : Nat) : a + b.succ = (a + b).succ
-- mode: tactics
-- screen: accepted
-- lean: proved
exact open Nat List in add_succ a b
