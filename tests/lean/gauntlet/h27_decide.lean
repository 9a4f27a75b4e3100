-- honest 27: decide
-- case: closed
-- statement: : ¬(2 + 2 = 5) ∧ 3 = 3
-- mode: tactics
-- screen: accepted
-- lean: proved
decide
-- case: in a term
-- statement: : ¬(2 + 2 = 5)
-- mode: tactics
-- screen: accepted
-- lean: proved
exact (by decide)
