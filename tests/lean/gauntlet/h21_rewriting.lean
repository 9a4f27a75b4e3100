-- honest 21: substitution by an arrow
-- case: in a term
-- statement: (a b : Nat) (h : a = b) : b = a
-- mode: tactics
-- screen: accepted
-- lean: proved
exact h ▸ rfl
-- case: rw at
-- statement: (a b : Nat) (h : a = b) (k : b = 3) : a = 3
-- mode: tactics
-- screen: accepted
-- lean: proved
rw [← h] at k
rw [k]
-- case: rwa
-- statement: (a b : Nat) (h : a = b) (k : b = 3) : a = 3
-- mode: tactics
-- screen: accepted
-- lean: proved
rwa [h]
