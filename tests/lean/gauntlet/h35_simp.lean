-- honest 35: simp with lists
-- case: only at
-- statement: (p : Prop) (h : p ∧ True) : p
-- mode: tactics
-- screen: accepted
-- lean: proved
simp only [and_true] at h
exact h
-- case: all
-- statement: (p q : Prop) (h : p) (k : p → q) : q
-- mode: tactics
-- screen: accepted
-- lean: proved
simp_all
-- case: a hypothesis
-- statement: (f : Nat → Nat) (h : ∀ n, f n = n) : f (f 2) = 2
-- mode: tactics
-- screen: accepted
-- lean: proved
simp [h]
