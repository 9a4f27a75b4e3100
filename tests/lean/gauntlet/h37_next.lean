-- honest 37: next and rename_i
-- case: next
-- statement: (p q : Prop) (h : p ∨ q) : q ∨ p
-- mode: tactics
-- screen: accepted
-- lean: proved
cases h
next x => exact .inr x
next x => exact .inl x
-- case: rename_i
-- statement: (p q : Prop) : p → q → p
-- mode: tactics
-- screen: accepted
-- lean: proved
intros
rename_i h _
exact h
