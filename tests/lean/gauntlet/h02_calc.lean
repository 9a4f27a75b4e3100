-- honest 2: calc
-- case: steps with holes
-- statement: (a b c : Nat) (h : a = b) (k : b = c) : a = c
-- mode: tactics
-- screen: accepted
-- lean: proved
calc a
  _ = b := h
  _ = c := k
-- case: with by
-- statement: (a b c : Nat) (h : a = b) (k : b = c) : a = c
-- mode: tactics
-- screen: accepted
-- lean: proved
calc
  a = b := h
  _ = c := by
    rw [k]
-- case: as a term
-- statement: (a b c : Nat) (h : a = b) (k : b = c) : a = c
-- mode: term
-- screen: accepted
-- lean: proved
calc a = b := h
  _ = c := k
