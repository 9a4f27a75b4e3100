-- honest 50: conv and nested tactics
-- case: lhs
-- statement: (a b : Nat) (h : a = b) : a = b
-- mode: tactics
-- screen: accepted
-- lean: proved
conv =>
  lhs
  rw [h]
