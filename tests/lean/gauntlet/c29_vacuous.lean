-- row 29: statements that are true for an empty reason: a proof is a proof, the data set must not ask
-- case: a contradictory hypothesis
-- statement: (h : False) : 1 = 2
-- mode: tactics
-- screen: accepted
-- lean: proved
exact h.elim
-- case: subtraction that is cut off
-- statement: : 2 - 3 = 0
-- mode: tactics
-- screen: accepted
-- lean: proved
rfl
